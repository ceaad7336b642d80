/**
 * The level of a bot at a new table: what can be chosen, what is known of each, and which of them
 * is suggested to the reader.
 */

import { t } from "../state/strings.js";
import { intervalText, levelText, ratingOf, ratingText } from "../ui/bot_rating.js";
import { html } from "../ui/dom.js";

/** @typedef {import("ducato/api").CatalogGame} Game */
/** @typedef {import("ducato/api").SuggestedLevel} SuggestedLevel */

/**
 * The options of a select with the levels of a game.
 * @param {Game} game
 * @param {number} players
 * @param {string} chosen the name of a bot
 * @param {SuggestedLevel | undefined} [suggested]
 */
export const levelOptions = (game, players, chosen, suggested) =>
  game.bots.map((bot) => {
    const text = levelText(bot.title, ratingOf(bot, players));
    return html(
      "option",
      { value: bot.name, selected: bot.name === chosen },
      bot.name === suggested?.bot ? `${text} · ${t("level.mark")}` : text,
    );
  });

/**
 * The select of a level with what is known of the chosen one below it.
 * @param {object} how
 * @param {Game} how.game
 * @param {number} how.players
 * @param {string} how.chosen the name of a bot
 * @param {SuggestedLevel | undefined} how.suggested
 * @param {number} how.seat
 * @param {(bot: string) => void} choose
 */
export function levelField({ game, players, chosen, suggested, seat }, choose) {
  const note = html("small", { class: "level-note", id: `level-note-${seat}` });
  const select = html(
    "select",
    { "aria-label": t("lobby.strength"), "aria-describedby": note.id },
    ...levelOptions(game, players, chosen, suggested),
  );
  const showRating = () => {
    const bot = game.bots.find(({ name }) => name === select.value);
    const rating = ratingOf(bot, players);
    note.textContent = rating ? ratingText(rating) : "";
    note.title = rating ? intervalText(rating) : "";
  };
  select.addEventListener("change", () => {
    showRating();
    choose(select.value);
  });
  showRating();
  return html("div", { class: "level-field" }, select, note);
}

/**
 * Which level is suggested and why, and what ratings mean; null where no level is rated.
 * @param {Game} game
 * @param {number} players
 * @param {SuggestedLevel | undefined} suggested
 */
export function aboutLevels(game, players, suggested) {
  if (!game.bots.some((bot) => ratingOf(bot, players))) return null;
  return html(
    "div",
    { class: "about-levels" },
    html("p", { class: "suggestion" }, suggested && reason(game, suggested)),
    html(
      "details",
      {},
      html("summary", {}, t("level.about_title")),
      html("p", {}, t("level.about")),
      html("p", {}, t("level.about_suggestion")),
    ),
  );
}

/**
 * @param {Game} game
 * @param {SuggestedLevel} suggested
 */
function reason(game, { bot, games, won, against }) {
  /** @param {string | null} name */
  const quoted = (name) => {
    const level = game.bots.find((one) => one.name === name)?.title;
    return level ? t("level.quoted", { level }) : t("level.several");
  };
  const bots = quoted(against);
  const why =
    games === 0
      ? t("level.first")
      : won === 0
        ? t("level.won_none", { bots })
        : games === 1
          ? t("level.won_only", { bots })
          : t("level.won", { won, games, bots });
  return `${t("level.suggested", { bots: quoted(bot) })} ${why}`;
}
