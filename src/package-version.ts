import { readFileSync } from 'node:fs';
import { packageRoot } from './package-root.ts';

/** The version in `package.json`. */
export function packageVersion(): string {
  const text = readFileSync(new URL('package.json', packageRoot), 'utf8');
  return /"version": "(.*)"/.exec(text)?.[1] ?? 'unknown';
}
