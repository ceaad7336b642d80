/**
 * The controls of the replay: any moment of the game, reached by buttons, keys or a slider, from
 * the viewpoint of every seat that the reader may see. Moments are fetched when they are needed,
 * and kept. The page's address names the moment (#step=41&seat=1), so that it can be shared.
 */

import { markWords, points } from "../analysis/marks.js";
import { announce, write } from "../play/status_bar.js";
import { decisionAt, onAnalysis } from "../state/game_analysis.js";
import { ViewDecoder } from "../state/scene_changes.js";
import { t } from "../state/strings.js";
import { html, loadStylesheet } from "../ui/dom.js";
import { onKey } from "../ui/keys.js";
import { loadPart } from "../ui/update.js";

/** @typedef {import("../net/protocol.js").Step} Step */
/** @typedef {import("../net/protocol.js").Replay} Replay */
/** @typedef {import("../net/protocol.js").Table} Table */

/**
 * @typedef {object} Playback
 * @property {(seq: number, seat: number | null) => void} ask the server for a moment
 * @property {(step: Step, near: boolean) => void} show it; near: it is one step away from the one
 *   shown
 * @property {(seq: number | null) => void} mark its line in the log
 * @property {() => void} save the record
 * @property {() => void} leave
 */

await loadStylesheet("replay");

const TURN = 10;
const SLIDER = ".replay-slider";

/** @param {number | null} seat @param {number} seq */
const keyOf = (seat, seq) => `${seat}:${seq}`;

