/** The queue of reports. */

import { t } from "../state/strings.js";
import { html, need } from "../ui/dom.js";
import { dateAndTime, personName } from "../ui/format.js";
import { button, list, request } from "./requests.js";

/**
 * @typedef {{id: string, reporter_name: string | null, reported: string | null, reported_name:
 *   string | null, name: string, table_id: string, game: string, kind: string, evidence: string |
 *   null, text: string, at: number, status: string}} Report
 */

const STATUSES = ["open", "resolved", "dismissed"];

let status = "open";
/** @type {(id: string) => void} */
let showPerson = () => {};

/** @param {(id: string) => void} show what shows the reported person */
export function listenToReports(show) {
  showPerson = show;
}

/** Show the reports with the chosen status. */
export async function showReports() {
  /** @type {Report[] | null} */
  const reports = await request(`/reports?status=${status}`);
  if (!reports) return;
  const choice = html(
    "select",
    { id: "report-status" },
    ...STATUSES.map((one) =>
      html("option", { value: one, selected: one === status }, t(`admin.status_${one}`)),
    ),
  );
  choice.addEventListener("change", async () => {
    status = choice.value;
    await showReports();
    document.getElementById("report-status")?.focus();
  });
  need("reports", HTMLElement).replaceChildren(
    html("form", {}, html("label", { for: "report-status" }, t("admin.status")), choice),
    list(reports.map((report) => reportEntry(report, showReports))),
  );
}

/**
 * @param {Report} report
 * @param {() => unknown} again after a change
 */
export function reportEntry(report, again) {
  const { id, reported } = report;
  const set = async (/** @type {string} */ to) => {
    if (await request(`/reports/${encodeURIComponent(id)}`, "POST", { status: to })) await again();
  };
  return html(
    "li",
    { class: "entry" },
    html("p", {}, html("b", {}, personName(report.name)), ` – ${t(`report.${report.kind}`)}`),
    report.evidence !== null && html("blockquote", {}, report.evidence),
    report.text !== "" && html("p", {}, report.text),
    html(
      "p",
      {},
      html(
        "small",
        {},
        [
          dateAndTime(report.at),
          t("admin.reporter", {
            name: report.reporter_name === null ? "–" : personName(report.reporter_name),
          }),
          t("admin.table", { game: report.game, name: report.table_id }),
          t(`admin.status_${report.status}`),
        ].join(" · "),
      ),
    ),
    html(
      "div",
      { class: "buttons" },
      report.status === "open" && button(t("admin.resolve"), () => set("resolved")),
      report.status === "open" && button(t("admin.dismiss"), () => set("dismissed")),
      report.status !== "open" && button(t("admin.reopen"), () => set("open")),
      reported !== null &&
        button(
          t("admin.details"),
          () => showPerson(reported),
          t("admin.details_of", { name: personName(report.reported_name ?? report.name) }),
        ),
    ),
  );
}
