/**
 * What the client's modules need of a browser to be imported by node: as little as they use before
 * anything is drawn. `make client-test` imports it first.
 */

import { webcrypto } from "node:crypto";

/** @type {Map<string, string>} */
export const storage = new Map();
/** What listens to the window and the document, by the name of the event. */
export const listeners = new Map();
const listen = (name, listener) => listeners.set(name, [...(listeners.get(name) ?? []), listener]);

export const body = { dataset: { lang: "en" } };
globalThis.crypto ??= webcrypto;
Object.assign(globalThis, {
  addEventListener: listen,
  matchMedia: () => ({ matches: false }),
  location: { href: "http://localhost:8470/table/abc" },
  localStorage: {
    getItem: (key) => storage.get(key) ?? null,
    setItem: (key, value) => storage.set(key, value),
    removeItem: (key) => storage.delete(key),
    key: (number) => [...storage.keys()][number] ?? null,
    get length() {
      return storage.size;
    },
  },
  document: {
    body,
    documentElement: { dataset: {}, lang: "" },
    hidden: false,
    addEventListener: listen,
    querySelectorAll: () => [],
  },
});
Object.defineProperty(globalThis, "navigator", {
  configurable: true,
  value: { languages: ["de-DE", "en-GB", "it-CH"] },
});
