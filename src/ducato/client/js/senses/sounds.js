/**
 * Decides which sounds are heard: those of what moved, of one's turn, and of the end of the game.
 * The synthesizer is loaded when the first sound is due after the first gesture, because browsers
 * allow none before.
 */

import { recall, remember, speedFactor } from "../state/settings.js";
import { state } from "../state/table_state.js";
import { loadPart } from "../ui/update.js";

/** @typedef {import("../net/protocol.js").View} View */
/** @typedef {import("../net/protocol.js").Piece} Piece */
/** @typedef {import("./synth.js").Sound} Sound */
/** @typedef {import("./synth.js").Synth} Synth */

/** Percent, where no one has chosen a volume. */
const VOLUME = 40;
/** Seconds that dice roll before other pieces move, at normal pace. */
const ROLLING = 0.64;
/** Seconds between the sounds of cards and of coins that move together. */
const APART = 0.12;
/** A sound that comes again within so many milliseconds is not repeated. */
const AGAIN_AFTER = 90;

/** @type {Promise<Synth | null> | null} */
let synth = null;
let gesture = false;
/** When each sound was last heard. @type {Map<Sound, number>} */
const heard = new Map();

/** @returns {number} the volume in percent, whether or not sounds are muted */
export function volume() {
  const kept = Number(recall("volume") ?? VOLUME);
  return kept >= 0 && kept <= 100 ? kept : VOLUME;
}

/** @returns {boolean} whether sounds are switched off */
export const muted = () => recall("muted") === "yes";

/** @param {number} percent */
export const setVolume = (percent) => remember("volume", String(percent));

/** @param {boolean} on */
export const setMuted = (on) => remember("muted", on ? "yes" : "no");

/** Allow sounds from the first gesture on. */
export function listenForGesture() {
  for (const kind of ["pointerdown", "keydown"])
    addEventListener(
      kind,
      () => {
        gesture = true;
      },
      { capture: true, once: true },
    );
}

async function openSynth() {
  const part = await loadPart(() => import("./synth.js"));
  return part && new part.Synth(new AudioContext());
}

/**
 * Play a sound, if the person wants sounds and has touched the page. While the page is hidden, only
 * "turn" is played; during a replay, none.
 *
 * @param {Sound} sound
 * @param {number} [delay] in seconds
 */
export async function hear(sound, delay = 0) {
  if (!gesture || muted() || volume() === 0 || state.replay) return;
  if (document.hidden && sound !== "turn") return;
  if (performance.now() - (heard.get(sound) ?? -AGAIN_AFTER) < AGAIN_AFTER) return;
  heard.set(sound, performance.now());
  synth ??= openSynth();
  try {
    const player = await synth;
    if (player?.context.state === "suspended") await player.context.resume();
    // Squared, because the ear hears ratios.
    player?.play(sound, (volume() / 100) ** 2, delay);
  } catch {
    // A browser without audio: the table works without sounds.
  }
}

/**
 * @param {View} before
 * @param {View} after
 * @returns {Set<Sound>} the sounds of the pieces that differ
 */
export function soundsOf(before, after) {
  /** @type {Set<Sound>} */
  const sounds = new Set();
  const known = new Map(before.scene.pieces.map((piece) => [piece.id, piece]));
  for (const piece of after.scene.pieces) {
    const was = known.get(piece.id);
    const turned = was?.face.back !== piece.face.back;
    if (piece.kind === "die") {
      if (was && JSON.stringify(was.face) !== JSON.stringify(piece.face)) sounds.add("dice");
    } else if (piece.kind === "card" || piece.kind === "tile") {
      if (was?.area !== piece.area || turned) sounds.add("card");
    } else if (piece.kind !== "region") {
      if (was?.area !== piece.area || was.face.count !== piece.face.count) sounds.add("coin");
    }
  }
  return sounds;
}

/**
 * Play the sounds of a step that is about to be shown.
 * @param {View | null} before
 * @param {View | null} after null where the server left out the view
 */
export function hearStep(before, after) {
  if (!before || !after || document.hidden) return;
  const sounds = soundsOf(before, after);
  let delay = 0;
  if (sounds.has("dice")) {
    void hear("dice");
    delay = ROLLING * speedFactor();
  }
  if (sounds.has("card")) {
    void hear("card", delay);
    delay += APART;
  }
  if (sounds.has("coin")) void hear("coin", delay);
}
