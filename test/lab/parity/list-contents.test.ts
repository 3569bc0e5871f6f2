import { describe, expect, test } from '@jest/globals';
import { compareAchievements } from '../../../src/lab/parity/compare.ts';
import { compareLists } from '../../../src/lab/parity/list-contents.ts';
import { callText } from '../../../src/lab/parity/report/summary.ts';
import type { Side } from '../../../src/lab/parity/side.ts';
import type { RecordedRequest } from '../../../src/lab/achievements/run-record.ts';
import { nothing, sentFax } from '../sweep/observations.ts';
import { sideThatSends } from './sides.ts';

type Filters = Readonly<Record<string, string>>;
type Fax = readonly [number: string, direction: 'sent' | 'received', id: number];

const sent = (end: number): Fax => [`+1202555010${end}`, 'sent', end];
const received = (end: number): Fax => [`+1202555016${end}`, 'received', 100 + end];
const [one, two, three] = [sent(1), sent(2), sent(3)];
const all = [one, two, three, received(1), received(2)];

const [send] = sentFax({ id: 1, to: '+12025550101' }).calls as [RecordedRequest];

const callOf = (version: 'v2.1' | 'v3', fields: Partial<RecordedRequest>, body: object): RecordedRequest => ({
  ...{ ...send, version, ...fields },
  answer: { ...send.answer, body: JSON.stringify(body) },
});

const v2Fax = ([number, direction, id]: Fax) => ({
  ...{ id, direction, status: 'success' },
  ...(direction === 'received' ? { from_number: number } : { recipients: [{ phone_number: number }] }),
});

const v3Fax = ([number, direction, id]: Fax) => ({
  id: `01M8JV${id}`,
  ...(direction === 'received' ? { direction: 'INBOUND', from: number } : { direction: 'OUTBOUND', to: number }),
});

type List = readonly [Filters, readonly Fax[]];

const sideOf = (calls: readonly RecordedRequest[]): Side => ({
  run: { ...nothing, calls },
  ending: { how: 'passed', detail: 'exit code 0', ms: 1, output: '' },
  documents: new Map(),
});

const older = (...lists: readonly List[]): Side =>
  sideOf(
    lists.map(([params, faxes]) => callOf('v2.1', { operation: 'listFaxes', params }, { data: faxes.map(v2Fax) })),
  );

const newer = (...lists: readonly List[]): RecordedRequest[] =>
  lists.map(([params, faxes]) => callOf('v3', { operation: 'listFaxes', params }, { faxes: faxes.map(v3Fax) }));

const options = { nameOf: (number: string | null) => number ?? '', concerned: new Set<string>() };

function compared(olds: Side | readonly [Side, Side], calls: readonly RecordedRequest[]) {
  const both = 'run' in olds ? ([olds, olds] as const) : olds;
  const { findings, remarks } = compareLists(both, sideOf(calls), options);
  return { findings: findings.map(({ sentence }) => sentence), remarks: remarks.map(({ sentence }) => sentence) };
}

const clean = { findings: [], remarks: [] };
const failed: List = [{ status: 'failure' }, [one, two]];
const whole: List = [{}, all];

