/**
 * The line of this page to its table. What comes in is heard one message after the other, even
 * though the first has to wait for texts and sprite, and for whoever listens.
 */

import { loadSprite } from "../board/sprite.js";
import { loadStrings } from "../state/strings.js";
import { state } from "../state/table_state.js";
import { contribution } from "./entropy.js";
import { TableSocket } from "./socket.js";

/** @typedef {import("./protocol.js").ServerMessage} ServerMessage */
/**
 * @typedef {{hear: (message: ServerMessage) => void | Promise<void>, showConnection: () => void}}
 *   Listener
 */

const { table = "", seat = "", game = "" } = document.body.dataset;
export const id = table;

/** @type {Listener | null} */
let listener = null;
const drawn = Promise.all([loadStrings(), loadSprite(game)]);
let begin = () => {};
/** @type {Promise<void>} */
let inbox = new Promise((done) => {
  begin = done;
});

export const connection = new TableSocket(
  `/table/${encodeURIComponent(id)}/socket${seat && `?seat=${seat}`}`,
  (message) => {
    // At once: the game waits for it, while this page still loads what it draws with.
    contribute(message);
    inbox = inbox.then(() => listener?.hear(message));
  },
  (now) => {
    state.connection = now;
    listener?.showConnection();
  },
);

/** The requests by which this page contributed to the chance. @type {Set<string>} */
const contributing = new Set();
/** Whether one of them has no answer yet. */
let unanswered = false;

/** @param {ServerMessage} message */
function contribute(message) {
  if ("id" in message && contributing.has(message.id)) unanswered = false;
  const value = unanswered ? null : contribution(message);
  if (value === null) return;
  unanswered = true;
  contributing.add(connection.request({ type: "entropy", value }));
}

/**
 * @param {string} request
 * @returns {boolean} whether it was made by this page on its own, and people do not know of it
 */
export const isAutomatic = (request) => contributing.has(request);

/** @param {Listener} who hears all that has come, and all that comes */
export async function openConnection(who) {
  await drawn;
  listener = who;
  who.showConnection();
  begin();
}
