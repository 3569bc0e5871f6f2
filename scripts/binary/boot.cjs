'use strict';
// The main script of the executable: unpacks the package beside other versions in the user's cache, once, and runs it from there.
const { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { homedir } = require('node:os');
const { dirname, join } = require('node:path');
const { getAsset } = require('node:sea');
const { gunzipSync } = require('node:zlib');

const id = getAsset('id', 'utf8');
const folder = join(cacheFolder(), 'faxsim', id);
try {
  if (!existsSync(folder)) unpack(folder);
} catch (error) {
  process.stderr.write(
    `faxsim: cannot unpack itself into ${folder}: ${error.code ?? error.message}; XDG_CACHE_HOME names another folder\n`,
  );
  process.exit(1);
}
const main = join(folder, 'dist/main.cjs');
createRequire(main)(main);

/** Where programs of this platform keep what they can make again. */
function cacheFolder() {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  return XDG_CACHE_HOME || LOCALAPPDATA || join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache');
}

/** Into a folder of this process, which then takes its name: a second start at the same time finds all files or none. */
function unpack(target) {
  const unfinished = `${target}-${process.pid}`;
  const packed = Buffer.from(getAsset('package'));
  for (const { path, bytes } of filesOf(gunzipSync(packed))) {
    const file = join(unfinished, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
  try {
    renameSync(unfinished, target);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
}

/** Each file is a line of JSON with its path and length, and its bytes. */
function* filesOf(archive) {
  for (let at = 0; at < archive.length;) {
    const end = archive.indexOf('\n', at);
    const { path, length } = JSON.parse(archive.toString('utf8', at, end));
    at = end + 1 + length;
    yield { path, bytes: archive.subarray(end + 1, at) };
  }
}
