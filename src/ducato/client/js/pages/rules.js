/**
 * The page of a game's rules: draws its figures and components with the code that draws the table,
 * and searches and sorts the components.
 */

import { Board } from "../board/board.js";
import { drawComponent, fetchComponents } from "../board/component_faces.js";
import { loadOutlines } from "../board/outlines.js";
import { loadArt, loadSprite } from "../board/sprite.js";
import { host } from "../state/host.js";
import { completeScene } from "../state/scene_changes.js";
import { language, loadStrings, t } from "../state/strings.js";
import { listenToControls } from "../ui/controls.js";
import { html, need } from "../ui/dom.js";
import { isPlain, onKey } from "../ui/keys.js";
import { makeSortable } from "../ui/sortable.js";
import { hasWords, searchWords } from "../ui/word_search.js";

/** Pictures are drawn a little before they come into view. */
const AHEAD = "400px";

if (parent !== window) {
  document.body.classList.add("beside-table");
  // The many links of the rules must not hold whoever comes by keyboard.
  const leave = (/** @type {KeyboardEvent} */ { key }) => {
    if (key === "Escape") parent.document.getElementById("tab-rules")?.focus();
  };
  onKey(leave, { own: "#component-words" }); // after it has cleared the search
}
await loadStrings();
listenToControls(() => {
  const address = new URL(location.href);
  address.searchParams.set("lang", language());
  location.replace(address);
});

const { game = "", edition = "" } = document.body.dataset;
whenNear(document.querySelectorAll("[data-figure]"), drawFigure);
if (document.getElementById("components")) showComponents();
void loadArt(game);

/**
 * Call a function for each node, once, when the node is about to come into view.
 * @param {Iterable<Element>} nodes
 * @param {(node: HTMLElement) => Promise<void>} act
 */
function whenNear(nodes, act) {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting || !(target instanceof HTMLElement)) continue;
        observer.unobserve(target);
        void act(target);
      }
    },
    { rootMargin: AHEAD },
  );
  for (const node of nodes) observer.observe(node);
}

/** @param {HTMLElement} figure */
async function drawFigure(figure) {
  const name = encodeURIComponent(figure.dataset.figure ?? "");
  const [answer] = await Promise.all([
    host.request(`/rules/${encodeURIComponent(game)}/figures/${name}.json?lang=${language()}`),
    loadSprite(game),
    loadOutlines(game),
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

function showComponents() {
  const groups = [...document.querySelectorAll("#components .group")].map((group) => ({
    group,
    rows: [...group.querySelectorAll("tbody tr")].map((row) => ({
      row,
      words: searchWords(`${group.querySelector("h3")?.textContent} ${row.textContent}`),
    })),
  }));
  const input = need("component-words", HTMLInputElement);
  const count = need("component-count", HTMLElement);
  const all = groups.reduce((total, { rows }) => total + rows.length, 0);

  function search() {
    const wanted = searchWords(input.value);
    let n = 0;
    for (const { group, rows } of groups) {
      const found = rows.filter(({ row, words }) => {
        const fits = hasWords(words, wanted);
        row.toggleAttribute("hidden", !fits);
        return fits;
      });
      group.toggleAttribute("hidden", found.length === 0);
      n += found.length;
    }
    count.textContent = n ? t("components.count", { n, all }) : t("components.none");
  }

  /** Show the component to which the address leads, also if the search has not found it. */
  function showTarget() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target?.hasAttribute("hidden")) return;
    input.value = "";
    search();
    target.scrollIntoView();
  }

  for (const table of document.querySelectorAll("#components table"))
    if (table instanceof HTMLTableElement) makeSortable(table);
  input.addEventListener("input", search);
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !input.value || !isPlain(event)) return;
    event.preventDefault();
    input.value = "";
    search();
  });
  window.addEventListener("hashchange", showTarget);
  need("component-search", HTMLElement).hidden = false;
  search();

  /** @type {ReturnType<typeof fetchComponents> | undefined} */
  let components;
  whenNear(document.querySelectorAll("#components td.drawn"), async (cell) => {
    components ??= fetchComponents(game, edition);
    const component = (await components).get(cell.parentElement?.id ?? "");
    if (component) drawComponent(cell, component);
  });
}
