import { readFileSync, readdirSync } from 'node:fs';
import { CliError } from './cli-error.ts';

/** The folder of the package: one above the sources, and one above the build. */
export const packageRoot = new URL('../', import.meta.url);

/** The names of the files with an ending in a folder of the package, without the ending. Throws CliError without the folder. */
export function packageNames(folder: 'docs/' | 'docs/openapi/', ending: string): string[] {
  try {
    const files = readdirSync(new URL(folder, packageRoot)).filter((file) => file.endsWith(ending));
    return files.map((file) => file.slice(0, -ending.length)).sort();
  } catch {
    throw new CliError(`the package has no folder ${folder}: install faxsim again`, { exitCode: 1 });
  }
}

/** The version in `package.json`. */
export function packageVersion(): string {
  const text = readFileSync(new URL('package.json', packageRoot), 'utf8');
  return /"version": "(.*)"/.exec(text)?.[1] ?? 'unknown';
}
