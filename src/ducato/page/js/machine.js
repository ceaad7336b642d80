// The kernels of a game in memory: buffers with shapes, and calls with arguments by name.

const ALIGNED = 16;
const PAGE = 65536;
const ARRAYS = {
  bytes: Uint8Array,
  u1: Uint8Array,
  i4: Int32Array,
  i8: BigInt64Array,
  f4: Float32Array,
  f8: Float64Array,
};

/** A place in memory. `type` is a NumPy code, or "bytes" for structs of `item` bytes. */
class Buffer {
  constructor(machine, at, type, item, shape) {
    Object.assign(this, { machine, at, type, item, shape });
  }

  get count() {
    return this.shape.reduce((product, length) => product * length, 1);
  }

  /** A view of the numbers; it is valid until something else is placed. */
  get view() {
    const kind = ARRAYS[this.type];
    const length = (this.count * this.item) / kind.BYTES_PER_ELEMENT;
    return new kind(this.machine.memory.buffer, this.at, length);
  }

  /** Some of the rows as a buffer of their own. */
  rows(first, count) {
    const [, ...row] = this.shape;
    const at = this.at + first * row.reduce((product, length) => product * length, this.item);
    return new Buffer(this.machine, at, this.type, this.item, [count, ...row]);
  }

  /** A view of the bytes of the structs from the given one. */
  bytes(first = 0, structs = this.count - first) {
    const start = this.at + first * this.item;
    return new Uint8Array(this.machine.memory.buffer, start, structs * this.item);
  }
}

/** One instance of a module with its memory; `reset` frees all that was placed. */
export class Machine {
  constructor(module, manifest) {
    this.manifest = manifest;
    this.exports = new WebAssembly.Instance(module, {}).exports;
    this.memory = this.exports.memory;
    this.base = this.exports.__heap_base.value;
    this.reset();
  }

  reset() {
    this.top = Math.ceil(this.base / ALIGNED) * ALIGNED;
    this.returned = this.reserve("i8", [2]);
    this.raised = this.reserve("i8", [4]);
  }

  /** Reserve room for an array of zeros, or of structs with the given size. */
  reserve(type, shape, item = ARRAYS[type].BYTES_PER_ELEMENT) {
    const buffer = new Buffer(this, this.top, type, item, shape);
    const size = Math.ceil((buffer.count * item) / ALIGNED) * ALIGNED;
    const lacking = this.top + size + ALIGNED - this.memory.buffer.byteLength;
    if (lacking > 0) this.memory.grow(Math.ceil(lacking / PAGE));
    this.top += size;
    buffer.bytes().fill(0);
    return buffer;
  }

  /** Run a kernel; every argument of the manifest is a buffer or a number in `scope`. */
  call(kernel, scope) {
    const given = [this.returned.at, this.raised.at];
    for (const { name, type } of this.manifest.kernels[kernel]) {
      const value = scope[name];
      if ((value?.type ?? type) !== type || value === undefined) {
        throw new TypeError(`${kernel}: ${name} must be ${type}, not ${value?.type}`);
      }
      if (value instanceof Buffer) given.push(...flat(value));
      else given.push(type === "int" ? BigInt(value) : Number(value));
    }
    const status = this.exports[kernel](...given);
    if (status > 0) throw new Error(`${kernel} ended with ${status}`);
    return Number(this.returned.view[0]);
  }
}

/** An array as compiled code takes it: owner, parent, count, item, data, lengths, strides. */
function flat({ at, item, shape, count }) {
  const strides = [];
  let stride = item;
  for (const length of [...shape].reverse()) {
    strides.unshift(BigInt(stride));
    stride *= length;
  }
  return [0, 0, BigInt(count), BigInt(item), at, ...shape.map(BigInt), ...strides];
}
