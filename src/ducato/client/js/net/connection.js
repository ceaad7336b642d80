/**
 * The connection of this page to its table. Messages are handled one after the other, even though
 * the first has to wait until the page has its texts and drawings.
 *
 * The page loads this module by itself, before its large script: the table is on its way while that
 * arrives. So it imports little, and nothing that keeps a state which the page shares.
 */

import { host } from "../state/host.js";
import { contribution } from "./entropy.js";
import { TableSocket } from "./socket.js";

/** @typedef {import("./protocol.js").ServerMessage} ServerMessage */
/** @typedef {import("./socket.js").ConnectionState} ConnectionState */
/**
 * @typedef {object} Listener
 * @property {(message: ServerMessage) => unknown} receive
 * @property {(link: ConnectionState) => void} showConnection called at first, and whenever the
 *   state of the connection changes
 */

const { table = "", seat = "" } = document.body.dataset;
/** The id of the table. */
export const id = table;

/** @type {Listener | null} */
let listener = null;
/** @type {ConnectionState} */
let link = "connecting";
let begin = () => {};
/** @type {Promise<unknown>} */
let inbox = new Promise((resolve) => {
  begin = () => resolve(undefined);
});

/** @param {ServerMessage} message */
function hear(message) {
  // Bypass the inbox: the game waits for this while the page is still loading.
  contribute(message);
  // A message that cannot be shown keeps none of the later ones from being shown.
  inbox = inbox.then(() => listener?.receive(message)).catch(reportError);
}

/** @param {ConnectionState} now */
function showState(now) {
  link = now;
  listener?.showConnection(link);
}

/** @type {import("../state/host.js").Link} */
export const connection =
  host.connect(id, hear, showState) ??
  new TableSocket(
    `/table/${encodeURIComponent(id)}/socket${seat && `?seat=${seat}`}`,
    hear,
    showState,
  );

/** The ids of our contributions to chance. @type {Set<string>} */
const contributions = new Set();
/** Whether the latest contribution has no answer yet. */
let unanswered = false;

/** @param {ServerMessage} message */
function contribute(message) {
  if ("id" in message && contributions.has(message.id)) unanswered = false;
  const value = unanswered ? null : contribution(message);
  if (value === null) return;
  unanswered = true;
  contributions.add(connection.request({ type: "entropy", value }));
}

/**
 * @param {string} request its id
 * @returns {boolean} whether the page made it by itself, so that people do not know of it
 */
export const isAutomatic = (request) => contributions.has(request);

/**
 * Deliver what has arrived, and whatever arrives from now on.
 *
 * @param {Listener} to
 */
export function startListening(to) {
  listener = to;
  to.showConnection(link);
  begin();
}
