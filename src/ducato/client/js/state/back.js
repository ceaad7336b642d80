/**
 * The browser's Back closes what lies over the page before it leaves the page. As long as anything
 * is open, an entry of the history stands before the page's own. It stays there when all is closed
 * in another way, is used again by what opens next, and is skipped when the reader goes back.
 */

/** What lies over the page until one closes it. */
const COVERS = "dialog:not([closedby=none]), [popover]:not([popover=manual]), .zoom.kept";

/** How to close all that is open, the latest last. @type {Map<object, () => void>} */
const covers = new Map();

/** @returns {string | undefined} what our entry stands before, if that is where we are */
const under = () => history.state?.under;
let left = under();

function enter() {
  if (under() !== undefined) return;
  left = location.href;
  history.pushState({ under: left }, "");
}

/**
 * Something has opened over the page.
 * @param {object} cover
 * @param {() => void} close
 */
export function covered(cover, close) {
  covers.delete(cover);
  covers.set(cover, close);
  enter();
}

/** @param {object} cover that has been closed */
export const uncovered = (cover) => covers.delete(cover);

export function listenToBack() {
  document.addEventListener(
    "beforetoggle",
    ({ target, newState }) => {
      if (!(target instanceof HTMLElement)) return;
      if (newState !== "open") uncovered(target);
      else if (target.matches(COVERS))
        covered(target, () => {
          if (target instanceof HTMLDialogElement) target.close();
          else target.hidePopover();
        });
    },
    true,
  );
  addEventListener("popstate", () => {
    const from = left;
    left = under();
    if (left !== undefined || from !== location.href) return;
    const last = [...covers].at(-1);
    if (!last) return history.back();
    uncovered(last[0]);
    last[1]();
    if (covers.size > 0) enter();
  });
}
