import type {
  ExpectationVerdict,
  LibraryScenario,
  RuleReport,
  ScenarioFindings,
} from '../../src/control/client/named-types.ts';
import { baseName, hiderOf, scenarioText } from '../../src/model/shared/scenario-text.ts';
import { phoneText, writtenPhone } from '../../src/model/numbering/phone-text.ts';
import { decoded } from '../../src/model/shared/urls.ts';
import { durationWords } from '../../src/model/shared/duration.ts';
import { pluralize } from '../format.ts';
import type { LineRemark } from '../ui/editor-content.ts';

/** An active scenario with its rules. */
export interface ScenarioReport {
  /** Name with its parameters: `busy(times=2)`. */
  readonly name: string;
  readonly by: RuleReport['by'];
  readonly rules: readonly RuleReport[];
  readonly verdicts: readonly ExpectationVerdict[];
}

/** The subjects of rules. */
export const subjects = { request: 'Requests', fax: 'Faxes', webhook: 'Webhooks', portOrder: 'Port orders' } as const;
export type RuleSubjectKind = keyof typeof subjects;

const isEvent = (on: string): on is Exclude<RuleSubjectKind, 'request'> =>
  on !== 'request' && Object.hasOwn(subjects, on);

/** The subject of the first rule of a scenario. */
export function subjectOf({ rules }: Pick<LibraryScenario, 'rules'>): RuleSubjectKind {
  const [on = ''] = rules[0]?.on ?? [];
  return isEvent(on) ? on : 'request';
}

/** `every request`, `listFaxes, getFax`, `webhooks`. */
export const listenedText = (on: readonly string[]): string =>
  on.map((word) => (word === '*' ? 'every request' : isEvent(word) ? subjects[word].toLowerCase() : word)).join(', ');

/** A badge and a text for the outcome of a rule for a request: a rule on faxes may yet fire for that of the request. */
export function outcomeWords({ fires, why }: { readonly fires: boolean; readonly why: string }): [string, string] {
  const on = /^listens to (.*)$/.exec(why)?.[1]?.split(', ') ?? [];
  if (!on.some(isEvent)) return [fires ? 'would fire' : 'would not fire', scenarioText(why)];
  const heard = listenedText(on);
  return [`acts on ${heard}`, `listens to ${heard}: it can still fire for those that follow from this request`];
}

/** The parameters in a name, such as `busy-line(wait=5s)`. */
export function givenParams(name: string): Readonly<Record<string, string>> {
  const given = name.endsWith(')') && name.includes('(') ? name.slice(name.indexOf('(') + 1, -1) : '';
  const pairs = given.split(',').filter((pair) => pair.includes('='));
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), decoded(pair.slice(pair.indexOf('=') + 1))]),
  );
}

/** `busy-line · +1 202 555 0177`: a scenario with the first of its values. */
export function briefText(name: string): string {
  const [value] = Object.values(givenParams(name));
  return value === undefined
    ? baseName(name)
    : `${baseName(name)} · ${phoneText(value).replace(/^(.{24}).{2,}$/s, '$1…')}`;
}

/** Whether a scenario makes this number busy, in any notation of the number. */
function isBusyLine(name: string, number: string): boolean {
  const given = baseName(name) === 'busy-line' ? givenParams(name)['number'] : undefined;
  return given !== undefined && (writtenPhone(given) ?? given) === (writtenPhone(number) ?? number);
}

/** Of the scenarios that are on, those that make this one number busy, and those that make it busy with others. */
export function busyLines(on: readonly string[], number: string): Record<'own' | 'wider', readonly string[]> {
  const plain = writtenPhone(number) ?? number;
  const isWider = (name: string): boolean => {
    const part = givenParams(name)['number'] ?? '';
    return baseName(name) === 'busy-line' && !isBusyLine(name, number) && plain.includes(part);
  };
  return { own: on.filter((name) => isBusyLine(name, number)), wider: on.filter(isWider) };
}

/** The name of a scenario with its parameters, without those that have their default. */
export function referenceOf(
  { name, params }: Pick<LibraryScenario, 'name' | 'params'>,
  values: Readonly<Record<string, string>>,
): string {
  const given = params
    .filter((param) => (values[param.name] ?? String(param.default)) !== String(param.default))
    .map((param) => param.name)
    .sort(); // the order in which the simulator names an active scenario
  if (given.length === 0) return name;
  return `${name}(${given.map((param) => `${param}=${encode(values[param] ?? '')}`).join(',')})`;
}

