/**
 * The page that verifies the chance of a game: of a record that the reader chooses or drops there,
 * or of the table that the address names.
 */

import { contributed, contributions } from "../net/entropy.js";
import { textOf } from "../net/text_file.js";
import { checkRecord } from "../net/verify_chance.js";
import { host } from "../state/host.js";
import { loadStrings, t } from "../state/strings.js";
import { listenToControls } from "../ui/controls.js";
import { html, need } from "../ui/dom.js";

const drop = need("drop", HTMLElement);
const file = need("record", HTMLInputElement);
const result = need("verdict", HTMLElement);
/** What is shown, to be written again in another language. @type {() => void} */
let again = () => {};

await loadStrings();
listenToControls(() => again());
file.addEventListener("change", () => void read(file.files));
drop.addEventListener("dragover", (event) => {
  event.preventDefault();
  drop.classList.add("over");
});
drop.addEventListener("dragleave", () => drop.classList.remove("over"));
drop.addEventListener("drop", (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  void read(event.dataTransfer?.files);
});
const table = new URLSearchParams(location.search).get("table");
if (table) await fetchRecord(table);

/** @param {string} id of a table */
async function fetchRecord(id) {
  try {
    const answer = await host.request(`/table/${encodeURIComponent(id)}/record`);
    if (answer.ok) await judge(await answer.text());
    else say(answer.status === 409 ? "verify.not_over" : "verify.no_table");
  } catch {
    say("lobby.unreachable");
  }
}

/** @param {FileList | null | undefined} files */
async function read(files) {
  const [chosen] = files ?? [];
  if (chosen) await judge(await textOf(chosen));
}

/** @param {string} text */
async function judge(text) {
  if (!globalThis.crypto?.subtle) {
    say("verify.no_crypto");
    return;
  }
  const proof = await checkRecord(text);
  again = () => show(proof);
  again();
}

/** @param {string} key */
function say(key) {
  again = () => result.replaceChildren(html("p", { class: "wrong" }, t(key)));
  again();
}

/** @param {import("../net/verify_chance.js").Proof} proof */
function show({ commitment, seed, contributions: given, outcomes, right, wrong }) {
  const own = contributions();
  const used = given.some(({ value }) => own.has(value));
  const missing = !used && table !== null && contributed(table) !== null;
  const verdict = wrong
    ? html(
        "p",
        { class: "wrong" },
        t("verify.wrong", { line: wrong.line, why: t(`verify.wrong_${wrong.why}`) }),
      )
    : seed
      ? html("p", { class: "right" }, t("verify.right"))
      : html("p", { class: "wrong" }, t("verify.no_seed"));
  result.replaceChildren(
    html("h2", {}, t("verify.verdict")),
    verdict,
    html(
      "dl",
      {},
      html("dt", {}, t("result.commitment")),
      html("dd", {}, commitment || "–"),
      html("dt", {}, t("result.seed")),
      html("dd", {}, seed ?? "–"),
      ...given.flatMap(({ name, value }) => [
        html("dt", {}, t("chance.of", { name })),
        html("dd", {}, value),
      ]),
      html("dt", {}, t("verify.outcomes")),
      html("dd", {}, t("verify.right_of", { right, outcomes })),
    ),
    ...(used || missing
      ? [
          html(
            "p",
            { class: used ? "right own" : "wrong own" },
            t(used ? "chance.own" : "chance.not_own"),
          ),
        ]
      : []),
  );
}
