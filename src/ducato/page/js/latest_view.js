/**
 * What the latest table shows when it is opened, kept so that a later visit sees the board at once,
 * before Python has begun.
 */

/** @typedef {import("../../client/js/net/protocol.js").ServerMessage} ServerMessage */
/**
 * text: of the kept game; version: of the page.
 * @typedef {{text: string, lang: string, version: string}} Source
 */

/** What identifies a view; the first line of a text identifies the rest. @param {Source} source */
const keyOf = ({ text, lang, version }) =>
  `${text.slice(0, text.indexOf("\n"))} ${lang} ${version}`;

export class LatestView {
  #name;
  #address;

  /** @param {string} folder the address of the folder of the page */
  constructor(folder) {
    this.#name = `ducato-view ${new URL(folder).pathname}`;
    this.#address = `${folder}view.json`;
  }

  /**
   * @param {Source} source
   * @returns {Promise<ServerMessage[]>} none unless it is the latest
   */
  async find(source) {
    try {
      const found = await (await caches.open(this.#name)).match(this.#address);
      const kept = await found?.json();
      return kept?.key === keyOf(source) ? kept.messages : [];
    } catch {
      return []; // the browser keeps nothing here
    }
  }

  /** @param {Source} source @param {ServerMessage[]} messages */
  async keep(source, messages) {
    try {
      const cache = await caches.open(this.#name);
      const content = JSON.stringify({ key: keyOf(source), messages });
      await cache.put(this.#address, new Response(content));
    } catch {} // then a later visit waits for Python
  }
}
