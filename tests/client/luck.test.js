import assert from "node:assert/strict";
import { test } from "node:test";
import { shares } from "../../src/ducato/web/client/js/dialogs/luck.js";

const odds = (seq, wins, seat, lost) => ({ type: "odds", id: "1", seq, wins, seat, lost });

test("what choices cost and luck add up to the change of the chances", () => {
  const known = [odds(0, [52, 48], 0, 5), odds(9, [40, 60], 1, 12), odds(20, [61, 39], 0, 0)];
  assert.deepEqual(shares(known, 0, 100), { from: 52, to: 100, own: -5, others: 12, luck: 41 });
  assert.deepEqual(shares(known, 1, 0), { from: 48, to: 0, own: -12, others: 5, luck: -41 });
});

test("among several players the others are part of the luck", () => {
  const known = [odds(0, [30, null, null], 0, 4), odds(5, [null, 40, null], 1, 9)];
  assert.deepEqual(shares(known, 0, 0), { from: 30, to: 0, own: -4, others: null, luck: -26 });
  assert.equal(shares(known, 2, 0), null);
});
