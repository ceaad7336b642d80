/**
 * The table page: brings the connection, the board and the choices together. It holds the two views
 * that matter - the newest one heard of and the one shown - and lets a person act only when they are the same.
 */

import { listenForHints, notice, showSeats, write } from "./bar.js";
import { Board } from "./board.js";
import { makeCaption } from "./caption.js";
import { Company } from "./company.js";
import { Choices } from "./choices.js";
import { keepOpen, listenToControls } from "./controls.js";
import { makeCurtain } from "./curtain.js";
import { html, need } from "./dom.js";
import { holdFocus, listenToArrows, rove } from "./keyboard.js";
import { Log } from "./log.js";
import { roll, stands, travel } from "./motion.js";
import { fillResult } from "./result.js";
import { recall } from "./settings.js";
import { fitStory, foldable, revealChoice } from "./small_screen.js";
import { Link } from "./socket.js";
import { loadSprite } from "./sprite.js";
import { makeStanding } from "./standing.js";
import { Sight } from "./scenes.js";
import { Player } from "./steps.js";
import { language, loadStrings, t } from "./strings.js";
import { listenForWhy, ruleAddress, ruleLink, showReasons } from "./why.js";
import { Walk } from "./walk.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Action} Action */
/** @typedef {import("./types.js").Welcome} Welcome */
/** @typedef {import("./types.js").ServerMessage} ServerMessage */

const area = (/** @type {string} */ id) => need(id, HTMLElement);
const page = { bar: area("bar"), told: area("told"), prompt: area("prompt"), sky: area("sky"), dock: area("dock"), seats: area("seats"), link: area("link") };
const undo = need("undo", HTMLButtonElement);
const skip = need("skip", HTMLButtonElement);
const hintButton = need("ask-hint", HTMLButtonElement);
const advice = area("advice");
const again = need("show-result", HTMLButtonElement);
const resultDialog = need("result", HTMLDialogElement);
const helpDialog = need("help", HTMLDialogElement);

const board = new Board({ board: area("board"), others: area("others"), aside: area("aside"), own: area("own") });
const choices = new Choices(area("buttons"), need("all-actions", HTMLDetailsElement), act, walkTo, askWhy);
const company = new Company((request) => link.ask(request));
const log = new Log(area("log-list"), area("voice"));
const caption = makeCaption(page.told);
const walk = new Walk();
const sight = new Sight();
const curtain = makeCurtain((seat) => link.ask({ type: "ready", seat }));
const showStanding = makeStanding((seat, answers) => link.ask({ type: "standing", seat, answers }));
const player = new Player({ tell, show: showStep, brief: (step) => step.actor === shown?.seat, mark: showState });

/** @type {Table | null} */
let table = null;
/** Milliseconds after which a choice out of view is scrolled to. */
const REVEAL_AFTER = 120;
/** The newest view heard of. @type {View | null} */
let newest = null;
/** The view on the board. @type {View | null} */
let shown = null;
/** Who is thinking, if a bot is. @type {number | null} */
let thinking = null;
/** A curtain that waits until the steps before it have been seen. @type {import("./types.js").Curtain | null} */
let falling = null;
/** Whether pieces are still on their way. */
let moving = false;
/** The number of steps after which our last move is done; the views before it are out of date. */
let awaited = 0;
/** The id of the question for a hint, while it waits for its answer. @type {string | null} */
let hinting = null;
/** Looking back, while somebody does. @type {import("./look_back.js").LookBack | null} */
let past = null;
/** The chart of the finished game. @type {import("./graph.js").Graph | null} */
let graph = null;
/** What the people of this table let be seen. @type {import("./types.js").TablePeople["seats"]} */
let people = [];
/** What is said at this table. @type {import("./talk.js").Talk | null} */
let talk = null;
/** Whether the page has just been opened. */
let justOpened = true;
/** Whether the next welcome is the first after the line was opened. */
let reopened = true;
/** @type {import("./socket.js").LinkState} */
let lineState = "connecting";

const { table: id = "", seat = "" } = document.body.dataset;
/** Messages are heard one after the other, even though the first has to wait for texts and sprite. */
let inbox = Promise.all([loadStrings(), loadSprite(document.body.dataset.game ?? "")]).then(() => {});
const link = new Link(`/table/${encodeURIComponent(id)}/socket${seat && `?seat=${seat}`}`,
  (message) => void (inbox = inbox.then(() => hear(message))), showLine);
await inbox;
showLine(lineState);
listen();

