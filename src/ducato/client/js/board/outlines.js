/**
 * The outlines of a game's map. The file is fetched once and put into the page; the regions of a
 * scene then name their outline and need not contain it.
 */

import { host } from "../state/host.js";
import { svg } from "../ui/dom.js";

/**
 * @typedef {object} Outline
 * @property {string} href of the path
 * @property {string} inside the clip path that leaves only what lies within it
 * @property {string} code letters that stand for the name where there is no room for it
 * @property {number} columns signs that have room side by side
 * @property {string} tint number of the tint of land that nobody holds
 */

/** Keeps the ids of the map apart from the page's own; the backdrops of games use it, too. */
const PREFIX = "outline-";

/** @type {Map<string, Outline>} by the id in the file, after a # */
const outlines = new Map();

/** @type {Promise<void> | undefined} */
let loading;

/**
 * @param {string} game
 * @returns {Promise<void>} settled in every case: without the file, a map has only its names
 */
export function loadOutlines(game) {
  loading ??= load(game);
  return loading;
}

/** @param {string} game */
async function load(game) {
  if (document.body.dataset.outlines === undefined) return;
  const answer = await host
    .request(`/games/${encodeURIComponent(game)}/outlines.svg`)
    .catch(() => null);
  if (!answer?.ok) return;
  const file = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  const store = svg("svg", { class: "sprite", "aria-hidden": "true" });
  for (const node of file.querySelectorAll("[id]")) {
    const { id } = node;
    node.id = PREFIX + id;
    const { code, columns, tint } = /** @type {SVGElement} */ (node).dataset;
    if (!code) continue;
    const href = `#${node.id}`;
    const clip = `${PREFIX}inside-${id}`;
    store.append(svg("clipPath", { id: clip }, svg("use", { href })));
    const inside = `url(#${clip})`;
    outlines.set(`#${id}`, { href, inside, code, columns: Number(columns), tint: tint ?? "" });
  }
  for (const use of file.querySelectorAll("use")) {
    use.setAttribute("href", `#${PREFIX}${use.getAttribute("href")?.slice(1)}`);
  }
  for (const node of file.documentElement.children) store.append(document.importNode(node, true));
  document.body.append(store);
}

/** @param {string | null} shape of a face */
export const outlineOf = (shape) => outlines.get(shape ?? "");
