import { closest } from 'fastest-levenshtein';

/** What people write, by what they mean: the letters alone would lead them astray. */
const meanings = {
  file: { rule: 'rules', param: 'params', parameters: 'params', title: 'name', extend: 'extends' },
  rule: {
    ...{ when: 'where', if: 'where', match: 'where', matches: 'where', effect: 'do', probability: 'chance' },
    ...{ status: 'do: {respond: {status}}', respond: 'do: {respond}', fail: 'do: {fail}', delay: 'do: {delay}' },
    ...{ limit: 'times', skip: 'after', operation: 'on', operations: 'on' },
  },
  effects: {
    ...{ status: 'respond: {status}', code: 'respond: {status}', response: 'respond', headers: 'respond: {headers}' },
    ...{ message: 'respond: {message}', error: 'fail, or respond: {status}', latency: 'delay', sleep: 'delay' },
    ...{ wait: 'delay', slow: 'delay', timeout: 'wire: hang', hang: 'wire: hang', reset: 'wire: reset' },
    ...{ truncate: 'wire: {truncate: BYTES}', dribble: 'wire: {dribble: {chunks, over}}', statuses: 'course' },
  },
  wires: {
    ...{ truncate: '{truncate: BYTES}', truncated: '{truncate: BYTES}', cut: '{truncate: BYTES}' },
    ...{ dribble: '{dribble: {chunks, over}}', slow: '{dribble: {chunks, over}}' },
    ...{ timeout: 'hang', close: 'empty', abort: 'reset', drop: 'reset' },
  },
  comparisons: {
    ...{ regex: 'matches', regexp: 'matches', pattern: 'matches', match: 'matches', one_of: 'in', any: 'in' },
    ...{ includes: 'contains', starts_with: 'matches', ends_with: 'matches', ne: 'not', above: 'gt', below: 'lt' },
    ...{ min: 'gt', max: 'lt', present: 'exists' },
  },
  facts: {
    tags: 'fax.tags.NAME',
    tag: 'fax.tags.NAME',
    param: 'params.NAME',
    header: 'headers.NAME',
    status: 'fax.status',
  },
} satisfies Record<string, Readonly<Record<string, string>>>;

/** Where words stand. */
export type WordPlace = keyof typeof meanings;

/** The right word that comes nearest to a wrong one: by what people mean with it there, or else by its letters. */
export function nearestWord(word: string, known: readonly string[], place?: WordPlace): string {
  const meant: Readonly<Record<string, string>> = place === undefined ? {} : meanings[place];
  const spelled = word.toLowerCase().replaceAll('-', '_');
  return Object.hasOwn(meant, spelled) ? (meant[spelled] ?? '') : closest(word, known);
}
