/**
 * The line of this page to its table. What comes in is heard one message after the other, even though
 * the first has to wait for texts and sprite, and for whoever listens.
 */

import { now } from "./now.js";
import { Link } from "./socket.js";
import { loadSprite } from "./sprite.js";
import { loadStrings } from "./strings.js";

/** @typedef {import("./types.js").ServerMessage} ServerMessage */
/** @typedef {{hear: (message: ServerMessage) => void | Promise<void>, showLine: () => void}} Listener */

const { table = "", seat = "", game = "" } = document.body.dataset;
export const id = table;

/** @type {Listener | null} */
let listener = null;
const drawn = Promise.all([loadStrings(), loadSprite(game)]);
let begin = () => {};
/** @type {Promise<void>} */
let inbox = new Promise((done) => { begin = done; });

export const link = new Link(`/table/${encodeURIComponent(id)}/socket${seat && `?seat=${seat}`}`,
  (message) => void (inbox = inbox.then(() => listener?.hear(message))),
  (state) => {
    now.line = state;
    listener?.showLine();
  });

/** @param {Listener} who hears all that has come, and all that comes */
export async function listenToLine(who) {
  await drawn;
  listener = who;
  who.showLine();
  begin();
}
