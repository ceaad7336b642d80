import assert from "node:assert/strict";
import { test } from "node:test";
import { dispatch } from "../../src/ducato/client/js/net/dispatch.js";

test("a message goes to the handler of its type, and to no other", async () => {
  const heard = [];
  const handlers = {
    table: (message) => heard.push(["table", message.table]),
    hint: async (message) => heard.push(["hint", message.seq]),
  };
  dispatch(handlers, { type: "table", table: 1 });
  await dispatch(handlers, { type: "hint", seq: 2 });
  assert.deepEqual(heard, [
    ["table", 1],
    ["hint", 2],
  ]);
});

test("what a handler returns can be waited for, and its errors are not lost", async () => {
  const failing = { hint: () => Promise.reject(new Error("broken")) };
  await assert.rejects(() => dispatch(failing, { type: "hint" }), /broken/);
});

test("a message of an unknown type is ignored", () => {
  assert.equal(dispatch({}, { type: "from the future" }), undefined);
  assert.equal(dispatch({}, { type: "toString" }), undefined);
  assert.equal(dispatch({}, { type: "constructor" }), undefined);
});
