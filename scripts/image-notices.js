// Prints the notices of the image beside those of the bundles: of sharp, of the C libraries in it, and of the running Node.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { joinedNotices, noticeOf } from './build/notices.js';
import { installedPackages } from './image/installed-packages.js';
import { root } from './root.js';

const installed = await Promise.all(installedPackages(root).map(({ folder }) => noticeOf(folder)));

const { node } = process.versions;
const address = `https://github.com/nodejs/node/blob/v${node}/LICENSE`;
const elsewhere = `Its license, with those of the libraries in it, is at ${address}`;
const ofNode = `node ${node}: MIT\n\n${licenseOfNode() ?? elsewhere}`;

const gnu = 'https://www.gnu.org/licenses/lgpl-3.0.txt and https://www.gnu.org/licenses/gpl-3.0.txt';
const ofLibraries =
  'libvips is a shared library, which anyone may replace in node_modules/@img. The LGPL and the GPL, to which it refers, ' +
  `are at ${gnu}; its sources and build are at https://github.com/lovell/sharp-libvips.`;

/** Releases of Node have it in the folder that has `bin`. A Node that was built from its sources has none there. */
function licenseOfNode() {
  try {
    const text = readFileSync(join(dirname(process.execPath), '../LICENSE'), 'utf8').trimEnd();
    return text.startsWith('Node.js is licensed for use as follows') ? text : undefined;
  } catch {
    return undefined;
  }
}

process.stdout.write(joinedNotices(['', ...installed, ofLibraries, `${ofNode}\n`]));
