import assert from "node:assert/strict";
import { mock, test } from "node:test";
import "./browser.js";

class FakeSocket {
  constructor() {
    FakeSocket.opened = this;
  }

  send() {}

  receive(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

test("a message that cannot be shown keeps none of the later ones from being shown", async () => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const reported = mock.fn();
  Object.assign(globalThis, { WebSocket: FakeSocket, reportError: reported });
  const { startListening } = await import("../../src/ducato/client/js/net/connection.js");
  const received = [];
  FakeSocket.opened.receive({ type: "thinking" });
  startListening({
    receive: async ({ type }) => {
      received.push(type);
      if (type === "chart") throw new Error("the module of the chart cannot be loaded");
    },
    showConnection: () => {},
  });
  FakeSocket.opened.receive({ type: "chart" });
  FakeSocket.opened.receive({ type: "steps" });
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(received, ["thinking", "chart", "steps"]);
  assert.equal(reported.mock.callCount(), 1);
});
