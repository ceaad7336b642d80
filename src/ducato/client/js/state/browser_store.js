/** A database of this browser with one kind of objects (IndexedDB). */

/** What is said to be kept is on the disk. @type {IDBTransactionOptions} */
const STRICT = { durability: "strict" };

export class BrowserStore {
  /** @type {Promise<IDBDatabase> | undefined} */
  #opened;

  /**
   * @param {string} name of the database
   * @param {string} store
   * @param {(database: IDBDatabase) => void} make the store
   */
  constructor(name, store, make) {
    this.name = name;
    this.store = store;
    this.make = make;
  }

  /** @returns {Promise<IDBDatabase>} */
  #open() {
    this.#opened ??= new Promise((done, fail) => {
      const asked = indexedDB.open(this.name, 1);
      asked.onupgradeneeded = () => this.make(asked.result);
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => fail(asked.error);
      asked.onblocked = () => fail(new Error("blocked"));
    });
    return this.#opened;
  }

  /** @param {IDBTransactionMode} mode */
  async begin(mode) {
    const database = await this.#open();
    // Whoever deletes the database need not wait for this page.
    database.onversionchange = () => {
      database.close();
      this.#opened = undefined;
    };
    return database.transaction(this.store, mode, STRICT);
  }

  /**
   * @template T
   * @param {IDBTransactionMode} mode
   * @param {(store: IDBObjectStore) => IDBRequest<T>} act
   * @returns {Promise<T>}
   */
  async within(mode, act) {
    const transaction = await this.begin(mode);
    const asked = act(transaction.objectStore(this.store));
    return new Promise((done, fail) => {
      transaction.oncomplete = () => done(asked.result);
      transaction.onabort = transaction.onerror = () => fail(transaction.error ?? asked.error);
    });
  }
}
