import { CliError } from '../model/shared/errors.ts';
import { isList } from '../model/shared/objects.ts';
import type { CommandCall } from './control-args.ts';

export type Style = 'red' | 'green' | 'yellow' | undefined;

/** A word of a list, and its colour. */
export type Word = readonly [word: string, style: Style];

/** The words of lists for the statuses of a fax. */
export const faxWords: Readonly<Record<string, Word>> = {
  queued: ['queued', undefined],
  pendingbatch: ['in a batch', undefined],
  inprogress: ['in progress', undefined],
  success: ['success', 'green'],
  partialsuccess: ['partial', 'yellow'],
  failure: ['failure', 'red'],
};

/** The words of lists for the states of a webhook. */
export const webhookWords: Readonly<Record<string, Word>> = {
  pending: ['pending', undefined],
  delivered: ['delivered', 'green'],
  failed: ['failed', 'red'],
  refused: ['not allowed', 'red'],
  mailed: ['mailed', undefined],
  kept: ['recorded', undefined],
};

interface WordFilter {
  readonly name: string;
  /** The word of the API for each other word. */
  readonly words: ReadonlyMap<string, string>;
}

const filter = (
  name: string,
  words: Readonly<Record<string, Word>>,
  others: readonly [string, string][],
): WordFilter => ({
  name,
  words: new Map([...Object.entries(words).map(([word, [shown]]) => [shown, word] as const), ...others]),
});

/** The filters that take the words of lists too, by the group of their calls. */
const wordFilters: Readonly<Record<string, WordFilter>> = {
  faxes: filter('status', faxWords, [
    ['failed', 'failure'],
    ['partial success', 'partialsuccess'],
  ]),
  webhooks: filter('state', webhookWords, []),
};

/** The words of webhooks that a rule dropped or forged, which are no states of the API. */
const wordsOfRules = ['not sent', 'forged'];

/** The call with the words of the API in place of those that lists show: `status=partial` is `status=partialsuccess`. */
export function withApiWords(group: string, call: CommandCall): CommandCall {
  const { name, words } = wordFilters[group] ?? {};
  const given = name === undefined ? undefined : call.input[name];
  if (name === undefined || words === undefined || given === undefined) return call;
  const read = (value: unknown): unknown =>
    typeof value === 'string'
      ? value
          .split(',')
          .map((word) => apiWord(words, word))
          .join(',')
      : value;
  return { ...call, input: { ...call.input, [name]: isList(given) ? given.map(read) : read(given) } };
}

function apiWord(words: ReadonlyMap<string, string>, word: string): string {
  const plain = word
    .trim()
    .toLowerCase()
    .replaceAll(/[-_ ]+/g, ' ');
  if (wordsOfRules.includes(plain)) {
    throw new CliError(`${JSON.stringify(word)} is what a rule did: rule=SCENARIO/RULE finds the webhooks of a rule`);
  }
  return words.get(plain) ?? word;
}
