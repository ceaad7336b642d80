/**
 * The study of a finished game: its branches, compared with the game, kept under a name with a
 * comment, and shared. One's own branches are there before they are kept.
 */

import { reportButton } from "../dialogs/person_menu.js";
import { read, send } from "../net/requests.js";
import { hasServer } from "../state/host.js";
import { t } from "../state/strings.js";
import { branchedFrom } from "../state/table_state.js";
import { html, textButton } from "../ui/dom.js";
import { points } from "./marks.js";
import { PositionEditor } from "./position.js";

/** @typedef {import("../net/protocol.js").Table} Table */
/** @typedef {import("ducato/api").BranchEntry} Branch */
/** @typedef {import("ducato/api").BranchComparison} Comparison */
/**
 * @typedef {object} Board
 * @property {() => import("./position.js").Moment} at what it shows
 * @property {(view: import("../net/protocol.js").View) => void} show
 * @property {(seq: number, seat: number | null) => void} look at a moment of the game
 */

/** Characters, as the server allows. */
const LONGEST_NAME = 60;
const LONGEST_COMMENT = 1000;

/** @param {Table} table @returns {string} where another game is chosen to set up a position */
const newPosition = ({ game, seats }) =>
  `/?game=${encodeURIComponent(game)}&players=${seats.length}&position`;

export class StudyView {
  #list = html("ul", { class: "branches" });
  #none = html("p", { class: "small" });
  #game;

  #open;
  /** The editor of a position, while it is open. @type {PositionEditor | null} */
  #editor = null;

  /**
   * @param {Table} table
   * @param {(there: boolean) => void} note whether there can be a study at all
   * @param {Board} board
   */
  constructor(table, note, board) {
    this.table = table;
    this.board = board;
    this.#open = textButton("position.open", () => this.edit());
    this.note = note;
    this.#game = encodeURIComponent(branchedFrom(table) ?? table.id);
    this.root = html(
      "div",
      { class: "study" },
      html("h2", { class: "unseen" }, t("analysis.study")),
      hasServer() && html("p", { class: "small about-study" }, t("study.about")),
      table.status === "over" && this.#open,
      html("p", { class: "small" }, html("a", { href: newPosition(table) }, t("position.new"))),
      this.#none,
      this.#list,
    );
    // Without a server, branches are among the games that the browser keeps.
    if (hasServer()) void this.load();
  }

  /** The board shows a moment: another one than before, or the same one again. */
  moved() {
    if (this.#editor?.seq === this.board.at().seq) this.#editor.draw();
    else this.#leave(false);
  }

  close() {
    this.#leave(false);
  }

  /** Open the editor at the moment on the board. */
  edit() {
    const { table, board } = this;
    document.body.classList.add("setting-up");
    this.#editor = new PositionEditor(table, board, () => this.#leave(true));
    this.#open.hidden = true;
    this.#open.after(this.#editor.root);
    this.#editor.focus();
  }

  /** @param {boolean} back whether to show the moment of the game again */
  #leave(back) {
    if (!this.#editor) return;
    document.body.classList.remove("setting-up");
    this.#editor.root.remove();
    this.#editor = null;
    this.#open.hidden = false;
    if (!back) return;
    this.#open.focus();
    const { seq, seat } = this.board.at();
    this.board.look(seq, seat);
  }

  async load() {
    /** @type {Branch[] | null} */
    const found = await read(`/api/tables/${this.#game}/study`);
    this.note(found !== null);
    const branches = found ?? [];
    this.#none.textContent = branches.length ? "" : t("study.none");
    this.#list.replaceChildren(...branches.map((branch) => this.#entry(branch)));
  }

  /** @param {Branch} branch */
  #entry(branch) {
    const { name, author, own, shared, kept, comment, steps, url, id } = branch;
    const about = [
      t("study.steps", { n: steps }),
      ...(own ? [t(shared ? "study.shared" : kept ? "study.kept" : "study.not_kept")] : [author]),
    ];
    const result = html("div", { role: "status" });
    const compare = textButton("study.compare", async () => {
      compare.disabled = true;
      result.replaceChildren(html("p", { class: "small" }, t("study.comparing")));
      const answer = await send("GET", `/api/tables/${encodeURIComponent(id)}/comparison`);
      result.replaceChildren(
        ...(answer.ok
          ? this.#compared(answer.data)
          : [html("p", { class: "wrong" }, answer.error)]),
      );
      compare.disabled = false;
    });
    const here = id === this.table.id;
    return html(
      "li",
      { class: here ? "here" : "" },
      html("a", { href: url, "aria-current": here && "page" }, name || t("study.nameless")),
      html("small", {}, about.join(" · ")),
      comment && html("p", { class: "comment" }, comment),
      html("div", { class: "branch-buttons" }, compare, !own && reportButton(author, id)),
      result,
      own && this.#form(branch),
    );
  }

  /**
   * @param {Comparison} comparison
   * @returns {HTMLElement[]} what the choice that parts the two was worth
   */
  #compared({ seq, seat, game, branch, difference }) {
    const name = this.table.seats[seat]?.name ?? "";
    const line = (/** @type {string} */ key, /** @type {Comparison["game"]} */ { text, wins }) => [
      html("dt", {}, t(key, { text })),
      html(
        "dd",
        {},
        t("opinion.wins", { wins: Math.round(wins.value), margin: Math.ceil(wins.margin) }),
      ),
    ];
    const { value, margin } = difference;
    const better = Math.abs(value) <= margin ? "same" : value > 0 ? "better" : "worse";
    const cost = { points: points(Math.abs(value)), margin: points(margin) };
    return [
      html("p", {}, t("study.parting", { seq, name })),
      html("dl", {}, ...line("study.in_game", game), ...line("study.in_branch", branch)),
      html("p", {}, html("b", {}, t(`study.${better}`, cost))),
    ];
  }

  /** @param {Branch} branch */
  #form({ id, name, comment, shared, kept }) {
    const title = html("input", { type: "text", maxlength: LONGEST_NAME, value: name });
    const words = html("textarea", { maxlength: LONGEST_COMMENT, rows: 3 }, comment);
    const open = html("input", { type: "checkbox" });
    open.checked = shared;
    const wrong = html("p", { class: "wrong", role: "alert" });
    const address = `/api/tables/${this.#game}/study`;
    const save = html("button", { class: "main" }, t("study.save"));
    const after = (/** @type {import("../net/requests.js").Outcome} */ answer) => {
      if (answer.ok) void this.load();
      else wrong.textContent = answer.error;
    };
    const form = html(
      "form",
      {},
      html("label", {}, t("study.name"), title),
      html("label", {}, t("study.comment"), words),
      html("label", { class: "share-it" }, open, html("span", {}, t("study.share"))),
      html(
        "div",
        { class: "branch-buttons" },
        save,
        kept &&
          textButton("study.remove", async () =>
            after(await send("DELETE", `${address}/${encodeURIComponent(id)}`)),
          ),
      ),
      wrong,
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const kept_as = { branch: id, name: title.value, comment: words.value, shared: open.checked };
      after(await send("POST", address, kept_as));
    });
    return html("details", {}, html("summary", {}, t(kept ? "study.edit" : "study.keep")), form);
  }
}
