/**
 * The scene as nodes of the page. Each piece keeps its node, by its id, from one scene to the next,
 * and is redrawn only when its face has changed. The cost of an update is therefore proportional to
 * what has changed, and focus and animations survive it.
 *
 * The node of a piece is a list item with a drawing. While the piece can be clicked, a button lies
 * over the drawing and carries its label: to put it there costs far less than to move the drawing
 * into it.
 */

import { arrange, html, svg } from "../ui/dom.js";
import { Areas } from "./areas.js";
import { draw, hasWords, isStep } from "./faces.js";
import { squeeze } from "./fit.js";
import { legend } from "./regions.js";

/** @typedef {import("../net/protocol.js").Piece} Piece */
/** @typedef {import("../net/protocol.js").Face} Face */
/** @typedef {import("../net/protocol.js").Scene} Scene */

/**
 * @typedef {object} Entry a piece and its nodes
 * @property {Piece} piece
 * @property {HTMLLIElement} node
 * @property {HTMLElement} body holds the drawing
 * @property {HTMLButtonElement | null} button while the piece can be clicked, or asked why not
 * @property {boolean} can whether clicking it does something; else it only answers why not
 * @property {SVGSVGElement} drawing
 * @property {Face | null} face what the drawing was made from
 */

/** @typedef {{changed: Entry[]}} Changes pieces that stayed and look different */

/** An area with more pieces than this lays them closer. */
const MANY = 12;
/** One with more numbers than this that have words lays them in columns. */
const LEDGER = 6;

export class Board {
  /** @type {Map<string, Entry>} */
  entries = new Map();
  /**
   * Told of the parts of the board whenever any of them has changed.
   * @type {(parts: import("../ui/area_tabs.js").Part[]) => void}
   */
  showParts = () => {};

  /**
   * @param {Record<"own" | "others" | "aside" | "board", HTMLElement>} panes
   * @param {((seat: number) => HTMLElement) | null} [head] what a seat's panel begins with, if not
   *   with its title
   */
  constructor(panes, head = null) {
    this.panes = panes;
    this.areas = new Areas(panes, head);
  }

  /**
   * Draw the dice that have changed, before anything else moves.
   * @param {Scene} scene the coming one
   * @returns {Entry[]} the dice that were rolled
   */
  redrawDice(scene) {
    return scene.pieces
      .filter(({ kind }) => kind === "die")
      .flatMap((piece) => {
        const entry = this.entries.get(piece.id) ?? this.#layDie(piece);
        return entry && this.#redraw(entry, piece) ? [entry] : [];
      });
  }

