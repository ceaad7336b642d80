// The generator of `core.chance`: the same numbers from the same seeds.

const ROOTS = firstPrimes(64);
const START = ROOTS.slice(0, 8).map((prime) => fraction(prime, 2));
const ROUNDS = ROOTS.map((prime) => fraction(prime, 3));

/** @param {number} count */
function firstPrimes(count) {
  /** @type {number[]} */
  const found = [];
  for (let n = 2; found.length < count; n++) if (found.every((p) => n % p)) found.push(n);
  return found;
}

/**
 * The first 32 bits of the fraction of a root, exact by whole numbers.
 * @param {number} prime
 * @param {number} degree
 */
function fraction(prime, degree) {
  const power = BigInt(degree);
  const wanted = BigInt(prime) << (32n * power);
  let low = 0n;
  let high = 1n << 40n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** power <= wanted) low = middle;
    else high = middle;
  }
  return Number(low & 0xffffffffn) | 0;
}

/** @param {number} x @param {number} by */
const turned = (x, by) => (x >>> by) | (x << (32 - by));

/** Return the SHA-256 of a text of ASCII letters, as eight numbers of 32 bits. @param {string} text */
function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  const padded = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / 64) * 64));
  bytes.forEach((byte, index) => {
    padded.setUint8(index, byte);
  });
  padded.setUint8(bytes.length, 0x80);
  padded.setUint32(padded.byteLength - 4, bytes.length * 8);
  const hash = [...START];
  const words = new Int32Array(64);
  for (let block = 0; block < padded.byteLength; block += 64) {
    for (let i = 0; i < 16; i++) words[i] = padded.getInt32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [x, y] = [words[i - 15], words[i - 2]];
      const first = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
      const second = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10);
      words[i] = words[i - 16] + first + words[i - 7] + second;
    }
    mix(hash, words);
  }
  return hash.map((word) => word >>> 0);
}

/** @param {number[]} hash @param {Int32Array} words */
function mix(hash, words) {
  let [a, b, c, d, e, f, g, h] = hash;
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const more = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + more + choice + ROUNDS[i] + words[i]) | 0;
    const most = (a & b) ^ (a & c) ^ (b & c);
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0;
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    hash[index] = (hash[index] + word) | 0;
  });
}

/** @param {number} word */
const swapped = (word) =>
  ((word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24)) >>> 0;

/** A generator; whole numbers of a seed are numbers or BigInts, texts are strings. */
export class Random {
  /** @param {(number | bigint | string)[]} seed */
  constructor(...seed) {
    const parts = seed.map((p) => (typeof p === "string" ? JSON.stringify(p) : BigInt(p)));
    /** @type {number[]} */
    this.state = [
      ...sha256(`[${parts.join(", ")}]`)
        .slice(0, 3)
        .map(swapped),
      1,
    ];
  }

  word() {
    const [a, b, c, counter] = this.state;
    const word = (a + b + counter) >>> 0;
    const rotated = (c << 21) | (c >>> 11);
    this.state = [
      (b ^ (b >>> 9)) >>> 0,
      (c + (c << 3)) >>> 0,
      (rotated + word) >>> 0,
      (counter + 1) >>> 0,
    ];
    return word;
  }

  /** @param {number} n */
  below(n) {
    const limit = BigInt(n);
    let product = BigInt(this.word()) * limit;
    const floor = (1n << 32n) % limit;
    while ((product & 0xffffffffn) < floor) product = BigInt(this.word()) * limit;
    return Number(product >> 32n);
  }

  uniform() {
    return this.word() / 4294967296;
  }

  /**
   * Write the generator into a buffer of four numbers, as compiled code keeps it.
   * @param {any} buffer
   */
  store(buffer) {
    buffer.view.set(this.state.map(BigInt));
    return buffer;
  }
}
