/**
 * The texts of the client, fetched as {key: text} in the reader's language. A page marks its fixed
 * texts with data-t (content), data-t-label (aria-label) or data-t-title; they change with the
 * language at once.
 */

import { host } from "./host.js";
import { shared } from "./shared.js";

/** @typedef {import("../net/protocol.js").Lang} Lang */

/**
 * The languages of the server, each under its own name.
 * @returns {Record<Lang, string>}
 */
export const languages = () => JSON.parse(document.body.dataset.languages ?? "{}");

/**
 * texts: none until they have been fetched; all: whether a table has those that it does without at
 * first, too.
 * @type {{texts: Record<string, string> | null, all: boolean}}
 */
const fetched = shared("strings", () => ({ texts: null, all: false }));

const A_YEAR = 365 * 24 * 3600;

/**
 * The language of this page: the one that the server picked, until another is chosen.
 * @returns {Lang}
 */
export function language() {
  return document.body.dataset.lang ?? "en";
}

/**
 * How dates are written: as in the reader's own country, if the browser says so.
 * @returns {string}
 */
export const locale = () =>
  navigator.languages.find((one) => one.startsWith(`${language()}-`)) ??
  (language() === "en" ? "en-GB" : language());

/** Letters and digits that turn round the numbers and signs beside them, as on the server. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Characters that change the direction of the text around them. */
const CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** @param {string} text that was copied, it may be @returns {string} it without such characters */
export const withoutControls = (text) => text.replace(CONTROLS, "");

/** A text that is isolated already. */
const ISOLATED = /\u2068[^\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*\u2069/g;

/**
 * Return a text, such as a person's name, that does not turn round what stands beside it: if it is
 * written from right to left, between two invisible characters; else as it is. `t` and `html`
 * do this with all values and texts, so it is only for what is put together in another way.
 * @param {string} text
 */
export function isolate(text) {
  let safe = text;
  let rest = text;
  while (rest.search(ISOLATED) >= 0) rest = rest.replace(ISOLATED, "");
  if (rest.search(CONTROLS) >= 0) rest = safe = withoutControls(text);
  return RIGHT_TO_LEFT.test(rest) ? `\u2068${safe}\u2069` : safe;
}

/**
 * @param {string} key
 * @param {Record<string, string | number>} [values] put in place of {name}
 * @returns {string} the text; the key itself where it is missing, so that the gap is seen; nothing
 *   before the texts are here
 */
export function t(key, values = {}) {
  const { texts } = fetched;
  return (texts ? (texts[key] ?? key) : "").replace(/\{(\w+)\}/g, (whole, name) =>
    isolate(String(values[name] ?? whole)),
  );
}

/**
 * Fetch the texts of the current language and write them into the page.
 * @returns {Promise<void>}
 */
export async function loadStrings() {
  const lang = language();
  const answer = await host.request(
    `/strings/${lang}${"table" in document.body.dataset ? "/table" : ""}.json`,
  );
  if (answer.ok) fetched.texts = await answer.json();
  fetched.all = false;
  document.documentElement.lang = lang;
  translate(document);
}

/** Fetch the texts that the page of a table does without at first. */
export async function loadAllStrings() {
  if (fetched.all) return;
  const answer = await host.request(`/strings/${language()}.json`).catch(() => null);
  if (!answer?.ok) return;
  fetched.texts = await answer.json();
  fetched.all = true;
}

/** @param {Lang} lang kept in a cookie, because the server writes in this language too */
export async function setLanguage(lang) {
  const { port } = location; // browsers send cookies to all ports of a host
  const name = port ? `ducato-lang-${port}` : "ducato-lang";
  try {
    document.cookie = `${name}=${lang}; path=/; max-age=${A_YEAR}; samesite=lax`;
  } catch {
    // A frame may forbid cookies: the page alone follows.
  }
  document.body.dataset.lang = lang;
  await loadStrings();
}

/** @param {ParentNode} root */
export function translate(root) {
  for (const node of root.querySelectorAll("[data-t]"))
    node.textContent = t(node.getAttribute("data-t") ?? "");
  for (const node of root.querySelectorAll("[data-t-label]")) {
    node.setAttribute("aria-label", t(node.getAttribute("data-t-label") ?? ""));
  }
  for (const node of root.querySelectorAll("[data-t-title]")) {
    node.setAttribute("title", t(node.getAttribute("data-t-title") ?? ""));
  }
}
