/**
 * The end of a game on this page: its result as a dialog, and the chart of how it went.
 */

import { need } from "./dom.js";
import { link } from "./line.js";
import { now } from "./now.js";
import { area, lookForPeople } from "./page.js";
import { language } from "./strings.js";

const dialog = need("result", HTMLDialogElement);

/** The chart of the finished game. @type {import("./graph.js").Graph | null} */
let graph = null;

/**
 * @param {boolean} open
 * @param {{entries: import("./types.js").LogEntry[]}} log
 */
export async function showResult(open, log) {
  const { newest, table } = now;
  if (!newest?.result || !table) return;
  (await import("./result.js")).fillResult(newest.result, table);
  if (!open || dialog.open) return;
  void lookForPeople();
  dialog.showModal();
  void showGraph(newest.result, table, log);
}

/**
 * @param {import("./types.js").Result} result
 * @param {import("./types.js").Table} table
 * @param {{entries: import("./types.js").LogEntry[]}} log
 */
async function showGraph(result, table, log) {
  if (graph?.language === language()) return;
  const { Graph } = await import("./graph.js");
  graph?.remove();
  graph = new Graph(area("chart"), table, result, log, (seq) => {
    dialog.close();
    location.hash = `#step=${seq}`; // the page looks back at the moment that its address names
  });
  link.ask({ type: "chart" });
}

/** @param {import("./types.js").Chart | import("./types.js").Odds} message */
export function hearChart(message) {
  graph?.hear(message);
}
