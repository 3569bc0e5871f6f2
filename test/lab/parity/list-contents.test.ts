import { describe, expect, test } from '@jest/globals';
import { compareLists } from '../../../src/lab/parity/list-contents.ts';
import type { Side } from '../../../src/lab/parity/side.ts';
import type { RecordedRequest } from '../../../src/lab/achievements/run-record.ts';
import { nothing, sentFax } from '../sweep/observations.ts';

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

function compared(olds: Side | readonly [Side, Side], calls: readonly RecordedRequest[]) {
  const both = 'run' in olds ? ([olds, olds] as const) : olds;
  const options = { nameOf: (number: string | null) => number ?? '', concerned: new Set<string>() };
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
