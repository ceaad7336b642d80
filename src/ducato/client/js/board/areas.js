/**
 * The boxes that contain the pieces: created and nested as the scene specifies, and kept by id.
 * The style sheet places each box on each size of screen according to its role and layout.
 */

import { AreaTabs } from "../ui/area_tabs.js";
import { arrange, html } from "../ui/dom.js";
import { sizeOf, stripOf } from "./fit.js";

/** @typedef {import("../net/protocol.js").Area} Area */
/**
 * @typedef {{node: HTMLElement, title: HTMLElement, pieces: HTMLUListElement, inner: HTMLElement,
 *   key: string, area: Area, slots: number}} Box slots: cards for which a hand or a row of a market
 *   keeps room
 */

/** @typedef {import("../ui/area_tabs.js").Part} Part */

/** The part of the page that contains an area without a parent, by its role. */
const PANE = /** @type {const} */ ({
  hand: "own",
  mine: "own",
  others: "others",
  aside: "aside",
  board: "board",
  market: "board",
});

export class Areas {
  /** @type {Map<string, Box>} */
  #boxes = new Map();
  /** @type {Area[]} */
  #shown = [];
  #tall = 1;
  #across = 1;
  /** The tabs in a box, by its id. @type {Map<string, AreaTabs>} */
  #tabs = new Map();

  /**
   * @param {Record<"own" | "others" | "aside" | "board", HTMLElement>} panes
   * @param {((seat: number) => HTMLElement) | null} [head] what a seat's panel begins with, if not
   *   with its title
   */
  constructor(panes, head = null) {
    this.panes = panes;
    this.head = head;
  }

  /** @param {string} id */
  get(id) {
    return this.#boxes.get(id);
  }