/** @param {ServerMessage} message */
async function hear(message) {
  switch (message.type) {
    case "welcome":
      welcome(message);
      break;
    case "view":
      curtain.lift();
      page.bar.focus({ preventScroll: true }); // from where it goes on to the first choice
      reset(sight.take(message.view));
      break;
    case "table":
      table = message.table;
      company.show(table);
      break;
    case "talk":
      talk ??= new (await import("./talk.js")).Talk((request) => link.ask(request), (words) => log.say(words));
      talk.show(message);
      break;
    case "said":
      talk?.add(message.line);
      break;
    case "notice":
      notice(message.text);
      break;
    case "log":
      log.prepend(message.log);
      askEarlier(message.log);
      break;
    case "steps":
      if (message.clock) company.setClock(message.clock);
      takeSteps(message.steps.map((step) => ({ ...step, view: step.view && sight.take(step.view) })));
      break;
    case "undone":
      if (message.clock) company.setClock(message.clock);
      log.reset(message.log);
      log.say(t("table.undone"));
      caption.show(t("table.undone"), true);
      reset(sight.take(message.view));
      break;
    case "thinking":
      thinking = message.seat;
      break;
    case "accepted":
      awaited = message.seq;
      break;
    case "hint":
      if (message.seq === newest?.seq && shown === newest) (await import("./hint.js")).showHint(message, board, advice);
      hinting = null;
      break;
    case "chart":
    case "odds":
      graph?.hear(message);
      break;
    case "past":
      past?.hear(message);
      break;
    case "record":
      (await import("./look_back.js")).saveRecord(message);
      break;
    case "refused":
      if (message.id === hinting) hinting = null;
      past?.refused();
      notice(message.reason, " ", table && message.clause !== null && ruleLink(table.game, message.clause));
      break;
    case "why": {
      const entry = board.entries.get(message.piece ?? "");
      if (table && entry) showReasons(entry.button ?? entry.node, entry.piece.label, message.reasons, table.game);
      break;
    }
    case "stale":
      if (message.id === hinting) hinting = null;
      notice(t("table.stale"));
      break;
    case "curtain":
      falling = message;
      break;
  }
  showState();
  walkOn();
}

/** @param {Welcome} message */
function welcome(message) {
  const view = sight.take(message.view);
  table = message.table;
  company.show(table);
  area("title").textContent = table.title;
  area("rules").setAttribute("href", ruleAddress(table.game));
  area("edition").textContent = table.edition;
  document.title = `${table.title} · ducato`;
  log.own = view.seat;
  const missed = newest && newest.seat === view.seat ? view.seq - newest.seq : 0;
  if (reopened && newest && missed > 0) {
    const known = newest.seq;
    log.reset(message.log.filter((entry) => entry.seq <= known));
    link.tell({ type: "catch_up", seq: known });
  } else {
    log.reset(message.log);
    reset(view);
  }
  if (reopened) link.resend();
  reopened = false;
  showStanding(message);
  void lookForPeople();
  askEarlier(message.log);
  if (justOpened) void comeBack(view);
  justOpened = false;
}

/** Fetches the ratings that stand beside names: when somebody sat down, and when the game is over. */
async function lookForPeople() {
  const { peopleAt } = await import("./ratings.js");
  people = (await peopleAt(id))?.seats ?? people;
  company.setPeople(people);
  showState();
}

/**
 * The page was opened: at the moment that its address names, or with what happened meanwhile.
 * @param {View} view
 */
async function comeBack(view) {
  if (location.hash) return lookAtAddress();
  const { lastSeen, noteSeen, showRecap } = await import("./recap.js");
  const seen = lastSeen(id);
  if (view.seat !== null && !view.result && seen !== null && seen < view.seq) showRecap(log.since(), lookBack);
  const note = () => shown && shown === newest && noteSeen(id, shown.seq);
  note();
  addEventListener("pagehide", note);
}

async function lookAtAddress() {
  const moment = (await import("./look_back.js")).momentOf(location.hash);
  if (moment) await lookBack(moment.seq, moment.seat);
}

/**
 * @param {number} seq
 * @param {number | null} [seat] whose eyes; the reader's, if not given
 */
async function lookBack(seq, seat) {
  if (!table || !newest || curtain.drawn) return;
  const { LookBack } = await import("./look_back.js");
  if (!past) {
    player.clear();
    const own = newest.seat;
    const others = newest.result ? table.seats.map((one) => one.seat).filter((one) => one !== own) : [];
    past = new LookBack(page.bar, table, newest.seq, [...own === null ? [] : [own], ...others, null], {
      ask: (at, eyes) => link.ask({ type: "look", seq: at, seat: eyes }),
      show: (step, near) => void showPast(step, near),
      mark: (at) => log.mark(at),
      save: () => link.ask({ type: "export" }),
      leave: comeForward,
    });
    document.body.classList.add("looking-back");
  }
  past.go(seq, seat);
}

