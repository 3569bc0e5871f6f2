import { describe, expect, test } from '@jest/globals';
import type { Ending, RecordedRequest, RunRecord } from '../../../src/lab/achievements/run-record.ts';
import { faults } from '../../../src/lab/sweep/faults.ts';
import { lineKindFor } from '../../../src/lab/sweep/fax-lines.ts';
import { outputLine } from '../../../src/lab/sweep/report/output-line.ts';
import { judge } from '../../../src/lab/sweep/judge.ts';
import type { Judgement } from '../../../src/lab/sweep/judge.ts';
import { departureOf } from '../../../src/lab/sweep/requests.ts';
import { nothing, owned, pointOf, sentFax } from './observations.ts';

const passed: Ending = { how: 'passed', detail: 'exit code 0', ms: 100, output: '' };
const failed: Ending = { ...passed, how: 'failed', detail: 'exit code 1' };
const to = '+12025550123';
const baseline: RunRecord = { ...nothing, ...sentFax({ to, id: 1 }) };

const endOf8 = (status: 'success' | 'failure'): RunRecord['ends'] =>
  new Map(sentFax({ to, id: 8, status }).faxes.map((fax) => [fax.id, fax]));

function judged(
  run: Partial<RunRecord>,
  ending: Ending = passed,
  id = 'lost-answer',
  broken: string[] = [],
): Judgement {
  const fault = faults.find((one) => one.id === id);
  if (fault === undefined) throw new Error(`no fault ${id}`);
  const trial = { fault, name: 'sweep-001', point: pointOf() };
  return judge({ trial, ending, run: { ...baseline, ...run }, baseline, former: baseline, broken });
}

describe('the verdict is', () => {
  test.each<[Judgement['verdict'], Partial<RunRecord>, Ending, string]>([
    ['unaffected', {}, passed, 'lost-answer'],
    ['degraded', { faxes: [] }, failed, 'lost-answer'],
    ['not reached', { fired: 0 }, failed, 'lost-answer'],
    ['broken', {}, { ...failed, how: 'crashed', detail: 'SIGSEGV' }, 'lost-answer'],
    ['broken', {}, { ...failed, how: 'endless' }, 'lost-answer'],
    ['wrong', { faxes: [...baseline.faxes, ...sentFax({ to, id: 2 }).faxes] }, passed, 'lost-answer'],
    ['wrong', { faxes: [...baseline.faxes, ...sentFax({ to, id: 2 }).faxes] }, failed, 'lost-answer'],
    [
      'unaffected',
      { faxes: [...sentFax({ to, id: 2, status: 'failure' }).faxes, ...baseline.faxes] },
      passed,
      'lost-answer',
    ],
    ['wrong', { faxes: [] }, passed, 'lost-answer'],
    ['wrong', sentFax({ to, id: 1, status: 'failure' }), passed, 'lost-answer'],
    ['wrong', sentFax({ to, id: 1, status: 'inprogress' }), passed, 'lost-answer'],
    ['degraded', sentFax({ to, id: 1, status: 'failure' }), failed, 'lost-answer'],
    ['wrong', { made: { ...owned, phone_numbers: [{}] } }, passed, 'lost-answer'],
    ['wrong', {}, failed, 'twice'],
  ])('%s', (verdict, run, ending, fault) => {
    expect(judged(run, ending, fault).verdict).toBe(verdict);
  });
});

describe('a bound of the test itself that a fault does not keep', () => {
  const line = 'Expected exactly 1 webhook (event=fax_completed, state=delivered), and there were 2';

  test('accuses no program, and is named', () => {
    expect(judged({ failure: `sends a fax\n${line}` }, failed, 'twice')).toMatchObject({
      verdict: 'degraded',
      because: [`a bound of the test does not allow what happens at this fault: ${line}`],
    });
  });

  test('is no excuse for a harm, nor for less than the test expects', () => {
    const twice = { faxes: [...baseline.faxes, ...sentFax({ to, id: 2 }).faxes] };
    expect(judged({ ...twice, failure: line }, failed, 'twice').verdict).toBe('wrong');
    expect(judged({ failure: line.replace('were 2', 'were 0') }, failed, 'twice').verdict).toBe('wrong');
  });
});

