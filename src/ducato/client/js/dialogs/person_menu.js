/**
 * What can be done about another person at the table: block them, or report them to the
 * administrators. They do not learn of either.
 */

import { send } from "../net/requests.js";
import { t } from "../state/strings.js";
import { html } from "../ui/dom.js";
import { closer, popUp } from "../ui/popup.js";

/** @typedef {import("../net/protocol.js").Request} Request */
/** @typedef {import("../net/protocol.js").Table} Table */
/**
 * @typedef {object} Subject
 * @property {string} name
 * @property {{line: number} | {seat: number}} whom the chat line or the seat where they are met
 * @property {boolean} blocked whether the reader has blocked them
 * @property {boolean} [untimed] whether they play a game without a clock
 */

const KINDS = ["name", "line", "stalling", "abandoning", "cheating", "other"];
const KINDS_OF_BRANCH = ["comment", "name", "other"];
const LONGEST_TEXT = 500;

/**
 * A button that opens the menu of a person.
 * @param {Subject} subject
 * @param {(request: Request) => void} ask
 */
export function personButton(subject, ask) {
  const words = t("person.menu", { name: subject.name });
  const button = html(
    "button",
    { type: "button", class: "quiet chat-mute", "aria-label": words, title: words },
    html("span", { "aria-hidden": "true" }, "⋯"),
  );
  button.setAttribute("aria-haspopup", "dialog");
  button.addEventListener("click", () => open(button, subject, ask));
  return button;
}

/**
 * A button to report what somebody shares about a branch.
 * @param {string} name
 * @param {string} branch its table
 */
export function reportButton(name, branch) {
  const button = html("button", { type: "button" }, t("person.report", { name }));
  button.setAttribute("aria-haspopup", "dialog");
  button.addEventListener("click", () =>
    showForm(popUp(button, "person-menu", t("person.report", { name })), name, { branch }),
  );
  return button;
}

/**
 * Buttons for all other people who play, for somebody who plays, too.
 * @param {Table} table
 * @param {HTMLElement} anchor beside which the menus open
 * @param {(request: Request) => void} ask
 */
export function otherPlayers(table, anchor, ask) {
  if (table.own.length === 0) return [];
  return table.seats
    .filter(({ seat, kind }) => kind === "person" && !table.own.includes(seat))
    .map(({ seat, name }) => {
      const button = html("button", { type: "button" }, t("person.menu", { name }));
      button.addEventListener("click", () => {
        /** @type {HTMLElement | null} */ (button.closest("[popover]"))?.hidePopover();
        const untimed = table.status === "playing" && table.time_control.kind === "untimed";
        open(anchor, { name, whom: { seat }, blocked: false, untimed }, ask);
      });
      return button;
    });
}

/**
 * @param {HTMLElement} anchor
 * @param {Subject} subject
 * @param {(request: Request) => void} ask
 */
function open(anchor, subject, ask) {
  const { name, whom } = subject;
  const block = html("button", { type: "button" }, t("person.block", { name }));
  const report = html("button", { type: "button" }, t("person.report", { name }));
  const box = popUp(
    anchor,
    "person-menu",
    t("person.menu", { name }),
    html("p", { class: "menu-title" }, name),
    html("p", {}, t(subject.blocked ? "person.is_blocked" : "person.block_about")),
    subject.blocked ? null : block,
    report,
    subject.untimed && abandonedButton(),
  );
  block.addEventListener("click", () => {
    ask({ type: "block", ...whom });
    finish(box, t("person.blocked", { name }));
  });
  report.addEventListener("click", () => showForm(box, name, whom));

  /** A button that ends the game if this player does not come back to it. */
  function abandonedButton() {
    const end = html("button", { type: "button" }, t("person.abandoned"));
    end.addEventListener("click", async () => {
      const answer = await post("end-abandoned", {});
      const words = answer.ok ? t("person.abandoned_done", { name }) : answer.error;
      finish(box, words);
    });
    return end;
  }
}

/**
 * Send a request about a table, this one if none is given.
 * @param {string} path after that of the table
 * @param {object} body
 * @param {string} [table]
 */
function post(path, body, table = document.body.dataset.table ?? "") {
  return send("POST", `/api/tables/${encodeURIComponent(table)}/${path}`, body);
}

/**
 * @param {HTMLElement} box
 * @param {string} words the outcome
 */
function finish(box, words) {
  const done = closer(t("person.close"));
  box.replaceChildren(html("p", { role: "status" }, words), done);
  done.focus();
}

/**
 * Ask what is wrong.
 * @param {HTMLElement} box
 * @param {string} name
 * @param {Subject["whom"] | {branch: string}} whom or the table of a branch that they share
 */
function showForm(box, name, whom) {
  const branch = "branch" in whom ? whom.branch : null;
  const all = KINDS.filter((kind) => kind !== "line" || "line" in whom);
  const kinds = branch === null ? all : KINDS_OF_BRANCH;
  const kind = html(
    "select",
    { id: "report-kind" },
    ...kinds.map((one) =>
      html("option", { value: one, selected: one === "line" }, t(`report.${one}`)),
    ),
  );
  const text = html("textarea", { id: "report-text", rows: 3, maxlength: LONGEST_TEXT });
  const words = html("p", { role: "alert" });
  const form = html(
    "form",
    { class: "report-form" },
    html("label", { for: "report-kind" }, t("report.kind")),
    kind,
    html("label", { for: "report-text" }, t("report.text")),
    text,
    html("p", {}, html("small", {}, t("report.about"))),
    words,
    html(
      "div",
      { class: "dialog-buttons" },
      closer(t("confirm.no")),
      html("button", { class: "main" }, t("report.send")),
    ),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const about = { kind: kind.value, text: text.value };
    const answer =
      branch === null
        ? await post("reports", { ...about, ...whom })
        : await post("reports", { ...about, branch: true }, branch);
    if (answer.ok) finish(box, t("report.thanks"));
    else words.textContent = answer.error;
  });
  box.replaceChildren(html("p", { class: "menu-title" }, t("person.report", { name })), form);
  kind.focus();
}
