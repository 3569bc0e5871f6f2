import { readFileSync } from 'node:fs';

/** From the package of which this file is `src/package-version.ts`, or in what is built `dist/src/package-version.js`. */
export function packageVersion(): string {
  const path = import.meta.url.endsWith('.ts') ? '../package.json' : '../../package.json';
  const text = readFileSync(new URL(path, import.meta.url), 'utf8');
  return /"version": "(.*)"/.exec(text)?.[1] ?? 'unknown';
}
