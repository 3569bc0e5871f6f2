import { describe, expect, test } from '@jest/globals';
import { expectedLetters } from '../../../src/lab/parity/expected.ts';
import { compareLetters } from '../../../src/lab/parity/letters.ts';
import type { OldSides, Side } from '../../../src/lab/parity/side.ts';
import { nothing, sentFax } from '../sweep/observations.ts';
import { sideThatSends } from './sides.ts';
import type { Sent } from './sides.ts';

/** A run that sent faxes with these texts to one number. */
function sideOf(...texts: readonly string[]): Side {
  const sent = texts.map((_text, at) => sentFax({ id: at + 1, to: '+12025550101' }));
  const faxes = sent.flatMap((one) => one.faxes).map((fax) => ({ ...fax, resent_from: null }));
  const run = {
    ...nothing,
    calls: sent.flatMap((one) => one.calls),
    faxes,
    ends: new Map(faxes.map((fax) => [fax.id, fax])),
  };
  const ending = { how: 'passed', detail: 'exit code 0', ms: 1, output: '' } as const;
  return { ending, run, documents: new Map(texts.map((text, at) => [at + 1, text.split(' ')])) };
}

function found(old: readonly string[], now: readonly string[]): string[] {
  const expected = expectedLetters([sideOf(...old), sideOf(...old)]);
  return compareLetters(expected, sideOf(...now)).findings.map(({ kind, sentence }) => `${kind}: ${sentence}`);
}

test('a document that goes to its number less often is counted', () => {
  expect(found(['Reminder', 'Reminder'], ['Reminder'])).toEqual([
    'lost: 1 fax “Reminder” to +12025550101 in place of 2',
  ]);
  expect(found(['Reminder', 'Reminder', 'Reminder'], ['Reminder'])).toEqual([
    'lost: 1 fax “Reminder” to +12025550101 in place of 3',
  ]);
});

test('a document that never goes to its number is lost', () => {
  expect(found(['Reminder', 'Invoice'], ['Invoice'])).toEqual([
    'lost: the document “Reminder” does not go to +12025550101',
  ]);
});

test('a document that goes to a wrong number is one finding', () => {
  const sideTo = (...numbers: readonly string[]): Side =>
    sideThatSends(numbers.map((to, at) => ({ to, text: `Invoice ${at} for the repair of the roof in spring` })));
  const old = sideTo('+12025550101', '+12025550102');
  const { findings, concerned } = compareLetters(expectedLetters([old, old]), sideTo('+12025550101', '+12025550199'));
  expect(findings.map(({ kind, sentence }) => `${kind}: ${sentence}`)).toEqual([
    'lost: the document “Invoice 1 for the repair of the roof…” goes to +12025550199 in place of +12025550102',
  ]);
  expect(concerned).toEqual(new Set(['+12025550102', '+12025550199']));
});

test.each([
  ['the last', 'Referral \f Values', 'Referral', 'page 2, “Values”'],
  ['the first', 'Referral \f Values', 'Values', 'page 1, “Referral”'],
  ['one of two equal ones', 'Values \f Values', 'Values', 'page 2, “Values”'],
  ['a picture', 'Referral \f picture-0a1b2c3d', 'Referral', 'page 2, a picture'],
  ['two', 'Cover \f Referral \f Values', 'Referral', 'page 1, “Cover” and page 3, “Values”'],
])('a document without %s of its pages names what it lacks', (_name, old, now, pages) => {
  expect(found([old], [now])).toEqual([
    expect.stringMatching(new RegExp(`^other document: the document .* to \\+12025550101 lacks ${pages}$`)),
  ]);
});

test('a document with another page is another document', () => {
  expect(found(['Referral \f Values'], ['Referral \f Other'])).toEqual([
    'other document: the document “Referral” (2 pages) to +12025550101 has “Other” in place of “Values”',
  ]);
});

const foundIn = (olds: readonly (readonly Sent[])[], now: readonly Sent[]): string[] => {
  const expected = expectedLetters(olds.map(sideThatSends) as unknown as OldSides);
  return compareLetters(expected, sideThatSends(now)).findings.map(({ kind, sentence }) => `${kind}: ${sentence}`);
};

describe('faxes to numbers by chance', () => {
  const steady = { to: '+12025550101', text: 'Invoice for Harold of May, thank you' };
  const runOf = (...numbers: readonly number[]): Sent[] => [
    steady,
    steady,
    ...numbers.map((number) => ({ to: `+1202555020${number}`, text: `Invoice for Ann${number} of May, thank you` })),
  ];
  const olds = [runOf(1, 2), runOf(3, 4), runOf(2, 5)];

  test('leave those to a number that all runs have apart', () => {
    expect(foundIn(olds, runOf(6, 7))).toEqual([]);
    expect(foundIn(olds, runOf(6, 7).slice(1))).toEqual([
      'lost: 1 fax “Invoice for Harold of May, thank you” to +12025550101 in place of 2',
    ]);
  });

  test('are counted by their text where one is sent twice', () => {
    expect(foundIn(olds, [...runOf(6, 7), ...runOf(7).slice(2)])).toEqual([
      'doubled: 2 faxes “Invoice for Ann7 of May, thank you” to +12025550207 in place of 1',
    ]);
  });
});
