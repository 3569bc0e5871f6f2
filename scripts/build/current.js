import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** All that a build reads, as the Dockerfile copies it. The lockfile stands for the packages. */
const inputs = ['package.json', 'package-lock.json', 'tsconfig.json', 'scripts', 'src', 'fixtures', 'console', 'docs'];

/** Lies with the packages, so that a new installation builds again. */
const stampOf = (root) => join(root, 'node_modules/.cache/faxsim/build');

/** Whether dist/ is what the last build made of the same files. `npm ci` builds, and `npm test` asks for a build right after it. */
export function isCurrent(root) {
  const stamp = stampOf(root);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === digestOf(root);
}

/** Notes that dist/ has just been built. */
export function markCurrent(root) {
  const stamp = stampOf(root);
  mkdirSync(dirname(stamp), { recursive: true });
  rmSync(stamp, { force: true }); // it may be a link to the stamp of another folder
  writeFileSync(stamp, digestOf(root));
}

function digestOf(root) {
  const digest = createHash('sha256').update(process.version);
  for (const name of [...inputs, 'dist'])
    for (const file of filesBelow(root, name)) digest.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  return digest.digest('hex');
}

/** The files of a folder, or a file itself. A running program writes its code cache into dist/cache. */
function filesBelow(root, name) {
  if (!existsSync(join(root, name)) || name === 'dist/cache') return [];
  if (inputs.includes(name) && /\.\w+$/.test(name)) return [name];
  return readdirSync(join(root, name), { withFileTypes: true })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(root, `${name}/${entry.name}`) : [`${name}/${entry.name}`]));
}
