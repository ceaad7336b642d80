/**
 * Shows the result of a game as a dialog, with the chart of how it went.
 */

import { dropCoins } from "../board/motion.js";
import { connection, id } from "../net/connection.js";
import { adviser } from "../play/actions.js";
import { element, loadRatings } from "../play/table_screen.js";
import { noteAsked, onAnalysis, ownAsk } from "../state/game_analysis.js";
import { language } from "../state/strings.js";
import { othersAreBots, state } from "../state/table_state.js";
import { need } from "../ui/dom.js";
import { loadPart } from "../ui/update.js";
import { loadRoom } from "./load_room.js";

const dialog = need("result", HTMLDialogElement);

/** @typedef {import("../analysis/analysis_room.js").ChartView} ChartView */

/** The chart of the finished game. @type {ChartView | null} */
let chart = null;
/** Stops the updates of the chart before. */
let stopUpdates = () => {};

/**
 * @param {boolean} open
 * @param {{entries: import("../net/protocol.js").LogEntry[]}} log
 */
export async function showResult(open, log) {
  const { newest, table } = state;
  if (!newest?.result || !table) return;
  const part = await loadPart(() => import("./result_content.js"));
  if (!part) return;
  const { fillResult, ownRank } = part;
  fillResult(newest.result, table);
  if (!open || dialog.open) return;
  void loadRatings();
  dialog.showModal();
  if (ownRank(newest.result, table) === 1) dropCoins(dialog);
  void showChart(newest.result, table, log);
}

/**
 * @param {import("../net/protocol.js").Result} result
 * @param {import("../net/protocol.js").Table} table
 * @param {{entries: import("../net/protocol.js").LogEntry[]}} log
 */
async function showChart(result, table, log) {
  if (chart?.language === language()) return;
  const part = await loadRoom();
  if (!part) return;
  chart?.remove();
  const look = (/** @type {number} */ seq) => {
    dialog.close();
    location.hash = `#step=${seq}`; // the replay opens at the moment that the address names
  };
  const view = new part.ChartView(element("chart"), table, result, log, look, askDecision);
  chart = view;
  stopUpdates();
  stopUpdates = onAnalysis(() => view.update());
  need("analyse", HTMLButtonElement).onclick = () => look(view.turningPoint());
  view.update();
  askForChart();
}

/** Ask for the lines of the chart; the analysis follows, of one's own game from this device. */
export function askForChart() {
  noteAsked();
  const { table } = state;
  const here = table && table.own.length > 0 && othersAreBots(table) && adviser.can(game());
  connection.request(here ? { type: "chart", here } : { type: "chart" });
}

/** Analyse the game on this device or, if that fails, have the server do it after all. */
export async function analyseHere() {
  const part = await loadRoom();
  const askServer = () => void connection.request({ type: "chart" });
  const own = state.table?.own ?? [];
  await part?.analyseHere({ table: id, own, game: game(), adviser, askServer });
}

/** @param {number} seq of a decision of which there is more to know */
export function askDecision(seq) {
  const own = ownAsk();
  if (own) own(seq);
  else connection.request({ type: "decision", seq });
}

const game = () => document.body.dataset.game ?? "";
