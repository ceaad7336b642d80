/**
 * The end of a game on this page: its result as a dialog, and the chart of how it went.
 */

import { need } from "../ui/dom.js";
import { link } from "../net/connection.js";
import { now } from "../state/table_state.js";
import { area, lookForPeople } from "../play/table_screen.js";
import { language } from "../state/strings.js";

const dialog = need("result", HTMLDialogElement);

/** The chart of the finished game. @type {import("./chart.js").Graph | null} */
let graph = null;

/**
 * @param {boolean} open
 * @param {{entries: import("../net/protocol.js").LogEntry[]}} log
 */
export async function showResult(open, log) {
  const { newest, table } = now;
  if (!newest?.result || !table) return;
  (await import("./result_content.js")).fillResult(newest.result, table);
  if (!open || dialog.open) return;
  void lookForPeople();
  dialog.showModal();
  void showGraph(newest.result, table, log);
}

/**
 * @param {import("../net/protocol.js").Result} result
 * @param {import("../net/protocol.js").Table} table
 * @param {{entries: import("../net/protocol.js").LogEntry[]}} log
 */
async function showGraph(result, table, log) {
  if (graph?.language === language()) return;
  const { Graph } = await import("./chart.js");
  graph?.remove();
  graph = new Graph(area("chart"), table, result, log, (seq) => {
    dialog.close();
    location.hash = `#step=${seq}`; // the page looks back at the moment that its address names
  });
  link.ask({ type: "chart" });
}

/** @param {import("../net/protocol.js").Chart | import("../net/protocol.js").Odds} message */
export function hearChart(message) {
  graph?.hear(message);
}
