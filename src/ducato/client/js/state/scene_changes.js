/**
 * Decodes scenes as the server sends them: usual values are left out, and after the first scene
 * only changes are sent. A piece that did not change stays the same object.
 */

/** @typedef {import("../net/protocol.js").Scene} Scene */
/** @typedef {import("../net/protocol.js").View} View */
/** @typedef {import("../net/protocol.js").SentScene} SentScene */
/** @typedef {import("../net/protocol.js").SentArea} SentArea */
/** @typedef {import("../net/protocol.js").SentPiece} SentPiece */
/** @typedef {import("../net/protocol.js").SentView} SentView */

const AREA = {
  title: "",
  parent: null,
  owner: null,
  role: /** @type {const} */ ("board"),
  height: null,
  backdrop: null,
};
const FACE = {
  title: "",
  corner: "",
  glyphs: [],
  tone: /** @type {const} */ ("paper"),
  lines: [],
  count: null,
  back: false,
  turned: false,
  shape: null,
  art: null,
  unit: "",
  reward: "",
  needs: [],
  chips: [],
  muted: false,
  owners: [],
};
const PIECE = { order: 0, actions: [], x: null, y: null, path: [], potential: [], times: [] };

/** @param {SentArea} area @returns {import("../net/protocol.js").Area} */
const wholeArea = (area) => ({ ...AREA, ...area });

/**
 * @param {SentPiece["face"]} face
 * @returns {import("../net/protocol.js").Face}
 */
export const completeFace = (face) => ({ ...FACE, ...face });

/** @param {SentPiece} piece @returns {import("../net/protocol.js").Piece} */
const wholePiece = (piece) => ({ ...PIECE, ...piece, face: completeFace(piece.face) });

/** @param {SentScene} scene @returns {Scene} */
export const completeScene = ({ areas, pieces, numbers = [] }) => ({
  areas: areas.map(wholeArea),
  pieces: pieces.map(wholePiece),
  numbers,
});

/**
 * @template {{id: string}} Thing
 * @template {{id: string}} Sent
 * @param {Thing[]} before
 * @param {import("../net/protocol.js").Changed<Sent> | undefined} changes
 * @param {(sent: Sent) => Thing} complete
 * @returns {Thing[]}
 */
function changed(before, changes, complete) {
  const { removed = [], put = [] } = changes ?? {};
  if (removed.length + put.length === 0) return before;
  const left = new Set([...removed, ...put.map(([, thing]) => thing.id)]);
  const now = before.filter((thing) => !left.has(thing.id));
  for (const [at, thing] of put) now.splice(at, 0, complete(thing));
  return now;
}

export class ViewDecoder {
  /** What this screen was sent last. @type {Scene} */
  #scene = { areas: [], pieces: [], numbers: [] };

  /**
   * @param {SentView} view the next one that was sent
   * @returns {View}
   */
  decode({ scene, changes, ...others }) {
    this.#scene = scene
      ? completeScene(scene)
      : {
          areas: changed(this.#scene.areas, changes?.areas, wholeArea),
          pieces: changed(this.#scene.pieces, changes?.pieces, wholePiece),
          numbers: this.#scene.numbers,
        };
    return { ...others, scene: this.#scene };
  }
}
