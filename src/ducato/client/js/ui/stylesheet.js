/**
 * Loads style sheets of parts that are not needed at first.
 */

import { host } from "../state/host.js";
import { html } from "./dom.js";

/**
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
