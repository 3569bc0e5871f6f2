import { readFile, readdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const licenseFile = /^(?:licen[cs]e|copying|notice|authors)/i;

/** The package of libvips has its licenses in the README alone. */
const licensedByReadme = /^@img\/sharp-libvips-/;

/** Writes the licenses of all packages of which the bundles have code or files, as these licenses require. */
export async function writeNotices(root, into, files) {
  const folders = new Set(files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []));
  const notices = await Promise.all([...folders].map((folder) => noticeOf(join(root, folder))));
  const unique = [...new Set(notices)].sort();
  const intro = 'The files of this folder contain code and files of these packages, each under its own license.';
  await writeFile(join(into, 'THIRD-PARTY-NOTICES.txt'), joinedNotices([intro, ...unique]));
}

/** Notices as one text, each below a line. */
export const joinedNotices = (notices) => notices.join(`\n\n${'-'.repeat(80)}\n\n`);

/** The name, version and license of the package in a folder, with the texts of its licenses. */
export async function noticeOf(folder) {
  const { name, version, license } = createRequire(import.meta.url)(join(folder, 'package.json'));
  const texts = (await readdir(folder)).filter((file) => isLicense(file, name)).sort();
  if (license === undefined && texts.length === 0) throw new Error(`the package ${name} names no license`);
  const read = texts.map(async (file) => (await readFile(join(folder, file), 'utf8')).trim());
  return [`${name} ${version}: ${license ?? 'see below'}`, ...(await Promise.all(read))].join('\n\n');
}

const isLicense = (file, name) => licenseFile.test(file) || (file === 'README.md' && licensedByReadme.test(name));
