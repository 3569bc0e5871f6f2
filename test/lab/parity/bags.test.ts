import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compareBags } from '../../../src/lab/parity/bags.ts';
import { expectedLetters } from '../../../src/lab/parity/expected.ts';
import type { OldSides } from '../../../src/lab/parity/side.ts';
import { findingsOf } from './compared-runs.ts';
import { below, shuffled, sourceOf } from './random-program.ts';
import type { Source } from './random-program.ts';
import { sideThatSends } from './sides.ts';
import type { Sent } from './sides.ts';

const names = ['Abbott', 'Becker', 'Castro', 'Dunne', 'Ellis', 'Fraser', 'Gupta', 'Hansen', 'Ibarra', 'Jensen'];
const pick = (draw: Source, words: readonly string[]): string => words[below(draw, words.length)] ?? '';

interface Office {
  /** How many invoices a run sends, numbered from 1. */
  readonly count: number;
  readonly titles: readonly string[];
  /** The number of words in a note. */
  readonly notes: number;
}

/** The invoices of a run: who gets one, and what is in it, is by chance. */
function invoices({ count, titles, notes }: Office, draw: Source): Sent[] {
  const people = shuffled(draw, names);
  const all = Array.from({ length: count }, (_none, at): Sent => {
    const note = Array.from({ length: below(draw, notes + 1) }, () => pick(draw, names)).join(' ');
    const text = `INVOICE INV-${at + 1} Dear ${pick(draw, titles)} ${people[at] ?? ''} we ship ${1 + below(draw, 5)} lamps ${note} please pay within 30 days`;
    return { to: `+1202555${1000 + below(draw, 24)}`, text: text.replace(/ +/g, ' ') };
  });
  return shuffled(draw, all);
}

const usual: Office = { count: 5, titles: ['Mr', 'Ms'], notes: 2 };

const runsOf = (office: Office, draw: Source, count: number): Sent[][] =>
  Array.from({ length: count }, () => invoices(office, draw));

/** Changes the text of the invoice with this number. */
const changed = (letters: readonly Sent[], name: string, change: (text: string) => string): Sent[] =>
  letters.map(({ to, text }) => ({ to, text: text.includes(`${name} `) ? change(text) : text }));

const textOf = (letters: readonly Sent[], name: string): string =>
  letters.find(({ text }) => text.includes(`${name} `))?.text ?? '';

const wrong = {
  'the invoice of another customer': (letters: readonly Sent[]) =>
    changed(letters, 'INV-4', () => textOf(letters, 'INV-5')),
  'the same invoice for all': (letters: readonly Sent[]) =>
    letters.map(({ to }) => ({ to, text: letters[0]?.text ?? '' })),
  'a wrong number of an invoice': (letters: readonly Sent[]) =>
    changed(letters, 'INV-4', (text) => text.replace('INV-4', 'INV-9')),
};

describe('the words of letters that differ in each run', () => {
  test('are counted where each run has the same ones', () => {
    const draw = sourceOf(1);
    const olds = runsOf(usual, draw, 4).map(sideThatSends) as unknown as OldSides;
    const now = invoices(usual, draw);
    const bags = (letters: readonly Sent[]) =>
      compareBags(expectedLetters(olds), olds, sideThatSends(letters)).map(({ fewer, more }) => ({ fewer, more }));
    expect(bags(now)).toEqual([]);
    expect(bags(wrong['the invoice of another customer'](now))).toEqual([
      { fewer: [{ word: 'INV-4', was: 1, is: 0 }], more: [{ word: 'INV-5', was: 1, is: 2 }] },
    ]);
    expect(bags(now.filter(({ text }) => !text.includes('INV-2 ')))).toEqual([
      { fewer: [{ word: 'INV-2', was: 1, is: 0 }], more: [] },
    ]);
  });

  test('name first the word that no letter has', () => {
    const draw = sourceOf(1);
    const kinds = ['COPY', 'COPY', 'COPY', 'ORIGINAL', 'ORIGINAL'];
    const run = (): Sent[] =>
      invoices(usual, draw).map(({ to, text }) => {
        const number = Number(/INV-(\d)/.exec(text)?.[1]);
        return { to, text: text.replace('INVOICE', `INVOICE ${kinds[number - 1] ?? ''}`) };
      });
    const olds = [run(), run(), run()].map(sideThatSends) as unknown as OldSides;
    const now = sideThatSends(run().filter(({ text }) => !text.includes('INV-2 ')));
    const [bag] = compareBags(expectedLetters(olds), olds, now);
    expect(bag?.fewer).toEqual([
      { word: 'INV-2', was: 1, is: 0 },
      { word: 'COPY', was: 3, is: 2 },
    ]);
  });

  test.each(Object.entries(wrong))('find out a program that sends %s', async (_name, mistake) => {
    const found = await Promise.all(
      [1, 2, 3, 4, 5].map(async (seed) => {
        const draw = sourceOf(seed);
        return findingsOf({ olds: runsOf(usual, draw, 8), news: runsOf(usual, draw, 4).map(mistake) });
      }),
    );
    expect(found.map(([first]) => first)).toEqual(found.map(() => expect.stringMatching(/^other document: /)));
    const byWords = /^other document: no fax has “INV-\d” in place of 1, \d fax(es have| has) “INV-\d” in place of \d$/;
    expect(found.flat()).toContainEqual(expect.stringMatching(byWords));
  });

  test('name the letter that is lost', async () => {
    const draw = sourceOf(3);
    const olds = runsOf(usual, draw, 8);
    const news = runsOf(usual, draw, 4).map((all) => all.filter(({ text }) => !text.includes('INV-2 ')));
    expect(await findingsOf({ olds, news })).toEqual([
      expect.stringMatching(/^lost: 4 faxes like “INVOICE INV-2 .* in place of 5: no fax has “INV-2” in place of 1$/),
    ]);
  });

  const office = fc.record<Office>({
    count: fc.integer({ min: 2, max: 7 }),
    titles: fc.constantFrom<string[]>(['Mr', 'Ms'], ['Mr', 'Ms', 'Dr'], ['Mr', 'Mr', 'Ms']),
    notes: fc.constantFrom(0, 3, 8),
  });

  test('accuse no program that draws the same words in the same way', async () => {
    await fc.assert(
      fc.asyncProperty(office, fc.integer({ min: 1, max: 1e6 }), async (one, seed) => {
        const draw = sourceOf(seed);
        expect(await findingsOf({ olds: runsOf(one, draw, 8), news: runsOf(one, draw, 4) })).toEqual([]);
      }),
      { seed: 11, numRuns: Number(process.env['RANDOM_PROGRAMS'] ?? 60) },
    );
  });
});
