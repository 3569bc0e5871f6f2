import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startSimulator } from '../../../src/index.ts';
import type { OwnWorld, RunningSimulator } from '../../../src/index.ts';
import { errorText } from '../../../src/model/shared/errors.ts';
import type { FindingKind } from '../../../src/lab/parity/finding.ts';
import { compareWith, runOldProgram } from '../../../src/lab/parity/parity.ts';
import type { OldRuns, Parity } from '../../../src/lab/parity/parity.ts';
import type { RunProgram } from '../../../src/lab/sweep/trial-run.ts';
import { newClinic, oldClinic } from './clinic.ts';
import type { ClinicMistake } from './clinic.ts';
import { newOffice, oldOffice } from './office.ts';
import type { Mistake, OfficeOptions } from './office.ts';

let simulator: RunningSimulator;
beforeAll(async () => {
  simulator = await startSimulator({
    fixture: 'empty',
    pace: 'instant',
    settings: { webhookToken: 'faced0fa70ce40000000000000000000000011fe' },
  });
});
afterAll(() => simulator.close());

/** A function as a program. */
const programOf =
  (run: (world: OwnWorld) => Promise<void>): RunProgram =>
  async (world) => {
    const startedAt = performance.now();
    const end = await run(world).then(
      () => ({ how: 'passed', detail: 'exit code 0', output: '' }) as const,
      (error: unknown) => ({ how: 'failed', detail: 'exit code 1', output: errorText(error) }) as const,
    );
    return { ...end, ms: performance.now() - startedAt };
  };

type Office = (world: OwnWorld) => Promise<void>;

/** Programs that do the same in each run need no more runs, and take some time. */
const optionsOf = () => ({
  ...{ simulator, skipsWaits: true, signal: new AbortController().signal },
  runsMax: { old: 3, new: 2 },
});

/** The runs of an old program, which all comparisons with it share. */
function sharedRuns(old: () => Office): () => Promise<OldRuns> {
  let runs: Promise<OldRuns> | undefined;
  return () => (runs ??= runOldProgram({ ...optionsOf(), old: programOf(old()) }));
}

const compared = async (olds: () => Promise<OldRuns>, now: Office): Promise<Parity> =>
  compareWith(await olds(), { ...optionsOf(), new: programOf(now) });

const offices = {
  plain: sharedRuns(oldOffice),
  slow: sharedRuns(() => oldOffice({ slowMs: 60 })),
  random: sharedRuns(() => oldOffice({ isRandom: true })),
};
const clinic = sharedRuns(oldClinic);

const shown = ({ findings }: Parity): string[] => findings.map(({ kind, sentence }) => `${kind}: ${sentence}`);

const found: readonly (readonly [Mistake, FindingKind, string])[] = [
  [
    'number without plus',
    'lost',
    'the document “Invoice 17 of May Total 12.00” does not go to +12025550101 and +12025550102',
  ],
  ['deleted before it is read', 'not fetched', 'the document of the fax from +12025550161 is not fetched'],
  ['success is a field', 'doubled', '2 faxes “Invoice 17 of May Total 12.00” to +12025550101 in place of 1'],
  ['only the first recipient', 'lost', 'does not go to +12025550102, though it goes to +12025550101'],
  ['only the first page', 'page unread', 'of the list of 3 faxes only 2 are read: it has 2 pages'],
  ['file is kept', 'file kept', 'the file of the fax to +12025550101 is not deleted'],
  ['signature is required', 'not notified', 'the notification of the fax to +12025550101 is refused with 401'],
  ['old word of a status', 'endless wait', 'as if it did not know the status'],
  [
    'resend is another document',
    'other document',
    'gets “Second try” in place of “Dear customer of May”, where the old program sends a fax again',
  ],
  ['money is in cents', 'other document', '+12025550100 gets “Costs 0.00 USD, May” in place of “Costs 0.14 USD, May”'],
  [
    'another status',
    'not listed',
    'the list of direction=sent, status=failure lacks 1 fax in the new program, which asks for direction=OUTBOUND, status=COMPLETED: the fax to +15555551017',
  ],
  [
    'old name of a parameter',
    'mistaken request',
    'sendFax, 4 times: header_text is not known here: the real service ignores it; what v2.1 calls so is headerText in v3',
  ],
];

describe('a migration', () => {
  test.concurrent.each<[string, keyof typeof offices, OfficeOptions]>([
    ['that is right', 'plain', {}],
    ['whose programs are slow', 'slow', { slowMs: 90 }],
    ['whose programs use random names, numbers and times', 'random', { isRandom: true }],
  ])('%s has no finding', async (_name, old, now) => {
    const parity = await compared(offices[old], newOffice(now));
    expect(shown(parity)).toEqual([]);
    expect(parity.runs.new).toBe(1);
    expect(parity.runs.old).toBe(old === 'random' ? 3 : 2);
  });

  test.concurrent.each(found)('with the mistake “%s” has a finding: %s', async (mistake, kind, sentence) => {
    const parity = await compared(offices.plain, newOffice({ mistake }));
    expect(shown(parity)).toContainEqual(expect.stringContaining(`${kind}: `));
    expect(
      shown(parity)
        .filter((one) => one.startsWith(kind))
        .join('\n'),
    ).toContain(sentence);
    // On a busy machine the runs of a program can differ, and it is run again.
    expect(parity.runs.new).toBeGreaterThanOrEqual(2);
  });
});

describe('a migration of a program that webhooks lead', () => {
  test('that is right has no finding, whatever the order of its requests', async () => {
    const parity = await compared(clinic, newClinic());
    expect(shown(parity)).toEqual([]);
    expect(parity.noise).toEqual(
      expect.arrayContaining([expect.stringMatching(/^1 word of the document to \+1202555011\d$/)]),
    );
  });

  test.concurrent.each<[ClinicMistake, string]>([
    [
      'no callback',
      'not notified: the notification of the fax to +12025550111 is never sent: no request names a URL for it',
    ],
    ['file is deleted', 'file lost: the file of the fax to +12025550111 is deleted, which the old program keeps'],
    ['number is wrong', 'lost: the document “To +12025550111'],
    ['crash', 'not finished: the new program fails (exit code 1)'],
  ])('with the mistake “%s” has a finding', async (mistake, sentence) => {
    const parity = await compared(clinic, newClinic(mistake));
    expect(shown(parity).join('\n')).toContain(sentence);
  });
});
