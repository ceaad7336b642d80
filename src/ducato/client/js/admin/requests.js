/** The requests of the administrators' page, and the parts that its lists have in common. */

import { send } from "../net/requests.js";
import { t } from "../state/strings.js";
import { html, need } from "../ui/dom.js";

/** Called when the token must be entered again. */
let whenLocked = () => {};

/** @param {() => void} locked */
export function listenToLock(locked) {
  whenLocked = locked;
}

/** @param {string} words */
export function say(words) {
  need("feedback", HTMLElement).textContent = words;
}

/**
 * Send a request, and say what went wrong.
 * @param {string} path after that of the interface
 * @param {"GET" | "POST" | "DELETE"} [method]
 * @param {object} [body]
 * @returns {Promise<any>} null if it failed
 */
export async function request(path, method = "GET", body) {
  const done = await send(method, `/api/admin${path}`, body);
  say(done.ok ? "" : done.error);
  if (done.ok) return done.data;
  if (done.status === 403) whenLocked();
  return null;
}

/**
 * @param {string} words
 * @param {() => unknown} act
 * @param {string} [label] what a screen reader calls it, if several have the same words
 */
export function button(words, act, label) {
  const made = html("button", { type: "button", "aria-label": label ?? null }, words);
  made.addEventListener("click", () => void act());
  return made;
}

/** @param {(HTMLElement | false | null)[]} entries */
export function list(entries) {
  if (entries.length === 0) return html("p", {}, t("admin.none"));
  return html("ul", { class: "entries" }, ...entries);
}

/** @param {[string, string][]} values */
export function values(values) {
  return html(
    "dl",
    {},
    ...values.flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, value)]),
  );
}
