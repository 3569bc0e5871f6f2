import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  endOf,
  givenParams,
  hitsText,
  isOver,
  busyLines,
  outcomeWords,
  listenedText,
  openText,
  referenceOf,
  remarksOf,
  subjectOf,
  switchWords,
  verdictWord,
} from '../../console/screens/scenario-words.ts';
import { faultOfParam } from '../../console/screens/scenario-ends.ts';
import { tokensOf } from '../../console/ui/yaml-tokens.ts';
import { readReference, writeReference } from '../../src/scenarios/params.ts';

const entry = {
  name: 'busy-line',
  description: 'Every line is busy.',
  params: [
    { name: 'number', default: '', meaning: null },
    { name: 'times', default: 2, meaning: null },
  ],
  rules: [{ id: 'busy', on: ['fax'] }],
  faults: [],
};

test('a scenario ends with the last of its rules, and not at all if one of them stays', () => {
  const row = (ends_at: string | null, used_up = false) => ({ ends_at, used_up });
  const [first, last] = ['2026-01-31T12:00:10Z', '2026-01-31T12:01:20.400Z'];
  expect(endOf([row(last), row(first)])).toBe(Date.parse(last));
  expect(endOf([row(last), row(null)])).toBeUndefined();
  expect(endOf([row(last), row(null, true)])).toBe(Date.parse(last));
  expect(endOf([row(last, true), row(null, true)])).toBe('used up');
  const noon = Date.parse('2026-01-31T12:00:00Z');
  expect(hitsText(1, 'used up', noon)).toBe('1 hit · used up');
  expect(isOver('used up', noon)).toBe(true);
  expect(hitsText(2, Date.parse(last), noon)).toBe('2 hits · ends in 1 min 21 s');
  expect(hitsText(1, Date.parse(last), Date.parse(last) - 1)).toBe('1 hit · ends in 1 s');
  expect(hitsText(1, Date.parse(last), Date.parse(last))).toBe('1 hit · over');
  expect(hitsText(0, undefined, noon)).toBe('0 hits');
  expect(hitsText(0, noon, undefined)).toBe('0 hits');
});

test('a scenario is named with its parameters as the simulator reads and writes them', () => {
  const character = fc.integer({ min: 0x20, max: 0xd7ff }).map((code) => String.fromCodePoint(code));
  const value = fc.string({ unit: character, minLength: 1 }).filter((text) => text.trim() === text);
  fc.assert(
    fc.property(value, (number) => {
      const reference = referenceOf(entry, { number, times: '2' });
      expect(readReference(reference)).toEqual({ name: 'busy-line', values: new Map([['number', number]]) });
      expect(reference).toBe(writeReference(readReference(reference)));
      expect(givenParams(reference)).toEqual({ number });
    }),
  );
  expect(referenceOf(entry, { number: '', times: '2' })).toBe('busy-line');
  expect(referenceOf(entry, { number: '+12025550101', times: '3' })).toBe('busy-line(number=+12025550101,times=3)');
});

test('the button says whether a name starts again, or goes beside those that are on', () => {
  expect(switchWords('mine', [])).toEqual(['Switch on', '']);
  const again = 'mine(a=1 2) is on. Its counts begin at 0 when you start it again.';
  expect(switchWords('mine(a=1%202)', ['mine', 'mine(a=1%202)'])).toEqual(['Start again', again]);
  const beside = 'mine(a=3) goes before mine, mine(a=1 2), which stay on.';
  expect(switchWords('mine(a=3)', ['mine', 'mine(a=1%202)'])).toEqual(['Switch on as well', beside]);
});

test('a name has its parameters in the order in which the simulator names a scenario', () => {
  const params = ['times', 'status'].map((name) => ({ name, default: 1, meaning: null }));
  expect(referenceOf({ name: 'mine', params }, { times: '2', status: '3' })).toBe('mine(status=3,times=2)');
});

test('a scenario is about the subject of its first rule', () => {
  expect(subjectOf(entry)).toBe('fax');
  expect(subjectOf({ rules: [{ id: 'x', on: ['listFaxes', 'fax'] }] })).toBe('request');
  expect(listenedText(['*'])).toBe('every request');
  expect(listenedText(['webhook', 'getFax'])).toBe('webhooks, getFax');
});

