import assert from "node:assert/strict";
import { test } from "node:test";
import {
  closeNotifications,
  forgetPerson,
  recall,
  recallList,
  remember,
} from "../../src/ducato/client/js/state/settings.js";
import {
  findsOutWhile,
  hasLostSeat,
  notePerson,
  watchPerson,
} from "../../src/ducato/client/js/ui/person_changed.js";
import { listeners, storage } from "./browser.js";

const seat = (changes = {}) => ({ seat: 0, kind: "person", name: "Anna", ...changes });
const at = (own, changes = {}) => ({ own, seats: [seat(changes)] });

test("a seat that is somebody else's under the same name was lost", () => {
  assert.equal(hasLostSeat(at([0]), at([])), true);
});

test("a seat that is still ours, was never ours or was left is not lost", () => {
  assert.equal(hasLostSeat(at([0]), at([0])), false);
  assert.equal(hasLostSeat(at([]), at([])), false);
  assert.equal(hasLostSeat(at([0]), at([], { kind: "open", name: "Open seat" })), false);
});

test("nothing personal is kept after a log-out", () => {
  storage.clear();
  const personal = ["name", "entropy", "notifications", "seen", "lessons", "auto_responses.a-game"];
  for (const key of [...personal, "theme"]) remember(key, "dark");
  forgetPerson();
  assert.deepEqual(
    personal.map(recall),
    personal.map(() => null),
  );
  assert.deepEqual([...storage], [["ducato.theme", "dark"]]);
});

test("where nothing may be kept, nothing personal stays in the page either", () => {
  const { localStorage } = globalThis;
  for (const key of ["name", "theme"]) remember(key, "dark");
  delete globalThis.localStorage;
  forgetPerson();
  assert.deepEqual([recall("name"), recall("theme")], [null, "dark"]);
  globalThis.localStorage = localStorage;
});

test("a list that is damaged counts as none", () => {
  for (const damaged of ["", "[1", "7", "null", '{"a": 1}']) {
    remember("seen", damaged);
    assert.equal(recallList("seen"), null, damaged);
  }
  remember("seen", '[["table", 3]]');
  assert.deepEqual(recallList("seen"), [["table", 3]]);
  forgetPerson();
});

test("no notification stays after a log-out", async () => {
  const tags = ["one table", "another"];
  const shown = new Set(tags);
  const getNotifications = async ({ tag }) =>
    tags
      .filter((one) => tag === undefined || one === tag)
      .map((one) => ({ close: () => shown.delete(one) }));
  navigator.serviceWorker = { getRegistration: async () => ({ getNotifications }) };
  await closeNotifications("another");
  assert.deepEqual([...shown], ["one table"]);
  forgetPerson();
  await new Promise((resolve) => setImmediate(resolve));
  delete navigator.serviceWorker;
  assert.equal(shown.size, 0);
});

test("whoever comes back to any page is told that somebody else is logged in", async () => {
  let person = "Anna";
  const said = [];
  const node = () => ({ append() {}, addEventListener() {}, setAttribute() {}, classList: {} });
  document.createElement = node;
  document.getElementById = () => said[0] ?? null;
  document.body.prepend = (words) => said.push(words);
  globalThis.fetch = async () => new Response(JSON.stringify({ person }));
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  const comeBack = async () => {
    for (const look of listeners.get("focus")) look();
    await settle();
  };
  watchPerson();
  await settle();
  await comeBack();
  assert.equal(said.length, 0);
  person = null;
  notePerson({ person });
  await comeBack();
  person = "Anna"; // by a request of this page
  await comeBack();
  assert.equal(said.length, 0);
  person = "Bruno";
  findsOutWhile(() => true);
  await comeBack();
  assert.equal(said.length, 0);
  findsOutWhile(() => false);
  await comeBack();
  await comeBack();
  assert.equal(said.length, 1);
});
