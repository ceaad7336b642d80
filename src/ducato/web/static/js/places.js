/**
 * Makes the boxes in which pieces lie, nests them as the scene says and keeps each by its id. Which
 * box stands where on which screen is the style sheet's business, told by role and layout.
 */

import { arrange, html } from "./dom.js";

/** @typedef {import("./types.js").Place} Place */
/** @typedef {{node: HTMLElement, title: HTMLElement, pieces: HTMLUListElement, inner: HTMLElement, key: string, place: Place}} Box */

/** The part of the page in which a place without a parent stands, by its role. */
const AREA = /** @type {const} */ ({
  hand: "own", mine: "own", others: "others", aside: "aside", board: "board", market: "board",
});

export class Places {
  /** @type {Map<string, Box>} */
  #boxes = new Map();

  /** @param {Record<"own" | "others" | "aside" | "board", HTMLElement>} areas */
  constructor(areas) {
    this.areas = areas;
  }

  /** @param {string} id */
  get(id) {
    return this.#boxes.get(id);
  }

  /** @param {Place[]} places all that there are now */
  show(places) {
    /** @type {Map<HTMLElement, HTMLElement[]>} */
    const inside = new Map(Object.values(this.areas).map((area) => [area, []]));
    const boxes = new Map(places.map((place) => [place.id, this.#box(place)]));
    for (const box of boxes.values()) inside.set(box.inner, []);
    for (const { place, node } of boxes.values()) {
      const parent = place.parent === null ? undefined : boxes.get(place.parent)?.inner;
      const siblings = inside.get(parent ?? this.areas[AREA[place.role ?? "board"]]);
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
  }

  /**
   * Tells the style sheet how tall each lined-up row is, in widths of a card, so that it can choose the
   * largest card with which the whole row fits.
   * @param {(id: string) => import("./types.js").Piece[]} lying what lies in a place, in order
   */
  measure(lying) {
    for (const { node, inner } of this.#boxes.values()) {
      if (!node.classList.contains("lined-up")) continue;
      /** @type {number[]} */
      const rows = [];
      for (const column of inner.children) {
        [...column.lastElementChild?.children ?? []].forEach((part, row) => {
          rows[row] = Math.max(rows[row] ?? 0, tallness(lying(part.getAttribute("data-place") ?? "")));
        });
      }
      const tall = rows.reduce((sum, row) => sum + row, 0).toFixed(2);
      if (node.style.getPropertyValue("--tall") !== tall) node.style.setProperty("--tall", tall);
    }
  }

  /** @param {Place} place @returns {Box} */
  #box(place) {
    const key = JSON.stringify(place);
    let box = this.#boxes.get(place.id);
    if (!box) {
      const title = html("h3", { class: "place-title" });
      const pieces = html("ul", { class: "pieces", role: "list" });
      const inner = html("div", { class: "places" });
      const node = html("section", { "data-place": place.id, role: "group" }, title, pieces, inner);
      box = { node, title, pieces, inner, key: "", place };
    }
    if (box.key !== key) {
      const { node, title, pieces } = box;
      if (place.layout === "map" && (box.key === "" || box.place.backdrop !== place.backdrop)) layMap(node, pieces, place);
      Object.assign(box, { key, place });
      node.className = `place layout-${place.layout} role-${place.role ?? "none"}`;
      node.setAttribute("aria-label", place.title ?? "");
      pieces.setAttribute("aria-label", place.title ?? "");
      title.textContent = place.title;
      title.hidden = !place.title;
    }
    return box;
  }
}

/** How much of a card, in widths of a card, stays in view below another. The style sheet has the same. */
const STRIP = 0.46;

/**
 * @param {import("./types.js").Piece[]} column
 * @returns {number} how tall a column of pieces is, in widths of a card; an empty one has room for a card
 */
function tallness(column) {
  if (column.length === 0) return 1.4;
  return column.reduce((sum, { kind, face }, index) => sum
    + (kind === "counter" ? 0.34 : kind === "tile" || face.turned ? 0.74 : index < column.length - 1 ? STRIP : 1.4), 0);
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
  node.querySelector(":scope > .backdrop")?.remove();
  if (!place.backdrop) return;
  const parsed = new DOMParser().parseFromString(place.backdrop, "image/svg+xml").documentElement;
  for (const script of parsed.querySelectorAll("script")) script.remove();
  const backdrop = html("div", { class: "backdrop", "aria-hidden": "true" }, document.importNode(parsed, true));
  node.insertBefore(backdrop, pieces);
}
