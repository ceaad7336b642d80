/**
 * What a page talks to: its server or, in a page without one, the host that its first script has
 * put in the server's place (`page/js/local_host.js`).
 */

/** @typedef {import("../net/socket.js").ConnectionState} ConnectionState */
/** @typedef {import("../net/socket.js").TableSocket} TableSocket */
/**
 * connect: opens a table's connection; without it, a WebSocket does.
 * @typedef {object} Host
 * @property {(path: string, init?: RequestInit) => Promise<Response>} request like `fetch`
 * @property {(path: string) => string} address of what a server would have at the path
 * @property {(path: string) => void} go to a page
 * @property {(id: string, hear: (message: import("../net/protocol.js").ServerMessage) => void,
 *   showState: (state: ConnectionState) => void) => Link | null} [connect]
 */
/** @typedef {Pick<TableSocket, "waiting" | "request" | "send" | "resend">} Link */

/** Milliseconds after which a page that was asked for may be asked for again. */
const LONG = 20_000;
/** Settled unless the page is being left. @type {Promise<unknown>} */
let leaving = Promise.resolve();
export const leavingEnds = () => leaving;

/** @type {Host} */
const server = {
  request: (path, init) => fetch(path, init),
  address: (path) => path,
  go: (path) => {
    leaving = new Promise((ends) => {
      setTimeout(ends, LONG);
      addEventListener("pageshow", ends, { once: true }); // come back to as it was left
    });
    location.assign(path);
  },
};

/** @returns {Host} looked for at each use: the host comes after the modules that use it */
const present = () => /** @type {{ducatoHost?: Host}} */ (globalThis).ducatoHost ?? server;

/** Whether the page has a server. */
export const hasServer = () => present() === server;

/**
 * remembers: whether it knows a person again; a server does by a cookie.
 * @type {Required<Host> & {remembers: () => boolean}}
 */
export const host = {
  remembers: () => present() !== server || navigator.cookieEnabled !== false,
  request: (path, init) => present().request(path, init),
  address: (path) => present().address(path),
  go: (path) => present().go(path),
  connect: (...given) => present().connect?.(...given) ?? null,
};
