import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { forgetPerson, recall, remember } from "../../src/ducato/client/js/state/settings.js";
import { hasLostSeat } from "../../src/ducato/client/js/ui/person_changed.js";

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
  for (const key of ["name", "entropy", "notifications", "theme"]) remember(key, "dark");
  forgetPerson();
  assert.deepEqual(["name", "entropy", "notifications"].map(recall), [null, null, null]);
  assert.equal(recall("theme"), "dark");
});
