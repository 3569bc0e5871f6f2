import { isMistake } from '../migrate/mistakes.ts';
import { groupBy } from '../../model/shared/objects.ts';
import { pluralize } from '../../model/shared/words.ts';
import type { RecordedRequest } from '../achievements/run-record.ts';
import type { Finding } from './finding.ts';
import { lastOf } from './side.ts';
import type { OldSides, Side } from './side.ts';

/** A request with a warning, or with a name in brackets as in v2.1. */
interface Mistake {
  readonly call: RecordedRequest;
  readonly remark: RecordedRequest['lint'][number];
}

/**
 * The new program's warnings that the old one does not have. An ignored parameter is a finding if `faxsim migrate
 * --strict` counts it, or if the old program sends it. Other ignored parameters, such as the id of a request, are
 * remarks.
 */
export function compareMistakes(olds: OldSides, { run }: Side) {
  const usual = new Set(olds.flatMap(({ run: { calls } }) => mistakesIn(calls)).map(({ remark }) => keyOf(remark)));
  const oldNames = new Set(olds.flatMap(({ run: { calls } }) => calls).flatMap(knownNames));
  const mistakes = mistakesIn(run.calls).filter(({ remark }) => !usual.has(keyOf(remark)));
  const groups = groupBy(mistakes, placeOf);
  const all = [...groups.values()].map((group) => ({
    isOfOld: group.some(({ remark }) => isLeftOver(remark, oldNames)),
    finding: findingOf(group, lastOf(olds).run.calls),
  }));
  return {
    findings: all.filter(({ isOfOld }) => isOfOld).map(({ finding }) => finding),
    remarks: [...all.filter(({ isOfOld }) => !isOfOld).map(({ finding }) => finding), ...ignoredByOld(olds, run.calls)],
  };
}

/**
 * The old program's parameters that have no effect, because both programs can achieve the same without what their author meant. Says
 * whether the new program still sends them.
 */
function ignoredByOld(olds: OldSides, newCalls: readonly RecordedRequest[]): Finding[] {
  const ignored = mistakesIn(lastOf(olds).run.calls).filter(({ remark }) => remark.rule === 'unknown-parameter');
  const groups = groupBy(ignored, placeOf);
  const ofNew = new Set(mistakesIn(newCalls).map(placeOf));
  return [...groups.values()].map((group): Finding => {
    const { new: calls, old: counterparts, sentence, subjects = [] } = findingOf(group, newCalls);
    return {
      kind: 'mistaken request',
      subjects: subjects.map((subject) => `old ${subject}`),
      sentence: ofNew.has(placeOf(group[0]))
        ? `in both programs, ${sentence}; the new one still sends it`
        : `the old program’s ${sentence}`,
      old: calls,
      new: counterparts,
    };
  });
}

const mistakesIn = (calls: readonly RecordedRequest[]): Mistake[] =>
  calls.flatMap((call) =>
    call.lint
      .filter(({ level, rule }) => level === 'warning' || rule === 'brackets')
      .map((remark): Mistake => ({ call, remark })),
  );

const placeOf = ({ call, remark }: Mistake): string => `${call.operation ?? ''} ${keyOf(remark)}`;

const keyOf = ({ rule, parameter }: Mistake['remark']): string =>
  rule === 'unknown-parameter' ? `${rule} ${parameter ?? ''}` : rule;

/** The known parameters of a request of the old program. */
const knownNames = ({ params, lint }: RecordedRequest): string[] =>
  Object.keys(params ?? {}).filter((name) => !lint.some(({ parameter }) => parameter === name));

const isLeftOver = (remark: Mistake['remark'], oldNames: ReadonlySet<string>): boolean =>
  isMistake(remark) || oldNames.has(remark.parameter ?? '');

function findingOf(group: readonly [Mistake, ...Mistake[]], oldCalls: readonly RecordedRequest[]): Finding {
  const [{ call, remark }] = group;
  const calls = [...new Set(group.map((one) => one.call))];
  const often = calls.length === 1 ? '' : `, ${pluralize(calls.length, 'time')}`;
  const counterparts = oldCalls.filter(
    ({ operation, params }) => operation === call.operation && Object.hasOwn(params ?? {}, remark.parameter ?? ''),
  );
  return {
    kind: 'mistaken request',
    subjects: [`${call.operation ?? call.path} ${keyOf(remark)}`],
    sentence: `${call.operation ?? call.path}${often}: ${remark.message}`,
    old: counterparts.slice(0, 1),
    new: calls,
  };
}
