/**
 * The games that this browser keeps, in IndexedDB. Pages of one origin below different paths keep
 * theirs apart.
 */

/**
 * A game in the list; as the host writes it (`local_table.py`).
 * @typedef {{id: string, game: string, names: string[], own: number[], to_move: string | null,
 *   your_turn: boolean, updated: number, finished: boolean}} Entry
 */
/** @typedef {{id: string, entry: Entry, text: string}} Kept */

const STORE = "games";

/** What is kept where nothing can be: until the page is left. @type {Map<string, Kept>} */
const unsaved = new Map();

/** @type {Promise<IDBDatabase> | undefined} */
let opened;

/** @param {string} folder the address of the folder of the page */
const open = (folder) => {
  opened ??= new Promise((done, fail) => {
    const asked = indexedDB.open(`ducato ${new URL(folder).pathname}`, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "id" });
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
    asked.onblocked = () => fail(new Error("blocked"));
  });
  return opened;
};

/**
 * @template T
 * @param {string} folder
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} act
 * @returns {Promise<T>}
 */
async function within(folder, mode, act) {
  const transaction = (await open(folder)).transaction(STORE, mode, { durability: "strict" });
  const asked = act(transaction.objectStore(STORE));
  return new Promise((done, fail) => {
    transaction.oncomplete = () => done(asked.result);
    transaction.onabort = transaction.onerror = () => fail(transaction.error ?? asked.error);
  });
}

export class KeptGames {
  /** @param {string} folder the address of the folder of the page */
  constructor(folder) {
    this.folder = folder;
  }

  /**
   * Keep a game.
   * @param {Kept} game
   * @returns {Promise<"kept" | "full" | "denied">} what became of it; it is not lost in any case,
   *   as long as the page is open
   */
  async keep(game) {
    unsaved.set(game.id, game);
    try {
      await within(this.folder, "readwrite", (store) => store.put(game));
      unsaved.delete(game.id);
      return "kept";
    } catch (error) {
      const name = error instanceof Error || error instanceof DOMException ? error.name : "";
      return name === "QuotaExceededError" ? "full" : "denied";
    }
  }

  /** @param {string} id @returns {Promise<Kept | null>} */
  async find(id) {
    const here = unsaved.get(id);
    if (here) return here;
    const found = await within(this.folder, "readonly", (store) => store.get(id)).catch(() => null);
    return found ?? null;
  }

  /** @returns {Promise<Kept[]>} all games, the latest first */
  async all() {
    /** @type {Kept[]} */
    const kept = await within(this.folder, "readonly", (store) => store.getAll()).catch(() => []);
    return kept.sort((one, other) => other.entry.updated - one.entry.updated);
  }

  /** @param {string} id */
  async drop(id) {
    unsaved.delete(id);
    await within(this.folder, "readwrite", (store) => store.delete(id)).catch(() => null);
  }

  /** Ask the browser not to clear what is kept when space runs short. */
  async persist() {
    await navigator.storage?.persist?.().catch(() => false);
  }
}
