import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { routes } from '../control/client/routes.generated.ts';
import type { RouteSpec } from '../control/client/routes.generated.ts';
import { CliError, fileReasonOf } from '../model/shared/errors.ts';
import { readGivenBytes, textInFile } from '../model/shared/given-file.ts';
import { parseJson } from '../model/shared/json-file.ts';
import { describeValue, kebabCase, nearestOrAll, shellWord } from '../model/shared/words.ts';
import { isList, isPlainObject, isTooDeep, tooDeepMessage } from '../model/shared/objects.ts';
import { parseDuration } from '../model/shared/duration.ts';
import { instant } from '../model/fields/kinds.ts';
import { namesInPath } from '../model/shared/urls.ts';
import { takesDocument } from './catalogue.ts';
import { shorthands } from './shorthands.ts';
import type { Shorthand } from './shorthands.ts';
import { describeCall } from './help.ts';

/** A control call, as read from the command line. */
export interface CommandCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * Reads `advance 45m`, `save before` or `change balance_cents=100`. Without words, returns the first call of the group that only
 * reads and needs no parameter; undefined if there is no such call.
 */
export async function readCall(group: string, words: readonly string[]): Promise<CommandCall | undefined> {
  const [word, ...rest] = words;
  const call = word === undefined ? readingCall(group) : callNamed(group, word);
  if (call === undefined) return undefined;
  const { name, line, fixed, takes, means } = call;
  const what = word === undefined ? group : `${group} ${word}`;
  if (takesDocument(group, name)) return { name, input: await documentOf(rest, { group, what }) };
  const places = takes === undefined ? namesInPath(line.path) : [takes];
  const isTime = takes === 'set' && !rest.some(isPair);
  const input = await inputOf(
    isTime && rest.length > 1 ? [rest.join(' ')] : rest, // tomorrow 09:00
    places.map((place): PositionalParameter => ({ name: place, means })),
    {
      call: what,
      takesPairs: () => fixed === undefined && describeCall(line).takes.some((name) => !places.includes(name)),
    },
  );
  return { name, input: { ...fixed, ...input } };
}

type NamedCall = { readonly name: string; readonly line: RouteSpec } & Partial<Shorthand>;

function readingCall(group: string): NamedCall | undefined {
  const calls = Object.entries(routes[group] ?? {});
  const found = calls.find(([, { method, path }]) => method === 'GET' && namesInPath(path).length === 0);
  return found && { name: found[0], line: found[1] };
}

function callNamed(group: string, word: string): NamedCall {
  const calls = Object.entries(routes[group] ?? {});
  const short = shorthands[group] ?? {};
  const shorthand = short[word];
  const found = calls.find(([name]) => (shorthand === undefined ? kebabCase(name) === word : name === shorthand.call));
  if (found !== undefined) return { ...shorthand, name: found[0], line: found[1] };
  const move = group === 'clock' ? moveOf(word) : undefined;
  if (move !== undefined) throw new CliError(`unknown call ${JSON.stringify(word)} of clock; ${move}`);
  const known = [...calls.map(([name]) => kebabCase(name)), ...Object.keys(short)];
  throw new CliError(`unknown call ${JSON.stringify(word)} of ${group}${nearestOrAll(word, known)}`);
}

/** A parameter that may be given without its name. */
interface PositionalParameter {
  readonly name: string;
  /** The parameter's name in messages. */
  readonly means?: string | undefined;
}

/** The name of a control call in messages, and whether it takes parameters by name. */
interface NamedUsage {
  readonly call: string;
  readonly takesPairs: () => boolean;
}

/** The input of a call from its arguments: `NAME=VALUE` by name, others by position. Throws a CliError. */
export async function inputOf(words: readonly string[], places: readonly PositionalParameter[], usage: NamedUsage) {
  const { call } = usage;
  const input: Record<string, unknown> = {};
  for (const word of words) {
    const place = places.find(({ name }) => input[name] === undefined);
    const pair = readPair(word) ?? (place && { name: place.name, key: undefined, text: word });
    if (pair === undefined) throw unexpectedWord(word, usage);
    const { name, key, text } = pair;
    put(input, { name, key, value: await valueOf(key === undefined ? name : `${name}.${key}`, text) });
  }
  for (const { name, means = name.toUpperCase() } of places) {
    if (input[name] === undefined) throw new CliError(`${call}: ${means} is missing`);
    if (input[name] === '') throw new CliError(`${call}: ${means} is empty`);
  }
  return input;
}

