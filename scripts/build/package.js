import { chmod, cp, mkdir, rm } from 'node:fs/promises';
import { writeBundles } from './bundles.js';
import { writeConsole } from './console.js';
import { writeNotices } from './notices.js';
import { writeTypes } from './types.js';

/** Writes a few CommonJS bundles into dist/, the files that they read, their types, and the console. */
export async function buildPackage(root) {
  const dist = `${root}dist/`;
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist);
  await cp(`${root}scripts/package`, dist, { recursive: true });
  await chmod(`${dist}main.cjs`, 0o755);
  await writeNotices(root, dist, [...(await writeBundles(root, dist)), ...(await writeConsole(root, dist))]);
  await writeTypes(root, dist);
}
