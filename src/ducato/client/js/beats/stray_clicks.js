/**
 * A click never surprises: while the moves of others are being shown it only ends the showing, and
 * the second click of a double click does nothing where the first one had something else under it.
 */

/** Milliseconds in which nobody can have read what they are asked, if they were clicking before. */
const UNREAD = 400;
/** Whatever acts when it is clicked. */
const CHOICE = ".act, .menu button, #buttons .action, #all-actions .action";

/**
 * @param {Element | null} choice
 * @returns {string} the same for the same choice, even if its node was made anew
 */
function named(choice) {
  const piece = choice?.closest("[data-piece]")?.getAttribute("data-piece");
  return choice ? `${piece ?? ""} ${choice.getAttribute("data-action") ?? ""}` : "";
}

/**
 * @param {() => boolean} showing whether moves of others are being shown
 * @param {() => unknown} complete ends the showing
 */
export function guardClicks(showing, complete) {
  /** Whether the button of the mouse went down while moves were being shown. */
  let hurried = false;
  /** When the button last went down at others' turn. */
  let impatient = Number.NEGATIVE_INFINITY;
  /** The reader's turn: whether it is, when it began, and whether they had clicked before. */
  const turn = { now: false, began: 0, wanted: false };
  const classes = new MutationObserver(() => {
    const now = document.body.matches(".my-turn");
    if (now && !turn.now) {
      turn.wanted = impatient > turn.began;
      turn.began = performance.now();
    }
    turn.now = now;
  });
  classes.observe(document.body, { attributeFilter: ["class"] });
  /** What the first of several quick clicks was meant for. */
  let first = "";
  const pressed = (/** @type {Event} */ { timeStamp }) => {
    const others = showing();
    const mine = document.body.matches(".my-turn");
    const since = turn.wanted ? Math.max(impatient, turn.began) : impatient;
    // When it is nobody's turn, as in a replay, a click is no haste.
    hurried = others || (mine && timeStamp - since < UNREAD);
    if (others || !mine) impatient = timeStamp;
  };
  document.addEventListener("pointerdown", pressed, true);
  document.addEventListener(
    "click",
    (event) => {
      const { target, detail } = event;
      if (!(target instanceof Element) || detail === 0) return; // by a key, or by a script
      const choice = target.closest(CHOICE);
      // Fingers tap as fast on purpose, and no menu opens under them.
      const single =
        detail === 1 || (event instanceof PointerEvent && event.pointerType === "touch");
      if (single) first = named(choice);
      const early = (hurried || showing()) && (choice ?? target.closest("[data-piece]")) !== null;
      hurried = false;
      if (early) complete();
      else if (!choice || single || named(choice) === first) return;
      event.stopImmediatePropagation();
      event.preventDefault();
    },
    true,
  );
}
