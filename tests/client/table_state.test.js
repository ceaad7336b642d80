import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import * as owner from "../../src/ducato/client/js/state/table_state.js";

const { state } = owner;
const view = (seq) => ({ seq });

beforeEach(() => {
  owner.restartFrom(view(0));
  owner.setShown(view(0));
});

test("a view that is received is the newest, and ends a bot's thinking", () => {
  owner.setThinking(1);
  const next = view(5);
  owner.receiveView(next);
  assert.equal(state.newest, next);
  assert.equal(state.thinking, null);
  assert.equal(state.shown?.seq, 0); // until the board has drawn it
});

test("steps without a view leave the newest one as it is", () => {
  const { newest } = state;
  owner.setThinking(1);
  owner.receiveView(null);
  assert.equal(state.newest, newest);
  assert.equal(state.thinking, null);
});

test("a move waits for its own step, until the game goes on from elsewhere", () => {
  owner.acceptMove(9);
  owner.receiveView(view(8));
  assert.equal(state.awaited, 9);
  owner.restartFrom(view(3)); // after an undo there may be fewer steps
  assert.equal(state.awaited, 0);
});

test("a hint is awaited until it is answered or another view is shown", () => {
  owner.awaitHint("id-1");
  owner.settleHint("id-2");
  assert.equal(state.hintRequest, "id-1");
  owner.settleHint("id-1");
  assert.equal(state.hintRequest, null);
  owner.awaitHint("id-3");
  owner.setShown(view(1));
  assert.equal(state.hintRequest, null);
});

test("every other part has one setter", () => {
  for (const [setter, part, value] of [
    [owner.setTable, "table", { id: "abc" }],
    [owner.setThinking, "thinking", 2],
    [owner.setPlaying, "playing", true],
    [owner.setMoving, "moving", true],
    [owner.setDelayed, "delayed", true],
    [owner.setPassScreen, "passScreen", { seat: 1 }],
    [owner.setReplay, "replay", { at: 1 }],
    [owner.setConnection, "connection", "open"],
  ]) {
    const before = { ...state };
    setter(value);
    assert.deepEqual(state, { ...before, [part]: value });
  }
});
