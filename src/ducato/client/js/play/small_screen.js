/**
 * Parts of the board that a small screen shows one at a time: the one with something to choose.
 * Marks parts that continue below what is in view.
 */

import { AreaTabs } from "../ui/area_tabs.js";

/** Screens on which the rest of the board has room beside a map; the style sheet has the same. */
const BESIDE = matchMedia("(min-width: 1100px) and (min-height: 1000px)");
/** Screens that show one part of a board at a time. */
const NARROW = matchMedia("(max-width: 560px), (max-height: 560px) and (max-width: 1099.9px)");

/**
 * Where a board with a map does not fit, put tabs over its parts: over those beside the map or, on
 * a narrow screen, over the map as well. What takes only a row stays in view.
 * @param {import("../board/board.js").Board} board
 */
export function tabBoard(board) {
  const pane = board.panes.board;
  const tabs = new AreaTabs();
  /** @type {import("../ui/area_tabs.js").Part[]} */
  let parts = [];
  const show = () => {
    const large = parts.filter(({ layout }) => layout !== "row");
    const others = large.filter(({ layout }) => layout !== "map");
    const shown = NARROW.matches ? large : others;
    const beside = BESIDE.matches && board.panes.own.querySelector(".seat-panel") !== null;
    const needed = !beside && others.length < large.length && shown.length > 1;
    pane.classList.toggle("tabbed", needed);
    if (!needed) return tabs.end();
    tabs.show(shown);
    if (tabs.list.parentElement !== pane) pane.prepend(tabs.list);
  };
  board.showParts = (changed) => {
    parts = changed;
    show();
  };
  for (const query of [BESIDE, NARROW]) query.addEventListener("change", show);
}

/**
 * Give the style sheet the height of the part of the window that the dock covers.
 * @param {HTMLElement} dock
 */
export function reportHeight(dock) {
  const page = dock.parentElement;
  new ResizeObserver(() => page?.style.setProperty("--dock", `${dock.offsetHeight}px`)).observe(
    dock,
  );
}

/**
 * Keep the height that a part of the page has once had, so that what follows stays where it is
 * while the part grows and shrinks.
 * @param {HTMLElement} part
 */
export function holdHeight(part) {
  const hold = (/** @type {string} */ height) => part.style.setProperty("min-height", height);
  new ResizeObserver(() => hold(`${part.offsetHeight}px`)).observe(part);
  addEventListener("resize", () => hold(""));
}

/** Pixels: less is the shadow of what is in view, and nothing that one could scroll to. */
const MORE = 4;

/**
 * Mark a part of the page, for the style sheet, while it continues below what is in view.
 * @param {HTMLElement} part
 */
export function markOverflow(part) {
  const update = () =>
    part.classList.toggle(
      "more",
      part.scrollHeight - part.scrollTop - part.clientHeight > MORE &&
        getComputedStyle(part).overflowY !== "visible",
    );
  const sizes = new ResizeObserver(update);
  const watch = () => {
    sizes.disconnect();
    for (const node of [part, ...part.children]) sizes.observe(node);
  };
  new MutationObserver(watch).observe(part, { childList: true });
  part.addEventListener("scroll", update);
  watch();
}

/** Pixels: the height of the header, which stays in view. */
const HEADER = 50;

/** What share of a piece has to be in view for one to see that it can be chosen. */
const ENOUGH = 0.8;

/**
 * Scroll to the first piece that can be chosen, if none is in view: to one on the board, if there
 * is one, for those in the dock are beside the question.
 * @param {Iterable<{can: boolean, node: HTMLElement}>} entries
 * @param {HTMLElement} dock covers the lower edge of the window
 */
export function revealChoice(entries, dock) {
  const choices = [...entries]
    .filter(({ can }) => can)
    .map(({ node }) => node.querySelector(".land") ?? node);
  const onBoard = choices.filter((node) => !dock.contains(node));
  const candidates = onBoard.length ? onBoard : choices;
  if (!candidates.some((node) => inView(node, dock)))
    candidates[0]?.scrollIntoView({ block: "center", inline: "center" });
}

/**
 * @param {Element} node
 * @param {HTMLElement} dock
 */
function inView(node, dock) {
  const { left, right, top, bottom, height } = node.getBoundingClientRect();
  const own = dock.contains(node);
  const edge = dock.getBoundingClientRect();
  const sheet = node.closest(".layout-map")?.getBoundingClientRect();
  const upper = Math.max(top, own ? edge.top : HEADER, sheet?.top ?? 0);
  const lower = Math.min(bottom, own ? edge.bottom : edge.top, sheet?.bottom ?? innerHeight);
  const across = (left + right) / 2;
  return (
    lower - upper >= ENOUGH * Math.min(height, edge.top - HEADER) &&
    (!sheet || (across > sheet.left && across < sheet.right))
  );
}
