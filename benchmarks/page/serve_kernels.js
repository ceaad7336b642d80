// Run kernels in Node for `benchmarks.page.node`: a line of JSON in, a line of JSON out.
//
//     node serve_kernels.js MODULE MANIFEST

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { loadKernels } from "../../src/ducato/page/js/kernels/kernels.js";

const [module, manifest] = process.argv.slice(2);
const kernels = await loadKernels(readFileSync(module), JSON.parse(readFileSync(manifest)));

const read = (_, value) =>
  typeof value?.base64 === "string" ? new Uint8Array(Buffer.from(value.base64, "base64")) : value;
const written = (_, value) =>
  ArrayBuffer.isView(value)
    ? { base64: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64") }
    : value;

for await (const line of createInterface({ input: process.stdin })) {
  const { call, asked } = JSON.parse(line, read);
  const before = process.cpuUsage();
  let answer;
  try {
    answer = { result: (await kernels[call](asked)) ?? null };
  } catch (error) {
    answer = { error: String(error?.stack ?? error) };
  }
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(`${JSON.stringify({ ...answer, cpu: (user + system) / 1e6 }, written)}\n`);
}
