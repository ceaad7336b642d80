/**
 * Keys of the page, as against those of the field, menu or dialog that the reader is in. All that
 * the page does by a key of one letter goes through here.
 */

/** What takes the letters that are typed, whatever the page does by them. */
const FIELDS =
  "input, select, textarea, [contenteditable]:not([contenteditable=false i]), " +
  "[role=textbox], [role=searchbox], [role=combobox], [role=spinbutton]";
/** What the page waits behind. What only lies over it, such as an enlarged piece, is "manual". */
const OVERLAYS = "dialog[open], [popover]:not([popover=manual]):popover-open";
/** By this code alone some browsers tell the key with which a composition begins. */
const COMPOSING = 229;

/**
 * @param {KeyboardEvent} event
 * @returns {boolean} whether the key stands alone: no command of the browser, and no part of a
 *   character that is being put together
 */
export const isPlain = ({ ctrlKey, altKey, metaKey, isComposing, keyCode }) =>
  !(ctrlKey || altKey || metaKey || isComposing || keyCode === COMPOSING);

/** What acts when Enter is pressed, and would act again and again while it is held. */
const PRESSED = "button, [role=button], summary, input";

/** A held key acts once: the browser would click, or send a form, at each repetition. */
export function actOncePerKey() {
  addEventListener(
    "keydown",
    (event) => {
      const { repeat, key, target } = event;
      if (repeat && key === "Enter" && target instanceof Element && target.closest(PRESSED))
        event.preventDefault();
    },
    true,
  );
}

/**
 * @param {KeyboardEvent} event
 * @param {string} [own] fields and overlays, as a selector, that do not keep the key for themselves
 * @param {boolean} [repeats] whether a held key counts again and again
 * @returns {boolean} whether a key is for the page
 */
export function isForPage(event, own = ":not(*)", repeats = false) {
  if (event.defaultPrevented || !isPlain(event) || (event.repeat && !repeats)) return false;
  // The event's own target is only the host of a shadow tree.
  const within = event.composedPath().filter((one) => one instanceof Element);
  if (within.some((one) => one.matches(FIELDS) && !one.matches(own))) return false;
  return [...document.querySelectorAll(OVERLAYS)].every((one) => one.matches(own));
}

/**
 * Call a function for every key that is for the page.
 * @param {(event: KeyboardEvent) => void} act
 * @param {{own?: string, repeats?: boolean, capture?: boolean, signal?: AbortSignal}} [options]
 *   own, repeats: as above; capture: before any element sees the key
 */
export function onKey(act, { own, repeats, ...options } = {}) {
  addEventListener("keydown", (event) => isForPage(event, own, repeats) && act(event), options);
}
