/**
 * The settings of this browser: speed of animations, light or dark, and the like. They are kept in
 * local storage; where that is forbidden, until the page is left.
 */

/** @typedef {"slow" | "normal" | "fast" | "off"} Speed */
/** @typedef {"auto" | "light" | "dark"} Theme */

/** How long motion and reading pauses last, as a multiple of normal. */
export const SPEED_FACTORS = /** @type {const} */ ({ slow: 1.9, normal: 1, fast: 0.45, off: 0 });

/** @type {Map<string, string>} */
const unsaved = new Map();

/** @param {string} key */
export function recall(key) {
  try {
    return localStorage.getItem(`ducato.${key}`) ?? unsaved.get(key) ?? null;
  } catch {
    return unsaved.get(key) ?? null;
  }
}

/**
 * @param {string} key
 * @param {string} value
 */
export function remember(key, value) {
  unsaved.set(key, value);
  try {
    localStorage.setItem(`ducato.${key}`, value);
  } catch {
    // Private mode or a full disk: the map above holds it for this page.
  }
}

/**
 * @param {string} key
 * @returns {any[] | null} what is kept as a list in JSON; null if nothing or no list is
 */
export function recallList(key) {
  try {
    const kept = JSON.parse(recall(key) ?? "null");
    return Array.isArray(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** What belongs to the person who uses this browser, not to the browser. */
const PERSONAL = /^(name|entropy|notifications|seen|lessons|auto_responses\..*)$/;

/** The database of analyses that this device has made of the person's games. */
export const ANALYSES = "ducato analyses";

/** The browser's service workers; undefined where it has none, or a frame forbids to ask. */
export function serviceWorkers() {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined;
  }
}

/**
 * Close the notifications that the browser still shows.
 * @param {string} [tag] what they are about; all, if it is not given
 */
export async function closeNotifications(tag) {
  // A page opened from a file has no worker, and may not ask for one.
  const asked = serviceWorkers()?.getRegistration("/service-worker.js");
  const worker = await asked?.catch(() => undefined);
  const found = (await worker?.getNotifications(tag === undefined ? {} : { tag })) ?? [];
  for (const one of found) one.close();
}

/** Forget the person who used this browser, whose session has ended. */
export function forgetPerson() {
  void closeNotifications();
  for (const key of unsaved.keys()) if (PERSONAL.test(key)) unsaved.delete(key);
  try {
    const keys = Array.from({ length: localStorage.length }, (_, n) => localStorage.key(n) ?? "");
    for (const key of keys)
      if (PERSONAL.test(key.replace("ducato.", ""))) localStorage.removeItem(key);
    indexedDB.deleteDatabase(ANALYSES);
  } catch {
    // Nothing is kept there.
  }
}

/** @returns {Speed} */
export function speed() {
  const kept = recall("speed");
  return kept === "slow" || kept === "fast" || kept === "off" ? kept : "normal";
}

/** The multiple by which motion lasts now. */
export const speedFactor = () => SPEED_FACTORS[speed()];

/** @returns {Theme} */
export function theme() {
  const kept = recall("theme");
  return kept === "light" || kept === "dark" ? kept : "auto";
}

/** The style sheet follows these attributes; without a theme, it follows the system. */
export function showSettings() {
  const { dataset } = document.documentElement;
  dataset.theme = theme();
  dataset.speed = speed();
}

const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether the system asks for no motion; the pauses for reading stay. */
export const still = () => stillness.matches;