test('the first request that differs is shown with its parameter where its subject is the same', () => {
  const [usual] = sentFax({ to, id: 1, content_url: 'https://a.example' }).calls;
  const [now] = sentFax({ to, id: 1, content_url: 'https://b.example' }).calls;
  const recordOf = (calls: readonly RecordedRequest[]): RunRecord => ({ ...nothing, calls });
  const baselines = { former: recordOf([usual!]), baseline: recordOf([usual!]) };
  expect(departureOf({ run: recordOf([now!]), ...baselines })).toBe(
    `request 1, sendFax ${to}, has content_url "https://b.example" in place of "https://a.example"`,
  );
});

test.each(['undefined', 'null', 'NaN'])('a request for a fax with the id %s is quoted, and called no id', (id) => {
  const [sent] = sentFax({ to, id: 1 }).calls;
  const runOf = (value: unknown): RunRecord => ({
    ...nothing,
    calls: [{ ...sent!, operation: 'getFax', params: { id: value } }],
  });
  const usual = runOf(323034823);
  expect(departureOf({ run: runOf(id), former: usual, baseline: usual })).toBe(
    `request 1 is getFax "${id}" (not an id) in place of getFax 323034823`,
  );
});

test('a free port of each run is no difference, and the rest of its URL is compared', () => {
  const recordOf = (url: string): RunRecord => ({ ...nothing, ...sentFax({ to, id: 1, callback_url: url }) });
  const [former, baseline] = [recordOf('http://localhost:4001/hook'), recordOf('http://localhost:4002/hook')];
  const departure = (url: string) => departureOf({ run: recordOf(url), former, baseline });
  expect(departure('http://localhost:4003/hook')).toBeUndefined();
  expect(departure('http://localhost:4003/other')).toBe(
    `request 1, sendFax ${to}, has callback_url "http://localhost:4003/other" in place of "http://localhost:4002/hook"`,
  );
});

test.each([
  ['first', 'without the fault'],
  ['second', 'without the second fault'],
] as const)('a request more or less is shown after a %s fault with the run %s', (nth, without) => {
  const runOf = (count: number): RunRecord => ({
    ...nothing,
    calls: Array.from({ length: count }, (_, at) => sentFax({ to, id: at + 1 }).calls).flat(),
  });
  const departure = (count: number, usual: number) =>
    departureOf({ run: runOf(count), former: runOf(usual), baseline: runOf(usual) }, nth);
  expect(departure(2, 1)).toBe(`request 2 is sendFax ${to}; ${without}, no further request comes`);
  expect(departure(1, 2)).toBe(`no further request comes; ${without}, sendFax ${to} does`);
});

test('an invariant that does not hold is wrong, whether the program passes or fails', () => {
  for (const ending of [passed, failed])
    expect(judged({}, ending, 'busy', ['each order is faxed once: 2 faxes'])).toMatchObject({
      verdict: 'wrong',
      because: ['each order is faxed once: 2 faxes'],
    });
});

const longerLimit = 'if it gives up by itself a little later, a longer --limit shows that';

test.each(['stuck', 'unanswered', 'hang', 'never', 'unported', 'down'])(
  'a program that polls beyond the limit at the fault %s may give up later',
  (fault) => {
    const calls = Array.from({ length: 40 }, () => sentFax({ to, id: 1 }).calls).flat();
    const polls = calls.map((call) => ({ ...call, operation: 'getFax' as const, new_fax_ids: [] }));
    expect(judged({ calls: polls }, { ...failed, how: 'endless' }, fault).because).toContain(longerLimit);
  },
);

test('an endless program is shown with the operation that it repeats', () => {
  const calls = Array.from({ length: 40 }, () => sentFax({ to, id: 1 }).calls).flat();
  expect(judged({ calls }, { ...failed, how: 'endless', ms: 12_345 }).because).toEqual([
    'the program still runs after 12.3 s, and sends sendFax again and again',
    'it sends sendFax 40 times in place of 1',
  ]);
});

test('a program that does not end is shown with its responses to webhooks and the steps that were due', () => {
  const { deliveries } = sentFax({ to, id: 1 });
  const [delivery] = deliveries;
  const [attempt] = delivery!.attempts;
  const refused = { ...attempt!, answer: { status: 401, body: '' }, rule: 'sweep-001/unsigned' };
  const retried = { ...delivery!, state: 'pending' as const, due_at: '2026-01-01T00:05:00.000Z', attempts: [refused] };
  const { faxes } = sentFax({ to, id: 2, status: 'inprogress' });
  const run = { deliveries: [retried], faxes };
  expect(judged(run, { ...failed, how: 'endless', ms: 9000 }, 'busy').because).toEqual(
    expect.arrayContaining([
      'the application answers the webhook fax_completed with 401',
      'the retry of the webhook fax_completed of fax 1 is due in 5m',
      'fax 2 is inprogress',
    ]),
  );
});

