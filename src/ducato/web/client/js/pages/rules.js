/**
 * The page of a game's rules: draws its figures with the code that draws the table.
 */

import { Board } from "../board/board.js";
import { loadSprite } from "../board/sprite.js";
import { completeScene } from "../state/scene_changes.js";
import { language, loadStrings } from "../state/strings.js";
import { listenToControls } from "../ui/controls.js";
import { html } from "../ui/dom.js";

/** Pictures are drawn a little before they come into view. */
const AHEAD = "400px";

await loadStrings();
listenToControls(() => {
  const address = new URL(location.href);
  address.searchParams.set("lang", language());
  location.replace(address);
});

const { game = "" } = document.body.dataset;
const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue;
      observer.unobserve(target);
      void draw(target);
    }
  },
  { rootMargin: AHEAD },
);
for (const figure of document.querySelectorAll("[data-figure]")) observer.observe(figure);

/** @param {HTMLElement} figure */
async function draw(figure) {
  const name = encodeURIComponent(figure.dataset.figure ?? "");
  const [answer] = await Promise.all([
    fetch(`/rules/${encodeURIComponent(game)}/figures/${name}.json?lang=${language()}`),
    loadSprite(game),
  ]);
  if (!answer.ok) return;
  const pane = (/** @type {string} */ id) => html("div", { class: `pane ${id}` });
  const panes = {
    others: pane("others"),
    aside: pane("aside"),
    board: pane("board"),
    own: pane("own"),
  };
  figure.prepend(html("div", { class: "scene" }, ...Object.values(panes)));
  new Board(panes).show(completeScene(await answer.json()), false);
}
