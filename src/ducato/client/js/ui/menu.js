/**
 * The menu of a piece that carries several actions. The browser's own popover closes it on Escape
 * or on a click elsewhere; arrow keys, Home and End move through it.
 */

import { t } from "../state/strings.js";
import { html } from "./dom.js";
import { isPlain } from "./keys.js";

/** @typedef {import("../net/protocol.js").Action} Action */

const GAP = 6;

/**
 * Return the content of an action's button.
 * @param {Action} action
 * @param {number} [from] skip the letters before, which are shown elsewhere
 * @returns {HTMLElement[]}
 */
export function wording(action, from = 0) {
  const label = html("span", { class: "action-label" }, action.label.slice(from));
  return action.hint ? [label, html("span", { class: "action-hint" }, action.hint)] : [label];
}

/**
 * @param {HTMLElement} anchor the piece
 * @param {string} title
 * @param {Action[]} actions
 * @param {Map<number, number>} times how often an action may be done in a row, if more than once
 * @param {(action: Action, n: number) => void} choose
 * @returns {(lines: HTMLElement[]) => boolean} adds what cannot be done now; false once the menu is
 *   closed
 */
export function openMenu(anchor, title, actions, times, choose) {
  /** @type {HTMLButtonElement[]} */
  const items = [];
  /**
   * @param {Action} action
   * @param {number} n
   * @param {HTMLElement[]} words
   */
  const item = (action, n, words) => {
    const data = n > 1 ? { "data-times": n, "aria-label": `${action.label} × ${n}` } : {};
    const button = html(
      "button",
      { type: "button", role: "menuitem", tabindex: "-1", "data-action": action.action, ...data },
      ...words,
    );
    button.addEventListener("click", () => {
      menu.hidePopover();
      choose(action, n);
    });
    items.push(button);
    return button;
  };
  const rows = actions.flatMap((action) => {
    const first = item(action, 1, wording(action));
    const most = times.get(action.action) ?? 1;
    if (most < 2) return [first];
    const more = Array.from({ length: most - 1 }, (_, at) =>
      item(action, at + 2, [html("span", {}, `× ${at + 2}`)]),
    );
    return [
      first,
      html("div", { class: "times", role: "group", "aria-label": t("menu.times") }, ...more),
    ];
  });
  const barred = html("ul", { class: "barred", role: "list", hidden: true });
  const heading = html("p", { class: "menu-title", "aria-hidden": "true" }, title);
  const menu = html(
    "div",
    { class: "menu", role: "menu", popover: "auto", "aria-label": title },
    heading,
    ...rows,
    barred,
  );
  menu.addEventListener("keydown", (event) => {
    const { activeElement } = document;
    const at = activeElement instanceof HTMLButtonElement ? items.indexOf(activeElement) : -1;
    const on = at + 1;
    const to = {
      ArrowDown: on,
      ArrowRight: on,
      ArrowUp: at - 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: -1,
    }[event.key];
    if (to === undefined || !isPlain(event)) return;
    event.preventDefault();
    event.stopPropagation();
    items.at(to % items.length)?.focus();
  });
  menu.addEventListener("toggle", (event) => {
    if (event.newState === "open") return;
    menu.remove();
    if (document.activeElement === document.body && anchor.isConnected) anchor.focus();
  });
  document.body.append(menu);
  menu.showPopover();
  put(menu, anchor.getBoundingClientRect());
  items[0]?.focus();
  return (lines) => {
    barred.replaceChildren(...lines);
    barred.hidden = lines.length === 0;
    return menu.isConnected;
  };
}

/**
 * Below the piece where there is room, else above it, and always within the window.
 * @param {HTMLElement} menu
 * @param {DOMRect} piece
 */
export function put(menu, piece) {
  const { offsetWidth: width, offsetHeight: height } = menu;
  const below = piece.bottom + GAP;
  // Towards the middle, where what is added to it has room.
  const upper = piece.top + piece.bottom < innerHeight;
  const under = below + height < innerHeight && (upper || piece.top < height + 2 * GAP);
  menu.classList.toggle("above", !under);
  const left = Math.min(
    Math.max(GAP, piece.left + piece.width / 2 - width / 2),
    innerWidth - width - GAP,
  );
  // It may grow later: away from the piece, so that nothing in it moves.
  Object.assign(menu.style, {
    left: `${left}px`,
    top: under ? `${below}px` : "",
    bottom: under ? "" : `${Math.min(innerHeight - piece.top + GAP, innerHeight - height - GAP)}px`,
  });
}
