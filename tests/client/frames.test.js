/** A page in a frame that has neither storage, cookies, locks nor service workers. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { serviceWorkers } from "../../src/ducato/client/js/state/settings.js";
import { setLanguage } from "../../src/ducato/client/js/state/strings.js";
import { LocalHost } from "../../src/ducato/page/js/local_host.js";
import { TableLock } from "../../src/ducato/page/js/table_lock.js";
import { body } from "./browser.js";

const refused = () => {
  throw new DOMException("sandboxed", "SecurityError");
};
const forbid = (object, name) =>
  Object.defineProperty(object, name, { configurable: true, get: refused, set: refused });

test("a frame that forbids to ask for service workers has none", () => {
  forbid(navigator, "serviceWorker");
  assert.equal(serviceWorkers(), undefined);
});

test("where no cookie can be set, the page alone follows the language", async () => {
  forbid(document, "cookie");
  globalThis.fetch = async () => ({ ok: false });
  await setLanguage("es");
  assert.equal(body.dataset.lang, "es");
});

test("where locks are forbidden, no other tab has the table", async () => {
  navigator.locks = { request: async () => refused() };
  const lock = new TableLock("http://localhost/page/");
  assert.equal(await lock.take("abc", false, refused), true);
});

test("a table is opened where nothing can be noted for a page loaded anew", () => {
  forbid(globalThis, "sessionStorage");
  const posted = [];
  document.baseURI = "http://localhost/page/index.html";
  globalThis.Worker = class {
    postMessage = (message) => posted.push(message);
  };
  new LocalHost(refused, refused).connect("abc", refused, refused);
  const open = { kind: "open", table: "abc", lang: "es", steal: false, version: "" };
  assert.deepEqual(posted, [open]);
});
