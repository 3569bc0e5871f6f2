// Prints the SBOM of the image as CycloneDX: after `npm run build`, and while the development packages are installed.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { imageSbom, packagesOfNotices } from './image/image-sbom.js';
import { installedPackages } from './image/installed-packages.js';
import { root } from './root.js';

const read = (file) => readFileSync(root + file, 'utf8');

const command = ['sbom', '--sbom-format', 'cyclonedx'];
const listed = JSON.parse(execFileSync('npm', command, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }));

const installed = installedPackages(root);

/** Packages of sharp say which C libraries are linked into them. */
const linked = installed
  .map(({ name, folder }) => [name, join(folder, 'versions.json')])
  .filter(([, file]) => existsSync(file))
  .map(([name, file]) => [name, JSON.parse(readFileSync(file, 'utf8'))]);

const sbom = imageSbom(listed, {
  name: JSON.parse(read('package.json')).name,
  node: process.versions.node,
  bundled: packagesOfNotices(read('dist/THIRD-PARTY-NOTICES.txt')),
  installed: installed.map(({ name, version }) => `${name}@${version}`),
  linked: Object.fromEntries(linked),
});
console.log(JSON.stringify(sbom, undefined, 2));
