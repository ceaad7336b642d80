/**
 * The moments that decided a game: choices and strokes of chance, each with how it changed the
 * chance to win. Selecting one opens it in the replay.
 */

import { t } from "../state/strings.js";
import { html } from "../ui/dom.js";
import { percent } from "./marks.js";

/** @typedef {import("../net/protocol.js").DecidingMoment} DecidingMoment */
/** @typedef {import("../net/protocol.js").LogEntry} LogEntry */
/** @typedef {import("../net/protocol.js").Table} Table */

/** Sentences of the log that tell what happened at a moment. */
const MOST_SENTENCES = 4;

/** @param {DecidingMoment} moment @returns {number} the step at which the replay shows it */
export const shownAt = ({ chance, seq, until }) => (chance ? until : seq);

/**
 * @param {DecidingMoment[]} moments
 * @param {Table} table
 * @param {LogEntry[]} entries of the log
 * @param {(seq: number) => void} look at a moment
 * @returns {HTMLElement}
 */
export function momentsView(moments, table, entries, look) {
  const items = moments.map((moment) => {
    const button = html("button", { type: "button" }, ...described(moment, table, entries));
    button.addEventListener("click", () => look(shownAt(moment)));
    return html("li", {}, button);
  });
  return html(
    "section",
    { class: "turning" },
    html("h4", {}, t("moments.title")),
    items.length ? html("ol", {}, ...items) : html("p", {}, t("chart.calm")),
  );
}

/**
 * @param {DecidingMoment} moment
 * @param {Table} table
 * @param {LogEntry[]} entries
 * @returns {Node[]}
 */
function described(moment, table, entries) {
  const { seq, until, seat, chance, taken, best, margin } = moment;
  const name = table.seats[seat]?.name ?? "";
  const [from, to] = [percent(moment.from), percent(moment.to)];
  const words = t(chance ? "moments.chance" : "chart.swing", { name, from, to });
  const bar = html("span", { class: `swing by-${seat % 6}`, "aria-hidden": "true" });
  bar.style.setProperty("--least", `${Math.min(from, to)}%`);
  bar.style.setProperty("--most", `${Math.max(from, to)}%`);
  const logged = entries
    .filter((entry) => entry.seq > seq && entry.seq <= until)
    .flatMap(({ texts }) => texts)
    .slice(0, MOST_SENTENCES);
  const sentences = [
    taken === null ? logged.join(" ") : t("moments.taken", { text: taken }),
    ...(best === null ? [] : [t("moments.best", { text: best })]),
  ];
  return [
    html("b", {}, words, " ", html("small", {}, `± ${Math.max(1, Math.round(margin))}`)),
    bar,
    ...sentences.filter(Boolean).map((text) => html("small", {}, text)),
  ];
}
