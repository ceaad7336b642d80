/**
 * An update of the server while a page is open: parts of the page that are loaded late may have
 * gone, or no longer fit. So the page offers to be loaded again, and nothing happens until the
 * reader agrees.
 */

import { t } from "../state/strings.js";
import { html } from "./dom.js";

/** The key of the reason why the page should be loaded again; "" if there is no reason. */
let reason = "";
/** @type {HTMLElement | null} */
let box = null;
/** Whether the reader has a moment for it. */
let isFree = () => true;

/**
 * Set when the offer may come; `showUpdate` is to be called when that may have changed.
 * @param {() => boolean} test
 */
export function showUpdateWhile(test) {
  isFree = test;
}

/** @param {string} version of the pages that the server has now */
export function compareVersion(version) {
  const { version: own } = document.body.dataset;
  if (own && own !== version) proposeReload("update.ready");
}

/**
 * Load a part of the page that is not needed at first.
 * @template T
 * @param {() => Promise<T>} load imports it
 * @returns {Promise<T | null>} null if the part cannot be had; the page then offers to be reloaded
 */
export async function loadPart(load) {
  try {
    return await load();
  } catch {
    proposeReload("update.missing");
    return null;
  }
}

/** @param {string} key why */
function proposeReload(key) {
  reason ||= key;
  showUpdate();
}

/** Show the offer, if there is a reason for it and the reader has a moment. */
export function showUpdate() {
  if (!reason || box || !isFree()) return;
  const reload = html("button", { type: "button", class: "main" }, t("update.reload"));
  const later = html("button", { type: "button" }, t("update.later"));
  const words = html("p", { role: "status" });
  box = html("div", { class: "update", popover: "manual" }, words, reload, later);
  reload.addEventListener("click", () => location.reload());
  later.addEventListener("click", () => {
    box?.remove();
    box = null;
    reason = "";
  });
  attach();
  words.textContent = t(reason); // once it is seen, so that screen readers read it
}

/** Show the box above a dialog that is open, which keeps all outside of it from being clicked. */
function attach() {
  const over = document.querySelector("dialog:modal") ?? document.body;
  if (!box || box.parentElement === over) return;
  over.append(box);
  box.showPopover();
}

// Neither bubbles. A menu or dialog that has been closed may have been what the offer waited for.
for (const kind of ["toggle", "close"])
  document.addEventListener(
    kind,
    () => {
      attach();
      showUpdate();
    },
    true,
  );
