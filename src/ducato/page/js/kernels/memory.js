// The kernels of a game in memory: buffers with shapes, and calls with arguments by name.

const ALIGNED = 16;
const PAGE = 65536;
/** @typedef {"bytes" | "u1" | "i4" | "i8" | "f4" | "f8"} Kind */
/** @typedef {{name: string, type: string, item?: number, shape?: number[]}} Argument */
/**
 * @typedef {{game: string, state: number, edition: number, actions: number, longest: number,
 *   players: number[], node: {size: number, offsets: Record<string, number>},
 *   levels: Record<string, string>, defaults: Record<string, number>,
 *   search: Record<string, number>, weights: {greedy: number[], search: number[]},
 *   nets: Record<string, Net>, groups: string[], group: number[],
 *   styles: Record<string, Style>, kernels: Record<string, Argument[]>}} Manifest what `bots/portable.py` writes
 */
/** @typedef {{actions: number[], own: number[], rivals: number[]}} Style */
/** @typedef {{shapes: number[][], data: string}} Net */
/** @typedef {Record<string, any>} Scope the arguments of kernels by name: buffers and numbers */

/** @type {Record<Kind, any>} */
const ARRAYS = {
  bytes: Uint8Array,
  u1: Uint8Array,
  i4: Int32Array,
  i8: BigInt64Array,
  f4: Float32Array,
  f8: Float64Array,
};

/** A place in memory. `type` is a NumPy code, or "bytes" for structs of `item` bytes. */
export class Buffer {
  /**
   * @param {Machine} machine
   * @param {number} at
   * @param {Kind} type
   * @param {number} item
   * @param {number[]} shape
   */
  constructor(machine, at, type, item, shape) {
    this.machine = machine;
    this.at = at;
    this.type = type;
    this.item = item;
    this.shape = shape;
  }

  get count() {
    return this.shape.reduce((product, length) => product * length, 1);
  }

  /**
   * A view of the numbers; it is valid until something else is placed.
   * @returns {any} a typed array
   */
  get view() {
    const kind = ARRAYS[this.type];
    const length = (this.count * this.item) / kind.BYTES_PER_ELEMENT;
    return new kind(this.machine.memory.buffer, this.at, length);
  }

  /** Some of the rows as a buffer of their own. @param {number} first @param {number} count */
  rows(first, count) {
    const [, ...row] = this.shape;
    const at = this.at + first * row.reduce((product, length) => product * length, this.item);
    return new Buffer(this.machine, at, this.type, this.item, [count, ...row]);
  }

  /** A view of the bytes of the structs from the given one. @param {number} [structs] */
  bytes(first = 0, structs = this.count - first) {
    const start = this.at + first * this.item;
    return new Uint8Array(this.machine.memory.buffer, start, structs * this.item);
  }
}

/** One instance of a module with its memory; `reset` frees all that was placed. */
export class Machine {
  /** @param {WebAssembly.Module} module @param {Manifest} manifest */
  constructor(module, manifest) {
    this.manifest = manifest;
    /** @type {Record<string, any>} */
    this.exports = new WebAssembly.Instance(module, {}).exports;
    /** @type {WebAssembly.Memory} */
    this.memory = this.exports.memory;
    this.base = this.exports.__heap_base.value;
    this.top = 0;
    const [returned, raised] = this.reset();
    this.returned = returned;
    this.raised = raised;
  }

  /** @returns {[Buffer, Buffer]} where kernels write what they return, and what they raise */
  reset() {
    this.top = Math.ceil(this.base / ALIGNED) * ALIGNED;
    return [this.reserve("i8", [2]), this.reserve("i8", [4])];
  }

  /**
   * Reserve room for an array of zeros, or of structs with the given size.
   * @param {Kind} type
   * @param {number[]} shape
   * @param {number} [item]
   */
  reserve(type, shape, item = ARRAYS[type].BYTES_PER_ELEMENT) {
    const buffer = new Buffer(this, this.top, type, item, shape);
    const size = Math.ceil((buffer.count * item) / ALIGNED) * ALIGNED;
    const lacking = this.top + size + ALIGNED - this.memory.buffer.byteLength;
    if (lacking > 0) this.memory.grow(Math.ceil(lacking / PAGE));
    this.top += size;
    buffer.bytes().fill(0);
    return buffer;
  }

  /**
   * Run a kernel; every argument of the manifest is a buffer or a number in `scope`.
   * @param {string} kernel
   * @param {Scope} scope
   */
  call(kernel, scope) {
    /** @type {(number | bigint)[]} */
    const given = [this.returned.at, this.raised.at];
    for (const { name, type } of this.manifest.kernels[kernel] ?? []) {
      const value = scope[name];
      if ((value?.type ?? type) !== type || value === undefined) {
        throw new TypeError(`${kernel}: ${name} must be ${type}, not ${value?.type}`);
      }
      if (value instanceof Buffer) given.push(...flat(value));
      else given.push(type === "int" ? BigInt(value) : Number(value));
    }
    const run = /** @type {(...given: (number | bigint)[]) => number} */ (this.exports[kernel]);
    const status = run(...given);
    if (status > 0) throw new Error(`${kernel} ended with ${status}`);
    return Number(this.returned.view[0]);
  }
}

/**
 * An array as compiled code takes it: owner, parent, count, item, data, lengths, strides.
 * @param {Buffer} buffer
 * @returns {(number | bigint)[]}
 */
function flat({ at, item, shape, count }) {
  /** @type {bigint[]} */
  const strides = [];
  let stride = item;
  for (const length of [...shape].reverse()) {
    strides.unshift(BigInt(stride));
    stride *= length;
  }
  return [0, 0, BigInt(count), BigInt(item), at, ...shape.map(BigInt), ...strides];
}
