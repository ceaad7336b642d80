/**
 * The host of a page without a server: files lie beside the page, and all that a server would
 * answer is asked of a worker.
 */

import { address } from "./addresses.js";
import { folderOf, workerOf } from "./files.js";

/** @typedef {import("../../client/js/net/protocol.js").ServerMessage} ServerMessage */
/** @typedef {import("../../client/js/net/socket.js").ConnectionState} ConnectionState */
/** @typedef {import("./latest_view.js").LatestView} LatestView */
/** @typedef {import("../../client/js/state/host.js").Link} Link */
/** @typedef {{received?: number, kind: string} & Record<string, any>} Report */

/** Paths of which a server's answers lie beside the page, as files. */
const FILES = /^\/(strings|games|rules|static|art\.svg|api\/games)\b/;
/** Requests after which nothing else can be done until they are answered. */
const BLOCKING = ["act", "undo", "ready", "auto_responses"];
const NOTHING = { status: 404 };
/** Where a page notes the table that it takes from another tab when it is loaded anew. */
const TAKEN = "ducato.taken";

/** Whether this tab took a table just before it was loaded anew. @param {string} id */
function wasTaken(id) {
  try {
    const taken = sessionStorage.getItem(TAKEN) === id;
    sessionStorage.removeItem(TAKEN);
    return taken;
  } catch {
    return false; // a frame without storage shares no table with other tabs
  }
}

const language = () => document.body.dataset.lang ?? "en";

/** @param {unknown} data @param {number} status */
const answered = (data, status) =>
  new Response(typeof data === "string" ? data : JSON.stringify(data), { status });

const version = () => document.body.dataset.version ?? "";

/** The connection to a table in the worker. @implements {Link} */
class LocalLink {
  /** Requests without an answer, by id. @type {Map<string, {type: string}>} */
  #unanswered = new Map();

  /** @param {(message: object) => void} post */
  constructor(post) {
    this.post = post;
  }

  /** Whether a move has no answer yet. */
  get waiting() {
    return [...this.#unanswered.values()].some(({ type }) => BLOCKING.includes(type));
  }

  /** @param {import("../../client/js/net/protocol.js").Request} request */
  request(request) {
    const id = crypto.randomUUID?.() ?? `${Math.random()}-${Math.random()}`;
    this.#unanswered.set(id, request);
    this.send({ ...request, id });
    return id;
  }

  /** @param {object} message */
  send(message) {
    this.post({ kind: "message", text: JSON.stringify(message) });
  }

  /** Nothing is lost on the way to a worker. */
  resend() {}

  /** @param {ServerMessage} message */
  note(message) {
    if ("id" in message) this.#unanswered.delete(message.id);
  }
}

export class LocalHost {
  /** @type {Worker | null} */
  #worker = null;
  /** Requests to the worker without an answer. @type {((reported: Report) => void)[]} */
  #calls = [];
  /** @type {{link: LocalLink, hear: (message: ServerMessage) => void, showState: (state:
   *   ConnectionState) => void} | null} */
  #table = null;
  /** What was shown before the worker opened the table, to be shown once. @type {string[]} */
  #before = [];
  /** @type {Promise<ServerMessage[]>} */
  #view = Promise.resolve([]);
  address = address;

  /**
   * @param {(reported: Report) => void} report hears of progress and of what goes wrong
   * @param {(path: string) => void} go shows a table without leaving the page, if it can
   */
  constructor(report, go) {
    this.report = report;
    this.go = go;
  }

  /** Load Python, unless it is there or on its way. */
  start() {
    if (this.#worker) return this.#worker;
    const worker = workerOf(`${folderOf(document.baseURI)}static/js/page/worker.js`);
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = () => this.report({ kind: "failed", reason: "worker" });
    this.#worker = worker;
    return worker;
  }

  /** @param {Report} reported */
  #hear(reported) {
    if (reported.kind === "message") {
      if (this.#before.length && this.#before.shift() === JSON.stringify(reported.message)) return;
      this.#before = [];
      this.#view = Promise.resolve([]);
      this.#table?.link.note(reported.message);
      this.#table?.hear(reported.message);
    } else if (reported.kind === "opened") this.#table?.showState("open");
    else if (typeof reported.call === "number") this.#calls[reported.call]?.(reported);
    if (reported.kind === "lost" && reported.why !== "elsewhere")
      this.#table?.showState(reported.why);
    this.report(reported);
  }

  /**
   * Look for what a kept table shows, to show it before the worker is there.
   * @param {LatestView} latest
   * @param {string} text of the kept game
   */
  look(latest, text) {
    this.#view = latest.find({ text, lang: language(), version: version() });
  }

  /** Show what was found, unless the worker was faster. */
  async #showView() {
    const view = this.#view;
    const messages = await view;
    if (view !== this.#view || !messages.length) return;
    this.#before = messages.map((message) => JSON.stringify(message));
    this.#table?.showState("open");
    for (const message of messages) this.#table?.hear(message);
    this.report({ kind: "shown" });
  }

  /** Go on with a table that another tab has. @param {string} id */
  take(id) {
    sessionStorage.setItem(TAKEN, id);
    location.reload();
  }

  /**
   * @param {object} message
   * @returns {Promise<Report>}
   */
  #ask(message) {
    return new Promise((done) => {
      const call = this.#calls.push(done) - 1;
      this.report({ kind: "asked" });
      this.start().postMessage({ call, lang: language(), ...message });
    });
  }

  /**
   * @param {string} path
   * @param {RequestInit} [init]
   * @returns {Promise<Response>}
   */
  async request(path, init = {}) {
    const bare = path.split("?", 1)[0] ?? "";
    if (init.method === "POST") {
      const { body = "{}" } = init;
      const asked = path.replace(/[?&]lang=\w+/, "");
      const reported = await this.#ask({ kind: "request", path: asked, body });
      return answered(reported.data ?? {}, reported.status ?? 500);
    }
    const [, first, table, part] = bare.split("/");
    if (first === "table" && part === "record") {
      const reported = await this.#ask({ kind: "record", table });
      return answered(reported.data, reported.status ?? 404);
    }
    return FILES.test(bare) ? fetch(address(path)) : new Response("null", NOTHING);
  }

  /**
   * @param {string} id
   * @param {(message: ServerMessage) => void} hear
   * @param {(state: ConnectionState) => void} showState
   * @returns {Link}
   */
  connect(id, hear, showState) {
    const worker = this.start();
    const link = new LocalLink((message) => worker.postMessage(message));
    this.#table = { link, hear, showState };
    const steal = wasTaken(id);
    worker.postMessage({ kind: "open", table: id, lang: language(), steal, version: version() });
    void this.#showView();
    return link;
  }
}
