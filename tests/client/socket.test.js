import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { deflateSync } from "node:zlib";
import { TableSocket } from "../../src/ducato/client/js/net/socket.js";
import { listeners } from "./browser.js";

/** @type {FakeSocket[]} */
let sockets = [];
/** @type {string[]} */
let states = [];
/** @type {object[]} */
let received = [];
/** @type {TableSocket} */
let socket;

class FakeSocket {
  static OPEN = 1;
  readyState = 0;
  sent = [];

  constructor(url) {
    this.url = String(url);
    sockets.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }

  receive(message) {
    this.readyState = FakeSocket.OPEN;
    this.onmessage({ data: JSON.stringify(message) });
  }

  lose(code = 1006) {
    this.readyState = 3;
    this.onclose({ code });
  }
}

const newest = () => sockets.at(-1);
const fire = (name) => {
  for (const listener of listeners.get(name)) listener();
};

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  mock.method(Math, "random", () => 0);
  globalThis.WebSocket = FakeSocket;
  [sockets, states, received] = [[], [], []];
  listeners.clear();
  socket = new TableSocket(
    "/table/abc/socket?seat=1",
    (message) => received.push(message),
    (state) => states.push(state),
  );
});

test("it is open once the server has said something", () => {
  assert.equal(newest().url, "ws://localhost:8470/table/abc/socket?seat=1&lang=en&packed=1");
  assert.deepEqual(states, ["connecting"]);
  newest().receive({ type: "table" });
  newest().receive({ type: "pong" });
  assert.deepEqual(states, ["connecting", "open"]);
  assert.deepEqual(received, [{ type: "table" }]);
});

test("messages keep their order while a packed one is unpacked", async () => {
  const packed = (message) =>
    newest().onmessage({ data: new Blob([deflateSync(JSON.stringify(message))]) });
  packed({ type: "welcome", log: ["é".repeat(20_000)] });
  newest().receive({ type: "thinking" });
  packed({ type: "steps" });
  assert.deepEqual(received, []);
  while (received.length < 3) await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(
    received.map(({ type }) => type),
    ["welcome", "thinking", "steps"],
  );
  assert.equal(received[0].log[0].length, 20_000);
  newest().receive({ type: "chat" }); // and then nothing waits any more
  assert.equal(received.at(-1).type, "chat");
});

test("it tries again, each time later, and at first soon after it was open", () => {
  newest().receive({ type: "table" });
  for (const wait of [500, 1000, 2000, 4000, 8000, 16_000, 20_000, 20_000]) {
    const { length } = sockets;
    newest().lose();
    mock.timers.tick(wait - 1);
    assert.equal(sockets.length, length, `not before ${wait}`);
    mock.timers.tick(1);
    assert.equal(sockets.length, length + 1, `after ${wait}`);
  }
  assert.equal(states.at(-1), "lost");
  newest().receive({ type: "table" });
  newest().lose();
  mock.timers.tick(500);
  assert.equal(newest().readyState, 0);
});

test("it tries at once when the network is back", () => {
  newest().lose();
  fire("online");
  assert.equal(sockets.length, 2);
});

test("a crowded server is left alone, whatever happens", () => {
  newest().lose(4430);
  assert.equal(states.at(-1), "full");
  fire("online");
  mock.timers.tick(29_999);
  assert.equal(sockets.length, 1);
  mock.timers.tick(1);
  assert.equal(sockets.length, 2);
  assert.equal(states.at(-1), "full"); // until it answers
  newest().lose(4429);
  assert.equal(states.at(-1), "hurry");
});

for (const [code, state] of [
  [4404, "deleted"],
  [4410, "outdated"],
]) {
  test(`a table that is ${state} is left for good`, () => {
    newest().lose(code);
    assert.equal(states.at(-1), state);
    fire("online");
    mock.timers.tick(3_600_000);
    assert.equal(sockets.length, 1);
  });
}

test("a request is sent again with its id until it is answered", () => {
  newest().receive({ type: "welcome" });
  const id = socket.request({ type: "act", seq: 1, action: 2 });
  assert.equal(socket.waiting, true);
  newest().lose();
  mock.timers.tick(500);
  newest().receive({ type: "welcome" });
  socket.resend();
  assert.deepEqual(newest().sent, [{ type: "act", seq: 1, action: 2, id }]);
  newest().receive({ type: "accepted", id, seq: 2 });
  assert.equal(socket.waiting, false);
  socket.resend();
  assert.equal(newest().sent.length, 1);
});

test("only moves are waited for, and what needs no answer is not kept", () => {
  socket.request({ type: "hint", seq: 1 });
  socket.send({ type: "log", seq: 1 });
  assert.equal(socket.waiting, false);
  newest().receive({ type: "welcome" });
  socket.resend();
  assert.deepEqual(
    newest().sent.map(({ type }) => type),
    ["hint"],
  );
});

test("a line that answers no ping is lost, though nobody closed it", () => {
  newest().receive({ type: "welcome" });
  mock.timers.tick(20_000);
  assert.deepEqual(newest().sent, [{ type: "ping" }]);
  newest().receive({ type: "pong" });
  mock.timers.tick(8000);
  assert.equal(states.at(-1), "open");
  mock.timers.tick(12_000);
  mock.timers.tick(8000);
  assert.equal(states.at(-1), "lost");
  const { length } = sockets;
  sockets[0].lose(); // it closes late; another one is tried already
  mock.timers.tick(500);
  assert.equal(sockets.length, length + 1);
});
