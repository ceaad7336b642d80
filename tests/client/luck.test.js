import assert from "node:assert/strict";
import { test } from "node:test";
import { rowsOf } from "../../src/ducato/client/js/analysis/luck.js";
import { MARKS, percent, signed } from "../../src/ducato/client/js/analysis/marks.js";
import { shownAt } from "../../src/ducato/client/js/analysis/moments.js";
import {
  analysis,
  decisionAt,
  found,
  isAwaited,
  noteAsked,
  onAnalysis,
  resumeAnalysis,
  setAnalysis,
  wantAnalysis,
} from "../../src/ducato/client/js/state/game_analysis.js";

const account = {
  seat: 0,
  from: 48.2,
  to: 100,
  chance: [0.5, 4.9],
  own: [-14.8, 2.2],
  others: [51.5, 2.6],
  rest: [14.6, 6.2],
  decisions: 79,
  lost: [0.19, 0.03],
  marks: { good: 78, inaccuracy: 1, mistake: 0, blunder: 0 },
};

test("the parts of an account add up to the change of the chances", () => {
  const rows = rowsOf(account, true, 2);
  const sum = rows.reduce((total, { value }) => total + value, account.from);
  assert.equal(Math.round(sum), account.to);
  assert.equal(rows.length, 4);
});

test("numbers have signs, and chances stay chances", () => {
  assert.deepEqual([2.4, -2.6, 0.2, -0.2].map(signed), ["+2", "−3", "0", "0"]);
  assert.deepEqual([-3, 49.6, 104].map(percent), [0, 50, 100]);
  assert.equal(new Set(MARKS).size, 4);
});

test("a choice is shown before it is made, a stroke of chance after it", () => {
  assert.equal(shownAt({ chance: false, seq: 7, until: 8 }), 7);
  assert.equal(shownAt({ chance: true, seq: 7, until: 12 }), 12);
});

test("the analysis is asked for once, and again while it is not complete", () => {
  let asked = 0;
  const ask = () => {
    asked += 1;
    noteAsked();
  };
  resumeAnalysis(ask);
  assert.equal(asked, 0);
  wantAnalysis(ask);
  wantAnalysis(ask);
  assert.equal(asked, 1);
  let heard = 0;
  const stop = onAnalysis(() => {
    heard += 1;
  });
  setAnalysis({ type: "analysis", id: "1", state: "running", done: 3, total: 9 });
  assert.ok(isAwaited(analysis()));
  assert.equal(found(), null);
  resumeAnalysis(ask);
  assert.equal(asked, 2);
  const decision = { seq: 4, seat: 0, taken: 1, wins: [50, 50], mark: "good", judged: true };
  setAnalysis({ type: "analysis", id: "1", state: "done", decisions: [decision], moments: [] });
  stop();
  setAnalysis({ ...analysis() });
  assert.equal(heard, 2);
  assert.equal(decisionAt(4), decision);
  assert.equal(decisionAt(5), null);
  resumeAnalysis(ask);
  assert.equal(asked, 2);
});
