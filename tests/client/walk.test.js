import assert from "node:assert/strict";
import { test } from "node:test";
import { Walk } from "../../src/ducato/client/js/state/walk.js";

const legal = (...numbers) => numbers.map((action) => ({ action, name: "", label: "" }));

test("a walk takes one action after the other", () => {
  const walk = new Walk();
  walk.begin([3, 5]);
  assert.equal(walk.next(legal(1, 3))?.action, 3);
  assert.equal(walk.next(legal(5, 3))?.action, 5);
  assert.equal(walk.next(legal(5)), undefined);
});

test("a walk ends where its next action is not legal", () => {
  const walk = new Walk();
  walk.begin([3, 5, 7]);
  assert.equal(walk.next(legal(4)), undefined);
  assert.equal(walk.next(legal(3, 5, 7)), undefined);
});

test("a walk that is stopped does not go on, and another replaces it", () => {
  const walk = new Walk();
  walk.begin([3]);
  walk.stop();
  assert.equal(walk.next(legal(3)), undefined);
  const path = [1, 2];
  walk.begin(path);
  walk.begin([9]);
  assert.equal(walk.next(legal(1, 9))?.action, 9);
  assert.deepEqual(path, [1, 2]); // the piece keeps its path
});

test("a walk of what was tried ends when its step has made something known", () => {
  const walk = new Walk();
  walk.begin([3, 5, 7], undefined, true);
  assert.equal(walk.next(legal(3), false)?.action, 3); // nothing was done before it
  assert.equal(walk.next(legal(5), true)?.action, 5);
  assert.equal(walk.next(legal(7), false), undefined);
  assert.equal(walk.next(legal(7), true), undefined);
  walk.begin([3, 5]); // of another kind
  walk.next(legal(3), false);
  assert.equal(walk.next(legal(5), false)?.action, 5);
});
