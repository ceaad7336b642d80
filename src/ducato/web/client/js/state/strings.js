/**
 * The texts of the client, fetched as {key: text} in the reader's language. A page marks its fixed
 * texts with data-t (content), data-t-label (aria-label) or data-t-title; they change with the
 * language at once.
 */

/** @typedef {import("../net/protocol.js").Lang} Lang */

/** Each language under its own name, so that readers of any language can find theirs. */
export const LANGUAGES = /** @type {const} */ ({ en: "English", it: "Italiano", es: "Español" });

/** Nothing until they have been fetched. @type {Record<string, string> | null} */
let texts = null;

const A_YEAR = 365 * 24 * 3600;

/** @param {unknown} value @returns {value is Lang} */
const isLang = (value) => typeof value === "string" && value in LANGUAGES;

/**
 * The language of this page: the one that the server picked, until another is chosen.
 * @returns {Lang}
 */
export function language() {
  const { lang } = document.body.dataset;
  return isLang(lang) ? lang : "en";
}

/**
 * How dates are written: as in the reader's own country, if the browser says so.
 * @returns {string}
 */
export const locale = () =>
  navigator.languages.find((one) => one.startsWith(`${language()}-`)) ??
  (language() === "en" ? "en-GB" : language());

/**
 * @param {string} key
 * @param {Record<string, string | number>} [values] put in place of {name}
 * @returns {string} the text; the key itself where it is missing, so that the gap is seen; nothing
 *   before the texts are here
 */
export function t(key, values = {}) {
  return (texts ? (texts[key] ?? key) : "").replace(/\{(\w+)\}/g, (whole, name) =>
    String(values[name] ?? whole),
  );
}

/**
 * Fetch the texts of the current language and write them into the page.
 * @returns {Promise<void>}
 */
export async function loadStrings() {
  const lang = language();
  const answer = await fetch(
    `/strings/${lang}${"table" in document.body.dataset ? "/table" : ""}.json`,
  );
  if (answer.ok) texts = await answer.json();
  document.documentElement.lang = lang;
  translate(document);
}

/** @param {Lang} lang kept in a cookie, because the server writes in this language too */
export async function setLanguage(lang) {
  const { port } = location; // browsers send cookies to all ports of a host
  const name = port ? `ducato-lang-${port}` : "ducato-lang";
  document.cookie = `${name}=${lang}; path=/; max-age=${A_YEAR}; samesite=lax`;
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
