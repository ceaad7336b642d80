/**
 * The games that this browser keeps, in IndexedDB. Pages of one origin below different paths keep
 * theirs apart.
 */

import { BrowserStore } from "../../client/js/state/browser_store.js";

/**
 * A game in the list; as the host writes it (`local_table.py`).
 * @typedef {{id: string, game: string, names: string[], own: number[], to_move: string[],
 *   your_turn: boolean, updated: number, finished: boolean, steps?: number, source?: string |
 *   null}} Entry
 */
/**
 * A game as it is kept; stamp: which tab wrote it, and when.
 * @typedef {{id: string, entry: Entry, text: string, stamp?: string}} Kept
 */

const STORE = "games";
/** What is kept where nothing can be: until the page is left. @type {Map<string, Kept>} */
const unsaved = new Map();

/** An error if another tab has written a game since this one has read it. */
class WrittenElsewhere extends Error {}

export class KeptGames {
  /** The stamps with which this tab has read or written games. @type {Map<string, string>} */
  #stamps = new Map();
  #store;

  /** @param {string} folder the address of the folder of the page */
  constructor(folder) {
    this.#store = new BrowserStore(`ducato ${new URL(folder).pathname}`, STORE, (database) =>
      database.createObjectStore(STORE, { keyPath: "id" }),
    );
  }

  /**
   * Keep a game.
   * @param {Kept} game
   * @returns {Promise<"kept" | "full" | "denied" | "elsewhere">} what became of it; it is not lost
   *   in any case, as long as the page is open. If another tab has gone on with the game, it is not
   *   written.
   */
  async keep(game) {
    unsaved.set(game.id, game);
    const stamp = `${Date.now()} ${Math.random()}`;
    try {
      await this.#write({ ...game, stamp });
      unsaved.delete(game.id);
      this.#stamps.set(game.id, stamp);
      return "kept";
    } catch (error) {
      if (error instanceof WrittenElsewhere) {
        unsaved.delete(game.id);
        return "elsewhere";
      }
      const name = error instanceof Error || error instanceof DOMException ? error.name : "";
      return name === "QuotaExceededError" ? "full" : "denied";
    }
  }

  /** Write a game, unless another tab has. @param {Kept} game */
  async #write(game) {
    const transaction = await this.#store.begin("readwrite");
    const store = transaction.objectStore(STORE);
    const found = store.get(game.id);
    /** @type {unknown} */
    let wrong = null;
    found.onsuccess = () => {
      try {
        const stamp = found.result?.stamp;
        if (stamp !== undefined && stamp !== this.#stamps.get(game.id))
          throw new WrittenElsewhere();
        store.put(game).onerror = ({ target }) => {
          wrong = target instanceof IDBRequest ? target.error : null;
        };
      } catch (error) {
        wrong = error;
        transaction.abort();
      }
    };
    await new Promise((done, fail) => {
      transaction.oncomplete = done;
      transaction.onabort = () => fail(wrong ?? transaction.error);
    });
  }

  /** @param {string} id @returns {Promise<Kept | null>} */
  async find(id) {
    const here = unsaved.get(id);
    if (here) return here;
    const found = await this.#store.within("readonly", (store) => store.get(id)).catch(() => null);
    this.#stamps.set(id, found?.stamp ?? "");
    return found ?? null;
  }

  /** @param {string} id @returns {Promise<boolean>} */
  async has(id) {
    if (unsaved.has(id)) return true;
    return this.#store.within("readonly", (store) => store.count(id)).then(Boolean, () => true);
  }

  /** @returns {Promise<Kept[]>} all games, the latest first */
  async all() {
    /** @type {Kept[]} */
    const kept = await this.#store.within("readonly", (store) => store.getAll()).catch(() => []);
    return kept.sort((one, other) => other.entry.updated - one.entry.updated);
  }

  /** @param {string} id */
  async drop(id) {
    unsaved.delete(id);
    await this.#store.within("readwrite", (store) => store.delete(id)).catch(() => null);
  }

  /** Ask the browser not to clear what is kept when space runs short. */
  async persist() {
    await navigator.storage?.persist?.().catch(() => false);
  }
}
