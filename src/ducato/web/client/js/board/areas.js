/**
 * Makes the boxes in which pieces lie, nests them as the scene says and keeps each by its id. Which
 * box stands where on which screen is the style sheet's business, told by role and layout.
 */

import { arrange, html } from "../ui/dom.js";
import { extent } from "./fit.js";

/** @typedef {import("../net/protocol.js").Place} Place */
/** @typedef {{node: HTMLElement, title: HTMLElement, pieces: HTMLUListElement, inner: HTMLElement, key: string, place: Place, slots: number}} Box slots: cards for which a row of a market keeps room */

/** The part of the page in which a place without a parent stands, by its role. */
const AREA = /** @type {const} */ ({
  hand: "own", mine: "own", others: "others", aside: "aside", board: "board", market: "board",
});

export class Places {
  /** @type {Map<string, Box>} */
  #boxes = new Map();
  /** @type {Place[]} */
  #shown = [];

  /** @param {Record<"own" | "others" | "aside" | "board", HTMLElement>} areas */
  constructor(areas) {
    this.areas = areas;
  }

  /** @param {string} id */
  get(id) {
    return this.#boxes.get(id);
  }

  /**
   * @param {Place[]} places all that there are now
   * @returns {boolean} whether any of them is other than before
   */
  show(places) {
    if (places === this.#shown) return false;
    this.#shown = places;
    /** @type {Map<HTMLElement, HTMLElement[]>} */
    const inside = new Map(Object.values(this.areas).map((area) => [area, []]));
    const boxes = new Map(places.map((place) => [place.id, this.#box(place)]));
    for (const box of boxes.values()) inside.set(box.inner, []);
    for (const { place, node } of boxes.values()) {
      const parent = place.parent === null ? undefined : boxes.get(place.parent)?.inner;
      const siblings = inside.get(parent ?? this.areas[AREA[place.role]]);
      // The hand comes first, also for who tabs or listens: it is what one plays from.
      if (place.role === "hand" && !parent) siblings?.unshift(node);
      else siblings?.push(node);
    }
    for (const [parent, nodes] of inside) arrange(parent, nodes);
    this.#boxes = boxes;
    for (const box of boxes.values()) {
      box.node.classList.toggle("has-places", box.inner.childElementCount > 0);
      lineUp(box);
    }
    return true;
  }

  /**
   * Tells the style sheet what lies where, so that it can choose the largest card with which the whole
   * board fits, and leave out what is empty.
   * @param {(id: string) => import("../net/protocol.js").Piece[]} lying what lies in a place, in order
   */
  measure(lying) {
    /** @type {Map<Element, Box>} */
    const boxes = new Map([...this.#boxes.values()].map((box) => [box.node, box]));
    const inside = (/** @type {Element} */ parent) => [...parent.children].flatMap((node) => boxes.get(node) ?? []);
    const full = (/** @type {Box} */ box) => box.place.layout === "map" || lying(box.place.id).length > 0 || inside(box.inner).some(full);
    for (const area of Object.values(this.areas)) {
      for (const box of inside(area)) box.node.classList.toggle("vacant", !full(box));
    }
    this.areas.others.classList.toggle("crowd", this.areas.others.childElementCount > 1);
    const { board } = this.areas;
    const top = inside(board);
    const map = top.some((box) => box.place.layout === "map");
    board.classList.toggle("with-map", map);
    if (map) return;
    const extents = top.filter(full).map((box) => extent(box, (one) => inside(one.inner), (one) => lying(one.place.id)));
    const room = {
      "--tall": Math.max(1, extents.reduce((sum, { tall }) => sum + tall, 0)).toFixed(1),
      "--across": Math.max(1, ...extents.map(({ wide }) => wide)).toFixed(1),
      "--bars": String(extents.length > 1 ? extents.length : 0),
    };
    for (const [name, value] of Object.entries(room)) {
      if (board.style.getPropertyValue(name) !== value) board.style.setProperty(name, value);
    }
  }

  /**
   * A row of a market keeps its room when a card leaves it, since another comes soon.
   * @param {Box} box
   * @param {import("../net/protocol.js").Piece[]} lying
   */
  keepRoom(box, lying) {
    if (box.place.role !== "market" || box.place.layout !== "row") return;
    const cards = lying.filter(({ kind }) => kind === "card" || kind === "tile").length;
    if (cards <= box.slots) return;
    box.slots = cards;
    box.pieces.style.setProperty("--slots", String(cards));
  }

  /** @param {Place} place @returns {Box} */
  #box(place) {
    const { backdrop, ...others } = place; // long, and compared by itself
    const key = JSON.stringify(others);
    let box = this.#boxes.get(place.id);
    if (!box) {
      const title = html("h3", { class: "place-title" });
      const pieces = html("ul", { class: "pieces", role: "list" });
      const inner = html("div", { class: "places" });
      const node = html("section", { "data-place": place.id, role: "group" }, title, pieces, inner);
      box = { node, title, pieces, inner, key: "", place, slots: 0 };
    }
    if (place.layout === "map" && (box.key === "" || box.place.backdrop !== backdrop || box.place.height !== place.height)) {
      layMap(box.node, box.pieces, place);
    }
    box.place = place;
    if (box.key !== key) {
      const { node, title, pieces } = box;
      box.key = key;
      node.className = `place layout-${place.layout} role-${place.role}`;
      for (const [part, role] of /** @type {const} */ ([[node, "group"], [pieces, "list"]])) {
        // A group without a name would be said for nothing.
        part.setAttribute("role", place.title || role === "list" ? role : "presentation");
        if (place.title) part.setAttribute("aria-label", place.title);
        else part.removeAttribute("aria-label");
      }
      title.textContent = place.title;
      title.hidden = !place.title;
    }
    return box;
  }
}

/**
 * A row of columns that all hold the same number of places is lined up like a table, so that what
 * lies in the middle of each column stays on one line however long the columns grow.
 * @param {Box} box
 */
function lineUp({ node, inner, place }) {
  if (place.layout !== "row") return;
  const counts = [...inner.children].map((child) => child.lastElementChild?.childElementCount ?? 0);
  const rows = counts.every((count) => count === counts[0]) ? counts[0] ?? 0 : 0;
  node.classList.toggle("lined-up", rows > 1);
  for (const [name, value] of [["--rows", String(rows)], ["--columns", String(counts.length)]]) {
    if (name && node.style.getPropertyValue(name) !== value) node.style.setProperty(name, value ?? null);
  }
}

/**
 * @param {HTMLElement} node
 * @param {HTMLElement} pieces over which the backdrop lies
 * @param {Place} place
 */
function layMap(node, pieces, place) {
  pieces.style.aspectRatio = `1000 / ${place.height ?? 1000}`;
  node.style.setProperty("--broad", String(1000 / (place.height ?? 1000)));
  node.querySelector(":scope > .backdrop")?.remove();
  if (!place.backdrop) return;
  const parsed = new DOMParser().parseFromString(place.backdrop, "image/svg+xml").documentElement;
  for (const script of parsed.querySelectorAll("script")) script.remove();
  const backdrop = html("div", { class: "backdrop", "aria-hidden": "true" }, document.importNode(parsed, true));
  node.insertBefore(backdrop, pieces);
}
