/**
 * A table in a frame of the first page: the position as the reader may see it, with nothing to
 * click. It is drawn again whenever the page around it sends a message, which gets one back.
 */

import { Board } from "../board/board.js";
import { loadOutlines } from "../board/outlines.js";
import { loadArt, loadSprite } from "../board/sprite.js";
import { completeScene } from "../state/scene_changes.js";
import { showSettings } from "../state/settings.js";
import { language, loadStrings } from "../state/strings.js";
import { need } from "../ui/dom.js";

const { game = "", table = "" } = document.body.dataset;
const pane = (/** @type {string} */ id) => need(id, HTMLElement);
const board = new Board({
  others: pane("others"),
  aside: pane("aside"),
  board: pane("board"),
  own: pane("own"),
});

/** Fetch the position and draw it; if there is none, what was drawn stays. */
async function show() {
  const answer = await fetch(
    `/table/${encodeURIComponent(table)}/scene.json?lang=${language()}`,
  ).catch(() => null);
  if (!answer?.ok) return;
  board.show(completeScene(await answer.json()), false);
  parent.postMessage("drawn", location.origin);
}

showSettings();
addEventListener("storage", showSettings);
addEventListener("message", ({ source }) => {
  if (source === parent) void show();
});
await Promise.all([loadStrings(), loadSprite(game), loadOutlines(game), loadArt(game)]);
await show();
