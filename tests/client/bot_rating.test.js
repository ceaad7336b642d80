import assert from "node:assert/strict";
import { before, test } from "node:test";
import { loadStrings } from "../../src/ducato/client/js/state/strings.js";
import {
  botText,
  intervalText,
  levelText,
  ratingText,
  thinkingTime,
} from "../../src/ducato/client/js/ui/bot_rating.js";

const RATING = { rating: 1240, low: 1210, high: 1271, seconds: 0.02 };

before(async () => {
  const texts = {
    "level.rating": "rating {rating}",
    "level.at_once": "at once",
    "level.half": "half a second",
    "level.second": "a second",
    "level.thinks": "about {seconds} s",
    "level.interval": "{low} to {high}",
  };
  globalThis.fetch = async () => ({ ok: true, json: async () => texts });
  await loadStrings();
});

test("times are rounded to what people say", () => {
  for (const [seconds, words] of [
    [0, "at once"],
    [0.099, "at once"],
    [0.1, "about 0.1 s"],
    [0.26, "about 0.3 s"],
    [0.34, "about 0.3 s"],
    [0.35, "half a second"],
    [0.74, "half a second"],
    [0.75, "a second"],
    [1.49, "a second"],
    [1.5, "about 2 s"],
    [2.4, "about 2 s"],
    [9.6, "about 10 s"],
    [13, "about 15 s"],
  ]) {
    assert.equal(thinkingTime(seconds), words, String(seconds));
  }
});

test("a rating has no mark between thousands", () => {
  assert.equal(ratingText(RATING), "rating 1240 · at once");
  assert.equal(levelText("Merchant", RATING), "Merchant · 1240");
  assert.equal(botText("Merchant", RATING), "Merchant · rating 1240 · at once");
});

test("nothing is said of what was not measured", () => {
  assert.equal(levelText("Merchant", null), "Merchant");
  assert.equal(levelText("Merchant", undefined), "Merchant");
  assert.equal(botText("Merchant", null), "Merchant");
});

test("the rating that fixes the scale has no interval", () => {
  assert.equal(intervalText(RATING), "1210 to 1271");
  assert.equal(intervalText({ ...RATING, low: 1000, high: 1000 }), "");
});