test('the colours of a line leave its text as it is', () => {
  fc.assert(
    fc.property(fc.string(), (line) => {
      expect(
        tokensOf(line)
          .map(({ text }) => text)
          .join(''),
      ).toBe(line);
    }),
  );
  expect(tokensOf("  to: '${number}' # comment")).toEqual([
    { text: '  ', kind: undefined },
    { text: 'to', kind: 'key' },
    { text: ': ', kind: undefined },
    { text: "'${number}'", kind: 'string' },
    { text: ' ', kind: undefined },
    { text: '# comment', kind: 'comment' },
  ]);
});

test('the messages of the linter stand at their lines, in their order', () => {
  const lint = {
    name: null,
    rules: 0,
    params: [],
    faults: ['source:5: rule x: wrong', 'without a line'],
    warnings: ['source:2: odd'],
  };
  expect(remarksOf(lint)).toEqual([
    { line: 1, tone: 'bad', text: 'without a line' },
    { line: 2, tone: 'mixed', text: 'odd' },
    { line: 5, tone: 'bad', text: 'rule x: wrong' },
  ]);
});

test.each([
  ['busy-line(number=+1 202 555 0195)', true],
  ['busy-line(number=+12025550195)', true],
  ['busy-line(number=%28202%29 555-0195,wait=5s)', true],
  ['busy-line(number=+12025550196)', false],
  ['busy-line', false],
  ['line-busy(number=+12025550195)', false],
])('%s has the line of +12025550195 busy: %s', (name, isBusy) => {
  expect(busyLines([name], '+12025550195').own).toEqual(isBusy ? [name] : []);
});

test.each([
  [true, 'fail; as a(n=%28x%29)/b#1', ['would fire', 'fail; as a(n=(x))/b#1']],
  [false, 'listens to listFaxes', ['would not fire', 'listens to listFaxes']],
  [false, 'listens to fax', ['acts on faxes', expect.stringContaining('can still fire')]],
  [false, 'listens to fax, webhook', ['acts on faxes, webhooks', expect.stringContaining('faxes, webhooks:')]],
])('a rule that fires: %s, because it %s, is explained', (fires, why, words) => {
  expect(outcomeWords({ fires, why })).toEqual(words);
});

test('a number that is busy in several notations has all of them, and those of more numbers beside them', () => {
  const own = ['busy-line(number=202-555-0123)', 'busy-line(number=+1%20%28202%29%20555-0123)'];
  const wider = ['busy-line', 'busy-line(wait=5s)', 'busy-line(number=+1202)'];
  const others = ['busy-line(number=+12025550199)', 'outage'];
  expect(busyLines([...own, ...wider, ...others], '+12025550123')).toEqual({ own, wider });
});

test.each([
  [
    '/opt/faxsim/scenarios/busy-line.yaml:11: rule busy: do.course.0.after must be a time, got "soon"; with wait=soon, number=+12025550101',
    'wait',
  ],
  ['the parameter times must be a number, got soon', 'times'],
  ['source:4: rule busy: where.to must be a number, got +12025550101; with number=+12025550101', 'number'],
  ['there is no scenario soon', undefined],
])('the refusal %j is about the field %s', (message, name) => {
  const faults = faultOfParam(message, { wait: 'soon', number: '+12025550101' });
  expect(Object.keys(faults)).toEqual(name === undefined ? [] : [name]);
  for (const text of Object.values(faults))
    expect(text).toMatch(/^This must be a (?:time|number), got "?(?:soon|\+12025550101)"?$/);
});

test('an unmet number of retries that can still be met waits for a retry', () => {
  const found = { scenario: 'outage', rule: 'down', because: 'listFaxes, hit …' };
  const wordOf = (expectation: string, verdict: 'waiting' | 'failed') =>
    verdictWord({ ...found, expectation, verdict });
  expect(wordOf('retries', 'waiting')).toBe('waits for a retry');
  expect(wordOf('fired', 'waiting')).toBe('waiting');
  expect(wordOf('retries', 'failed')).toBe('failed');
});

test('a list says of an open verdict what it waits for', () => {
  const found = { scenario: 'outage', rule: 'down', because: 'listFaxes, hit …' };
  const textOf = (expectation: string, verdict: 'waiting' | 'pending' | 'passed') =>
    openText({ ...found, expectation, verdict });
  expect(textOf('retries', 'pending')).toBe('expectation not tested yet');
  expect(textOf('retries', 'waiting')).toBe('waits for a retry');
  expect(textOf('fired', 'waiting')).toBe('expectation not met yet');
  expect(textOf('retries', 'passed')).toBeUndefined();
});
