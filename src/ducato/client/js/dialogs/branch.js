/** Plays on from a moment of a finished game, against bots of a level. */

import { createTable } from "../net/new_table.js";
import { read } from "../net/requests.js";
import { announce } from "../play/status_bar.js";
import { t } from "../state/strings.js";
import { levelText } from "../ui/bot_rating.js";
import { openMenu } from "../ui/menu.js";

/** @typedef {import("../net/protocol.js").Table} Table */
/** @typedef {import("ducato/api").CatalogGame} CatalogGame */

/**
 * Ask for the level of the bots, and go to the new table.
 * @param {HTMLElement} anchor
 * @param {Table} table
 * @param {number} seq
 * @param {number} seat
 * @param {import("ducato/api").PositionEdit[]} [edits] of the position there
 */
export async function playOn(anchor, table, seq, seat, edits = []) {
  /** @type {CatalogGame[]} */
  const games = (await read("/api/games")) ?? [];
  const bots = games.find(({ name }) => name === table.game)?.bots ?? [];
  const levels = bots.map(({ name, title, ratings }, action) => ({
    action,
    name,
    label: levelText(title, ratings[table.seats.length] ?? null),
  }));
  const title = t("branch.against", { name: table.seats[seat]?.name ?? "" });
  openMenu(anchor, title, levels, new Map(), async ({ name }) => {
    const address = `/api/tables/${encodeURIComponent(table.id)}/branches`;
    const wrong = await createTable(address, { seq, seat, bot: name, edits });
    if (wrong) announce(wrong.error);
  });
}
