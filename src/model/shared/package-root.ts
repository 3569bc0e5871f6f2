import { readdirSync, readFileSync } from 'node:fs';
import { CliError } from './errors.ts';

/** The folder of the package: one above the sources, and one above the build. */
export const packageRoot = new URL(import.meta.url.endsWith('.ts') ? '../../../' : '../', import.meta.url);

/** The names of the files with an ending in a folder of the package, without the ending. Throws CliError without the folder. */
export function packageNames(folder: 'docs/' | 'docs/openapi/', ending: string): string[] {
  try {
    const files = readdirSync(new URL(folder, packageRoot)).filter((file) => file.endsWith(ending));
    return files.map((file) => file.slice(0, -ending.length)).sort();
  } catch {
    throw new CliError(`the package has no folder ${folder}: install faxsim again`, { exitCode: 1 });
  }
}

/**
 * The files below a folder of the package, with paths from there. Reads folder by folder, because the entries of a zip,
 * in which Yarn keeps packages, do not know the path of the zip.
 */
export function packageFilesBelow(folder: URL, prefix = ''): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries
    .flatMap((entry) => {
      const path = prefix + entry.name;
      return entry.isDirectory() ? packageFilesBelow(new URL(`${entry.name}/`, folder), `${path}/`) : [path];
    })
    .sort();
}

/** The version in `package.json`. */
export function packageVersion(): string {
  const text = readFileSync(new URL('package.json', packageRoot), 'utf8');
  return /"version": "(.*)"/.exec(text)?.[1] ?? 'unknown';
}

const folder = new URL('docs/', packageRoot);

/** The names of the guides in the package. */
export const guideNames = (): string[] => packageNames('docs/', '.md');

/** The text of a guide, in Markdown. */
export const guideText = (name: string): string => readFileSync(new URL(`${name}.md`, folder), 'utf8');

/** The guides with their titles, one on each line. */
export function guideList(): string {
  const names = guideNames();
  const width = Math.max(...names.map(({ length }) => length));
  return names.map((name) => `  ${name.padEnd(width)}  ${titleOf(guideText(name))}\n`).join('');
}

const titleOf = (text: string): string => /^# (.*)$/m.exec(text)?.[1] ?? '';
