import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { closest } from 'fastest-levenshtein';
import { lines } from '../client/lines.ts';
import { namesInPath } from '../path-params.ts';
import type { Line } from '../client/line.ts';
import { Failure } from '../failure.ts';
import { spelled } from './catalogue.ts';
import { reasonOf } from './reason.ts';
import { shorthands } from './shorthands.ts';
import type { Shorthand } from './shorthands.ts';

/** A call as the words of the command line ask for it. */
export interface AskedCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Reads `advance 45m`, `save before` or `change balance=100`; without a word, the group's first call. */
export async function readCall(group: string, [word, ...words]: readonly string[]): Promise<AskedCall> {
  const { name, line, fixed, takes } = callNamed(group, word);
  const places = takes === undefined ? namesInPath(line.path) : [takes];
  return { name, input: { ...fixed, ...(await inputOf(words, places, `${group} ${word ?? ''}`)) } };
}

function callNamed(group: string, word: string | undefined): { name: string; line: Line } & Partial<Shorthand> {
  const calls = Object.entries(lines[group] ?? {});
  const short = shorthands[group] ?? {};
  const shorthand = word === undefined ? undefined : short[word];
  const found = calls.find(([name]) =>
    shorthand === undefined ? word === undefined || spelled(name) === word : name === shorthand.call,
  );
  if (found !== undefined) return { ...shorthand, name: found[0], line: found[1] };
  const known = [...calls.map(([name]) => spelled(name)), ...Object.keys(short)];
  throw new Failure(`unknown call ${JSON.stringify(word)} of ${group}; the nearest is ${closest(word ?? '', known)}`);
}

/** What words come to: `name=value` by its name, the others by their place. */
export async function inputOf(words: readonly string[], places: readonly string[], what: string) {
  const input: Record<string, unknown> = {};
  const free = [...places];
  for (const word of words) {
    const [, name, brackets = '', value = ''] = /^(\w+)(\[\w*\])?=(.*)$/s.exec(word) ?? [];
    const place = name === undefined ? free.shift() : undefined;
    if (name !== undefined) put(input, { name, brackets, value: await valueOf(value) });
    else if (place !== undefined) input[place] = word;
    else
      throw new Failure(
        `unexpected argument ${JSON.stringify(word)} after ${what}: parameters are given as NAME=VALUE`,
      );
  }
  const missing = free.find((place) => input[place] === undefined);
  if (missing !== undefined) throw new Failure(`${what}: expected ${missing.toUpperCase()}`);
  return input;
}

/** As in forms: `name[]` makes a list, `name[key]` a group. */
function put(input: Record<string, unknown>, { name, brackets, value }: Parameter): void {
  const known = input[name];
  if (brackets === '') input[name] = value;
  else if (brackets === '[]') input[name] = [...(Array.isArray(known) ? (known as unknown[]) : []), value];
  else input[name] = { ...(known as object | undefined), [brackets.slice(1, -1)]: value };
}

interface Parameter {
  readonly name: string;
  readonly brackets: string;
  readonly value: unknown;
}

/** `@FILE` is what is in the file. */
async function valueOf(text: string): Promise<unknown> {
  return text.startsWith('@') ? fileAt(text.slice(1)) : text;
}

/** Throws a Failure when it cannot be read. */
export async function fileAt(path: string): Promise<File> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new Failure(`cannot read ${JSON.stringify(path)}: ${reasonOf(error)}`);
  });
  return new File([bytes], basename(path));
}