const encode = (value: string): string =>
  encodeURIComponent(value).replaceAll(/[!'()]|%(?:2B|3A|40)/g, (part) =>
    part.startsWith('%') ? decodeURIComponent(part) : `%${part.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The active scenarios, by precedence. */
export function activesOf(
  reports: readonly RuleReport[],
  verdicts: readonly ExpectationVerdict[],
): readonly ScenarioReport[] {
  const names = [...new Set(reports.map(({ scenario }) => scenario))];
  return names.map((name) => {
    const rules = reports.filter(({ scenario }) => scenario === name);
    return {
      name,
      by: rules[0]?.by ?? 'control',
      rules,
      verdicts: verdicts.filter(({ scenario }) => scenario === name),
    };
  });
}

export const hitsOf = ({ rules }: Pick<ScenarioReport, 'rules'>): number =>
  rules.reduce((sum, { fired }) => sum + fired, 0);

/** The end of a scenario: the time in ms at which its last rule ends, or `used up`; undefined if a rule has no end. */
export type ScenarioEnd = number | 'used up' | undefined;

/** The end of a scenario, by those of its rules that are not used up. */
export function endOf(rules: readonly Pick<RuleReport, 'ends_at' | 'used_up'>[]): ScenarioEnd {
  const left = rules.filter(({ used_up: isUsedUp }) => !isUsedUp);
  if (left.length === 0) return 'used up';
  const last = Math.max(...left.map(({ ends_at: end }) => (end === null ? Infinity : Date.parse(end))));
  return last === Infinity ? undefined : last;
}

/** Whether no rule of a scenario can fire any more. */
export const isOver = (end: ScenarioEnd, now = 0): boolean => end === 'used up' || (end !== undefined && end <= now);

/** `ends in 1 min 20 s`, `over` or `used up`; empty without an end, or before the time of the world is known. */
export function endText(end: ScenarioEnd, now: number | undefined): string {
  if (end === 'used up') return end;
  if (end === undefined || now === undefined) return '';
  return isOver(end, now) ? 'over' : `ends in ${durationWords(Math.ceil((end - now) / 1000) * 1000)}`;
}

/** `3 hits · ends in 1 min 20 s`. */
export const hitsText = (hits: number, end: ScenarioEnd, now: number | undefined): string =>
  [pluralize(hits, 'hit'), endText(end, now)].filter((text) => text !== '').join(' · ');

/** The hits and the end of a scenario; of one that never fires, the reason: `hidden by busy-line/busy`. */
export function effectText({ rules }: Pick<ScenarioReport, 'rules'>, now: number | undefined): string {
  const [end, by] = [endOf(rules), hiderOf(rules)];
  const isHidden = by !== undefined && !isOver(end, now);
  return isHidden ? `hidden by ${scenarioText(by)}` : hitsText(hitsOf({ rules }), end, now);
}

/** The worst verdict of a scenario; undefined without expectations. */
export const worstVerdict = ({ verdicts }: ScenarioReport): ExpectationVerdict | undefined =>
  (['failed', 'waiting', 'pending', 'passed'] as const).flatMap(
    (word) => verdicts.find(({ verdict }) => verdict === word) ?? [],
  )[0];

/** A verdict in a word. */
export const verdictWord = ({ verdict, expectation }: ExpectationVerdict): string =>
  verdict === 'waiting' && expectation === 'retries' ? 'waits for a retry' : verdict;

/** The words in a list for a verdict that is still open; undefined for another one. */
export function openText(found: ExpectationVerdict): string | undefined {
  if (found.verdict === 'pending') return 'expectation not tested yet';
  if (found.verdict !== 'waiting') return undefined;
  return found.expectation === 'retries' ? verdictWord(found) : 'expectation not met yet';
}

/** How a scenario was switched on. */
export const switchedWords: Readonly<Record<ScenarioReport['by'], string>> = {
  control: 'switched on here, or by a control call',
  start: 'on since the start of the simulator',
  world: 'on since the world was made',
  header: 'only for requests that name it in X-Faxsim-Scenario',
};

/** The faults and warnings of a text, by their lines. */
export function remarksOf(lint: ScenarioFindings | undefined): readonly LineRemark[] {
  if (lint === undefined) return [];
  const remark = (tone: LineRemark['tone']) => (message: string) => {
    const [, line = '1', text = message] = /^source:(\d+): (.*)$/s.exec(message) ?? [];
    return { line: Number(line), tone, text };
  };
  const all = [...lint.faults.map(remark('bad')), ...lint.warnings.map(remark('mixed'))];
  return all.sort((one, other) => one.line - other.line);
}

/** The label of the button that switches a scenario on under a name, and its effect on those that are on. */
export function switchWords(name: string, on: readonly string[]): readonly [label: string, effect: string] {
  if (on.length === 0) return ['Switch on', ''];
  if (on.includes(name))
    return ['Start again', `${scenarioText(name)} is on. Its counts begin at 0 when you start it again.`];
  const others = on.map(scenarioText).join(', ');
  return [
    'Switch on as well',
    `${scenarioText(name)} goes before ${others}, which ${on.length === 1 ? 'stays' : 'stay'} on.`,
  ];
}
