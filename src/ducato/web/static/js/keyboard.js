/**
 * Playing without a mouse. Each place is one stop of the Tab key, and the arrow keys walk among the
 * pieces in it that can be clicked. After a move the focus stays as near as it can to where it was.
 */

/** @typedef {import("./board.js").Board} Board */

const STEP = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 });

/**
 * @param {Element} list of one place
 * @returns {HTMLButtonElement[]}
 */
const stops = (list) => [...list.querySelectorAll(":scope > li > button")].filter((node) => node instanceof HTMLButtonElement);

/**
 * Leaves one Tab stop in each place.
 * @param {Board} board
 */
export function rove(board) {
  for (const area of Object.values(board.areas)) {
    for (const list of area.querySelectorAll(".pieces:has(> li > button)")) {
      const buttons = stops(list);
      const current = buttons.find((button) => button === document.activeElement) ?? buttons[0];
      for (const button of buttons) button.tabIndex = button === current ? 0 : -1;
    }
  }
}

/** @param {Board} board */
export function listenToArrows(board) {
  for (const area of Object.values(board.areas)) {
    area.addEventListener("keydown", (event) => {
      const here = document.activeElement;
      const list = here?.closest(".pieces");
      if (!list || !(here instanceof HTMLButtonElement)) return;
      const buttons = stops(list);
      const at = buttons.indexOf(here);
      const step = STEP[event.key];
      const to = event.key === "Home" ? 0 : event.key === "End" ? buttons.length - 1
        : step === undefined ? -1 : (at + step + buttons.length) % buttons.length;
      const next = buttons[to];
      if (!next) return;
      event.preventDefault();
      here.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    });
  }
}

/**
 * Notes where the focus is, to bring it back after the board has changed.
 * @param {Board} board
 * @param {HTMLElement[]} elsewhere where to look, in order, when the piece can no longer be clicked
 * @returns {() => void}
 */
export function holdFocus(board, elsewhere) {
  const focused = document.activeElement;
  if (!focused || focused === document.body || !focused.closest("[data-piece], .action")) return () => {};
  const id = board.at(focused)?.piece.id;
  const list = focused.closest(".pieces");
  return () => {
    if (document.activeElement && document.activeElement !== document.body) return;
    const same = id === undefined ? null : board.entries.get(id)?.body;
    const target = same instanceof HTMLButtonElement ? same
      : [list, ...elsewhere].map((root) => root?.querySelector("button")).find((button) => button);
    target?.focus({ preventScroll: true });
  };
}
