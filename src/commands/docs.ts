import { readFileSync, readdirSync } from 'node:fs';
import { CliError } from '../cli-error.ts';
import { nearestOrAll } from '../did-you-mean.ts';
import { packageRoot } from '../package-root.ts';
import type { Run } from './invocation.ts';

const folder = new URL('docs/', packageRoot);

/** `faxsim docs webhooks` prints a guide; without a name, the guides with their titles. */
export const docs: Run = ({ words: [name] }) => {
  const names = guideNames();
  if (name === undefined) process.stdout.write(listOf(names));
  else if (names.includes(name)) process.stdout.write(guide(name));
  else throw new CliError(`there is no guide ${JSON.stringify(name)}${nearestOrAll(name, names)}`);
  return Promise.resolve(0);
};

function listOf(names: readonly string[]): string {
  const width = Math.max(...names.map(({ length }) => length));
  const lines = names.map((name) => `  ${name.padEnd(width)}  ${titleOf(guide(name))}\n`);
  return `Guides, printed by faxsim docs NAME:\n\n${lines.join('')}`;
}

const guideNames = (): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.replace('.md', ''))
    .sort();

const guide = (name: string): string => readFileSync(new URL(`${name}.md`, folder), 'utf8');

const titleOf = (text: string): string => /^# (.*)$/m.exec(text)?.[1] ?? '';
