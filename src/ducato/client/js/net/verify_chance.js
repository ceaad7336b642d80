/**
 * Verifies the chance in a record from the record alone: whether the seed matches the commitment,
 * and whether every outcome follows from it and from the contributions of the players.
 * docs/records.md describes the format. No server is involved.
 */

/**
 * What is wrong with a line; its text is `verify.wrong_<why>`.
 * @typedef {"record" | "edited" | "commitment" | "outcome" | "no_of"} Why
 */

/**
 * @typedef {object} Proof
 * @property {string} commitment what was promised
 * @property {string | null} seed null while the game goes on
 * @property {{seat: number, name: string, value: string}[]} contributions of the players, by seat
 * @property {number} outcomes how often chance was asked
 * @property {number} right how many of them are what the seed gives
 * @property {{line: number, why: Why} | null} wrong the first line that is wrong, counted from 1
 */

const letters = new TextEncoder();

/**
 * @param {string} text of the record
 * @returns {Promise<Proof>}
 */
export async function checkRecord(text) {
  const rows = text
    .replace(/^\ufeff/, "")
    .trimEnd()
    .split("\n");
  /** @type {Record<string, unknown>[]} */
  const lines = [];
  /** @type {Proof} */
  const proof = {
    commitment: "",
    seed: null,
    contributions: [],
    outcomes: 0,
    right: 0,
    wrong: null,
  };
  /** @type {(line: number, why: Why) => void} */
  const note = (line, why) => {
    if (!proof.wrong || line < proof.wrong.line) proof.wrong = { line, why };
  };

  for (const [index, row] of rows.entries()) {
    const line = parsed(row);
    if (!line || typeof line.check !== "string") {
      note(index + 1, "record");
      return proof;
    }
    lines.push(line);
  }
  const [first = {}, last = {}] = [lines[0], lines.at(-1)];
  if (typeof first.commitment !== "string") {
    note(1, "record");
    return proof;
  }
  proof.commitment = first.commitment;
  const given = contributionsOf(first);
  if (!given) {
    note(1, "record");
    return proof;
  }
  proof.contributions = given;
  const seed = typeof last.seed === "string" ? bytes(last.seed) : null;
  if (seed) proof.seed = hex(seed);
  if (seed && hex(await digest(seed)) !== first.commitment) note(1, "commitment");
  const key = seed && (await keyOf(seed, given));

  let before = "";
  for (const [index, { check, ...entry }] of lines.entries()) {
    before = hex(await digest(letters.encode(before + written(entry)))).slice(0, 12);
    if (check !== before) {
      note(index + 1, "edited");
      before = String(check); // so that later lines are checked independently
    }
    if (!("chance" in entry)) continue;
    const number = proof.outcomes++;
    if (!key) continue;
    if (typeof entry.of !== "number" || !(entry.of >= 1 && entry.of <= 2 ** 32))
      note(index + 1, "no_of");
    else if (entry.chance === (await drawn(key, number, entry.of))) proof.right += 1;
    else note(index + 1, "outcome");
  }
  return proof;
}

/**
 * Return the players' contributions from the header, by seat; null if the list is invalid.
 * @param {Record<string, unknown>} header
 */
function contributionsOf(header) {
  const { ducato: form, names, players, contributions: given = {} } = header;
  if (!given || typeof given !== "object" || Array.isArray(given)) return null;
  const found = Object.entries(given)
    .map(([seat, value]) => ({
      seat: Number(seat),
      value: String(value),
      name: String(Array.isArray(names) ? (names[Number(seat)] ?? seat) : seat),
    }))
    .sort((one, other) => one.seat - other.seat);
  const right =
    Object.keys(given).every(
      (seat) => /^(0|[1-9]\d*)$/.test(seat) && Number(seat) < Number(players),
    ) && found.every(({ value }) => /^[0-9a-f]{64}$/.test(value));
  return right && form === (found.length > 0 ? 2 : 1) ? found : null;
}

/**
 * The key from which outcomes are drawn: the seed, with what the players contributed.
 * @param {Uint8Array<ArrayBuffer>} seed
 * @param {Proof["contributions"]} given
 */
async function keyOf(seed, given) {
  const key = await keyFrom(seed);
  if (!given.length) return key;
  const contributions = given.map(({ seat, value }) => `${seat}:${value}`).join(",");
  return keyFrom(await crypto.subtle.sign("HMAC", key, letters.encode(contributions)));
}

/** @param {BufferSource} raw */
const keyFrom = (raw) =>
  crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);

/**
 * Return outcome number `number`, from 0 to of - 1; values that would bias it are drawn again.
 * @param {CryptoKey} key
 * @param {number} number
 * @param {number} of
 */
async function drawn(key, number, of) {
  const fair = 2n ** 64n - (2n ** 64n % BigInt(of));
  for (let attempt = 0; ; attempt += 1) {
    const signed = await crypto.subtle.sign("HMAC", key, letters.encode(`${number}:${attempt}`));
    const value = new DataView(signed).getBigUint64(0);
    if (value < fair) return Number(value % BigInt(of));
  }
}

/** @param {string} row @returns {Record<string, unknown> | null} */
function parsed(row) {
  try {
    const value = JSON.parse(row);
    return value && typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * The value as the server writes it for a checksum: keys in order, a space after commas and colons,
 * and only letters of ASCII.
 * @param {unknown} value
 * @returns {string}
 */
function written(value) {
  if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
  if (value && typeof value === "object") {
    const sorted = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
    return `{${sorted.map(([key, inner]) => `${written(key)}: ${written(inner)}`).join(", ")}}`;
  }
  return JSON.stringify(value).replace(
    /[\x7f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** @param {Uint8Array<ArrayBuffer>} data */
async function digest(data) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", data));
}

/** @param {Uint8Array} data */
function hex(data) {
  return Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} text @returns {Uint8Array<ArrayBuffer> | null} */
function bytes(text) {
  if (!/^([0-9a-f]{2})+$/i.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (two) => Number.parseInt(two, 16));
}
