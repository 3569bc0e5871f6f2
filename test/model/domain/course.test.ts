import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { completeConversion, faxStepFunctions } from '../../../src/model/domain/course.ts';
import { conclude, errors } from '../../../src/model/domain/script.ts';
import type { StepContext, StepResult } from '../../../src/model/domain/step.ts';
import { newRecipient } from '../../../src/model/domain/fax.ts';
import { plainOptions } from '../../../src/model/domain/send-options.ts';
import type { Fax, FaxStatus } from '../../../src/model/domain/fax.ts';
import { paces } from '../../../src/model/domain/pace.ts';
import { errorOfTestNumber } from '../../../src/model/domain/phone-number.ts';
import { account, minute, noon, sentFax } from '../../support/examples.ts';

const queued = (numbers: readonly string[], changes: Partial<Fax> = {}): Fax =>
  sentFax({
    status: 'queued',
    createdAt: noon,
    completedAt: null,
    pages: 0,
    costCents: 0,
    file: 'not_stored',
    recipients: numbers.map((number) => newRecipient(number, null)),
    options: plainOptions,
    due: { at: noon, step: 'convert', page: 0 },
    ...changes,
  });

function given(now: number, changes: Partial<StepContext> = {}): StepContext {
  return {
    now,
    pace: paces.fast.live,
    account: account({ inflightWebhooks: true, faxRetries: 2, faxRetryDelayMs: minute }),
    priceOf: () => 7,
    errorOf: (_fax, { number }) => errorOfTestNumber(number) ?? null,
    isBusy: () => false,
    ...changes,
  };
}

/** Leads a fax to its end, and returns all that became of it on the way. */
function live(fax: Fax, pages: number): StepResult[] {
  const all: StepResult[] = [];
  let current = fax;
  while (current.due !== null) {
    const { at, step } = current.due;
    const stepped =
      step === 'convert'
        ? completeConversion(current, { blob: 'b', pages }, given(at))
        : faxStepFunctions[step](current, given(at));
    all.push(stepped);
    current = stepped.fax;
  }
  return all;
}

const next: Readonly<Record<FaxStatus, readonly FaxStatus[]>> = {
  pendingbatch: ['pendingbatch', 'queued', 'failure'],
  queued: ['queued', 'inprogress', 'failure'],
  inprogress: ['inprogress', 'success', 'failure', 'partialsuccess'],
  success: [],
  failure: [],
  partialsuccess: [],
};

const numbers = fc.constantFrom('+12025550123', '+12025550199', '+15555551017', '+15555551008', '+15555551016');

describe('for any recipients of a fax,', () => {
  const lives = fc.tuple(fc.array(numbers, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 5 }));

  test('its statuses follow each other lawfully, and time never goes back', () => {
    fc.assert(
      fc.property(lives, ([to, pages]) => {
        let before = queued(to);
        for (const { fax } of live(before, pages)) {
          expect(next[before.status]).toContain(fax.status);
          if (fax.due !== null) expect(fax.due.at).toBeGreaterThanOrEqual(before.due?.at ?? noon);
          expect(fax.recipients.map(({ number }) => number)).toEqual(to);
          before = fax;
        }
      }),
    );
  });

  test('it has the sum of its recipients’ results and costs, and one completed event', () => {
    fc.assert(
      fc.property(lives, ([to, pages]) => {
        const all = live(queued(to), pages);
        const last = all.at(-1)?.fax;
        const reached = to.filter((number) => errorOfTestNumber(number) === undefined);
        const status = reached.length === to.length ? 'success' : reached.length === 0 ? 'failure' : 'partialsuccess';
        expect(last).toMatchObject({ status, costCents: 7 * pages * reached.length, due: null, pages });
        expect(last?.error === null).toBe(status === 'success');
        const faxEvent = all.flatMap((stepped) => stepped.events);
        expect(faxEvent.filter(({ event }) => event === 'fax_completed')).toHaveLength(1);
        expect(faxEvent.at(-1)?.event).toBe('fax_completed');
      }),
    );
  });

  test('line errors are tried again as often as the account says, and each page has an event with its number', () => {
    const all = live(queued(['+15555551017', '+12025550123']), 2);
    const faxEvent = all.flatMap((stepped) => stepped.events);
    expect(
      faxEvent.map(({ event, recipientNumber, page, retryCount }) => [event, recipientNumber, page, retryCount]),
    ).toEqual([
      ['transmitting_page', '+12025550123', 1, null],
      ['transmitting_page', '+12025550123', 2, null],
      ['retry_scheduled', '+15555551017', null, 1],
      ['retry_scheduled', '+15555551017', null, 2],
      ['fax_completed', null, null, null],
    ]);
  });
});

test('a fax that is ended keeps the calls that are done', () => {
  const fax = queued(['+12025550123', '+15555551017'], { status: 'inprogress', pages: 2 });
  const [first, second] = fax.recipients;
  const half = { ...fax, recipients: [{ ...first!, status: 'success' as const }, second!] };
  const { fax: ended } = conclude(half, errors.cancelled, given(noon + 500));
  expect(ended).toMatchObject({
    status: 'partialsuccess',
    costCents: 14,
    completedAt: noon,
    error: { id: 75 },
    recipients: [{ status: 'success' }, { status: 'failure', error: { id: 75 } }],
  });
});

test('a fax that avoids collisions looks again every five seconds while the number is busy', () => {
  const options = { ...plainOptions, avoidsCollisions: true };
  const fax = queued(['+12025550123'], { status: 'pendingbatch', options });
  const waiting = faxStepFunctions.fire(fax, given(noon, { isBusy: () => true })).fax;
  expect(waiting).toMatchObject({ status: 'pendingbatch', due: { at: noon + 5000, step: 'fire' } });
  expect(faxStepFunctions.fire(waiting, given(noon + 5000)).fax).toMatchObject({
    status: 'queued',
    due: { step: 'convert' },
  });
});
