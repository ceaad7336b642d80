/**
 * Tables whose rows can be sorted: each header becomes a button that sorts by its column.
 */

import { locale } from "../state/strings.js";
import { html } from "./dom.js";

/**
 * Compare two cells as people would: numbers by value, texts by alphabet, empty cells last.
 * @param {Intl.Collator} collator
 * @param {string} one
 * @param {string} other
 * @param {boolean} descending
 */
export function compareCells(collator, one, other, descending) {
  if (!one || !other) return Number(!one) - Number(!other);
  return descending ? collator.compare(other, one) : collator.compare(one, other);
}

/** @param {HTMLTableElement} table with a header in the first row and one body */
export function makeSortable(table) {
  const collator = new Intl.Collator(locale(), { numeric: true });
  const headers = [...table.querySelectorAll("thead th")];
  for (const header of headers) {
    const button = html("button", { type: "button" }, ...header.childNodes);
    header.replaceChildren(button);
    button.addEventListener("click", () => {
      const descending = header.getAttribute("aria-sort") === "ascending";
      for (const other of headers) other.removeAttribute("aria-sort");
      header.setAttribute("aria-sort", descending ? "descending" : "ascending");
      sortRows(table, /** @type {HTMLTableCellElement} */ (header).cellIndex, descending);
    });
  }

  /**
   * @param {HTMLTableElement} sorted
   * @param {number} column
   * @param {boolean} descending
   */
  function sortRows({ tBodies: [body] }, column, descending) {
    if (!body) return;
    const text = (/** @type {HTMLTableRowElement} */ row) =>
      row.cells[column]?.textContent?.trim() ?? "";
    body.append(
      ...[...body.rows].sort((one, other) =>
        compareCells(collator, text(one), text(other), descending),
      ),
    );
  }
}
