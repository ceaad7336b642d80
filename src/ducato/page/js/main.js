/**
 * The beginning of every exported page: puts the host in the place of a server, picks the language,
 * and loads what the page shows. The first page shows the games or, with `?table`, a table.
 */

import { recall, remember, serviceWorkers, showSettings } from "../../client/js/state/settings.js";
import { loadStrings, t } from "../../client/js/state/strings.js";
import { html, need } from "../../client/js/ui/dom.js";
import { compareVersion } from "../../client/js/ui/update.js";
import { address } from "./addresses.js";
import { fileAt, folderOf, isSingle } from "./files.js";
import { KeptGames } from "./kept_games.js";
import { LatestView } from "./latest_view.js";
import { LocalHost } from "./local_host.js";

/** @typedef {{cloth: string, rules: boolean, glyphs: boolean, art: boolean, outlines: boolean}} Look */

const { dataset } = document.body;
const { script = "" } = dataset;
const wanted = new URLSearchParams(location.search);
const folder = folderOf(document.baseURI);
const games = new KeptGames(folder);
/** The games of tables that only the worker has, by id. @type {Map<string, string>} */
const unkept = new Map();
/** The bar that shows how far loading is. @type {HTMLProgressElement | null} */
let bar = null;
/** How far it is. */
let share = 0;
/** Whether Python is there. */
let ready = false;
/** Whether the files are kept, or are going to be. */
let installing = false;

/** @param {string} path of a server */
function go(path) {
  const id = new URL(path, "http://server").pathname.split("/")[2];
  if (dataset.script !== "home" || !path.startsWith("/table/") || !id)
    return location.assign(address(path));
  history.pushState(null, "", address(path));
  void showTable(decodeURIComponent(id));
}

const host = new LocalHost(report, go);
Object.assign(globalThis, { ducatoHost: host });
addEventListener("popstate", () => location.reload());
document.addEventListener("click", (event) => void download(event));
document.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLSelectElement && target.id === "language")
    remember("language", target.value);
});

const able = "WebAssembly" in globalThis;
if (script === "home" && able) host.start();
await update();
showSettings();
if (script === "rules") await showRules();
else {
  dataset.lang = preferred();
  if (script === "home") await begin();
  else await import(fileAt(`${folder}static/js/pages/${script}.js`));
}
if (dataset.lang) document.documentElement.lang = dataset.lang;

/** The language that was chosen here, else the first of the browser's that the page has. */
function preferred() {
  const known = Object.keys(JSON.parse(dataset.languages ?? "{}"));
  const own = navigator.languages.map((one) => one.split("-")[0] ?? "");
  return (
    [wanted.get("lang"), recall("language"), ...own].find((one) => one && known.includes(one)) ??
    "en"
  );
}

/** The rules are a page for each language. */
async function showRules() {
  const lang = wanted.get("lang");
  if (lang && lang !== dataset.lang) {
    remember("language", lang);
    return location.replace(address(`/rules/${dataset.game}?lang=${lang}${location.hash}`));
  }
  await import(fileAt(`${folder}static/js/pages/rules.js`));
}

async function begin() {
  if (!able) return problem("page.no_webassembly");
  const record = wanted.get("record");
  const table = wanted.get("table") ?? record;
  return table ? showTable(table) : showHome();
}

/** @param {string} id of a template, which becomes the page @param {string} style */
async function fill(id, style) {
  const template = need(`${id}-page`, HTMLTemplateElement);
  const link = html("link", { rel: "stylesheet", href: fileAt(`static/css/pages/${style}.css`) });
  const styled = new Promise((done) => {
    link.onload = link.onerror = done;
  });
  const old = document.querySelector("link[data-page]");
  link.dataset.page = "";
  document.head.append(link);
  await styled;
  old?.remove();
  need("page", HTMLElement).replaceChildren(template.content.cloneNode(true));
}

async function showHome() {
  document.body.className = "at-home";
  await fill("home", "lobby");
  await loadStrings();
  dataset.art = "";
  await import(fileAt(`${folder}static/js/page/home.js`));
  if (isSingle()) return;
  // What a table needs comes while the reader looks at the games.
  for (const file of ["js/pages/table.js", "js/net/connection.js"])
    document.head.append(html("link", { rel: "modulepreload", href: `static/${file}` }));
}

/** @param {string} id */
async function showTable(id) {
  const kept = await games.find(id);
  if (kept && !ready) host.look(new LatestView(folder), kept.text);
  const game = unkept.get(id) ?? kept?.entry.game ?? "";
  /** @type {Record<string, Look>} */
  const looks = JSON.parse(dataset.games ?? "{}");
  const look = looks[game];
  document.body.className = "at-table";
  for (const name of ["rules", "glyphs", "art", "outlines"]) delete dataset[name];
  Object.assign(dataset, {
    script: "table",
    table: id,
    game,
    seat: "",
    cloth: look?.cloth ?? "slate",
  });
  if (look?.rules) dataset.rules = "";
  if (look?.glyphs) dataset.glyphs = "";
  if (look?.art) dataset.art = "";
  if (look?.outlines) dataset.outlines = "";
  await fill("table", "table");
  if (look && !look.rules) need("tab-rules", HTMLElement).hidden = true;
  await loadStrings();
  if (!game) return problem("page.missing");
  if (!look) return problem("page.other_game", { name: game });
  showProgress();
  await import(fileAt(`${folder}static/js/pages/table.js`));
}

