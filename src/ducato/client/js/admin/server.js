/** The tables and the health of the server, the words of the filter, the log of administrators. */

import { isolate, t } from "../state/strings.js";
import { html, need } from "../ui/dom.js";
import { dateAndTime } from "../ui/format.js";
import { button, list, request, values } from "./requests.js";

/**
 * @typedef {{name: string, id: string | null, title: string, public: boolean, waiting: boolean,
 *   updated: number, open: boolean, screens: number, seats: {name: string, kind: string, present:
 *   boolean}[]}} OpenTable
 */
/** @typedef {{at: number, action: string, name: string | null, detail: string}} Action */

/** Show the unfinished tables. */
export async function showTables() {
  /** @type {OpenTable[] | null} */
  const tables = await request("/tables");
  if (!tables) return;
  need("tables", HTMLElement).replaceChildren(
    list(
      tables.map((table) =>
        html(
          "li",
          { class: "entry" },
          html(
            "p",
            {},
            html("b", {}, table.title),
            " ",
            table.id === null
              ? table.name
              : html("a", { href: `/table/${encodeURIComponent(table.id)}` }, table.name),
          ),
          html("p", {}, table.seats.map(seatText).join(", ")),
          html(
            "p",
            {},
            html(
              "small",
              {},
              [
                t(table.public ? "admin.public" : "admin.private"),
                t(table.waiting ? "admin.waits" : "admin.runs"),
                table.open && t("admin.screens", { n: table.screens }),
                dateAndTime(table.updated),
              ]
                .filter(Boolean)
                .join(" · "),
            ),
          ),
        ),
      ),
    ),
  );
}

/** @param {OpenTable["seats"][number]} seat */
function seatText({ name, kind, present }) {
  if (kind === "bot") return `${isolate(name)} (${t("table.bot")})`;
  return kind === "person" && present ? `${isolate(name)} ●` : isolate(name);
}

/** Show the health of the server. */
export async function showHealth() {
  const health = await request("/health");
  if (!health) return;
  const seconds = (/** @type {number | null} */ one) =>
    one === null ? "–" : `${(one * 1000).toFixed(1)} ms`;
  /** @type {[string, string][]} */
  const rejections = Object.entries(health.rejections);
  need("health", HTMLElement).replaceChildren(
    values([
      [t("admin.version"), `ducato ${health.version}, Python ${health.python}`],
      [t("admin.database"), health.database],
      [
        t("admin.disk"),
        health.disk_free === null ? "–" : `${Math.round(health.disk_free / 2 ** 20)} MiB`,
      ],
      [t("admin.lag"), seconds(health.lag)],
      [t("admin.commit"), seconds(health.commit)],
      [t("admin.writer_queue"), String(health.writer_queue)],
      [t("admin.bot_queue"), String(health.bot_queue)],
      [t("admin.tables"), String(health.tables)],
      [t("admin.people"), String(health.counts.people)],
      [t("admin.accounts"), String(health.counts.accounts)],
      [t("admin.reports"), String(health.reports)],
    ]),
    html("h2", {}, t("admin.rejections")),
    rejections.length > 0
      ? values(rejections.map(([reason, number]) => [reason, String(number)]))
      : html("p", {}, t("admin.none")),
  );
}

/** Show the words that administrators have added. */
export async function showWords() {
  /** @type {string[] | null} */
  const words = await request("/words");
  if (!words) return;
  const input = html("input", { id: "new-word", required: true, maxlength: 40 });
  const form = html(
    "form",
    {},
    html("label", { for: "new-word" }, t("admin.word")),
    input,
    html("button", {}, t("admin.word_add")),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!(await request("/words", "POST", { word: input.value }))) return;
    await showWords();
    document.getElementById("new-word")?.focus();
  });
  need("words", HTMLElement).replaceChildren(
    html("p", {}, t("admin.words_about")),
    form,
    list(
      words.map((word) =>
        html(
          "li",
          { class: "entry" },
          html("p", {}, word),
          html(
            "div",
            { class: "buttons" },
            button(
              t("admin.word_remove"),
              async () => {
                if (!(await request(`/words/${encodeURIComponent(word)}`, "DELETE"))) return;
                await showWords();
                document.getElementById("new-word")?.focus();
              },
              t("admin.word_remove_of", { word }),
            ),
          ),
        ),
      ),
    ),
  );
}

/** Show what administrators did. */
export async function showActions() {
  /** @type {Action[] | null} */
  const actions = await request("/log");
  if (!actions) return;
  need("actions", HTMLElement).replaceChildren(
    list(
      actions.map(({ at, action, name, detail }) =>
        html(
          "li",
          { class: "entry" },
          html("p", {}, html("b", {}, t(`admin.did_${action}`)), " ", name ?? ""),
          detail !== "" && html("p", {}, detail),
          html("p", {}, html("small", {}, dateAndTime(at))),
        ),
      ),
    ),
  );
}