describe('of requests that meet the same error', () => {
  const [sent] = sentFax({ to, id: 1 }).calls;
  const repeated = (call: Partial<RecordedRequest>, count: number, pauseMs: (index: number) => number) => {
    let at = 0;
    return Array.from({ length: count }, (_, index) => {
      at += pauseMs(index);
      return { ...sent!, rule: 'sweep-001-send-fax-down/down#1', at: new Date(at).toISOString(), ...call };
    });
  };
  const polls = repeated({ operation: 'getFax', params: { id: 1 } }, 54, () => 200);
  const remark = 'the program sends getFax 54 times, 200 ms apart, though each response is the same error';

  test('a bounded repetition of a read is patience, with a remark on its pace', () => {
    expect(judged({ calls: polls }, passed, 'down')).toMatchObject({ verdict: 'unaffected', because: [remark] });
    const { verdict, because } = judged({ calls: polls }, failed, 'down');
    expect({ verdict, because }).toMatchObject({
      verdict: 'degraded',
      because: ['the program fails (exit code 1)', remark],
    });
  });

  test('one that outlives the limit is broken', () => {
    const { verdict, because } = judged({ calls: polls }, { ...failed, how: 'endless', ms: 9000 }, 'down');
    expect({ verdict, because }).toMatchObject({
      verdict: 'broken',
      because: ['the program still runs after 9.0 s, and sends getFax again and again', remark, longerLimit],
    });
  });

  test('pauses that grow are in the remark', () => {
    const calls = repeated({ operation: 'getFax', params: { id: 1 } }, 12, (index) => 100 * 2 ** index);
    expect(judged({ calls }, passed, 'down').because).toEqual([
      'the program sends getFax 12 times, 400 ms apart at first, 102400 ms at the end, though each response is the same error',
    ]);
  });

  test('the repetition of a change is wrong', () => {
    const calls = repeated({}, 12, () => 100);
    expect(judged({ calls }, failed, 'down')).toMatchObject({
      verdict: 'wrong',
      because: ['the program sends sendFax 12 times, 100 ms apart, though each response is the same error'],
    });
  });

  test('different changes are no repetition', () => {
    const calls = Array.from({ length: 60 }, (_, index) =>
      repeated({ params: { to: String(index) } }, 1, () => 0),
    ).flat();
    expect(judged({ calls }, failed, 'down').verdict).toBe('degraded');
  });
});

test('a difference between the runs without a fault makes no run wrong', () => {
  const fault = faults.find(({ id }) => id === 'busy')!;
  const trial = { fault, name: 'sweep-001', point: pointOf({ kind: 'fax', on: 'fax' }) };
  const runTo = (...numbers: string[]): RunRecord => ({
    ...nothing,
    faxes: numbers.flatMap((number, id) => sentFax({ to: number, id }).faxes),
  });
  const baselines = { former: runTo('+12025550101'), baseline: runTo('+12025550102') };
  const verdictOn = (run: RunRecord) => judge({ trial, ending: passed, run, ...baselines, broken: [] });
  expect(verdictOn(runTo('+12025550103')).verdict).toBe('unaffected');
  expect(verdictOn(runTo('+12025550103', '+12025550104'))).toMatchObject({
    verdict: 'wrong',
    because: ['2 faxes to numbers that differ between runs in place of 1 (0, 1)'],
  });
});

