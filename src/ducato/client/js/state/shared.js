/**
 * State that a page has once. A part of the page that is fetched later comes in a bundle of its
 * own, with its own copies of the modules that it imports; what they must share is kept here.
 */

/** Of this page. @type {{ducatoShared?: Map<string, any>}} */
const page = /** @type {any} */ (globalThis);

/**
 * @template T
 * @param {string} name of the module
 * @param {() => T} make called once in a page
 * @returns {T}
 */
export function shared(name, make) {
  page.ducatoShared ??= new Map();
  if (!page.ducatoShared.has(name)) page.ducatoShared.set(name, make());
  return page.ducatoShared.get(name);
}
