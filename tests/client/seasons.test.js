/** Names and seasons in words, and the scale of a chart of ratings. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { lines, scaleOf } from "../../src/ducato/client/js/people/scale.js";
import { seasonAt, seasonText } from "../../src/ducato/client/js/people/seasons.js";
import { loadStrings } from "../../src/ducato/client/js/state/strings.js";
import { personName } from "../../src/ducato/client/js/ui/format.js";

test("a season is a quarter in UTC", () => {
  assert.equal(seasonAt(Date.UTC(2026, 0, 1)), "2026-1");
  assert.equal(seasonAt(Date.UTC(2026, 8, 30, 23, 59, 59)), "2026-3");
  assert.equal(seasonAt(Date.UTC(2026, 9, 1)), "2026-4");
  assert.equal(seasonAt(Date.UTC(2026, 11, 31, 23, 59, 59)), "2026-4");
});

test("a season has the names of its first and last month", () => {
  assert.match(seasonText("2026-4"), /^Oct\s*–\s*Dec 2026$/);
  assert.match(seasonText("2027-1"), /^Jan\s*–\s*Mar 2027$/);
});

test("all ratings fit, with the least of their uncertainties", () => {
  const points = [
    { at: 0, points: 1500, spread: 1000 },
    { at: 1, points: 1730, spread: 300 },
    { at: 2, points: 1610, spread: 240 },
  ];
  const scale = scaleOf(points);
  assert.deepEqual(scale, { bottom: 1200, top: 2000, step: 200 });
  assert.deepEqual(lines(scale), [1200, 1400, 1600, 1800, 2000]);
});

test("a chart is never flat", () => {
  for (const spread of [1, 100, 1000, 2000]) {
    const { bottom, top, step } = scaleOf([{ at: 0, points: 1500, spread }]);
    assert.ok(bottom < 1500 && 1500 < top);
    assert.ok((top - bottom) / step <= 7);
  }
});

test("who has no name yet is shown in the reader's words", async () => {
  globalThis.fetch = async () => ({
    ok: true,
    json: async () => ({ "site.nameless": "somebody" }),
  });
  await loadStrings();
  assert.equal(personName("Anna"), "Anna");
  assert.equal(personName(""), "somebody");
});