/**
 * @param {Step} step
 * @param {boolean} near
 */
async function showPast({ view }, near) {
  if (!view) return;
  const before = stands(board);
  const changes = put(view, false);
  if (near) await travel(before, board, changes, page.sky);
}

/** Back from the past: what is newest is shown again. */
function comeForward() {
  if (!past) return;
  past.close();
  past = null;
  document.body.classList.remove("looking-back");
  if (newest) reset(newest);
}

/**
 * A long story is told from its end: asks for what came before these entries.
 * @param {import("./types.js").LogEntry[]} entries
 */
function askEarlier(entries) {
  const first = entries[0]?.seq ?? 1;
  if (first > 1) link.tell({ type: "earlier", seq: first });
}

/** @param {Step[]} steps */
function takeSteps(steps) {
  const known = newest?.seq ?? -1;
  const fresh = steps.filter((step) => step.seq > known);
  const [first] = fresh;
  if (!first) return;
  if (first.seq > known + 1) return link.tell({ type: "catch_up", seq: known });
  newest = fresh.at(-1)?.view ?? newest;
  if (fresh.some((step) => step.actor !== shown?.seat)) walk.stop();
  thinking = null;
  if (!past) return player.push(fresh);
  for (const step of fresh) log.add(step);
  past.grow(newest?.seq ?? 0);
}

/**
 * Shows a view without telling how it came to be.
 * @param {View} view
 */
function reset(view) {
  const at = past?.at;
  newest = view;
  walk.stop();
  log.own = view.seat;
  if (past && at) { // the texts are in another language now, or moves were taken back
    comeForward();
    return void lookBack(at.seq, at.seat);
  }
  thinking = null;
  awaited = 0;
  player.clear();
  put(view, true);
  if (view.result) showResult(false);
}

/**
 * @param {View} view
 * @param {boolean} live
 */
function put(view, live) {
  const restoreFocus = holdFocus(board, page.bar);
  const changes = board.show(view.scene, live);
  shown = view;
  log.own = view.seat ?? log.own;
  hinting = null;
  advice.hidden = true;
  if (!view.legal.length) write(area("hint"), "");
  if (live) choices.show(view);
  else choices.clear();
  rove(board);
  showState();
  setTimeout(restoreFocus); // when the frame has been painted: to move it has the whole page laid out
  return changes;
}

/** @param {Step} step */
function tell(step) {
  log.add(step);
  caption.show(step.texts.join(" "), step.actor === shown?.seat);
}

/**
 * @param {Step} step
 * @param {boolean} last
 */
async function showStep({ view }, last) {
  if (!view) return; // a busy server leaves out what lies between
  await roll(board.redrawDice(view.scene));
  const before = stands(board);
  if (past) return; // somebody began to look back meanwhile
  const live = last && view === newest;
  moving = true;
  const changes = put(view, live);
  if (live && view.legal.length) log.say(view.prompt);
  await travel(before, board, changes, page.sky);
  moving = false;
  // Later, when the frame has been painted: it reads where everything is.
  if (live && view.legal.length) setTimeout(() => revealChoice(board.entries.values(), page.dock), REVEAL_AFTER);
  walkOn();
  if (last && view.result && !past) showResult(true);
}

/** @returns {boolean} whether a choice can be made now */
function ready() {
  return shown !== null && shown === newest && shown.seq >= awaited
    && lineState === "open" && !link.waiting && !curtain.drawn;
}

/** @param {Action} action chosen by the reader, who may want to be asked once more */
async function act(action) {
  walk.stop();
  if (recall("confirm") !== "yes") return send(action);
  const { confirmMove } = await import("./confirm.js");
  const seq = newest?.seq;
  const anchor = document.activeElement instanceof HTMLElement ? document.activeElement : page.bar;
  confirmMove(anchor, action, () => newest?.seq === seq && send(action));
}

/** @param {number[]} path */
function walkTo(path) {
  walk.begin(path);
  walkOn();
}

/** The next step of a walk, once the one before it has been accepted and is seen. */
function walkOn() {
  const action = ready() && !moving && walk.next(newest?.legal ?? []);
  if (action) send(action);
}

/** @param {Action} action */
function send(action) {
  if (!ready() || !newest) return;
  link.ask({ type: "act", seq: newest.seq, action: action.action });
  showState();
}

function askHint() {
  if (!ready() || !newest?.legal.length || hinting !== null) return;
  hinting = link.ask({ type: "hint", seq: newest.seq });
  showState();
}

/** @param {import("./board.js").Entry} entry */
function askWhy({ piece }) {
  if (ready()) link.ask({ type: "why", piece: piece.id });
}

