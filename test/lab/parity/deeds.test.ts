import { describe, expect, test } from '@jest/globals';
import type { WebhookRecord } from '../../../src/control/client/named-types.ts';
import { unmoved } from '../../../src/lab/parity/compare.ts';
import { compareDeeds } from '../../../src/lab/parity/deeds.ts';
import type { Side } from '../../../src/lab/parity/side.ts';
import type { SentFax } from '../../../src/lab/achievements/run-record.ts';
import { nothing, sentFax } from '../sweep/observations.ts';

const faxes = [sentFax({ id: 1, to: '+12025550101' }), sentFax({ id: 2, to: '+12025550102' })];

/** A run that sent two faxes, the first with a URL of its own; the second notification, or fax, is as given. */
function sideWith(second: Partial<WebhookRecord> = {}, other: Partial<SentFax> = {}): Side {
  const [deliveries, last] = [faxes.flatMap((fax) => fax.deliveries).slice(0, 1), faxes[1]!.deliveries[0]!];
  const run = {
    ...nothing,
    calls: faxes.flatMap((fax) => fax.calls),
    faxes: faxes
      .flatMap((fax) => fax.faxes)
      .map((fax, at) => ({
        ...fax,
        callback_url: 'http://127.0.0.1:9/',
        ...(at > 0 && other),
      })),
    deliveries: [...deliveries, { ...last, ...second }],
  };
  return { ending: { how: 'passed', detail: 'exit code 0', ms: 1, output: '' }, run, documents: new Map() };
}

const found = (side: Side): string[] =>
  compareDeeds([sideWith(), sideWith()], side, (number) => number ?? '', new Set()).findings.map(
    ({ sentence }) => sentence,
  );

const broken = faxes[1]!.deliveries[0]!.attempts.map((one) => ({
  ...one,
  answer: null,
  failure: 'the program broke the connection without an answer',
}));
const waiting = { state: 'pending', due_at: '2026-01-01T00:05:00.000Z', attempts: broken } as const;

describe('a notification', () => {
  test('that the end of the program cut off is none that it refuses', () => {
    expect(found(sideWith(waiting))).toEqual([]);
  });

  test('is still to come where the program ends before its fax, if the fax names a URL', () => {
    const unannounced = { fax_id: 7 };
    expect(found(sideWith(unannounced, { completed_at: null }))).toEqual([]);
    expect(found(sideWith(unannounced, { completed_at: null, callback_url: null }))).toEqual([
      'the notification of the fax to +12025550102 is never sent: no request names a URL for it',
    ]);
  });

  test('that the program refuses is named by its answer, though it answers no more at its end', () => {
    const attempts = [{ ...broken[0]!, answer: { status: 500, body: '' }, failure: null }, ...broken];
    expect(found(sideWith({ state: 'failed', due_at: null, attempts }))).toEqual([
      'the notification of the fax to +12025550102 is refused with 500, 2 times',
    ]);
  });

  test.each<[string, Partial<WebhookRecord>]>([
    ['was tried twice', { ...waiting, attempts: [...broken, ...broken] }],
    ['has a receiver that never answered', { ...waiting, url: 'http://127.0.0.1:1/' }],
    ['broke before a later request', { ...waiting, attempts: [{ ...broken[0]!, at: '2025-12-31T23:59:00.000Z' }] }],
  ])('that %s is one that it does not accept', (_name, second) => {
    expect(found(sideWith(second))).toEqual([expect.stringContaining('the notification of the fax to +12025550102')]);
  });
});

test('a new program that sends older requests alone has not moved', () => {
  const sideOf = (version: 'v2.1' | 'v3'): Side => {
    const { calls, faxes, deliveries } = sentFax({ to: '+12025550123', id: 1 });
    const run = { ...nothing, faxes, deliveries, calls: calls.map((call) => ({ ...call, version })) };
    return { ending: { how: 'passed', detail: 'exit code 0', ms: 1, output: '' }, run, documents: new Map() };
  };
  expect(unmoved(sideOf('v2.1'))).toMatchObject([
    { kind: 'not moved', sentence: 'the new program sends 1 request of v2.1, none of v3' },
  ]);
  expect(unmoved(sideOf('v3'))).toEqual([]);
});
