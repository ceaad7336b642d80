/**
 * What a page talks to: its server or, in a page without one, the host that was put here before the
 * page's own script (`page/js/local_host.js`).
 */

/** @typedef {import("./socket.js").TableSocket} TableSocket */
/**
 * connect: opens a table's connection; without it, a WebSocket does.
 * @typedef {object} Host
 * @property {(path: string, init?: RequestInit) => Promise<Response>} request like `fetch`
 * @property {(path: string) => string} address of what a server would have at the path
 * @property {(path: string) => void} go to a page
 * @property {(id: string, hear: (message: import("./protocol.js").ServerMessage) => void,
 *   showState: (state: import("./socket.js").ConnectionState) => void) => Link} [connect]
 */
/** @typedef {Pick<TableSocket, "waiting" | "request" | "send" | "resend">} Link */

/** @type {Host} */
const server = {
  request: (path, init) => fetch(path, init),
  address: (path) => path,
  go: (path) => location.assign(path),
};

/** @type {Host} */
export const host = /** @type {{ducatoHost?: Host}} */ (globalThis).ducatoHost ?? server;
