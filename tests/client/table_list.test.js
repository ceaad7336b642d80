import assert from "node:assert/strict";
import { test } from "node:test";
import { byUrgency, hasBegun } from "../../src/ducato/client/js/home/table_list.js";

/** @param {object} facts */
const table = (facts) =>
  /** @type {import("ducato/api").TableEntry} */ ({
    finished: false,
    open: 0,
    to_move: [],
    your_turn: false,
    updated: 0,
    ...facts,
  });

test("a game has begun if anybody is to move, one or several at the same time", () => {
  assert.equal(hasBegun(table({})), false);
  assert.equal(hasBegun(table({ to_move: ["Anna"] })), true);
  assert.equal(hasBegun(table({ to_move: ["Anna", "Bruno"] })), true);
  assert.equal(hasBegun(table({ to_move: ["Anna"], open: 1 })), false);
  assert.equal(hasBegun(table({ finished: true })), true);
});

test("tables at which one is to choose come first, also if others are", () => {
  const waiting = table({ to_move: ["Bruno"], updated: 9 });
  const asked = table({ to_move: ["Anna", "Bruno"], your_turn: true });
  assert.deepEqual([waiting, asked].sort(byUrgency), [asked, waiting]);
});
