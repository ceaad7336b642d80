/** The service worker's handlers, in the little of its global scope that they use. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createContext, runInContext } from "node:vm";

const FILE = new URL("../../src/ducato/client/service_worker.js", import.meta.url);
const HOME = "https://play.example.org";
const MESSAGE = { title: "Your turn", body: "Magnate", url: "/table/abc", tag: "abc" };

/** @param {string[]} paths of the open pages @returns a worker, and what it did */
function started(...paths) {
  const listeners = new Map();
  const did = { shown: [], opened: [], focused: [], claimed: 0, skipped: 0, asked: [], sent: [] };
  const scope = {
    URL,
    location: { origin: HOME },
    addEventListener: (name, listener) => listeners.set(name, listener),
    skipWaiting: async () => did.skipped++,
    registration: {
      showNotification: async (title, options) => did.shown.push({ title, ...options }),
      pushManager: { subscribe: async ({ applicationServerKey }) => until(applicationServerKey) },
    },
    fetch: async (path, init) => {
      if (init) did.sent.push([path, JSON.parse(init.body)]);
      return { json: async () => ({ key: "key" }) };
    },
    clients: {
      claim: async () => did.claimed++,
      matchAll: async (options) => {
        did.asked.push(options);
        return paths.map((path) => ({
          url: HOME + path,
          focus: async () => did.focused.push(path),
        }));
      },
      openWindow: async (url) => did.opened.push(String(url)),
    },
  };
  scope.self = scope;
  runInContext(readFileSync(FILE, "utf8"), createContext(scope));
  /** Dispatch an event, and wait as the browser does before it stops the worker. */
  const dispatch = async (name, event = {}) => {
    const waits = [];
    listeners.get(name)({ ...event, waitUntil: (promise) => waits.push(promise) });
    await Promise.all(waits);
    return waits.length;
  };
  // What comes from another realm has other prototypes, so it is compared as JSON.
  return { dispatch, listeners, did: () => JSON.parse(JSON.stringify(did)) };
}

/** @param {string} endpoint @returns a subscription */
const until = (endpoint) => ({ endpoint, toJSON: () => ({ endpoint, keys: { auth: "a" } }) });

const click = (url) => {
  let closed = 0;
  const notification = { data: { url }, close: () => closed++ };
  return { event: { notification }, closed: () => closed };
};

test("a new worker takes over at once", async () => {
  const worker = started();
  await worker.dispatch("install");
  assert.equal(await worker.dispatch("activate"), 1);
  assert.deepEqual([worker.did().skipped, worker.did().claimed], [1, 1]);
});

test("a pushed message becomes a notification, one for each table", async () => {
  const worker = started();
  const waits = await worker.dispatch("push", { data: { json: () => MESSAGE } });
  assert.equal(waits, 1);
  const [shown, ...more] = worker.did().shown;
  assert.deepEqual(more, []);
  assert.deepEqual([shown.title, shown.body, shown.tag], ["Your turn", "Magnate", "abc"]);
  assert.deepEqual(shown.data, { url: "/table/abc" });
  assert.match(shown.icon, /^\/static\/icons\//);
});

test("a click opens the table and closes the notification", async () => {
  const worker = started("/", "/table/other");
  const { event, closed } = click("/table/abc");
  assert.equal(await worker.dispatch("notificationclick", event), 1);
  assert.equal(closed(), 1);
  assert.deepEqual(worker.did().opened, [`${HOME}/table/abc`]);
  assert.deepEqual(worker.did().focused, []);
});

test("a click shows the page that has the table already", async () => {
  const worker = started("/", "/table/abc?lang=it");
  await worker.dispatch("notificationclick", click("/table/abc").event);
  assert.deepEqual(worker.did().focused, ["/table/abc?lang=it"]);
  assert.deepEqual(worker.did().opened, []);
  assert.deepEqual(worker.did().asked, [{ type: "window", includeUncontrolled: true }]);
});

test("the server hears of a subscription that the browser has replaced", async () => {
  for (const newSubscription of [null, until("new")]) {
    const worker = started();
    const oldSubscription = until("old");
    await worker.dispatch("pushsubscriptionchange", { oldSubscription, newSubscription });
    const endpoint = newSubscription ? "new" : "key";
    assert.deepEqual(worker.did().sent, [
      ["/api/push", { endpoint, keys: { auth: "a" } }],
      ["/api/push/end", { endpoint: "old" }],
    ]);
  }
});

test("it answers no requests, so that nothing old is ever shown", () => {
  const names = [...started().listeners.keys()].sort();
  const known = ["activate", "install", "notificationclick", "push", "pushsubscriptionchange"];
  assert.deepEqual(names, known);
});
