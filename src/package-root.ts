import { readFileSync } from 'node:fs';

/** The folder of the package: one above the sources, and one above the build. */
export const packageRoot = new URL('../', import.meta.url);

/** The version in `package.json`. */
export function packageVersion(): string {
  const text = readFileSync(new URL('package.json', packageRoot), 'utf8');
  return /"version": "(.*)"/.exec(text)?.[1] ?? 'unknown';
}