  /**
   * Put a new die into its area, if the table has it already.
   * @param {Piece} piece
   */
  #layDie(piece) {
    if (!this.areas.get(piece.area) || this.entries.size === 0) return undefined;
    const laid = { ...piece }; // a copy, so that the scene still sees a change
    const entry = this.#make(laid);
    this.#dress(entry, laid, false);
    this.entries.set(piece.id, entry);
    this.#fill(
      piece.area,
      [...this.entries.values()].filter((one) => one.piece.area === piece.area),
    );
    return entry;
  }

  /**
   * @param {Scene} scene
   * @param {boolean} live whether pieces can be clicked
   * @returns {Changes}
   */
  show(scene, live) {
    // Areas whose content has changed; all areas if the areas themselves have changed.
    const touched = new Set(this.areas.show(scene.areas) ? scene.areas.map(({ id }) => id) : []);
    /** @type {Map<string, Entry>} */
    const entries = new Map();
    /** @type {Map<string, Entry[]>} */
    const inside = new Map(scene.areas.map((area) => [area.id, []]));
    /** @type {Entry[]} */
    const changed = [];
    for (const piece of scene.pieces) {
      const before = this.entries.get(piece.id);
      const entry = before ?? this.#make(piece);
      const can = live && (piece.actions.length > 0 || isFar(piece));
      if (!before || before.piece !== piece || before.can !== can) {
        touched.add(piece.area).add(entry.piece.area);
        if (this.#redraw(entry, piece) && before) changed.push(entry);
        this.#dress(entry, piece, can);
      }
      entries.set(piece.id, entry);
      inside.get(piece.area)?.push(entry);
    }
    for (const [id, entry] of this.entries) {
      if (entries.has(id)) continue;
      entry.node.remove();
      touched.add(entry.piece.area);
    }
    this.entries = entries;
    for (const id of touched) this.#fill(id, inside.get(id) ?? []);
    if (touched.size > 0) {
      this.areas.measure((id) => inside.get(id)?.map((entry) => entry.piece) ?? []);
      this.showParts(
        this.areas.openTabs((id) => inside.get(id)?.filter((entry) => entry.can).length ?? 0),
      );
      squeeze(this.panes.own);
    }
    return { changed };
  }

  /**
   * Lay pieces into an area.
   * @param {string} id
   * @param {Entry[]} lying
   */
  #fill(id, lying) {
    const box = this.areas.get(id);
    if (!box) return;
    const list = box.pieces;
    lying.sort((a, b) => a.piece.order - b.piece.order);
    arrange(
      list,
      lying.map((entry) => entry.node),
    );
    const { length } = lying;
    const fan = box.area.layout === "fan";
    for (const [index, entry] of lying.entries()) {
      arrangePiece(entry, fan ? index - (length - 1) / 2 : 0, lying[index + 1]?.piece);
    }
    if (list.dataset.n !== String(length)) list.dataset.n = String(length);
    list.classList.toggle("many", length > MANY);
    this.areas.keepRoom(
      box,
      lying.map(({ piece }) => piece),
    );
    const lettered = lying.some(
      ({ piece }) => piece.kind === "region" && Boolean(piece.face.title),
    );
    if (box.node.classList.toggle("lettered", lettered)) box.node.tabIndex = 0; // it can scroll
    const wordy = lying.filter(
      ({ piece }) => piece.kind === "counter" && hasWords(piece.face),
    ).length;
    list.classList.toggle("wordy", wordy > 0);
    box.node.classList.toggle("ledger", wordy > LEDGER);
  }

  /**
   * @param {EventTarget | null} target of an event
   * @returns {Entry | undefined} the piece that it happened to
   */
  at(target) {
    const node = target instanceof Element ? target.closest("[data-piece]") : null;
    return node ? this.entries.get(node.getAttribute("data-piece") ?? "") : undefined;
  }

  /**
   * Return the piece that a click is for. Crowded pieces on a map overlap, because each has a
   * touch target around it; of those under the pointer, choose the nearest.
   * @param {MouseEvent} event
   * @returns {Entry | undefined}
   */
  clicked({ target, detail, clientX, clientY }) {
    const hit = this.at(target);
    const pointed = detail > 0; // a key press has no position on the screen
    if (!pointed || !hit || !isSmallOnMap(hit)) return hit;
    const distance = (/** @type {Entry} */ { body }) => {
      const { x, y, width, height } = body.getBoundingClientRect();
      return Math.hypot(clientX - x - width / 2, clientY - y - height / 2);
    };
    const under = document
      .elementsFromPoint(clientX, clientY)
      .flatMap((node) => this.at(node) ?? []);
    const [nearest] = under
      .filter((entry) => entry.can && isSmallOnMap(entry))
      .sort((a, b) => distance(a) - distance(b));
    if (nearest || hit.can) return nearest ?? hit;
    return under.find((entry) => entry.can) ?? hit; // a square with a pawn on it
  }

  /** @param {Piece} piece @returns {Entry} */
  #make(piece) {
    const drawing = svg("svg"); // a stand-in until #redraw, which follows at once
    const body = html("div", { class: "body" }, drawing);
    return {
      piece,
      node: html("li", { "data-piece": piece.id }, body),
      body,
      button: null,
      can: false,
      drawing,
      face: null,
    };
  }

  /**
   * @param {Entry} entry
   * @param {Piece} piece
   * @returns {boolean} whether it looks different now
   */
  #redraw(entry, piece) {
    const { kind, face } = piece;
    const was = entry.piece;
    if (
      entry.face &&
      alike(entry.face, face) &&
      was.kind === kind &&
      (kind !== "region" || (was.x === piece.x && was.y === piece.y))
    )
      return false;
    const height = this.areas.get(piece.area)?.area.height ?? 1000;
    const spot = { height, x: piece.x ?? 0, y: piece.y ?? 0 };
    const drawing = draw(kind, face, spot);
    if (kind === "region" && (face.title || face.corner || face.glyphs.length))
      entry.body.replaceChildren(drawing, legend(face, spot));
    else entry.body.replaceChildren(drawing);
    entry.drawing = drawing;
    entry.face = face;
    return true;
  }

  /**
   * @param {Entry} entry
   * @param {Piece} piece
   * @param {boolean} can whether clicking it does something now
   */
  #dress(entry, piece, can) {
    // Keep buttons while steps are shown: removing and adding them costs more.
    const asked = can || piece.potential.length > 0;
    if (asked && !entry.button) {
      entry.button = html("button", { type: "button" });
      entry.node.append(entry.button);
      entry.body.removeAttribute("role");
      entry.body.removeAttribute("aria-label");
    } else if (!asked && (entry.button || !entry.body.hasAttribute("role"))) {
      entry.button?.remove();
      entry.button = null;
      entry.body.setAttribute("role", "img");
    }
    const speaker = entry.button ?? entry.body;
    if (speaker.getAttribute("aria-label") !== piece.label)
      speaker.setAttribute("aria-label", piece.label);
    if (entry.button) {
      const looks = can ? "act" : "explain";
      if (entry.button.className !== looks) entry.button.className = looks;
      entry.button.setAttribute(
        "aria-haspopup",
        can ? (this.#opensMenu(piece) ? "menu" : "false") : "dialog",
      );
    }
    entry.can = can;
    const { x, y } = piece;
    const { style } = entry.node;
    // A region lies over the whole map, and only its legend stands at its middle.
    if (
      piece.kind !== "region" &&
      typeof x === "number" &&
      typeof y === "number" &&
      (x !== entry.piece.x || y !== entry.piece.y || !style.left)
    ) {
      style.left = `${x / 10}%`;
      style.top = `${(100 * y) / (this.areas.get(piece.area)?.area.height ?? 1000)}%`;
    }
    entry.piece = piece;
  }

  /**
   * @param {Piece} piece
   * @returns {boolean} whether what it is for stands in a menu: several actions, a card in hand, or
   *   a number, of which nobody expects that it acts
   */
  #opensMenu({ actions, area, kind, times }) {
    const several = actions.length > 1 || times.some(([, n]) => n > 1);
    return several || kind === "counter" || this.areas.get(area)?.area.role === "hand";
  }
}

