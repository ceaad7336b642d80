/**
 * The scene as nodes of the page. Each piece keeps its node by its id from one scene to the next, and
 * is drawn again only when its face has changed; so an update costs what has changed, and focus and
 * animations survive it.
 *
 * The node of a piece is a list item; within it is a button while the piece can be clicked, else an image.
 */

import { arrange, html, svg } from "./dom.js";
import { draw } from "./faces.js";
import { Places } from "./places.js";

/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {import("./types.js").Scene} Scene */

/**
 * @typedef {object} Entry a piece and its nodes
 * @property {Piece} piece
 * @property {HTMLLIElement} node
 * @property {HTMLElement} body the button or the image
 * @property {SVGSVGElement} drawing
 * @property {string} key what the drawing was made from
 */

/** @typedef {{changed: Entry[]}} Changes pieces that stayed and look different */

export class Board {
  /** @type {Map<string, Entry>} */
  entries = new Map();

  /** @param {Record<"own" | "others" | "aside" | "board", HTMLElement>} areas */
  constructor(areas) {
    this.areas = areas;
    this.places = new Places(areas);
  }

  /**
   * Draws the dice that have changed, before anything else moves.
   * @param {Scene} scene the coming one
   * @returns {Entry[]} the dice that were rolled
   */
  redrawDice(scene) {
    return scene.pieces.flatMap((piece) => {
      const entry = piece.kind === "die" ? this.entries.get(piece.id) : undefined;
      return entry && this.#redraw(entry, piece) ? [entry] : [];
    });
  }

  /**
   * @param {Scene} scene
   * @param {boolean} live whether pieces can be clicked
   * @returns {Changes}
   */
  show(scene, live) {
    this.places.show(scene.places);
    /** @type {Map<string, Entry>} */
    const entries = new Map();
    /** @type {Map<string, Entry[]>} */
    const inside = new Map(scene.places.map((place) => [place.id, []]));
    /** @type {Entry[]} */
    const changed = [];
    for (const piece of scene.pieces) {
      const before = this.entries.get(piece.id);
      const entry = before ?? this.#make(piece);
      if (this.#redraw(entry, piece) && before) changed.push(entry);
      this.#dress(entry, piece, live);
      entries.set(piece.id, entry);
      inside.get(piece.place)?.push(entry);
    }
    for (const [id, entry] of this.entries) if (!entries.has(id)) entry.node.remove();
    this.entries = entries;
    for (const [id, lying] of inside) {
      const list = this.places.get(id)?.pieces;
      if (!list) continue;
      lying.sort((a, b) => a.piece.order - b.piece.order);
      arrange(list, lying.map((entry) => entry.node));
      lying.forEach((entry, index) => entry.node.style.setProperty("--lean", String(index - (lying.length - 1) / 2)));
      list.dataset.n = String(lying.length);
    }
    return { changed };
  }

  /**
   * @param {EventTarget | null} target of an event
   * @returns {Entry | undefined} the piece that it happened to
   */
  at(target) {
    const node = target instanceof Element ? target.closest("[data-piece]") : null;
    return node ? this.entries.get(node.getAttribute("data-piece") ?? "") : undefined;
  }

  /** @param {Piece} piece @returns {Entry} */
  #make(piece) {
    const drawing = svg("svg"); // a stand-in until #redraw, which follows at once
    const body = html("div", { class: "body" }, drawing);
    return { piece, node: html("li", { "data-piece": piece.id }, body), body, drawing, key: "" };
  }

  /**
   * @param {Entry} entry
   * @param {Piece} piece
   * @returns {boolean} whether it looks different now
   */
  #redraw(entry, piece) {
    const height = piece.kind === "region" ? this.places.get(piece.place)?.place.height ?? 1000 : 0;
    const key = `${piece.kind}${height}${JSON.stringify(piece.face)}`;
    if (key === entry.key) return false;
    const drawing = draw(piece.kind, piece.face, height);
    entry.drawing.replaceWith(drawing);
    entry.drawing = drawing;
    entry.key = key;
    return true;
  }

  /**
   * @param {Entry} entry
   * @param {Piece} piece
   * @param {boolean} live
   */
  #dress(entry, piece, live) {
    const { node } = entry;
    const can = live && piece.actions.length > 0;
    if (can !== (entry.body.tagName === "BUTTON")) {
      const body = can ? html("button", { class: "body", type: "button" }) : html("div", { class: "body" });
      body.append(entry.drawing);
      entry.body.replaceWith(body);
      entry.body = body;
    }
    const look = `piece kind-${piece.kind}${can ? " can" : ""}${piece.face.turned ? " turned" : ""}${piece.face.count === 0 ? " none" : ""}`;
    if (node.className !== look) node.className = look;
    const words = piece.why && !can ? `${piece.label}. ${piece.why}` : piece.label;
    if (entry.body.getAttribute("aria-label") !== words) entry.body.setAttribute("aria-label", words);
    if (can) entry.body.setAttribute("aria-haspopup", piece.actions.length > 1 ? "menu" : "false");
    else entry.body.setAttribute("role", "img");
    const { x, y } = piece;
    if (typeof x === "number" && typeof y === "number" && (x !== entry.piece.x || y !== entry.piece.y || !node.style.left)) {
      node.style.left = `${x / 10}%`;
      node.style.top = `${(100 * y) / (this.places.get(piece.place)?.place.height ?? 1000)}%`;
    }
    entry.piece = piece;
  }
}
