import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import {
  contributed,
  contribution,
  contributions,
} from "../../src/ducato/client/js/net/entropy.js";
import { storage } from "./browser.js";

const table = (changes = {}) => ({
  type: "table",
  table: {
    id: "abc",
    status: "waiting",
    own: [0],
    seats: [{ seat: 0, entropy: null }],
    ...changes,
  },
});

beforeEach(() => storage.clear());

test("a number of 32 bytes, the same one when asked again", () => {
  const value = contribution(table());
  assert.match(value, /^[0-9a-f]{64}$/);
  assert.equal(contribution(table()), value);
  assert.equal(contributed("abc"), value);
  assert.notEqual(contribution(table({ id: "other" })), value);
  assert.equal(contributions().size, 2);
});

test("nothing for those who do not sit there, have contributed, or are late", () => {
  assert.equal(contribution(table({ id: "never", own: [] })), null);
  assert.equal(contribution(table({ id: "never", status: "playing" })), null);
  assert.equal(contribution(table({ id: "never", seats: [{ seat: 0, entropy: "00" }] })), null);
  assert.equal(contribution({ type: "steps", steps: [] }), null);
  assert.equal(contributed("never"), null);
});

test("the latest 200 are kept, whatever was stored before", () => {
  storage.set("ducato.entropy", "{broken");
  assert.equal(contributed("abc"), null);
  for (let number = 0; number < 205; number += 1) contribution(table({ id: `table-${number}` }));
  assert.equal(contributions().size, 200);
  assert.equal(contributed("table-4"), null);
  assert.notEqual(contributed("table-5"), null);
});