/** @param {Piece} piece @returns {boolean} whether only a walk of several actions leads there */
const isFar = ({ path }) => path.length > 0;

/**
 * @param {Face} one
 * @param {Face} other
 * @returns {boolean} whether they look the same: whatever a face has is drawn
 */
export const alike = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** @param {Entry} entry */
const isSmallOnMap = ({ piece }) => typeof piece.x === "number" && piece.kind !== "region";

/**
 * Tell the style sheet how a piece lies among its neighbours. This uses classes and not `:has()`,
 * which would restyle the whole board with every update; they are written only when changed.
 * @param {Entry} entry
 * @param {number} lean steps from the middle of a fan
 * @param {Piece | undefined} next
 */
function arrangePiece({ node, can, button, piece }, lean, next) {
  const looks = ["piece", `kind-${piece.kind}`];
  if (button) looks.push(can ? "can" : "explains");
  if (can && isFar(piece)) looks.push("far");
  if (piece.face.turned) looks.push("turned");
  if (piece.face.count === 0) looks.push("none");
  if (piece.kind === "card" && !piece.face.corner && !piece.face.back) looks.push("bare");
  if (piece.kind === "pawn" && piece.face.art) looks.push("portrait");
  if (piece.face.muted) looks.push("muted");
  if (piece.face.back) looks.push("back");
  if (piece.kind === "counter" && hasWords(piece.face)) looks.push("wordy");
  if (piece.kind === "tile" && isStep(piece.face)) looks.push("step");
  if (node.classList.contains("in-flight")) looks.push("in-flight");
  if (next?.kind === "card") looks.push(next.face.turned ? "under-turned" : "under-card");
  const look = looks.join(" ");
  if (node.className !== look) node.className = look;
  if (node.style.getPropertyValue("--lean") !== String(lean))
    node.style.setProperty("--lean", String(lean));
}
