/**
 * One's own turn has come, but what the others did is still being shown: the choices of the newest
 * view are already offered. Taking one ends the showing.
 */

/** @typedef {import("../net/protocol.js").View} View */

/**
 * @param {View} view about to be shown
 * @param {View | null} newest
 * @returns {View} with the choices of the newest one, if it has any: those that no piece carries,
 *   and those of pieces that lie where they will lie then
 */
export function withChoices(view, newest) {
  if (!newest || view === newest || newest.legal.length === 0 || newest.seat !== view.seat)
    return view;
  const later = new Map(newest.scene.pieces.map((piece) => [piece.id, piece]));
  const pieces = view.scene.pieces.map((piece) => {
    const { area, actions = [], path = [] } = later.get(piece.id) ?? {};
    return area === piece.area && actions.length + path.length > 0
      ? { ...piece, actions, path }
      : piece;
  });
  const carried = (/** @type {import("../net/protocol.js").Piece[]} */ all) =>
    new Set(all.flatMap((piece) => piece.actions));
  // What only pieces carry that do not lie there yet can be chosen only then.
  const then = carried(newest.scene.pieces);
  const here = carried(pieces);
  const legal = newest.legal.filter(({ action }) => here.has(action) || !then.has(action));
  return { ...view, scene: { ...view.scene, pieces }, legal, prompt: newest.prompt };
}

/**
 * Let a click on a choice end the showing first; the choice is then made in the newest view, if it
 * is still there.
 * @param {() => boolean} waits whether something older than the newest view is shown
 * @param {() => Promise<void>} skip ends the showing
 */
export function listenAhead(waits, skip) {
  document.addEventListener(
    "click",
    async (event) => {
      const { target } = event;
      if (!waits() || !(target instanceof Element)) return;
      const button = target.closest("#buttons .action, #all-actions .action");
      const piece = target.closest("[data-piece]");
      const name = button
        ? `#buttons [data-action="${button.getAttribute("data-action")}"]`
        : `[data-piece="${CSS.escape(piece?.getAttribute("data-piece") ?? "")}"] > .act`;
      if (!button && !piece?.querySelector(":scope > .act")) return;
      event.stopPropagation();
      await skip();
      const choice = document.querySelector(name);
      // As by the same pointer: a finger is shown what an action costs before it is done.
      const pointerType = event instanceof PointerEvent ? event.pointerType : "";
      const again = new PointerEvent("click", { bubbles: true, cancelable: true, pointerType });
      choice?.dispatchEvent(again);
    },
    true,
  );
}
