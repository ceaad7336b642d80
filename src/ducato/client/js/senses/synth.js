/**
 * The sounds of the table, synthesised: a few tones and some filtered noise each, soft and short.
 * Loaded with the first sound that is heard.
 */

/** @typedef {"card" | "coin" | "dice" | "turn" | "end" | "chat" | "error"} Sound */
/**
 * @typedef {object} Tone
 * @property {number} at seconds after the sound begins
 * @property {number} pitch in hertz
 * @property {number} [to] the pitch at its end
 * @property {number} length in seconds
 * @property {number} level between 0 and 1
 * @property {OscillatorType} [wave]
 */
/** @typedef {{at: number, band: number, length: number, level: number}} Rustle filtered noise */

/** @type {Record<Sound, {tones?: Tone[], rustles?: Rustle[]}>} */
const SOUNDS = {
  card: {
    rustles: [
      { at: 0, band: 1700, length: 0.07, level: 0.5 },
      { at: 0.05, band: 900, length: 0.09, level: 0.35 },
    ],
  },
  coin: {
    tones: [
      { at: 0, pitch: 1180, length: 0.16, level: 0.16 },
      { at: 0.012, pitch: 1890, length: 0.12, level: 0.09 },
      { at: 0.085, pitch: 1330, length: 0.2, level: 0.12 },
    ],
  },
  dice: {
    rustles: [0, 0.11, 0.2, 0.33, 0.41, 0.52, 0.58].map((at, knock) => ({
      at,
      band: 520 + 130 * (knock % 3),
      length: 0.05,
      level: 0.9 - 0.09 * knock,
    })),
  },
  turn: {
    tones: [
      { at: 0, pitch: 523.25, length: 0.3, level: 0.24, wave: "triangle" },
      { at: 0.14, pitch: 783.99, length: 0.5, level: 0.24, wave: "triangle" },
    ],
  },
  end: {
    tones: [392, 493.88, 587.33, 783.99].map((pitch, note) => ({
      at: note * 0.13,
      pitch,
      length: note === 3 ? 1.1 : 0.5,
      level: 0.2,
      wave: "triangle",
    })),
  },
  chat: {
    tones: [{ at: 0, pitch: 620, to: 880, length: 0.13, level: 0.2 }],
  },
  error: {
    tones: [
      { at: 0, pitch: 208, to: 185, length: 0.16, level: 0.3, wave: "triangle" },
      { at: 0.13, pitch: 165, to: 147, length: 0.2, level: 0.3, wave: "triangle" },
    ],
  },
};

const ATTACK = 0.008;
/** What an exponential fade ends with, since it cannot reach 0. */
const SILENCE = 0.0001;
/** A lowpass over everything takes the edge off, in hertz. */
const WARMTH = 4200;

export class Synth {
  /** @type {AudioBuffer | null} */
  #noise = null;

  /** @param {AudioContext} context */
  constructor(context) {
    this.context = context;
    this.master = new GainNode(context);
    const warmth = new BiquadFilterNode(context, { type: "lowpass", frequency: WARMTH });
    this.master.connect(warmth).connect(context.destination);
  }

  /**
   * Play a sound.
   * @param {Sound} sound
   * @param {number} volume between 0 and 1
   * @param {number} delay in seconds
   */
  play(sound, volume, delay) {
    this.master.gain.value = volume;
    const start = this.context.currentTime + delay;
    const { tones = [], rustles = [] } = SOUNDS[sound];
    for (const tone of tones) this.#tone(tone, start + tone.at);
    for (const rustle of rustles) this.#rustle(rustle, start + rustle.at);
  }

  /** @param {Tone} tone @param {number} start */
  #tone({ pitch, to, length, level, wave }, start) {
    const source = new OscillatorNode(this.context, { type: wave ?? "sine", frequency: pitch });
    source.frequency.setValueAtTime(pitch, start);
    if (to) source.frequency.exponentialRampToValueAtTime(to, start + length);
    this.#fade(source, start, length, level);
  }

  /** @param {Rustle} rustle @param {number} start */
  #rustle({ band, length, level }, start) {
    const { sampleRate } = this.context;
    if (!this.#noise) {
      this.#noise = new AudioBuffer({ length: sampleRate / 4, sampleRate });
      const samples = this.#noise.getChannelData(0);
      for (const at of samples.keys()) samples[at] = Math.random() * 2 - 1;
    }
    const source = new AudioBufferSourceNode(this.context, { buffer: this.#noise });
    const filter = new BiquadFilterNode(this.context, {
      type: "bandpass",
      frequency: band,
      Q: 1.2,
    });
    source.connect(filter);
    this.#fade(source, start, length, level, filter);
  }

  /**
   * @param {AudioScheduledSourceNode} source
   * @param {number} start
   * @param {number} length
   * @param {number} level
   * @param {AudioNode} last what the source goes through
   */
  #fade(source, start, length, level, last = source) {
    const gain = new GainNode(this.context, { gain: 0 });
    gain.gain.setValueAtTime(SILENCE, start);
    gain.gain.exponentialRampToValueAtTime(level, start + ATTACK);
    gain.gain.exponentialRampToValueAtTime(SILENCE, start + length);
    last.connect(gain).connect(this.master);
    source.start(start);
    source.stop(start + length);
  }
}
