/**
 * Scenes as they come over the line: whatever has its usual value is left out, and of what this screen
 * has seen before, only the changes are told. A piece that did not change stays the same object.
 */

/** @typedef {import("../net/protocol.js").Scene} Scene */
/** @typedef {import("../net/protocol.js").View} View */
/** @typedef {import("../net/protocol.js").SentScene} SentScene */
/** @typedef {import("../net/protocol.js").SentPlace} SentPlace */
/** @typedef {import("../net/protocol.js").SentPiece} SentPiece */
/** @typedef {import("../net/protocol.js").SentView} SentView */

const PLACE = { title: "", parent: null, owner: null, role: /** @type {const} */ ("board"), height: null, backdrop: null };
const FACE = { title: "", corner: "", glyphs: [], tone: /** @type {const} */ ("paper"), lines: [], count: null, back: false, turned: false, shape: null };
const PIECE = { order: 0, actions: [], x: null, y: null, path: [], would: [] };

/** @param {SentPlace} place @returns {import("../net/protocol.js").Place} */
const wholePlace = (place) => ({ ...PLACE, ...place });

/** @param {SentPiece} piece @returns {import("../net/protocol.js").Piece} */
const wholePiece = (piece) => ({ ...PIECE, ...piece, face: { ...FACE, ...piece.face } });

/** @param {SentScene} scene @returns {Scene} */
export const whole = ({ places, pieces }) => ({ places: places.map(wholePlace), pieces: pieces.map(wholePiece) });

/**
 * @template {{id: string}} Thing
 * @template {{id: string}} Sent
 * @param {Thing[]} before
 * @param {import("../net/protocol.js").Changed<Sent> | undefined} changes
 * @param {(sent: Sent) => Thing} complete
 * @returns {Thing[]}
 */
function changed(before, changes, complete) {
  const { gone = [], put = [] } = changes ?? {};
  if (gone.length + put.length === 0) return before;
  const left = new Set([...gone, ...put.map(([, thing]) => thing.id)]);
  const now = before.filter((thing) => !left.has(thing.id));
  for (const [at, thing] of put) now.splice(at, 0, complete(thing));
  return now;
}

export class Sight {
  /** What this screen was sent last. @type {Scene} */
  #scene = { places: [], pieces: [] };

  /**
   * @param {SentView} view the next one that was sent
   * @returns {View}
   */
  take({ scene, changes, ...others }) {
    this.#scene = scene ? whole(scene) : {
      places: changed(this.#scene.places, changes?.places, wholePlace),
      pieces: changed(this.#scene.pieces, changes?.pieces, wholePiece),
    };
    return { ...others, scene: this.#scene };
  }
}
