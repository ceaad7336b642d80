import assert from "node:assert/strict";
import { before, test } from "node:test";
import { loadStrings } from "../../src/ducato/web/client/js/state/strings.js";
import { ago, day, timeText } from "../../src/ducato/web/client/js/ui/format.js";

const SECOND = 1000;
const HOUR = 3600 * SECOND;

before(async () => {
  const texts = { "clock.days": "{days} d {hours} h" };
  globalThis.fetch = async () => ({ ok: true, json: async () => texts });
  await loadStrings();
});

test("time that is left", () => {
  for (const [left, words] of [
    [-5, "0:00"],
    [1, "0:01"], // a started second counts whole
    [59 * SECOND, "0:59"],
    [60 * SECOND, "1:00"],
    [65_001, "1:06"],
    [HOUR - SECOND, "59:59"],
    [HOUR, "1:00:00"],
    [HOUR + 62 * SECOND, "1:01:02"],
    [24 * HOUR, "1 d 0 h"],
    [51 * HOUR + 1, "2 d 3 h"],
  ]) {
    assert.equal(timeText(left), words, String(left));
  }
});

test("dates are those of the reader's country", () => {
  assert.equal(day(Date.UTC(2026, 10, 22, 12)), "22 Nov 2026");
});

test("how long ago", () => {
  const now = Date.now() / 1000;
  assert.equal(ago(now - 5), "this minute");
  assert.equal(ago(now - 130), "2 minutes ago");
  assert.equal(ago(now - 3700), "1 hour ago");
  assert.equal(ago(now - 86_500), "yesterday");
  assert.equal(ago(Date.UTC(2020, 1, 3, 12) / 1000), "3 Feb 2020");
});
