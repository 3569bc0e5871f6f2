// Prints the notes of the release of a tag: node scripts/release-notes.js v1.2.3. Refuses a tag that cannot become a release.
import { readFileSync } from 'node:fs';
import { faultsOfTag, notesOf } from './release/tagged-version.js';
import { root } from './root.js';

const [tag = ''] = process.argv.slice(2);
const read = (file) => readFileSync(root + file, 'utf8');
const changelog = read('CHANGELOG.md');
const faults = faultsOfTag(tag, {
  manifest: JSON.parse(read('package.json')),
  lockfile: JSON.parse(read('package-lock.json')),
  dockerfile: read('Dockerfile'),
  changelog,
});
if (faults.length === 0) console.log(notesOf(changelog));
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
