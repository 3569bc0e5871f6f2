// Prints the SBOM of the image as CycloneDX: after `npm run build`, and while the development packages are installed.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { imageSbom, packagesOfNotices } from './image/image-sbom.js';
import { root } from './root.js';

const read = (file) => readFileSync(root + file, 'utf8');

const command = ['sbom', '--sbom-format', 'cyclonedx'];
const listed = JSON.parse(execFileSync('npm', command, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }));

/** Packages of sharp say which C libraries are linked into them. */
const linked = readdirSync(`${root}node_modules/@img`)
  .map((name) => [`@img/${name}`, `node_modules/@img/${name}/versions.json`])
  .filter(([, file]) => existsSync(root + file))
  .map(([name, file]) => [name, JSON.parse(read(file))]);

const sbom = imageSbom(listed, {
  name: JSON.parse(read('package.json')).name,
  node: process.versions.node,
  bundled: packagesOfNotices(read('dist/THIRD-PARTY-NOTICES.txt')),
  linked: Object.fromEntries(linked),
});
console.log(JSON.stringify(sbom, undefined, 2));
