import { readFileSync } from 'node:fs';
import { packageNames, packageRoot } from './package-root.ts';

const folder = new URL('docs/', packageRoot);

/** The names of the guides that the package brings along. */
export const guideNames = (): string[] => packageNames('docs/', '.md');

/** The text of a guide, in Markdown. */
export const guideText = (name: string): string => readFileSync(new URL(`${name}.md`, folder), 'utf8');

/** The guides with their titles, a line each. */
export function guideList(): string {
  const names = guideNames();
  const width = Math.max(...names.map(({ length }) => length));
  return names.map((name) => `  ${name.padEnd(width)}  ${titleOf(guideText(name))}\n`).join('');
}

const titleOf = (text: string): string => /^# (.*)$/m.exec(text)?.[1] ?? '';
