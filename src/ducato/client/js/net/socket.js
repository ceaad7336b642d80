/**
 * The WebSocket of a table. It reconnects without limit: with growing delays, and at once when the
 * network or the tab comes back. An unanswered request is sent again with its old id, so that the
 * server applies it only once.
 */

import { language } from "../state/strings.js";

/** @typedef {import("./protocol.js").ServerMessage} ServerMessage */
/** @typedef {import("./protocol.js").Request} Request */
/** @typedef {import("./protocol.js").OneWay} OneWay */
/**
 * @typedef {"connecting" | "open" | "lost" | "hurry" | "full" | "deleted" | "outdated"
 *   } ConnectionState
 */

/** Requests after which nothing else can be done until they are answered. */
const BLOCKING = ["act", "undo", "ready", "auto_responses"];

const PING_EVERY = 20_000;
/**
 * Must be shorter than PING_EVERY: a ping without an answer in this time means the connection is
 * dead.
 */
const PONG_WITHIN = 8_000;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 20_000;
/**
 * Codes by which the server says that too much comes from here. It would only come back to the same
 * answer at once, so it waits, whatever happens meanwhile. @type {Record<number, ConnectionState>}
 */
const CROWDED = { 4429: "hurry", 4430: "full" };
const CROWDED_WAIT = 30_000;
/** Codes after which coming back would change nothing. @type {Record<number, ConnectionState>} */
const FINAL = { 4404: "deleted", 4410: "outdated" };

/**
 * @param {string | Blob} data a message as text, or packed
 * @returns {Promise<ServerMessage>}
 */
const unpack = async (data) =>
  typeof data === "string"
    ? JSON.parse(data)
    : new Response(data.stream().pipeThrough(new DecompressionStream("deflate"))).json();

export class TableSocket {
  /** @type {WebSocket | null} */
  #socket = null;
  #waits = 0;
  /** Whether nothing may shorten the wait. */
  #patient = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #deadline;
  /**
   * Requests without an answer, by id, in the order they were made.
   * @type {Map<string, Request>}
   */
  #unanswered = new Map();

  /**
   * @param {string} path of the socket, with the seat but without the language
   * @param {(message: ServerMessage) => void} hear
   * @param {(state: ConnectionState) => void} showState
   */
  constructor(path, hear, showState) {
    this.path = path;
    this.hear = hear;
    this.showState = showState;
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.#hurry());
    setInterval(() => this.#ping(), PING_EVERY);
    this.#open();
  }

  /** Whether a move asked of the server has no answer yet. */
  get waiting() {
    return [...this.#unanswered.values()].some(({ type }) => BLOCKING.includes(type));
  }

  /**
   * @param {Request} request kept until it is answered
   * @returns {string} the id by which it is answered
   */
  request(request) {
    // The browser offers randomUUID only with https or localhost.
    const id = crypto.randomUUID?.() ?? `${Math.random()}-${Math.random()}`;
    this.#unanswered.set(id, request);
    this.#send({ ...request, id });
    return id;
  }

  /** @param {OneWay} message dropped while the connection is lost */
  send(message) {
    this.#send(message);
  }

  /** Send all unanswered requests again; to be called after the welcome of the server. */
  resend() {
    for (const [id, request] of this.#unanswered) this.#send({ ...request, id });
  }

  /** @param {object} message */
  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #open() {
    clearTimeout(this.#retry);
    if (!this.#patient) this.showState(this.#waits ? "lost" : "connecting");
    const url = new URL(this.path, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.searchParams.set("lang", language());
    if ("DecompressionStream" in globalThis) url.searchParams.set("packed", "1");
    const socket = new WebSocket(url);
    this.#socket = socket;
    // Not on open: a server that refuses the connection opens it, too, to give the reason, and may
    // reject it in words before it closes it.
    let heard = false;
    const hear = (/** @type {ServerMessage} */ message) => {
      if (!heard && message.type !== "rejected") {
        heard = true;
        this.#waits = 0;
        this.#patient = false;
        this.showState("open");
      }
      if ("id" in message) this.#unanswered.delete(message.id);
      if (message.type !== "pong") this.hear(message);
    };
    /** The message that is being unpacked; all after it wait. @type {Promise<void> | null} */
    let unpacking = null;
    socket.onmessage = ({ data }) => {
      clearTimeout(this.#deadline);
      if (!unpacking && typeof data === "string") return hear(JSON.parse(data));
      const last = Promise.all([unpack(data), unpacking]).then(([message]) => {
        if (unpacking === last) unpacking = null;
        if (socket === this.#socket) hear(message);
      });
      unpacking = last;
    };
    socket.onclose = ({ code }) => this.#lost(socket, code);
  }

  /**
   * @param {WebSocket} socket the one that closed; older ones are ignored
   * @param {number} [code] why it closed
   */
  #lost(socket, code = 0) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    clearTimeout(this.#deadline);
    const crowded = CROWDED[code];
    this.#patient = code in CROWDED || code in FINAL;
    if (code in FINAL) {
      this.showState(FINAL[code]);
      return;
    }
    this.showState(crowded ?? "lost");
    // Add up to half of it at random, so that not all clients reach a restarted server at the
    // same time.
    const least = crowded ? CROWDED_WAIT : Math.min(FIRST_WAIT * 2 ** this.#waits++, LONGEST_WAIT);
    this.#retry = setTimeout(() => this.#open(), least * (1 + Math.random() / 2));
  }

  /** Try now instead of at the end of the wait; ping if the connection seems to be open. */
  #hurry() {
    if (this.#socket) this.#ping();
    else if (!this.#patient) this.#open();
  }

  #ping() {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#send({ type: "ping" });
    const socket = this.#socket;
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => {
      // close() would wait for the other side, which is gone: treat the connection as lost now.
      socket.close();
      this.#lost(socket);
    }, PONG_WITHIN);
  }
}
