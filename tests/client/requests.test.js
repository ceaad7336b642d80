import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { keepLooking, send } from "../../src/ducato/client/js/net/requests.js";
import { host } from "../../src/ducato/client/js/state/host.js";
import { listeners } from "./browser.js";

const later = () => new Promise((done) => setTimeout(done, 1));

test("a second click gets the answer to the first until the next page is there", async () => {
  let made = 0;
  globalThis.fetch = async () => Response.json({ url: `/table/${++made}` });
  const shown = [];
  location.assign = (path) => shown.push(path);
  const click = async () => {
    const answer = await send("POST", "/api/tables", { game: "magnate" });
    host.go(answer.data.url);
  };
  await Promise.all([click(), click()]);
  await later();
  await click();
  assert.deepEqual(shown, ["/table/1", "/table/1", "/table/1"]);
  assert.equal((await send("POST", "/api/tables", { game: "builders" })).data.url, "/table/2");
  for (const listener of listeners.get("pageshow")) listener(); // the reader has come back
  await later();
  await click();
  assert.equal(shown.at(-1), "/table/3");
});

test("a browser that keeps no cookies is told so before it loses a seat", async () => {
  const fetched = mock.fn(async () => Response.json({}));
  globalThis.fetch = fetched;
  Object.defineProperty(navigator, "cookieEnabled", { value: false, configurable: true });
  const { ok } = await send("POST", "/api/tables", {});
  delete navigator.cookieEnabled;
  assert.deepEqual([ok, fetched.mock.callCount()], [false, 0]);
});

test("a page looks again and again, but neither hidden nor without a network", () => {
  mock.timers.enable({ apis: ["setInterval"] });
  const network = new EventTarget();
  const page = new EventTarget();
  let onLine = true;
  Object.defineProperty(globalThis, "navigator", {
    value: {
      get onLine() {
        return onLine;
      },
    },
  });
  Object.assign(globalThis, { window: network });
  document.addEventListener = page.addEventListener.bind(page);
  const look = mock.fn();
  const everywhere = mock.fn();
  keepLooking(look, { every: 1000 });
  keepLooking(everywhere, { every: 1000, hidden: true });
  mock.timers.tick(2000);
  assert.deepEqual([look.mock.callCount(), everywhere.mock.callCount()], [2, 2]);
  document.hidden = true;
  mock.timers.tick(1000);
  assert.deepEqual([look.mock.callCount(), everywhere.mock.callCount()], [2, 3]);
  onLine = false;
  document.hidden = false;
  page.dispatchEvent(new Event("visibilitychange"));
  mock.timers.tick(1000);
  assert.deepEqual([look.mock.callCount(), everywhere.mock.callCount()], [2, 3]);
  onLine = true;
  network.dispatchEvent(new Event("online"));
  assert.deepEqual([look.mock.callCount(), everywhere.mock.callCount()], [3, 4]);
});