function takeBack() {
  if (!ready() || !newest?.undo) return;
  link.ask({ type: "undo", seq: newest.seq });
  showState();
}

/** Writes into the page all that depends on where we stand. */
function showState() {
  if (!shown || !table) return;
  if (falling && !player.playing) {
    curtain.draw(falling);
    falling = null;
  }
  const thinker = table.seats.find((one) => one.seat === thinking);
  write(page.prompt, thinker && !player.playing ? t("table.thinking", { name: thinker.name }) : shown.prompt);
  document.body.classList.toggle("ready", ready());
  document.body.classList.toggle("my-turn", shown.legal.length > 0);
  document.body.classList.toggle("thinking", thinker !== undefined);
  showLesson(shown.lesson ?? null);
  hintButton.hidden = shown.legal.length === 0 || !!shown.lesson;
  hintButton.disabled = !ready();
  hintButton.setAttribute("aria-busy", String(hinting !== null));
  undo.hidden = !shown.undo;
  undo.disabled = !ready();
  skip.hidden = !player.playing;
  again.hidden = !shown.result;
  const own = (past ? newest : shown)?.seat ?? null;
  const key = JSON.stringify([table.seats, shown.to_move, own, people, language()]);
  if (page.seats.dataset.key !== key) showSeats(page.seats, table.seats, shown.to_move, own, people);
  page.seats.dataset.key = key;
  company.tick();
}

/** @param {NonNullable<View["lesson"]> | null} lesson */
function showLesson(lesson) {
  const line = area("lesson");
  line.hidden = lesson === null;
  const key = JSON.stringify([lesson, language()]);
  if (!table || line.dataset.key === key) return;
  line.dataset.key = key;
  line.replaceChildren(...lesson ? [html("b", {}, t("lesson.step", { number: lesson.number, of: lesson.of })), ` ${lesson.text} `,
    ...lesson.clause ? [ruleLink(table.game, lesson.clause)] : []] : []);
}

/** @param {import("./socket.js").LinkState} state */
function showLine(state) {
  lineState = state;
  if (state !== "open") reopened = true;
  page.link.dataset.state = state;
  write(page.link, t(`link.${state}`));
  showState();
}

/** @param {boolean} open */
function showResult(open) {
  if (!newest?.result || !table) return;
  fillResult(newest.result, table);
  if (!open || resultDialog.open) return;
  void lookForPeople();
  resultDialog.showModal();
  void showGraph(newest.result);
}

/** @param {import("./types.js").Result} result */
async function showGraph(result) {
  if (graph?.language === language() || !table) return;
  const { Graph } = await import("./graph.js");
  graph?.remove();
  graph = new Graph(area("chart"), table, result, log, (seq) => {
    resultDialog.close();
    void lookBack(seq);
  });
  link.ask({ type: "chart" });
}

/** The reader's language has changed: the server writes all its texts anew. */
function retell() {
  link.tell({ type: "language", lang: language() });
  showLine(lineState);
  curtain.translate();
  company.translate();
}

function listen() {
  listenToControls(retell);
  listenToArrows(board);
  listenForHints(board, choices);
  listenForWhy(board, askWhy);
  keepOpen(need("log", HTMLDetailsElement), true);
  fitStory(area("story"), log);
  foldable(need("fold", HTMLButtonElement));
  for (const root of Object.values(board.areas)) {
    root.addEventListener("click", (event) => {
      const entry = board.clicked(event);
      if (entry && ready()) choices.pick(entry);
    });
  }
  hintButton.addEventListener("click", askHint);
  need("look-back", HTMLButtonElement).addEventListener("click", () => void lookBack(newest?.seq ?? 0));
  area("log-list").addEventListener("click", (event) => {
    const line = event.target instanceof Element ? event.target.closest("[data-seq]") : null;
    if (line && getSelection()?.isCollapsed !== false) void lookBack(Number(line.getAttribute("data-seq")));
  });
  addEventListener("hashchange", () => void lookAtAddress());
  undo.addEventListener("click", takeBack);
  skip.addEventListener("click", () => player.skip());
  again.addEventListener("click", () => showResult(true));
  need("show-help", HTMLButtonElement).addEventListener("click", () => helpDialog.showModal());
  document.addEventListener("pointerdown", () => {
    walk.stop();
    player.skip();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLSelectElement || event.target instanceof HTMLInputElement) return;
    walk.stop();
    if (event.key === "Escape") player.skip();
    else if (event.key === "u") takeBack();
    else if (event.key === "h") askHint();
    else if (event.key === "l" && !past) void lookBack(newest?.seq ?? 0);
    else if (event.key === "?" && !helpDialog.open) helpDialog.showModal();
  });
}
