/** Enlarges pieces on hover, on a long press, with the focus, and with the key Z. */

import { isPlain, onKey } from "../ui/keys.js";
import { menuIsOpen } from "../ui/popup.js";

/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("../board/board.js").Entry} Entry */
/** @typedef {import("./zoom.js").Zoom} Zoom */

/** Milliseconds that make a press long, and pixels by which the finger may move meanwhile. */
const LONG = 450;
const STEADY = 10;
/** The click that follows a long press comes within this time after the finger is lifted. */
const AFTER = 400;

/**
 * @param {Board} board
 * @param {Zoom} zoom
 */
export function listenForZoom(board, zoom) {
  for (const pane of Object.values(board.panes)) {
    listenToPointer(pane, board, zoom);
    listenToFingers(pane, board, zoom);
  }
  listenToFocus(board, zoom);
  document.addEventListener("scroll", ({ target }) => zoom.contains(target) || zoom.follow(), {
    capture: true,
    passive: true,
  });
  addEventListener("resize", () => zoom.follow());
}

/**
 * @param {HTMLElement} pane
 * @param {Board} board
 * @param {Zoom} zoom
 */
function listenToPointer(pane, board, zoom) {
  /** The piece that was pressed: its menu, if it has one, says the rest. @type {unknown} */
  let pressed;
  pane.addEventListener("pointerover", ({ target, pointerType }) => {
    if (pointerType === "touch") return;
    const entry = board.at(target);
    if (entry !== pressed) pressed = undefined;
    zoom.rest(pressed || menuIsOpen() ? undefined : entry);
  });
  pane.addEventListener("pointerleave", ({ pointerType }) => {
    if (pointerType === "touch") return;
    pressed = undefined;
    zoom.rest(undefined);
  });
  pane.addEventListener("pointerdown", ({ target, pointerType }) => {
    if (pointerType === "touch") return;
    pressed = board.at(target);
    zoom.hide();
  });
}

/**
 * @param {HTMLElement} pane
 * @param {Board} board
 * @param {Zoom} zoom
 */
function listenToFingers(pane, board, zoom) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let from = { x: 0, y: 0 };
  const cancel = () => clearTimeout(timer);
  pane.addEventListener("pointerdown", ({ target, pointerType, clientX: x, clientY: y }) => {
    const entry = board.at(target);
    cancel();
    if (pointerType !== "touch" || !entry) return;
    from = { x, y };
    timer = setTimeout(() => {
      zoom.keep(entry);
      swallowClick();
    }, LONG);
  });
  pane.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (Math.hypot(clientX - from.x, clientY - from.y) > STEADY) cancel();
  });
  for (const end of /** @type {const} */ (["pointerup", "pointercancel"]))
    pane.addEventListener(end, cancel);
  pane.addEventListener("contextmenu", (event) => {
    if (/** @type {PointerEvent} */ (event).pointerType === "touch") event.preventDefault();
  });
}

/** @param {Event} event that nothing else shall see */
function swallow(event) {
  event.preventDefault();
  event.stopPropagation();
}

/** Let the click that ends this press do nothing. */
function swallowClick() {
  const done = new AbortController();
  const end = () => done.abort();
  const options = { capture: true, signal: done.signal };
  addEventListener("click", swallow, options);
  addEventListener("pointerup", () => setTimeout(end, AFTER), options);
  addEventListener("pointerdown", end, options); // the next press
}

/**
 * @param {Board} board
 * @param {Zoom} zoom
 */
function listenToFocus(board, zoom) {
  /** Whether a key moves the focus just now; else it is the page that brings it somewhere. */
  let walking = false;
  /** The piece under the pointer. @type {Entry | undefined} */
  let under;
  addEventListener(
    "keydown",
    (event) => {
      walking = true;
      setTimeout(() => {
        walking = false;
      });
      // Wherever the focus is: the enlarged piece lies above.
      if (event.key !== "Escape" || !isPlain(event)) return;
      if (zoom.isKept) swallow(event);
      zoom.hide();
    },
    true,
  );
  onKey(
    (event) => {
      if (event.key.toLowerCase() !== "z") return;
      const entry = board.at(event.target) ?? under;
      if (!zoom.isKept && !entry) return;
      swallow(event);
      if (zoom.isKept) zoom.hide();
      else if (entry) zoom.keep(entry);
    },
    { capture: true },
  );
  // The next tap or click only closes what a long press or Z has opened.
  addEventListener(
    "pointerdown",
    ({ target, pointerType }) => {
      if (!zoom.isKept || zoom.contains(target)) return;
      zoom.hide();
      if (pointerType === "touch") swallowClick();
    },
    true,
  );
  for (const pane of Object.values(board.panes)) {
    pane.addEventListener("pointerover", ({ target }) => {
      under = board.at(target);
    });
    pane.addEventListener("pointerleave", () => {
      under = undefined;
    });
    pane.addEventListener("focusin", ({ target }) => {
      if (!walking) return;
      // Later, since it may be a menu that brings the focus back while another one opens.
      setTimeout(() => {
        if (target === document.activeElement && !menuIsOpen()) zoom.describe(board.at(target));
      });
    });
    pane.addEventListener("focusout", ({ target }) => zoom.leave(board.at(target)));
    pane.addEventListener("click", () => zoom.hide());
  }
}