export class ReplayBar {
  /** @type {Map<string, Step>} */
  #kept = new Map();
  /** @type {Set<string>} */
  #asked = new Set();
  #last;
  /** The moment wanted; it is shown as soon as it is there. */
  #seq = 0;
  /** @type {number | null} */
  #seat = null;
  /** The moment shown. @type {number | null} */
  #shown = null;
  #stopUpdates;
  /** Ends the listening to keys. */
  #closed = new AbortController();
  #words = html("p", { class: "replay-text", role: "status" });
  #track = html("input", {
    type: "range",
    class: "replay-slider",
    min: 0,
    step: 1,
    "aria-label": t("replay.title"),
  });
  #viewpoint = html("select", { "aria-label": t("replay.viewpoint") });
  /** Goes on from the moment shown, once the game is over. */
  #branch = this.#button(t("branch.play_on"), null, () => void this.#playOn());

  /**
   * @param {HTMLElement} bar where the strip goes
   * @param {Table} table
   * @param {number} last the number of steps so far
   * @param {(number | null)[]} seats whose viewpoint is allowed, the reader's first; null is what
   *   everyone sees
   * @param {Playback} playback
   */
  constructor(bar, table, last, seats, playback) {
    this.#last = last;
    this.playback = playback;
    this.table = table;
    const [own = null] = seats;
    this.#seat = own;
    this.own = own;
    this.#track.addEventListener("input", () => this.go(Number(this.#track.value)));
    this.#viewpoint.append(
      ...seats.map(
        (seat) =>
          new Option(seat === null ? t("replay.everyone") : table.seats[seat]?.name, String(seat)),
      ),
    );
    this.#viewpoint.addEventListener("change", () =>
      this.go(this.#seq, this.#viewpoint.value === "null" ? null : Number(this.#viewpoint.value)),
    );
    this.strip = html(
      "div",
      { class: "replay-bar", role: "group", "aria-label": t("replay.title") },
      this.#words,
      this.#button("«", "replay.first", () => this.go(0)),
      this.#button("‹", "replay.previous", () => this.go(this.#seq - 1)),
      this.#track,
      this.#button("›", "replay.next", () => this.go(this.#seq + 1)),
      this.#button("»", "replay.last", () => this.go(this.#last)),
      html(
        "label",
        { class: "replay-viewpoint" },
        html("span", {}, t("replay.viewpoint")),
        this.#viewpoint,
      ),
      this.#branch,
      this.#button(t("replay.link"), null, () => void this.#copy()),
      this.#button(t("replay.record"), null, playback.save, "record"),
      this.#button(t("replay.close"), null, playback.leave, "main"),
    );
    bar.append(this.strip);
    this.#branch.hidden = table.status !== "over";
    const { signal } = this.#closed;
    onKey((event) => event.key === "Escape" && this.#leave(event), { own: SLIDER, signal });
    onKey((event) => this.#turn(event), {
      own: `${SLIDER}, .side-panel`,
      repeats: true,
      signal,
    });
    this.#stopUpdates = onAnalysis(() => this.#shown !== null && this.#update());
  }

  get at() {
    return { seq: this.#seq, seat: this.#seat };
  }

  /**
   * @param {number} seq
   * @param {number | null} [seat]
   */
  go(seq, seat = this.#seat) {
    this.#seq = Math.max(0, Math.min(seq, this.#last));
    this.#seat = seat;
    this.#viewpoint.value = String(seat);
    this.#track.max = String(this.#last);
    this.#track.value = String(this.#seq);
    const words = seat === this.own ? "" : `&seat=${seat === null ? "all" : seat}`;
    history.replaceState(history.state, "", `#step=${this.#seq}${words}`);
    this.#want(this.#seq);
    this.#showIfThere();
  }

  /**
   * Take in a moment that the server has sent.
   * @param {Replay} message
   */
  receive({ seat, step }) {
    this.#asked.delete(keyOf(seat, step.seq));
    this.#kept.set(keyOf(seat, step.seq), {
      ...step,
      view: step.view && new ViewDecoder().decode(step.view),
    });
    this.#showIfThere();
  }

  /** The viewpoint was refused: return to one's own. */
  reject() {
    this.#asked.clear();
    if (this.#seat !== this.own) this.go(this.#seq, this.own);
  }

  /** @param {number} last the number of steps, now that the game has continued */
  grow(last) {
    this.#last = last;
    this.#track.max = String(last);
    this.#update();
  }

  close() {
    this.#closed.abort();
    this.#stopUpdates();
    this.strip.remove();
    this.playback.mark(null);
    history.replaceState(history.state, "", location.pathname + location.search);
  }

  /** @param {number} seq */
  #want(seq) {
    const key = keyOf(this.#seat, seq);
    if (seq < 0 || seq > this.#last || this.#kept.has(key) || this.#asked.has(key)) return;
    this.#asked.add(key);
    this.playback.ask(seq, this.#seat);
  }

  #showIfThere() {
    const step = this.#kept.get(keyOf(this.#seat, this.#seq));
    if (!step) return;
    const near = this.#shown !== null && Math.abs(this.#shown - this.#seq) === 1;
    this.#shown = this.#seq;
    this.playback.show(step, near);
    this.playback.mark(this.#seq);
    this.#update();
    // Readers go on step by step: fetch the neighbours before they are needed.
    this.#want(this.#seq + 1);
    this.#want(this.#seq - 1);
  }

  #update() {
    const step = this.#kept.get(keyOf(this.#seat, this.#seq));
    const words = this.#seq === 0 ? t("replay.start") : (step?.texts.join(" ") ?? "");
    const where = t("replay.step", { seq: this.#seq, last: this.#last });
    write(this.#words, [where, this.#judgement(), words].filter(Boolean).join(" · "));
  }

  /** @returns {string} how good the choice was that follows the moment, if it was judged */
  #judgement() {
    const decision = decisionAt(this.#seq);
    if (!decision?.judged || decision.mark === null) return "";
    const { mark, seat, lost } = decision;
    const name = this.table.seats[seat]?.name ?? "";
    const words = { name, mark: markWords(mark), lost: points(lost) };
    return t(mark === "good" ? "mark.next_good" : "mark.next", words);
  }

  /**
   * @param {string} face
   * @param {string | null} label for a face that is a sign
   * @param {() => void} go
   * @param {string} [looks]
   */
  #button(face, label, go, looks = label ? "sign" : "") {
    const button = html(
      "button",
      { type: "button", class: looks, "aria-label": label && t(label), title: label && t(label) },
      face,
    );
    button.addEventListener("click", go);
    return button;
  }

  async #playOn() {
    const part = await loadPart(() => import("./branch.js"));
    const step = this.#kept.get(keyOf(this.#seat, this.#seq));
    const [next = 0] = step?.view?.to_move ?? [];
    await part?.playOn(this.#branch, this.table, this.#seq, this.#seat ?? next);
  }

  async #copy() {
    try {
      await navigator.clipboard.writeText(location.href);
      announce(t("replay.copied"));
    } catch {
      // No clipboard without https: show the address, to be copied by hand.
      prompt(t("replay.link"), location.href);
    }
  }

  /** @param {KeyboardEvent} event */
  #leave(event) {
    event.preventDefault();
    this.playback.leave();
  }

  /** @param {KeyboardEvent} event */
  #turn(event) {
    const to = {
      ArrowLeft: this.#seq - 1,
      ArrowRight: this.#seq + 1,
      PageUp: this.#seq - TURN,
      PageDown: this.#seq + TURN,
      Home: 0,
      End: this.#last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.go(to);
  }
}

/**
 * The moment that an address names.
 * @param {string} hash
 * @returns {{seq: number, seat?: number | null} | null}
 */
export function parseMoment(hash) {
  const found = /^#step=(\d+)(?:&seat=(\d+|all))?$/.exec(hash);
  if (!found) return null;
  const [, seq, seat] = found;
  return seat === undefined
    ? { seq: Number(seq) }
    : { seq: Number(seq), seat: seat === "all" ? null : Number(seat) };
}

/**
 * @param {import("../net/protocol.js").GameRecord} record to be saved as a file
 */
export function saveRecord({ name, lines }) {
  const address = URL.createObjectURL(
    new Blob([`${lines.join("\n")}\n`], { type: "application/jsonl" }),
  );
  const link = html("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
