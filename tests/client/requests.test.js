import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { keepLooking } from "../../src/ducato/client/js/net/requests.js";
import "./browser.js";

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
