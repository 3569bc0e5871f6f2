// Makes one executable of this platform, in the folder that is named or in `binary`: a copy of the running Node with the package in it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { installedPackages } from './image/installed-packages.js';
import { root } from './root.js';

/** By it postject finds the place in a copy of Node. Source: Node's page of single executable applications. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** The licenses of all that is inside. */
const notices = 'dist/THIRD-PARTY-NOTICES.txt';

const [into = `${root}binary`] = process.argv.slice(2);
const work = mkdtempSync(join(tmpdir(), 'faxsim-binary-'));
try {
  const blob = join(work, 'blob');
  const assets = { package: join(work, 'package'), id: join(work, 'id') };
  const archive = archived();
  writeFileSync(assets.package, gzipSync(archive));
  writeFileSync(assets.id, createHash('sha256').update(archive).digest('hex').slice(0, 16));
  const config = { main: `${root}scripts/binary/boot.cjs`, output: blob, disableExperimentalSEAWarning: true, assets };
  writeFileSync(join(work, 'sea.json'), JSON.stringify(config));
  run(process.execPath, '--experimental-sea-config', join(work, 'sea.json'));
  console.log(`wrote ${executableWith(blob)}`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** The files that npm publishes, and those of the packages that it installs for them: each after a line of JSON. */
function archived() {
  const [{ files }] = JSON.parse(run('npm', 'pack', '--dry-run', '--json', '--ignore-scripts'));
  const published = files.map(({ path }) => path).filter((path) => path !== notices);
  const installed = installedPackages(root).flatMap(({ folder }) => filesBelow(folder));
  const paths = [
    ...new Set([...published, ...installed.map((file) => relative(root, file).split(sep).join(posix.sep))]),
  ];
  const parts = paths.toSorted().map((path) => [path, readFileSync(join(root, path))]);
  const all = [...parts, [notices, noticesOfAll()]];
  return Buffer.concat(all.flatMap(([path, bytes]) => [line({ path, length: bytes.length }), bytes]));
}

function filesBelow(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** As the image has them: of the bundles, of sharp with its libraries, and of Node. */
function noticesOfAll() {
  return Buffer.concat([
    readFileSync(root + notices),
    Buffer.from(run(process.execPath, `${root}scripts/image-notices.js`)),
  ]);
}

function line(value) {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

/** A copy of the running Node that starts the blob. macOS runs only what is signed, and the blob breaks the signature of Node. */
function executableWith(blob) {
  mkdirSync(into, { recursive: true });
  const file = join(into, process.platform === 'win32' ? 'faxsim.exe' : 'faxsim');
  copyFileSync(process.execPath, file);
  chmodSync(file, 0o755);
  const isMac = process.platform === 'darwin';
  if (isMac) run('codesign', '--remove-signature', file);
  const segment = isMac ? ['--macho-segment-name', 'NODE_SEA'] : [];
  run(...postject(), file, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', fuse, ...segment);
  if (isMac) run('codesign', '--sign', '-', file);
  return file;
}

/** The words that start the installed one of `tools`, or else the same version from the registry. */
function postject() {
  const installed = `${root}tools/node_modules/postject/dist/cli.js`;
  if (existsSync(installed)) return [process.execPath, installed];
  const { dependencies } = JSON.parse(readFileSync(`${root}tools/package.json`, 'utf8'));
  return ['npm', 'exec', '--yes', '--', `postject@${dependencies.postject}`];
}

function run(program, ...args) {
  const isCommand = program === 'npm' && process.platform === 'win32'; // npm is a .cmd there
  // Node and postject speak of each step; what they said is in the error of a failure.
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26, shell: isCommand, stdio: 'pipe' };
  return execFileSync(program, args, options);
}
