/** The page of a workbench: draws the table again after each edit, and shows what the lab says. */

const LOOK_EVERY = 150;

/** @param {string} id */
const need = (id) => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page lacks ${id}`);
  return found;
};
const frame = /** @type {HTMLIFrameElement} */ (need("table"));
const file = /** @type {HTMLSelectElement} */ (need("file"));
const area = /** @type {HTMLTextAreaElement} */ (need("text"));
const save = /** @type {HTMLButtonElement} */ (need("save"));
const note = /** @type {HTMLInputElement} */ (need("note"));
const all = /** @type {HTMLInputElement} */ (need("all-seats"));
const words = document.body.dataset;

let generation = 0;
/** @type {any} */
let shown = null;
let digest = "";
let opening = false;

/**
 * @param {string} tag
 * @param {string} text
 * @param {string} [kind]
 */
function element(tag, text, kind = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = kind;
  return made;
}

/**
 * @param {string} method
 * @param {string} address
 * @param {unknown} [body]
 */
async function send(method, address, body) {
  const answer = await fetch(address, {
    method,
    headers: { "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  }).catch(() => null);
  // A server that starts anew may break off in the middle of an answer.
  const data = await answer?.json().catch(() => null);
  return { ok: Boolean(answer?.ok && data), data: data ?? { error: words.unreachable } };
}

async function deal() {
  if (opening || !shown?.request) return;
  opening = true;
  const { request } = shown;
  const [person] = request.seats;
  const seats = request.seats.map((/** @type {object} */ seat, /** @type {number} */ n) =>
    all.checked ? { ...person, name: `${person.name} ${n + 1}` } : seat,
  );
  const { ok, data } = await send("POST", "/api/tables", { ...request, seats });
  if (ok) frame.src = data.url;
  else showWrong(data.error);
  opening = false;
}

/** @param {string | null} sentence */
function showWrong(sentence) {
  const wrong = need("wrong");
  wrong.hidden = !sentence;
  wrong.textContent = sentence;
}

/** Draw the table again: the same one, under the new rules. */
function redraw() {
  if (!shown.table) {
    void deal();
    return;
  }
  const address = `/table/${shown.table}`;
  if (frame.src.endsWith(address)) frame.contentWindow?.location.reload();
  else frame.src = address;
}

function showFigures() {
  const { about, rows, faults } = shown.figures ?? { about: "", rows: [], faults: [] };
  need("about").textContent = about;
  need("faults").replaceChildren(...faults.map((/** @type {string} */ one) => element("li", one)));
  need("rows").replaceChildren(
    ...rows.map((/** @type {any} */ row) => {
      const line = document.createElement("tr");
      const value = element("td", row.value);
      value.append(element("small", row.interval));
      line.append(element("td", row.title), value);
      line.append(element("td", row.change, row.sure ? "sure" : ""));
      return line;
    }),
  );
}

function showFiles() {
  const names = [...file.options].map(({ value }) => value);
  if (names.join() === shown.files.join()) return;
  const before = file.value;
  file.replaceChildren(...shown.files.map((/** @type {string} */ one) => new Option(one, one)));
  file.value = shown.files.includes(before)
    ? before
    : (shown.files.find((/** @type {string} */ one) => one.endsWith("editions.toml")) ??
      shown.files[0] ??
      "");
  area.readOnly = !shown.editable;
  if (!shown.editable) need("file-note").textContent = words.readOnly ?? "";
  if (file.value !== before) void readFile();
}

async function readFile() {
  if (!file.value) return;
  const { ok, data } = await send("GET", `/workbench/files/${encodeURI(file.value)}`);
  if (ok) {
    area.value = data.text;
    digest = data.digest;
    save.disabled = true;
  } else need("file-note").textContent = data.error;
}

async function saveFile() {
  const address = `/workbench/files/${encodeURI(file.value)}`;
  const { ok, data } = await send("PUT", address, { text: area.value, before: digest });
  need("file-note").textContent = ok ? (words.saved ?? "") : data.error;
  if (!ok) return;
  digest = data.digest;
  save.disabled = true;
}

function showVersions() {
  need("kept").replaceChildren(
    ...shown.versions.map((/** @type {any} */ one) => {
      const line = element("li", one.note || "–");
      line.setAttribute("value", String(one.number));
      line.append(" ", element("small", one.moment));
      return line;
    }),
  );
}

/** @param {SubmitEvent} event */
async function keep(event) {
  event.preventDefault();
  const { ok, data } = await send("POST", "/workbench/versions", { note: note.value });
  need("keep-note").textContent = ok ? (words.kept ?? "") : data.error;
  if (ok) note.value = "";
}

async function look() {
  const { ok, data } = await send("GET", "/workbench/state");
  if (!ok) return;
  shown = data;
  showWrong(data.wrong);
  need("status").textContent = data.replayed.join(" ");
  showFigures();
  showFiles();
  showVersions();
  if (data.generation !== generation) {
    generation = data.generation;
    redraw();
    if (save.disabled) void readFile();
  }
}

async function follow() {
  await look();
  setTimeout(follow, LOOK_EVERY);
}

for (const tab of document.querySelectorAll("[role=tab]")) {
  tab.addEventListener("click", () => {
    for (const one of document.querySelectorAll("[role=tab]")) {
      one.setAttribute("aria-selected", String(one === tab));
      need(one.getAttribute("aria-controls") ?? "").hidden = one !== tab;
    }
  });
}
need("new-deal").addEventListener("click", deal);
file.addEventListener("change", readFile);
area.addEventListener("input", () => {
  save.disabled = area.readOnly;
});
area.addEventListener("keydown", (event) => {
  if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  if (!save.disabled) void saveFile();
});
save.addEventListener("click", saveFile);
need("keep").addEventListener("submit", (event) => keep(/** @type {SubmitEvent} */ (event)));
void follow();
