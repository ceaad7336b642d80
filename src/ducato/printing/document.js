/**
 * The few parts of a browser's document that the drawings of the client use, for an engine without
 * one. `ducato.printing.drawings` runs this before the client's own modules, and reads the nodes.
 */

class PlainNode {
  /** @param {string} tag */
  constructor(tag) {
    this.tag = tag;
    /** @type {Record<string, string>} */
    this.attributes = {};
    /** @type {(PlainNode | string)[]} */
    this.children = [];
    /** @type {Record<string, string>} */
    this.dataset = {};
    const written = this.attributes;
    this.style = {
      setProperty(/** @type {string} */ name, /** @type {string} */ value) {
        written.style = `${written.style ?? ""}${name}:${value};`;
      },
    };
  }
  get id() {
    return this.attributes.id ?? "";
  }
  set id(name) {
    this.attributes.id = name;
  }
  get viewBox() {
    const [, , width = 0, height = 0] = (this.attributes.viewBox ?? "").split(" ").map(Number);
    return { baseVal: { width, height } };
  }
  setAttribute(/** @type {string} */ name, /** @type {string} */ value) {
    this.attributes[name] = value;
  }
  getAttribute(/** @type {string} */ name) {
    return this.attributes[name] ?? null;
  }
  append(/** @type {(PlainNode | string)[]} */ ...nodes) {
    this.children.push(...nodes);
  }
}

/** What Python puts in: the symbols of the game's drawings and the outlines of its map. */
const files = { symbols: [], outlines: [] };
const sheet = new PlainNode("defs");

globalThis.document = {
  body: Object.assign(sheet, { dataset: { glyphs: "", outlines: "" } }),
  createElementNS: (_, tag) => new PlainNode(tag),
  getElementById: (id) => find(sheet, id),
  importNode: (node) => node,
};
globalThis.fetch = async (path) => ({ ok: true, text: async () => path.split("/").at(-1) });
globalThis.DOMParser = class {
  parseFromString(name) {
    const nodes = files[name === "glyphs.svg" ? "symbols" : "outlines"].map(known);
    const select = (selector) => (selector === "use" ? [] : nodes);
    return { querySelectorAll: select, documentElement: { children: [] } };
  }
};

function known({ id, data }) {
  const node = new PlainNode("symbol");
  node.id = id;
  node.dataset = data;
  if (data.tone) node.setAttribute("data-tone", data.tone);
  return node;
}

function find(node, id) {
  if (node.id === id) return node;
  for (const child of node.children ?? []) {
    const found = find(child, id);
    if (found) return found;
  }
  return null;
}

const plain = (node) =>
  typeof node === "string" ? node : [node.tag, node.attributes, node.children.map(plain)];

function load(given) {
  Object.assign(files, given);
  modules["board/sprite.js"].loadSprite("game");
  modules["board/outlines.js"].loadOutlines("game");
}

const drawAll = (wanted) =>
  wanted.map(([kind, sent, spot]) => {
    const face = modules["state/scene_changes.js"].completeFace(sent);
    return plain(
      kind === "legend"
        ? modules["board/regions.js"].legend(face, spot)
        : modules["board/faces.js"].draw(kind, face, { ...spot, whole: true }),
    );
  });