describe('a document of which the program removes the file', () => {
  const sent = sentFax({ to, id: 7 });
  const from = '+12025550199';
  const received = { ...sent.faxes[0]!, direction: 'received' as const, from_number: from, recipients: [] };
  const call = (id: number, operation: RecordedRequest['operation'], fields: Partial<RecordedRequest> = {}) => ({
    ...sent.calls[0]!,
    ...{ id, operation, params: { id: 7 }, fax_id: 7, new_fax_ids: [], ...fields },
  });
  const cut = { answer: { ...sent.calls[0]!.answer, broken: 'truncated' } };
  const removal = call(2, 'deleteFaxFile');
  const whole: RunRecord = {
    ...nothing,
    received: [received],
    removed: [received],
    calls: [call(1, 'getFaxFile'), removal],
  };
  const trial = { fault: faults.find(({ id }) => id === 'cut-off')!, name: 'sweep-001', point: pointOf() };
  const verdictOn = (run: RunRecord, usual: RunRecord = whole, ending: Ending = passed) =>
    judge({ trial, ending, run, baseline: usual, former: usual, broken: [] });

  test('is lost if the file was not read to its end before', () => {
    const broken = { ...whole, calls: [call(1, 'getFaxFile', cut), removal] };
    expect(verdictOn(broken, whole, failed)).toMatchObject({
      verdict: 'wrong',
      because: [
        `the document of the fax from ${from} is lost: its file was never read to its end (the last response broke off), and deleteFaxFile of fax 7 removed the file`,
      ],
    });
    expect(verdictOn(broken, broken).verdict).toBe('unaffected'); // the same without a fault
  });

  test('is not lost if the program reads it once more', () => {
    const calls = [call(0, 'getFaxFile', cut), ...whole.calls];
    expect(verdictOn({ ...whole, calls })).toMatchObject({ verdict: 'unaffected', because: [] });
  });

  test('is not lost if an accepted webhook had the file', () => {
    const file = { name: 'file', filename: 'a.pdf', type: 'application/pdf', bytes: 1, sha1: '' };
    const deliveries = sent.deliveries.map((one) => ({
      ...one,
      attempts: one.attempts.map((attempt) => ({ ...attempt, files: [file] })),
    }));
    expect(verdictOn({ ...whole, calls: [removal], deliveries }).verdict).toBe('unaffected');
  });

  test('is missing if a passing program did not read it, and removed nothing', () => {
    expect(verdictOn({ ...whole, removed: [], calls: [call(1, 'getFaxFile', cut)] }).because).toEqual([
      `the program passes, though it never read the file of a fax from ${from} to its end: the last response broke off`,
    ]);
  });

  const original = sentFax({ to, id: 7, status: 'failure' }).faxes;
  const resent: RunRecord = {
    ...nothing,
    removed: original,
    faxes: sentFax({ to, id: 8 }).faxes.map((fax) => ({ ...fax, resent_from: 7 })),
    ends: endOf8('success'),
    calls: [call(1, 'resendFax', { new_fax_ids: [8] }), removal],
  };

  test('is lost if its resend fails too, and the program passes', () => {
    const failing = { ...resent, ends: endOf8('failure') };
    expect(verdictOn(failing, resent).because).toEqual([
      `the document of the fax to ${to} is lost: its status is failure, the status of its resend 8 is failure, and deleteFaxFile of fax 7 removed the file`,
    ]);
    expect(verdictOn(failing, resent, failed).verdict).toBe('degraded'); // its resend still has the file
    expect(verdictOn(resent, resent).verdict).toBe('unaffected');
    const unanswered = { ...resent, calls: [call(1, 'resendFax'), removal] };
    expect(verdictOn(unanswered, resent).verdict).toBe('unaffected');
  });

  test('is lost although another document arrived at the same number', () => {
    const other = { ...resent, faxes: sentFax({ to, id: 8 }).faxes };
    expect(verdictOn(other, resent).verdict).toBe('wrong');
  });
});

test('numbers that a passing program does not have are missing', () => {
  const usual = { ...baseline, made: { ...owned, phone_numbers: [{}] } };
  const trial = { fault: faults[0]!, name: 'sweep-001', point: pointOf() };
  const verdictOn = (ending: Ending) =>
    judge({ trial, ending, run: baseline, baseline: usual, former: usual, broken: [] });
  expect(verdictOn(passed).because).toEqual([
    'the program passes, though the account has 0 phone numbers in place of 1',
  ]);
  expect(verdictOn(failed).verdict).toBe('degraded');
});

test('a run that is ended while it makes progress is degraded', () => {
  expect(judged({}, { ...failed, how: 'cut short', ms: 50_000 })).toMatchObject({
    verdict: 'degraded',
    because: ['the program still makes progress after 50.0 s, the most that a run may take'],
  });
});