/** Reads `name=`, a list's `name[]=`, or a group's `name[key]=` and `name.key=`. Returns undefined for other words. */
function readPair(word: string) {
  const [, name, bracketed, dotted, text = ''] = /^(\w[\w-]*)(?:\[([\w-]*)\]|\.([\w-]+))?=(.*)$/s.exec(word) ?? [];
  return name === undefined ? undefined : { name, key: bracketed ?? dotted, text };
}

/** Whether a word has the form `NAME=VALUE`. */
export const isPair = (word: string): boolean => readPair(word) !== undefined;

/** A hint for a name of a file after a call that prints a document. */
const inFile = (word: string, call: string): string =>
  /^(?:exchange export|history bundle)/.test(call)
    ? `; it prints the document: faxsim ${call} > ${shellWord(word)}`
    : '';

/** The command that moves the clock by a duration, or to a time; undefined for another word. */
function moveOf(word: string): string | undefined {
  if (parseDuration(word) !== undefined) return `faxsim clock advance ${word} moves it by a duration`;
  return instant.read(word, word) === undefined ? undefined : `faxsim clock set ${word} moves it to a time`;
}

function unexpectedWord(word: string, { call, takesPairs }: NamedUsage): CliError {
  const unexpected = `unexpected argument ${JSON.stringify(word)} after ${call}`;
  if (call === 'clock move' && moveOf(word) !== undefined) return new CliError(`${unexpected}; ${moveOf(word)}`);
  if (!takesPairs())
    return new CliError(
      `${unexpected}${call.startsWith('worlds ') ? '; --world ID names the world' : inFile(word, call)}`,
    );
  const forms = word.includes('=') ? 'NAME=VALUE, NAME[]=VALUE of a list, NAME[KEY]=VALUE of a group' : 'NAME=VALUE';
  return new CliError(`${unexpected}: parameters are given as ${forms}`);
}

interface Parameter {
  readonly name: string;
  /** Key in a group: `env` of `tag.env`; empty for an item of a list. */
  readonly key: string | undefined;
  readonly value: unknown;
}

function put(input: Record<string, unknown>, { name, key, value }: Parameter): void {
  const known = input[name];
  if (key === '') {
    input[name] = [...(isList(known) ? known : []), value];
    return;
  }
  const isKnown = key === undefined ? known !== undefined : Object.hasOwn(known ?? {}, key);
  if (isKnown)
    throw new CliError(`${key === undefined ? name : `${name}[${key}]`} is given twice; a list is ${name}[]=`);
  input[name] = key === undefined ? value : { ...(known ?? {}), [key]: value };
}

/** The value of a text; `@FILE` means the content of the file. */
async function valueOf(name: string, text: string): Promise<unknown> {
  if (name === 'import') return jsonAt(text.replace(/^@/, ''));
  if (text.startsWith('@')) return name === 'file' ? fileAt(text.slice(1)) : textAt(text.slice(1));
  if (name !== 'file') return text;
  throw new CliError(`file=${text}: what is in a file is given with @, as file=@${text === '' ? 'FILE' : text}`);
}

const kindsOfDocuments: Readonly<Record<string, string>> = { requests: 'a HAR file' };

async function documentOf(
  [path, more]: readonly string[],
  { group, what }: { readonly group: string; readonly what: string },
): Promise<CommandCall['input']> {
  if (path === undefined) throw new CliError(`${what}: FILE is missing; - reads stdin`);
  if (more !== undefined) throw new CliError(`unexpected argument ${JSON.stringify(more)} after ${what} ${path}`);
  const kind = kindsOfDocuments[group] ?? 'an export of a world';
  const document = await jsonAt(path.replace(/^@/, ''), kind);
  if (isPlainObject(document)) return document;
  throw new CliError(`${JSON.stringify(path)} must be ${kind}, got ${describeValue(document)}`);
}

/** The content of a file; `-` is stdin. Throws a CliError when it cannot be read. */
export async function bytesAt(path: string) {
  if (path === '') throw new CliError('the path of a file is missing after @');
  const reading = path === '-' ? buffer(process.stdin) : readGivenBytes(path);
  return reading.catch((error: unknown) => {
    throw new CliError(`cannot read ${path === '-' ? 'stdin' : JSON.stringify(path)}: ${fileReasonOf(error)}`);
  });
}

export async function fileAt(path: string): Promise<File> {
  return new File([await bytesAt(path)], path === '-' ? 'stdin' : basename(path));
}

async function textAt(path: string): Promise<string> {
  return textInFile(await bytesAt(path));
}

/** The value in a JSON file, compressed or not. Messages call the file `kind`. */
export async function jsonAt(path: string, kind = 'a document'): Promise<unknown> {
  const value = parseJson(await bytesAt(path), JSON.stringify(path), kind);
  if (isTooDeep(value)) throw new CliError(tooDeepMessage(JSON.stringify(path)));
  return value;
}