  /**
   * @param {Area[]} areas all that there are now
   * @returns {boolean} whether any of them is other than before
   */
  show(areas) {
    if (areas === this.#shown) return false;
    this.#shown = areas;
    /** @type {Map<HTMLElement, HTMLElement[]>} */
    const inside = new Map(Object.values(this.panes).map((pane) => [pane, []]));
    const boxes = new Map(areas.map((area) => [area.id, this.#box(area)]));
    for (const box of boxes.values()) inside.set(box.inner, []);
    for (const { area, node, title } of boxes.values()) {
      if (this.head && area.owner !== null && isSeat(area)) {
        const head = this.head(area.owner);
        if (head.nextSibling !== title) title.before(head);
        node.classList.add("seat-panel", `by-${area.owner % 6}`);
        node.classList.toggle("to-move", head.hasAttribute("aria-current"));
        title.hidden = true; // the head says the name
      }
      const parent = area.parent === null ? undefined : boxes.get(area.parent)?.inner;
      const siblings = inside.get(parent ?? this.panes[PANE[area.role]]);
      // The hand comes first, also for keyboards and screen readers: players play from it.
      if (area.role === "hand" && !parent) siblings?.unshift(node);
      else siblings?.push(node);
    }
    for (const [parent, nodes] of inside) {
      const tabs = parent.querySelector(":scope > .area-tabs");
      arrange(parent, tabs ? [tabs, ...nodes] : nodes);
    }
    this.#boxes = boxes;
    for (const box of boxes.values()) {
      box.node.classList.toggle("has-areas", box.inner.childElementCount > 0);
      lineUp(box);
    }
    return true;
  }

  /**
   * Tell the style sheet what lies where, so that it can choose the largest card with which the
   * whole board fits, and leave out what is empty.
   * @param {(id: string) => import("../net/protocol.js").Piece[]} lying what lies in an area, in
   *   order
   */
  measure(lying) {
    /** @type {Map<Element, Box>} */
    const boxes = new Map([...this.#boxes.values()].map((box) => [box.node, box]));
    const inside = (/** @type {Element} */ parent) =>
      [...parent.children].flatMap((node) => boxes.get(node) ?? []);
    const full = (/** @type {Box} */ box) =>
      box.area.layout === "map" ||
      (box.area.role === "hand" && box.slots > 0) ||
      lying(box.area.id).length > 0 ||
      inside(box.inner).some(full);
    for (const pane of Object.values(this.panes)) {
      for (const box of inside(pane)) box.node.classList.toggle("vacant", !full(box));
    }
    const { board, others } = this.panes;
    const top = inside(board);
    const map = top.some((box) => box.area.layout === "map");
    others.classList.toggle("crowd", map || others.childElementCount > 1);
    board.classList.toggle("with-map", map);
    board.parentElement?.classList.toggle("has-map", map);
    if (map) return;
    for (const row of top.filter(({ node }) => node.classList.contains("lined-up"))) {
      for (const column of inside(row.inner).flatMap(({ inner }) => inside(inner))) {
        const strip = stripOf(lying(column.area.id)).toFixed(2);
        if (column.node.style.getPropertyValue("--strip") !== strip)
          column.node.style.setProperty("--strip", strip);
      }
    }
    const open = top.filter(full);
    const extents = open.map((box) =>
      sizeOf(
        box,
        (one) => inside(one.inner),
        (one) => lying(one.area.id),
      ),
    );
    const rows = open.filter(({ area }) => area.role === "market");
    const markets = rows.length;
    const titled = rows.filter(
      ({ title, pieces }) => !title.hidden && pieces.childElementCount > 0,
    );
    // The most of the game so far: cards do not grow and shrink in turns.
    this.#tall = Math.max(
      this.#tall,
      extents.reduce((sum, { tall }) => sum + tall, 0),
    );
    this.#across = Math.max(this.#across, ...extents.map(({ wide }) => wide));
    const room = {
      "--tall": this.#tall.toFixed(1),
      "--across": this.#across.toFixed(1),
      "--bars": String(open.length > 1 ? open.length - markets : 0),
      "--markets": String(markets + titled.length),
    };
    for (const [name, value] of Object.entries(room)) {
      if (board.style.getPropertyValue(name) !== value) board.style.setProperty(name, value);
    }
  }

  /**
   * Show one of the areas in each box with tabs.
   * @param {(id: string) => number} choosable how many pieces in an area can be chosen
   * @returns {Part[]} the parts of the board that have a name
   */
  openTabs(choosable) {
    const boxes = [...this.#boxes.values()];
    const inside = (/** @type {string | null} */ parent) =>
      boxes.filter(({ area }) => area.parent === parent);
    /** @type {(box: Box) => number} */
    const count = ({ area }) =>
      inside(area.id).reduce((sum, box) => sum + count(box), choosable(area.id));
    const part = (/** @type {Box} */ box) => ({
      id: box.area.id,
      title: box.area.title,
      layout: box.area.layout,
      node: box.node,
      choices: count(box),
    });
    for (const { area, inner } of boxes.filter((box) => box.area.layout === "tabs")) {
      const tabs = this.#tabs.get(area.id) ?? new AreaTabs();
      this.#tabs.set(area.id, tabs);
      tabs.show(inside(area.id).map(part));
      if (inner.previousSibling !== tabs.list) inner.before(tabs.list);
    }
    return inside(null)
      .filter(({ area, node }) => area.title && node.parentElement === this.panes.board)
      .filter(({ node }) => !node.classList.contains("vacant"))
      .map(part);
  }

  /**
   * Keep the width of a hand or a market row when a card leaves it: another one arrives soon.
   * @param {Box} box
   * @param {import("../net/protocol.js").Piece[]} lying
   */
  keepRoom(box, lying) {
    const { role, layout } = box.area;
    if (role !== "hand" && (role !== "market" || layout !== "row")) return;
    const cards = lying.filter(({ kind }) => kind === "card" || kind === "tile").length;
    if (cards <= box.slots) return;
    box.slots = cards;
    box.node.style.setProperty("--slots", String(cards));
  }

  /** @param {Area} area @returns {Box} */
  #box(area) {
    const { backdrop, ...others } = area; // long, so compared separately
    const key = JSON.stringify(others);
    let box = this.#boxes.get(area.id);
    if (!box) {
      const title = html("h2", { class: "area-title" });
      const pieces = html("ul", { class: "pieces", role: "list" });
      const inner = html("div", { class: "areas" });
      const node = html("section", { "data-area": area.id, role: "group" }, title, pieces, inner);
      box = { node, title, pieces, inner, key: "", area, slots: 0 };
    }
    if (
      area.layout === "map" &&
      (box.key === "" || box.area.backdrop !== backdrop || box.area.height !== area.height)
    ) {
      layMap(box.node, box.pieces, area);
    }
    box.area = area;
    if (box.key !== key) {
      const { node, title, pieces } = box;
      box.key = key;
      const open = node.classList.contains("open");
      node.className = `area layout-${area.layout} role-${area.role}${open ? " open" : ""}`;
      for (const [part, role] of /** @type {const} */ ([
        [node, "group"],
        [pieces, "list"],
      ])) {
        // Screen readers should not announce a group without a name.
        part.setAttribute("role", area.title || role === "list" ? role : "presentation");
        if (area.title) part.setAttribute("aria-label", area.title);
        else part.removeAttribute("aria-label");
      }
      title.textContent = area.title;
      title.hidden = !area.title;
    }
    return box;
  }
}

/**
 * @param {Area} area
 * @returns {boolean} whether it is the panel of a seat
 */
const isSeat = ({ layout, parent, role }) =>
  layout === "panel" && parent === null && (role === "mine" || role === "others");

/**
 * A row of columns that all hold the same number of areas is lined up like a table, so that what
 * lies in the middle of each column stays on one line however long the columns grow.
 * @param {Box} box
 */
function lineUp({ node, inner, area }) {
  if (area.layout !== "row") return;
  const counts = [...inner.children].map((child) => child.lastElementChild?.childElementCount ?? 0);
  const rows = counts.every((count) => count === counts[0]) ? (counts[0] ?? 0) : 0;
  node.classList.toggle("lined-up", rows > 1);
  for (const [name, value] of [
    ["--rows", String(rows)],
    ["--columns", String(counts.length)],
  ]) {
    if (name && node.style.getPropertyValue(name) !== value)
      node.style.setProperty(name, value ?? null);
  }
}

/**
 * @param {HTMLElement} node
 * @param {HTMLElement} pieces which lie over the backdrop, but for its group of class `over`
 * @param {Area} area
 */
function layMap(node, pieces, area) {
  pieces.style.aspectRatio = `1000 / ${area.height ?? 1000}`;
  node.style.setProperty("--broad", String(1000 / (area.height ?? 1000)));
  for (const old of node.querySelectorAll(":scope > .backdrop")) old.remove();
  if (!area.backdrop) return;
  const parsed = new DOMParser().parseFromString(area.backdrop, "image/svg+xml").documentElement;
  for (const script of parsed.querySelectorAll("script")) script.remove();
  const over = parsed.querySelector(".over");
  const above = /** @type {Element} */ (parsed.cloneNode());
  if (over) above.append(over);
  node.insertBefore(layer(parsed), pieces);
  if (over) pieces.after(layer(above, " above"));
}

/**
 * @param {Element} drawing
 * @param {string} [more] classes
 */
function layer(drawing, more = "") {
  const look = { class: `backdrop${more}`, "aria-hidden": "true" };
  return html("div", look, document.importNode(drawing, true));
}
