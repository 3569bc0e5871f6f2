// Builds the package into dist/: a few CommonJS bundles, the files that they read, their types, and the console.
import { chmod, cp, mkdir, rm } from 'node:fs/promises';
import { writeBundles } from './build/bundles.js';
import { writeConsole } from './build/console.js';
import { writeNotices } from './build/notices.js';
import { writeTypes } from './build/types.js';
import { root } from './root.js';

const dist = `${root}dist/`;

await rm(dist, { recursive: true, force: true });
await mkdir(dist);
await cp(`${root}scripts/package`, dist, { recursive: true });
await chmod(`${dist}main.cjs`, 0o755);
await writeNotices(root, dist, [...(await writeBundles(root, dist)), ...(await writeConsole(root, dist))]);
await writeTypes(root, dist);