describe('of a failed fax that the program sends again', () => {
  const original = sentFax({ to, id: 7, status: 'failure' });
  const again = sentFax({ to, id: 8 });
  const resend = { ...again.calls[0]!, operation: 'resendFax' as const, params: { id: 7 }, fax_id: 7 };
  const usual: RunRecord = {
    ...nothing,
    calls: [resend],
    faxes: [...original.faxes.map((fax) => ({ ...fax, resent_from: null })), { ...again.faxes[0]!, resent_from: 7 }],
    ends: endOf8('success'),
  };
  const refused = { ...resend, new_fax_ids: [], rule: 'sweep-001/rate-limited#1' };
  const run = { ...usual, calls: [refused], faxes: usual.faxes.slice(0, 1) };
  const trial = { fault: faults.find(({ id }) => id === 'rate-limited')!, name: 'sweep-001', point: pointOf() };
  const verdictOn = (ending: Ending) => judge({ trial, ending, run, baseline: usual, former: usual, broken: [] });

  test('a program that passes without it is wrong, and its refused request is named', () => {
    expect(verdictOn(passed)).toMatchObject({
      verdict: 'wrong',
      because: [`the program passes, though the failed fax to ${to} was never sent again`],
      requests: [refused],
    });
  });

  test('a program that fails has noticed', () => {
    expect(verdictOn(failed).verdict).toBe('degraded');
  });
});

describe('of two faxes to one number, the first of which fails by itself', () => {
  const send = (id: number, letter: string, status: 'success' | 'failure') => sentFax({ to, id, letter, status });
  const runOf = (...sends: ReturnType<typeof sentFax>[]): RunRecord => ({
    ...nothing,
    calls: sends.flatMap(({ calls }) => calls),
    faxes: sends.flatMap(({ faxes }) => faxes),
    ends: new Map(sends.flatMap(({ faxes }) => faxes.map((fax) => [fax.id, fax] as const))),
  });
  const [failed, other] = [send(1, 'first', 'failure'), send(2, 'second', 'success')];
  const usual = runOf(failed, other);
  const trial = {
    fault: faults.find(({ id }) => id === 'lost-answer')!,
    name: 'sweep-001',
    point: pointOf({ faxId: 1 }),
  };
  const verdictOn = (run: RunRecord) =>
    judge({ trial, ending: passed, run, baseline: usual, former: usual, broken: [] }).verdict;

  test('the failed one may be sent again', () => {
    expect(verdictOn(runOf(failed, send(3, 'first', 'success'), other))).toBe('unaffected');
  });

  test('the other one may not', () => {
    expect(verdictOn(runOf(failed, other, send(3, 'second', 'success')))).toBe('wrong');
  });
});

describe('a program that passes though the fault lets a fax fail', () => {
  const trial = {
    fault: faults.find(({ id }) => id === 'busy')!,
    name: 'sweep-001',
    point: pointOf({ kind: 'fax', on: 'fax', faxId: 1 }),
  };
  const verdictOn = (output: string) => {
    const run = { ...nothing, ...sentFax({ to, id: 1, status: 'failure' }), output };
    const usual = { ...baseline, output: `${to}: sent\nall done` };
    return judge({ trial, ending: passed, run, baseline: usual, former: usual, broken: [] }).verdict;
  };

  test('is wrong if it says the same as without the fault', () => {
    expect(verdictOn(`${to}: sent\nall done`)).toBe('wrong');
    expect(verdictOn('all done')).toBe('wrong');
  });

  test('is wrong if the line about the fax differs in its time alone', () => {
    const usual = { ...baseline, output: `${to}: sent after 30 ms` };
    const run = { ...nothing, ...sentFax({ to, id: 1, status: 'failure' }), output: `${to}: sent after 45 ms` };
    expect(judge({ trial, ending: passed, run, baseline: usual, former: usual, broken: [] }).verdict).toBe('wrong');
  });

  test('is right if its output names the fax in a line of its own', () => {
    expect(verdictOn(`${to}: failed\nall done`)).toBe('unaffected');
    expect(verdictOn('fax 1 has failed\nall done')).toBe('unaffected');
  });
});