// -- progress

/** Show how far Python is, until the table is there. */
function showProgress() {
  if (ready || bar) return;
  bar = html("progress", { max: 1, value: share, "aria-label": t("page.loading") });
  const words = html("p", {}, t("page.loading"));
  document.body.append(
    html("div", { class: "loading", id: "loading", role: "status" }, words, bar),
  );
}

function hideProgress() {
  document.getElementById("loading")?.remove();
  bar = null;
}

/** @param {import("./local_host.js").Report} reported */
function report(reported) {
  const { kind, received } = reported;
  if (kind === "asked") showProgress();
  else if (kind === "progress") {
    // The last tenth is Python's own start.
    share = Math.max(share, Math.min(0.9, (0.9 * (received ?? 0)) / Number(dataset.engine)));
    if (bar) bar.value = share;
  } else if (kind === "ready") {
    ready = true;
    if (!bar) void install();
    document.documentElement.dataset.ready = "";
    if (dataset.script === "home") hideProgress();
  } else if (kind === "message") {
    hideProgress();
    void install();
  } else if (kind === "shown") hideProgress();
  else if (kind === "failed") problem("page.no_python");
  else if (kind === "fault") warn("page.fault");
  else if (kind === "unkept") {
    unkept.set(reported.table, reported.game);
    if (!reported.known) warn(`page.${reported.why}`);
  } else if (kind === "lost" && reported.why === "elsewhere") void elsewhere();
  else if (kind === "lost") problem("page.missing", {}, reported.error);
}

/** @param {string} key @param {Record<string, string>} [values] @param {string} [text] */
async function problem(key, values = {}, text = "") {
  hideProgress();
  void install();
  await loadStrings();
  const home = html("a", { class: "main", href: "/" }, t("page.home"));
  const words = html("div", { role: "alert" }, html("h1", {}, text || t(key, values)));
  need("page", HTMLElement).replaceChildren(html("main", { class: "problem" }, words, home));
}

/** Say that another tab has the table, and offer to go on here. */
async function elsewhere() {
  await problem("page.elsewhere");
  const here = html("button", { type: "button", class: "main" }, t("page.here"));
  here.addEventListener("click", () => host.take(dataset.table ?? ""));
  document.querySelector(".problem > a")?.before(here);
}

/** Say something that keeps nobody from playing. @param {string} key */
function warn(key) {
  document.getElementById("warning")?.remove();
  const close = html("button", { type: "button" }, t("update.later"));
  const words = html("p", { role: "alert" }, t(key));
  const box = html("div", { class: "update", id: "warning", popover: "manual" }, words, close);
  close.addEventListener("click", () => box.remove());
  document.body.append(box);
  box.showPopover();
}

// -- files

/** Links to records lead to no file. @param {MouseEvent} event */
async function download(event) {
  const link = event.target instanceof Element ? event.target.closest("a[download]") : null;
  const id = link && new URL(link.getAttribute("href") ?? "", folder).searchParams.get("record");
  if (!id) return;
  event.preventDefault();
  const answer = await host.request(`/table/${id}/record`);
  save(`${dataset.game}-${id}.jsonl`, await answer.text());
}

/** @param {string} name @param {string} text */
function save(name, text) {
  const href = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
  const link = document.createElement("a");
  Object.assign(link, { href, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

// -- versions

/** If a newer version waits, let it in: this page has shown nothing yet. */
async function update() {
  const workers = serviceWorkers();
  const registration = await workers?.getRegistration().catch(() => undefined);
  if (!registration?.waiting || !workers?.controller) return;
  const changed = new Promise((done) => {
    workers.addEventListener("controllerchange", done, { once: true });
  });
  registration.waiting.postMessage("activate");
  await changed;
  location.reload();
  await new Promise(() => {});
}

/**
 * Keep all files for times without a network, and look for a newer version: once nobody waits for
 * Python or a table, which would come later for it.
 */
async function install() {
  if (installing || script !== "home" || isSingle()) return;
  installing = true;
  const workers = serviceWorkers();
  const registration = await workers?.register("service-worker.js").catch(() => undefined);
  if (!workers || !registration) return;
  const announceVersion = () => {
    const { waiting } = registration;
    if (waiting && workers.controller) compareVersion("new");
  };
  announceVersion();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", announceVersion);
  });
  await workers.ready;
  document.documentElement.dataset.offline = "";
}
