/**
 * Creates and finds nodes. Text always goes in as text, never as markup, so nothing that a player
 * types can become an element; nor can it turn round what stands beside it.
 */

import { host } from "../state/host.js";
import { isolate, t } from "../state/strings.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string | number | boolean | null | undefined>} Attributes */
/** @typedef {Node | string | null | undefined | false} Child */

/**
 * Addresses are those of a server; a page without one has them elsewhere.
 * @param {string} name of an attribute
 * @param {string} value
 */
const addressed = (name, value) =>
  (name === "href" || name === "src") && value.startsWith("/") ? host.address(value) : value;

/**
 * @param {Element} node
 * @param {Attributes} attributes true is an empty attribute; false, null and undefined leave it out
 * @param {Child[]} children
 */
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false)
      node.setAttribute(name, value === true ? "" : addressed(name, String(value)));
  }
  for (const child of children)
    if (child) node.append(typeof child === "string" ? isolate(child) : child);
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function html(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  fill(node, attributes, children);
  return node;
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  fill(node, attributes, children);
  return node;
}

/**
 * The element that a template promises to have.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
export function need(id, type) {
  const node = document.getElementById(id);
  if (!(node instanceof type)) throw new Error(`the page lacks #${id}`);
  return node;
}

/**
 * Make these the children of the parent, in this order, touching only those out of order: a node
 * that is moved in the document loses its focus and restarts its animations.
 * @param {Element} parent
 * @param {Element[]} children
 */
export function arrange(parent, children) {
  if (parent.childElementCount > 0) {
    const keep = new Set(children);
    for (const child of [...parent.children]) if (!keep.has(child)) child.remove();
  }
  let here = parent.firstElementChild;
  for (const child of children) {
    if (child === here) here = here.nextElementSibling;
    else parent.insertBefore(child, here);
  }
}

/**
 * @param {string} key of its words
 * @param {() => void} press
 * @param {string} [looks]
 * @returns {HTMLButtonElement}
 */
export function textButton(key, press, looks = "") {
  const button = html("button", { type: "button", class: looks }, t(key));
  button.addEventListener("click", press);
  return button;
}

/**
 * Load a style sheet that is not needed at first.
 * @param {string} name of a style sheet of ours
 * @returns {Promise<unknown>} settled when it holds, or cannot be had
 */
export function loadStylesheet(name) {
  const href = host.address(`/static/css/${name}.css`);
  if (document.head.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  const link = html("link", { rel: "stylesheet", href });
  document.head.append(link);
  return new Promise((done) => {
    link.onload = link.onerror = done;
  });
}
