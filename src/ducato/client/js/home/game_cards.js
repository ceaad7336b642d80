/**
 * The games on the first page: for each a card on the game's cloth, with pictures, the facts by
 * which one chooses, and the buttons that lead to a board.
 */

import { picture } from "../board/picture.js";
import { hereAddress } from "../net/addresses.js";
import { recall } from "../state/settings.js";
import { t } from "../state/strings.js";
import { html, svg } from "../ui/dom.js";

/** @typedef {import("ducato/api").CatalogGame} Game */
/**
 * What the buttons of a card do.
 * @typedef {{play: () => Promise<void>, learn: () => Promise<void>, more: () => void}} Ways
 */

/** Whole hours from this many minutes on. */
const HOURS = 120;
/** How the cards of a fan lie: turned by so many degrees, for each place from the middle. */
const LEAN = 7;

/** @param {Game} game */
function players({ players }) {
  const [least = 1, most = 1] = [players[0], players.at(-1)];
  if (most === 1) return t("lobby.one_player");
  const whole = most - least + 1 === players.length;
  const range = least === most ? String(most) : `${least}–${most}`;
  return t("lobby.players_range", { players: whole ? range : players.join(", ") });
}

/** @param {number} minutes */
function duration(minutes) {
  if (!minutes) return "";
  return minutes >= HOURS && minutes % 60 === 0
    ? t("lobby.hours", { hours: minutes / 60 })
    : t("lobby.minutes", { minutes });
}

/**
 * The facts in one line.
 * @param {Game} game
 */
export function facts(game) {
  const { minutes, weight } = game.facts;
  const parts = [players(game), duration(minutes), weight && t(`lobby.weight_${weight}`)];
  return parts.filter((part) => part).join(" · ");
}

/**
 * The game's pictures as a fan of cards.
 * @param {Game["facts"]["pictures"]} pictures
 */
export function fan(pictures) {
  return html(
    "div",
    { class: "fan", "aria-hidden": "true" },
    ...pictures.map((art, at) => {
      const card = svg(
        "svg",
        { viewBox: "0 0 100 140", class: "drawing tone-paper" },
        svg("rect", { class: "sheet", x: 1, y: 1, width: 98, height: 138, rx: 7 }),
        ...picture(art, 7, 7, 86, 126),
      );
      card.style.rotate = `${(at - (pictures.length - 1) / 2) * LEAN}deg`;
      return card;
    }),
  );
}

/** @param {string} game @returns {boolean} whether its lesson was finished in this browser */
const learned = (game) => (recall("lessons") ?? "").split(" ").includes(game);

/**
 * @param {Game} game
 * @param {Ways} ways
 * @param {boolean} [inside] whether the reader is in its room, which it heads
 */
export function gameCard(game, ways, inside = false) {
  const room = `/games/${encodeURIComponent(game.name)}`;
  const title = inside
    ? html("h1", { class: "game-title" }, game.title)
    : html("h2", { class: "game-title" }, html("a", { href: room }, game.title));
  const { cloth, lesson_minutes: minutes, pictures } = game.facts;
  const here = game.bots.length > 0 && hereAddress(game.name);
  const learn = minutes ? t("lobby.learn_in", { minutes }) : t("lobby.learn");
  const done = learned(game.name);
  return html(
    "article",
    { class: "game", "data-game": game.name, "data-cloth": cloth },
    fan(pictures),
    html(
      "div",
      { class: "game-words" },
      title,
      html("p", { class: "game-facts" }, facts(game)),
      html("p", { class: "game-about" }, game.about),
      html(
        "div",
        { class: "game-buttons" },
        game.bots.length > 0 && button("main play-now", t("lobby.play_now"), game, ways.play),
        here &&
          html(
            "a",
            {
              class: "on-device",
              href: here,
              title: t("here.about"),
              "aria-label": `${t("here.play")}: ${game.title}`,
            },
            t("here.play"),
          ),
        game.lesson && button(`learn-now${done ? " done" : ""}`, learn, game, ways.learn, done),
        button("more", t("lobby.more"), game, async () => ways.more()),
      ),
    ),
  );
}

/** @param {Game} game that the server has and that cannot be played */
export const brokenCard = ({ title, unavailable }) =>
  html(
    "article",
    { class: "game unavailable" },
    html(
      "div",
      { class: "game-words" },
      html("h2", { class: "game-title" }, title),
      html("p", { class: "game-about" }, t("lobby.unavailable", { package: unavailable ?? "" })),
    ),
  );

/**
 * @param {string} look
 * @param {string} words
 * @param {Game} game the game that it starts; named for screen readers
 * @param {() => Promise<void>} act
 * @param {boolean} [tick] whether it has been done
 */
function button(look, words, game, act, tick = false) {
  const name = `${words}: ${game.title}${tick ? ` (${t("lobby.learned")})` : ""}`;
  const made = html(
    "button",
    { type: "button", class: look, "aria-label": name },
    words,
    tick && html("span", { class: "tick", "aria-hidden": "true" }, "✓"),
  );
  made.addEventListener("click", async () => {
    made.disabled = true;
    await act();
    made.disabled = false;
  });
  return made;
}