describe('a line of output about a failed fax', () => {
  const later = '01M8NE1A405CZ7ESR52000EFS5';
  const other = '01M8NE1A405CZ7ESR5W009D0MZ';
  const trial = {
    fault: faults.find(({ id }) => id === 'busy')!,
    name: 'sweep-001',
    point: pointOf({ kind: 'fax', on: 'fax', faxId: 323034823 }),
  };
  const runOf = (output: string, v3Id: string, status: 'success' | 'failure'): RunRecord => {
    const { calls, faxes, deliveries } = sentFax({ to, id: 323034823, status });
    return { ...nothing, calls, deliveries, faxes: faxes.map((fax) => ({ ...fax, v3_ids: [v3Id] })), output };
  };
  const verdictOn = (output: string, without = '') => {
    const usual = runOf(without, '01M8NDXYPG5CZ7ESR5200AKWQ8', 'success');
    const run = runOf(output, later, 'failure');
    return judge({ trial, ending: passed, run, baseline: usual, former: usual, broken: [] }).verdict;
  };

  test.each([
    `${later} FAILURE Busy`,
    `${later.toLowerCase()}: FAILURE`,
    `${later} (202) 555-0123 FAILURE Busy`,
    '323034823 (202) 555-0123 is busy',
    '+1 202 555 0123 FAILURE',
    '001 202-555-0123: failed',
    '202.555.0123 failed',
    '(202)\u00a0555\u20110123 failed',
    'tel:+1(202)555-0123 failed',
    'fax 323034823 failed',
  ])('names it as %j', (line) => {
    expect(verdictOn(line)).toBe('unaffected');
  });

  test.each([
    `${other} +15555551017 FAILURE Busy`,
    '+44 202 555 0123 FAILURE',
    '2025550123456 failed',
    '12025550124 failed',
    'fax 3230348231 failed',
  ])('is not %j', (line) => {
    expect(verdictOn(line)).toBe('wrong');
  });

  test('does not count if only its v3 id differs from the run without the fault', () => {
    expect(verdictOn(`${later} is sent`, '01M8NDXYPG5CZ7ESR5200AKWQ8 is sent')).toBe('wrong');
    expect(verdictOn(`${other} is read, ${to}`, `01M8NDXYPG5CZ7ESR5W00CKR73 is read, ${to}`)).toBe('wrong');
  });

  test('is the one that a report quotes', () => {
    const run = runOf('', later, 'failure');
    const [second] = sentFax({ to: '+15555551017', id: 5 }).faxes;
    const all = { ...run, faxes: [...run.faxes, { ...second!, v3_ids: [other] }] };
    const lineKind = lineKindFor(run.calls, all);
    const quoted = (output: string) => outputLine({ ending: { ...passed, output }, lineKind });
    const failedOther = `${other} +15555551017 FAILURE Busy`;
    expect(quoted(`${later} (202) 555-0123 FAILURE Busy\n${failedOther}`)).toBe(`${later} (202) 555-0123 FAILURE Busy`);
    expect(quoted(`(202) 555-0123 sent\n${failedOther}`)).toBe('(202) 555-0123 sent');
    expect(quoted(failedOther)).toBeUndefined();
  });
});

test('a fax of a v3 program that does not end has its id and status of v3', () => {
  const { calls, faxes } = sentFax({ to, id: 2, status: 'inprogress' });
  const run = {
    calls: calls.map((call) => ({ ...call, version: 'v3' as const })),
    faxes: faxes.map((fax) => ({ ...fax, v3_ids: ['01M8P8HSFR5CZ7ESR5200FS7Q3'] })),
  };
  expect(judged(run, { ...failed, how: 'endless', ms: 9000 }, 'busy').because).toContain(
    'fax 01M8P8HSFR5CZ7ESR5200FS7Q3 is IN_PROGRESS',
  );
});

test('a fax that is made twice is shown with the request that made it', () => {
  const second = sentFax({ to, id: 2 });
  const run = { calls: [...baseline.calls, ...second.calls], faxes: [...baseline.faxes, ...second.faxes] };
  expect(judged(run)).toMatchObject({ verdict: 'wrong', requests: second.calls });
});

test('a record that stays since its removal is refused is no harm in a program that reports it', () => {
  const [call] = sentFax({ to, id: 1 }).calls;
  const made = { ...call!, operation: 'provisionNumber' as const, params: {}, new_fax_ids: [] };
  const kept = { ...baseline, calls: [made], made: { ...owned, phone_numbers: [{ number: to }] } };
  const released = { ...kept, made: owned };
  const trial = { fault: faults[1]!, name: 'sweep-001', point: pointOf({ on: 'releaseNumber' }) };
  const verdictOn = (ending: Ending) =>
    judge({ trial, ending, run: kept, baseline: released, former: released, broken: [] }).verdict;
  expect(verdictOn(failed)).toBe('degraded');
  expect(verdictOn(passed)).toBe('wrong');
});
