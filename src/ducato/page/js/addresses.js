/**
 * Where a page without a server has what a server has at a path. All of it lies beside the page, so
 * that it works below any address. `addresses.py` says the same to the build.
 */

import { fileAt } from "./files.js";

/** Parameters that say which of several files is meant, in the order in which its name has them. */
const IN_NAMES = ["edition", "lang"];

/**
 * @param {string} path of a server, with query and hash
 * @returns {string} relative to the page
 */
export const address = (path) => fileAt(beside(path));

/** @param {string} path */
function beside(path) {
  const { pathname, searchParams, search, hash } = new URL(path, "http://server");
  const [, first = "", id = "", part] = pathname.split("/").map(decodeURIComponent);
  if (!first) return `index.html${search}`;
  if (first === "table")
    return `index.html?${part === "record" ? part : first}=${encodeURIComponent(id)}${hash}`;
  if (first === "verify") return `verify.html${search}`;
  const values = IN_NAMES.map((name) => searchParams.get(name)).filter((value) => value);
  if (first === "rules" && !part) return `${[`rules-${id}`, ...values].join(".")}.html${hash}`;
  const name = pathname.slice(1);
  if (!values.length) return name + hash;
  const [bare, end = "json"] = name.split(/\.(?=[^./]+$)/);
  return `${[bare, ...values, end].join(".")}${hash}`;
}
