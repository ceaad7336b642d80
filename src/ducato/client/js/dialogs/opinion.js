/**
 * A bot's opinion of a decision, as a hint and the analysis of a finished game show it: the best
 * choices with the chances to win, the line that is likely to follow, and what speaks for the
 * first.
 */

import { t } from "../state/strings.js";
import { html, loadStylesheet } from "../ui/dom.js";

/** @typedef {import("../net/protocol.js").Advice} Advice */
/** @typedef {import("../net/protocol.js").Grounds} Grounds */
/** @typedef {import("../net/protocol.js").LineMove} LineMove */

await loadStylesheet("opinion");

/** @param {number} points */
const signed = (points) => (points > 0 ? `+${points}` : String(points).replace("-", "−"));

/**
 * @param {Advice[]} choices the best first; those without words are left out
 * @param {(action: number) => string | null} note beside a choice, such as that it was made
 * @param {((action: number | null) => void) | null} point at what a choice is on the board, null to
 *   point at the first again; choices are buttons if it is there
 * @returns {HTMLElement}
 */
export function choiceList(choices, note, point = null) {
  const list = html("ol", { class: "choices", "aria-label": t("opinion.choices") });
  for (const { action, text, wins, margin } of choices) {
    if (text === null) continue;
    const wording = note(action);
    const parts = [
      html("span", { class: "choice-words" }, text, wording && html("small", {}, ` ${wording}`)),
      ...(wins === null || margin === null ? [] : [bar(wins, margin), chance(wins, margin)]),
    ];
    if (!point) {
      list.append(html("li", { class: "choice" }, ...parts));
      continue;
    }
    const button = html("button", { type: "button", class: "choice" }, ...parts);
    for (const begin of ["pointerenter", "focus", "click"])
      button.addEventListener(begin, () => point(action));
    for (const end of ["pointerleave", "blur"]) button.addEventListener(end, () => point(null));
    list.append(html("li", {}, button));
  }
  return list;
}

/**
 * @param {number} wins
 * @param {number} margin
 */
const chance = (wins, margin) =>
  html("b", { class: "choice-wins" }, t("opinion.wins", { wins, margin }));

/**
 * A bar as long as the chance; its end is faint as far as it is uncertain.
 * @param {number} wins
 * @param {number} margin
 */
function bar(wins, margin) {
  const drawn = html("span", { class: "choice-bar", "aria-hidden": "true" });
  drawn.style.setProperty("--least", `${Math.max(0, wins - margin)}%`);
  drawn.style.setProperty("--wins", `${wins}%`);
  drawn.style.setProperty("--most", `${Math.min(100, wins + margin)}%`);
  return drawn;
}

/**
 * @param {LineMove[]} line
 * @param {number} own the seat whose moves need no name
 * @param {{seat: number, name: string}[]} seats
 * @returns {string[]} the moves, those of others with their names
 */
export const moveTexts = (line, own, seats) =>
  line.map(({ seat, text }) => {
    const name = seats.find((one) => one.seat === seat)?.name ?? "";
    return seat === own ? text : t("opinion.reply", { name, text });
  });

/**
 * @param {LineMove[]} line
 * @param {number} own the seat whose moves need no name
 * @param {{seat: number, name: string}[]} seats
 * @returns {HTMLElement | null} what is likely to follow; null if that is no more than the choice
 */
export function lineView(line, own, seats) {
  if (line.length < 2) return null;
  const moves = moveTexts(line, own, seats).map((text) => html("li", {}, text));
  return html(
    "div",
    { class: "line-of-play" },
    html("b", {}, t("opinion.line")),
    html("ol", { "aria-label": t("opinion.line") }, ...moves),
  );
}

/**
 * @param {Grounds | null} grounds
 * @returns {HTMLElement | null} what speaks for the first choice and against it, if that is known
 */
export function groundsView(grounds) {
  if (!grounds?.groups.length) return null;
  /**
   * @param {string} title
   * @param {Grounds["groups"]} groups
   */
  const side = (title, groups) =>
    html(
      "dl",
      {},
      html("dt", {}, title),
      ...groups.map(({ text, points }) =>
        html(
          "dd",
          { class: points > 0 ? "for" : "against" },
          `${text} `,
          html("b", {}, signed(points)),
        ),
      ),
    );
  const favourable = grounds.groups.filter(({ points }) => points > 0);
  const adverse = grounds.groups.filter(({ points }) => points < 0);
  return html(
    "div",
    { class: "grounds" },
    ...(favourable.length > 0 ? [side(t("opinion.for"), favourable)] : []),
    ...(adverse.length > 0 ? [side(t("opinion.against"), adverse)] : []),
    html("small", {}, t("opinion.than", { than: grounds.than })),
  );
}
