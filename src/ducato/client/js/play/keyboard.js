/**
 * Playing without a mouse. Each area is one stop of the Tab key, and the arrow keys move among its
 * pieces that can be clicked or explained. After an action the focus stays as near as possible to
 * where it was.
 */

import { isPlain } from "../ui/keys.js";

/** @typedef {import("../board/board.js").Board} Board */

const STEP = /** @type {Record<string, number>} */ ({
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
});

/**
 * @param {Element} list of one area
 * @returns {HTMLButtonElement[]}
 */
const stops = (list) =>
  [...list.querySelectorAll(":scope > li > button")].filter(
    (node) => node instanceof HTMLButtonElement,
  );

/**
 * Leave one Tab stop in each area.
 * @param {Board} board
 */
export function rove(board) {
  /** @type {Set<Element | null>} */
  const seen = new Set([document.activeElement?.closest(".pieces") ?? null]);
  // What can be chosen comes first: a piece that only answers why not is reached by the arrow keys.
  const entries = [...board.entries.values()].sort((a, b) => Number(b.can) - Number(a.can));
  for (const { node, button } of entries) {
    if (!button) continue;
    const list = node.parentElement;
    const index = button === document.activeElement || !seen.has(list) ? 0 : -1;
    seen.add(list);
    if (button.tabIndex !== index) button.tabIndex = index;
  }
}

/**
 * The focus has left an area: when it comes back by Tab, it comes to something that can be chosen.
 * @param {Element} list
 */
function resetStop(list) {
  const buttons = stops(list);
  const first = buttons.find((button) => button.matches(".act"));
  if (!first || buttons.some((button) => button.tabIndex === 0 && button.matches(".act"))) return;
  for (const button of buttons) button.tabIndex = button === first ? 0 : -1;
}

/** @param {Board} board */
export function listenToArrows(board) {
  for (const pane of Object.values(board.panes)) {
    pane.addEventListener("keydown", (event) => {
      const here = document.activeElement;
      const list = here?.closest(".pieces");
      if (!list || !(here instanceof HTMLButtonElement) || !isPlain(event)) return;
      const buttons = stops(list);
      const at = buttons.indexOf(here);
      const step = STEP[event.key];
      const to =
        event.key === "Home"
          ? 0
          : event.key === "End"
            ? buttons.length - 1
            : step === undefined
              ? -1
              : (at + step + buttons.length) % buttons.length;
      const next = buttons[to];
      if (!next) return;
      event.preventDefault();
      here.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    });
    pane.addEventListener("focusout", ({ target, relatedTarget }) => {
      const list = target instanceof Element ? target.closest(".pieces") : null;
      if (list && !(relatedTarget instanceof Node && list.contains(relatedTarget))) resetStop(list);
    });
  }
}

/**
 * Record where the focus is, to bring it back after the board has changed. While nothing can be
 * chosen it waits on the bar, and goes from there to a piece when something can be chosen again.
 * @param {Board} board
 * @param {HTMLElement} bar
 * @returns {() => void}
 */
export function holdFocus(board, bar) {
  const focused = document.activeElement;
  if (!focused || (focused !== bar && !focused.closest("[data-piece], .action"))) return () => {};
  const id = board.at(focused)?.piece.id;
  const list = focused.closest(".pieces");
  const chosen = focused.matches(".act");
  const { own, board: main, others, aside } = board.panes;
  return () => {
    const now = document.activeElement;
    const entry = board.entries.get(id ?? "");
    // It still answers why not, but nothing more.
    const used = chosen && now === focused && !entry?.can;
    if (now && now !== document.body && now !== bar && !used) return;
    const same = entry?.can ? entry.button : null;
    const target =
      same ??
      [list, own, main, others, aside, bar]
        .flatMap((root) => [...(root?.querySelectorAll("button.act, button.action") ?? [])])
        .find((button) => button.checkVisibility());
    (target instanceof HTMLElement ? target : bar).focus({ preventScroll: true });
  };
}