describe('a list of the new program', () => {
  test.each<[string, List[], List[]]>([
    ['shows the same', [failed], [[{ status: 'FAILURE' }, [two, one]]]],
    [
      'is two for the two states of partialsuccess',
      [failed],
      [
        [{ status: 'FAILURE' }, [one]],
        [{ status: 'COMPLETED' }, [two]],
      ],
    ],
    [
      'stands for several of the old program',
      [
        [{ direction: 'sent' }, [one]],
        [{ direction: 'received' }, [received(1)]],
      ],
      [[{}, [one, received(1)]]],
    ],
    ['shows more', [failed], [[{}, all]]],
    ['is read once for two of the old program that show the same', [whole, [{ direction: 'sent' }, all]], [whole]],
  ])('that %s has no finding', (_name, old, now) => {
    expect(compared(older(...old), newer(...now))).toEqual(clean);
  });

  test.each<[string, List, string]>([
    ['a shorter window', [{ 'createTime>': '2026-01-01T00:00:00Z' }, [one]], 'the fax to +12025550102'],
    ['another status', [{ status: 'COMPLETED' }, [three]], 'the fax to +12025550101 and the fax to +12025550102'],
    [
      'another direction',
      [{ direction: 'INBOUND' }, [received(1)]],
      'the fax to +12025550101 and the fax to +12025550102',
    ],
    ['a prefix', [{ to: '+1303' }, []], 'the fax to +12025550101 and the fax to +12025550102'],
  ])('that asks for %s lacks faxes, also beside a list of all', (_name, now, missing) => {
    const sentence = expect.stringMatching(/^the list of status=failure lacks \d fax.* which asks for /);
    for (const more of [[], [whole]]) {
      const { findings } = compared(older(...more, failed), newer(...more, now));
      expect(findings).toEqual([sentence]);
      expect(findings[0]).toContain(missing);
    }
  });

  test('that is not read has a finding, and a remark where another list shows as much', () => {
    expect(compared(older(failed), [])).toEqual({
      findings: ['the list of status=failure is not read: the fax to +12025550101 and the fax to +12025550102'],
      remarks: [],
    });
    expect(compared(older(whole, failed), newer(whole))).toEqual({
      findings: [],
      remarks: ['the list of status=failure is not asked for: a list with more shows what is in it'],
    });
  });

  test('that is refused is shown with the reason, also beside other lists', () => {
    const message = 'status must be one of QUEUED, IN_PROGRESS, COMPLETED, FAILURE';
    const [list] = newer([{ status: 'SUCCESS' }, []]) as [RecordedRequest];
    const refused = { ...list, answer: { ...list.answer, status: 422, message } };
    const sentence = `the list of status=failure is not read, since the request of the new program is refused (422, ${message}): the fax to +12025550101 and the fax to +12025550102`;
    for (const more of [[], [whole]]) {
      expect(compared(older(...more, failed), [...newer(...more), refused])).toEqual({
        findings: [sentence],
        remarks: [],
      });
    }
    const { findings } = compareLists([older(failed), older(failed)], sideOf([refused]), options);
    expect(findings.flatMap(({ new: calls }) => calls).map(callText)).toEqual([
      expect.stringContaining(`status=SUCCESS → 422: ${message} (request `),
    ]);
    expect(compared(older(failed), [refused, ...newer([{ status: 'FAILURE' }, [one, two]])])).toEqual(clean);
  });

  test('is not missed where the program reads its faxes one by one, unless the old program does so too', () => {
    const reads = [one, two].map((fax) => callOf('v3', { operation: 'getFax' }, v3Fax(fax)));
    expect(compared(older(failed), reads)).toEqual(clean);
    const asOld = [one, two].map((fax) => callOf('v2.1', { operation: 'getFax' }, { data: v2Fax(fax) }));
    const both = sideOf([...older(failed).run.calls, ...asOld]);
    expect(compared(both, reads).findings).toHaveLength(1);
  });

  test('need not show what only one run of the old program showed', () => {
    const runs = [older(failed), older([{ status: 'failure' }, [one]])] as const;
    expect(compared(runs, newer([{ status: 'FAILURE' }, [one]]))).toEqual(clean);
  });

  test('of which the journal keeps only a beginning is not compared', () => {
    const [list] = newer([{ status: 'FAILURE' }, []]) as [RecordedRequest];
    const cut = { ...list, answer: { ...list.answer, body: '{"faxes":[{"id', body_is_cut: true } };
    expect(compared(older(failed), [cut])).toEqual(clean);
  });
});

test('a refused list comes before the findings that may follow from it', () => {
  const sent = sideThatSends([{ to: '+12025550109', text: 'Dear Ms Miller' }]);
  const old = { ...sent, run: { ...sent.run, calls: [...sent.run.calls, ...older(failed).run.calls] } };
  const [list] = newer([{ status: 'SUCCESS' }, []]) as [RecordedRequest];
  const refused = { ...list, answer: { ...list.answer, status: 401, message: 'wrong key' } };
  const { findings } = compareAchievements([old, old], sideOf([refused]));
  expect(findings.map(({ kind }) => kind)).toEqual(['not listed', 'lost']);
});
