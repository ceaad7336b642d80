import assert from "node:assert/strict";
import { before, test } from "node:test";
import { noteTime, now } from "../../src/ducato/client/js/net/server_time.js";
import { loadStrings } from "../../src/ducato/client/js/state/strings.js";
import { ago, day, timeText, withTimeLeft } from "../../src/ducato/client/js/ui/format.js";

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

test("times go by the server's clock, once an answer has told it", () => {
  const answer = (date) => new Response("", date ? { headers: { date } } : {});
  noteTime(answer(null));
  assert.ok(Math.abs(now() - Date.now()) < SECOND, "nothing better is known");
  const there = Date.UTC(2030, 0, 1, 12);
  noteTime(answer(new Date(there).toUTCString()));
  assert.ok(now() >= there && now() < there + 2 * SECOND);
  assert.equal(ago(there / 1000 - 3700), "1 hour ago");
  const { now: reader } = Date;
  Date.now = () => reader() + 30 * HOUR;
  assert.equal(ago(there / 1000 - 3700), "1 hour ago");
  Date.now = reader;
  noteTime(answer("no date"));
  assert.ok(now() < there + 2 * SECOND);
});

test("a moment to come is given with the time until then", () => {
  const later = (time) => withTimeLeft("at noon", now() + time + SECOND);
  assert.equal(later(20 * SECOND), "at noon");
  assert.equal(later(-HOUR), "at noon");
  assert.equal(later(150 * SECOND), "at noon (in 2 minutes)");
  assert.equal(later(2 * HOUR), "at noon (in 2 hours)");
  assert.equal(later(30 * HOUR), "at noon (in 1 day)");
});
