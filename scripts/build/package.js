import { once } from 'node:events';
import { chmod, cp, mkdir, rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { writeBundles } from './bundles.js';
import { writeConsole } from './console.js';
import { writeNotices } from './notices.js';

/** Writes a few CommonJS bundles into dist/, the files that they read, their types, and the console. */
export async function buildPackage(root) {
  const dist = `${root}dist/`;
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist);
  await cp(`${root}scripts/package`, dist, { recursive: true });
  await chmod(`${dist}main.cjs`, 0o755);
  await Promise.all([writeTypesBeside(root, dist), writeCode(root, dist)]);
}

/** The compiler takes as long as all else, and keeps its thread from it. */
async function writeTypesBeside(root, dist) {
  const thread = new URL('types-thread.js', import.meta.url);
  await once(new Worker(thread, { workerData: { root, into: dist } }), 'exit');
}

async function writeCode(root, dist) {
  await writeNotices(root, dist, [...(await writeBundles(root, dist)), ...(await writeConsole(root, dist))]);
}
