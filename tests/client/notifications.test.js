/** Whether the server can reach a browser whose reader wants to be told of their turn. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { listenToNotifications } from "../../src/ducato/client/js/senses/notifications.js";
import { recall, remember } from "../../src/ducato/client/js/state/settings.js";

const KEYS = { auth: "a", p256dh: "p" };
/** What the server was sent, and how often the browser was asked for a subscription. */
let sent;
let subscribed;
/** The subscription that the browser has; null without one. */
let kept;
let key;
let button;

class Button {
  attributes = {};
  addEventListener(_name, listener) {
    this.click = listener;
  }
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
}

const subscription = (endpoint) => ({
  endpoint,
  toJSON: () => ({ endpoint, keys: KEYS }),
  unsubscribe: async () => {
    kept = null;
  },
});
const subscribe = async () => {
  subscribed += 1;
  kept ??= subscription("new");
  return kept;
};
const pushManager = { getSubscription: async () => kept, subscribe };
const worker = { pushManager, getNotifications: async () => [] };
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

beforeEach(() => {
  [sent, subscribed, kept, key, button] = [[], 0, null, "key", new Button()];
  pushManager.subscribe = subscribe;
  remember("notifications", "on");
  globalThis.HTMLButtonElement = Button;
  document.getElementById = () => button;
  const permission = "granted";
  globalThis.Notification = { permission, requestPermission: async () => permission };
  navigator.serviceWorker = {
    register: async () => worker,
    getRegistration: async () => worker,
    ready: Promise.resolve(worker),
  };
  globalThis.fetch = async (path, init) => {
    if (init?.method === "POST") sent.push([path.split("?")[0], JSON.parse(init.body)]);
    return new Response(JSON.stringify({ key, subscribed: true }));
  };
});

test("a subscription that the browser has let go is renewed by the next page", async () => {
  listenToNotifications();
  await settle();
  assert.equal(subscribed, 1);
  assert.deepEqual(sent, [["/api/push", { endpoint: "new", keys: KEYS }]]);
  assert.equal(button.attributes["aria-pressed"], "true");
});

test("the server hears of a subscription again after a log-in, which ended the session", async () => {
  kept = subscription("kept");
  listenToNotifications();
  await settle();
  assert.deepEqual(sent, [["/api/push", { endpoint: "kept", keys: KEYS }]]);
});

test("nobody is subscribed who does not want it, or where the browser forbids it", async () => {
  remember("notifications", "off");
  listenToNotifications();
  remember("notifications", "on");
  globalThis.Notification.permission = "denied";
  listenToNotifications();
  await settle();
  assert.deepEqual([subscribed, sent], [0, []]);
  assert.equal(button.attributes["aria-pressed"], "false");
});

test("without a key of the server, or a push service, the page still notifies", async () => {
  key = null;
  listenToNotifications();
  await settle();
  assert.deepEqual([subscribed, sent], [0, []]);
  key = "key";
  pushManager.subscribe = async () => Promise.reject(new Error("no push service"));
  listenToNotifications();
  await settle();
  assert.deepEqual(sent, []);
  assert.equal(button.attributes["aria-pressed"], "true");
});

test("switching off ends the subscription here and at the server", async () => {
  kept = subscription("kept");
  listenToNotifications();
  await settle();
  sent = [];
  await button.click();
  assert.deepEqual(sent, [["/api/push/end", { endpoint: "kept" }]]);
  assert.deepEqual([kept, recall("notifications")], [null, "off"]);
  assert.equal(button.attributes["aria-pressed"], "false");
});
