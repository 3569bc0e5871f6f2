import type { Fax } from '../../model/domain/fax.ts';
import { keysAdvice, wasRefused } from '../../model/shared/refused-request.ts';
import { readTime } from '../../model/domain/time.ts';
import { writtenPhone } from '../../model/numbering/phone-text.ts';
import { asText } from '../../model/shared/conversion.ts';
import { durationWords, parseDuration } from '../../model/shared/duration.ts';
import { hidden } from '../../model/shared/userinfo.ts';
import { listed } from '../../model/shared/words.ts';
import type { ControlStep } from '../history/step.ts';
import type { Details } from '../journal/details.ts';
import { batchIn, detailsOfEntry, lintOfEntry } from '../journal/entry.ts';
import type { JournalEntry } from '../journal/entry.ts';
import { faxIdOf } from '../journal/observed-request.ts';
import type { ObservedRequest } from '../journal/observed-request.ts';
import { scenarioText } from '../../model/shared/scenario-text.ts';
import { blank } from './entry.ts';
import type { Happening } from './entry.ts';
import { faxName, faxNumbers, ruleText } from './record-words.ts';
import type { FindFax } from './record-words.ts';

/** The parts of a request that tell its faxes and numbers. */
interface NumberedRequest {
  readonly observed: ObservedRequest;
  readonly details: Pick<Details, 'params'>;
}

/** A request of the journal, with the details that are expensive to compute. */
interface ReadRequest extends NumberedRequest {
  readonly id: number;
  readonly details: Pick<Details, 'path' | 'message' | 'reason' | 'params'>;
  /** Whether the response waits for the clock. */
  readonly isHeld: boolean;
}

/** A request with its response. `at` is the time of its arrival, or of a response that was held. */
export function requestHappening(request: ReadRequest, at: number, findFax: FindFax): Happening<'request'> {
  const { id, observed, details, isHeld } = request;
  const { answer, refusal, rule } = observed;
  const hasFailed = !isHeld && wasRefused(answer.status, refusal);
  const reason = hasFailed ? (details.reason ?? details.message) : null;
  const status = isHeld ? 'held' : String(answer.status ?? answer.broken ?? 'broken');
  const faxId = faxOf(request);
  const fax = faxId === null ? undefined : findFax(faxId);
  return {
    ...blank,
    kind: 'request',
    action: isHeld ? 'held' : 'answered',
    at,
    subject: id,
    faxId,
    batch: batchIn(request),
    numbers: fax === undefined ? numbersIn(request) : faxNumbers(fax),
    status,
    summary: `${observed.profile.method} ${details.path} ${status}${hasFailed ? refusedText(observed) : ''}${batchText(request)}${endText(observed, reason, findFax)}${nearestText(observed)}`,
    reason,
    rule,
    tone: hasFailed ? 'bad' : 'plain',
  };
}

/** The diagnosis of a refusal with the next step, then the warnings of lint: `warning: to is given twice`. */
export function remarksOn(entry: JournalEntry): readonly string[] {
  const { diagnosis } = detailsOfEntry(entry);
  const advice = entry.observed.refusal?.kind === 'unauthorized' ? `; ${keysAdvice}` : '';
  const warnings = lintOfEntry(entry).filter(({ level }) => level === 'warning');
  return [
    ...(diagnosis === null ? [] : [`${diagnosis}${advice}`]),
    ...warnings.map(({ message }) => `warning: ${message}`),
  ];
}

/** The fax that a request made or names, even if it names the fax only for its batch. */
const faxOf = (request: NumberedRequest): number | null =>
  request.observed.createdFaxIds[0] ?? faxIdOf(request.observed) ?? batchIn(request);

/** Marks a refusal of v1, whose status is that of a success. */
const refusedText = ({ answer: { status } }: ObservedRequest): string =>
  status !== null && status < 400 ? ' refused' : '';

/** The route that a request without one probably meant. */
const nearestText = ({ profile: { nearest } }: ObservedRequest): string =>
  nearest === null ? '' : `; the nearest is ${nearest}`;

const batchText = (request: ReadRequest): string => {
  const batch = batchIn(request);
  return batch === null ? '' : `, batch ${batch}`;
};

/** The faxes that a request made, the reason of its failure and its rule. */
function endText({ createdFaxIds, rule }: ObservedRequest, reason: string | null, findFax: FindFax): string {
  const made = createdFaxIds.map((created) => madeText(created, findFax));
  return `${made.length === 0 ? '' : `, ${listed(made)}`}${reason === null ? '' : `: ${reason}`}${ruleText(rule)}`;
}

function madeText(id: number, findFax: FindFax): string {
  const fax = findFax(id);
  return fax === undefined ? `fax ${id}` : faxName(fax).replace('Fax', 'fax');
}

/** The numbers at the other end of the faxes that a request made or names, or else those in the request. A resend names no number itself. */
export function otherEndsOf(request: NumberedRequest, findFax: FindFax): readonly string[] {
  const { createdFaxIds: made } = request.observed;
  const about = made.length > 0 ? made : [faxOf(request)];
  const faxes = about.flatMap((id) => (id === null ? [] : (findFax(id) ?? [])));
  return faxes.length === 0 ? numbersIn(request) : [...new Set(faxes.flatMap(otherEnds))];
}

const otherEnds = ({ direction, recipients, fromNumber }: Fax): readonly string[] =>
  (direction === 'sent' ? recipients.map(({ number }) => number) : [fromNumber]).filter((number) => number !== null);

/** The numbers of a request whose fax is not known, in E.164 if they are numbers. Its shown parameters have no secrets. */
function numbersIn({ details }: NumberedRequest): readonly string[] {
  const to: unknown = details.params?.['to'];
  return (Array.isArray(to) ? (to as unknown[]) : [to])
    .filter((number) => typeof number === 'string')
    .filter((number) => !number.includes(hidden))
    .map((number) => writtenPhone(number) ?? number);
}

type Words = Pick<Happening, 'kind' | 'action' | 'subject' | 'summary'>;

/**
 * The entry of a control call that changed something, or tried to. A refused call is not a failure, because its caller
 * is a person or a test at the controls, not the program.
 */
export function controlHappening(step: ControlStep): Happening {
  const { at, error, input, line } = step;
  const words = wordsOf(step);
  const id = asText(input['id']);
  const faxId = line.includes('/faxes/:id') && /^\d+$/.test(id) ? Number(id) : null;
  if (error === null) return { ...blank, ...words, at, faxId };
  const summary = `${callName(step)}: refused, ${error}`;
  return { ...blank, ...words, action: 'refused', at, faxId, status: 'refused', summary, reason: error };
}

function wordsOf(step: ControlStep): Words {
  const { line, isMove } = step;
  if (isMove) return { kind: 'clock', action: 'moved', subject: null, summary: clockText(step) };
  if (line === 'PATCH /settings') {
    const names = Object.keys(step.input);
    return { kind: 'settings', action: 'changed', subject: null, summary: `Settings changed: ${names.join(', ')}` };
  }
  if (line === 'POST /normal') return { kind: 'control', action: 'called', subject: null, summary: 'Back to normal' };
  if (line === 'POST /scenarios') return scenarioWords(step);
  return { kind: 'control', action: 'called', subject: null, summary: callName(step) };
}

/** `POST /_faxsim/faxes/12/finish`. */
const callName = ({ line, input }: ControlStep): string =>
  line.replace(' /', ' /_faxsim/').replaceAll(/:(\w+)/g, (_, name: string) => asText(input[name]));

function scenarioWords({ input: { on: named, off, name, source } }: ControlStep): Words {
  const on = named ?? name ?? nameIn(asText(source ?? ''));
  const texts = [
    ...(off === undefined ? [] : [`${scenarioText(asText(off))} switched off`]),
    ...(on === undefined ? [] : [`${scenarioText(asText(on))} switched on`]),
  ];
  const subject = on ?? off;
  return {
    kind: 'scenario',
    action: on === undefined && off !== undefined ? 'off' : 'on',
    subject: subject === undefined ? null : asText(subject),
    summary: `Scenario ${texts.length === 0 ? 'in the source switched on' : listed(texts)}`,
  };
}

/** The name in the text of a scenario, YAML or JSON; undefined if it is not found. */
const nameIn = (source: string): string | undefined =>
  /(?:^|[{,])[ ]*"?name"?:[ ]*["']?([a-z0-9][a-z0-9-]*)/m.exec(source)?.[1];

/** The move of a clock: by how much, from and to what time, or to what speed. */
function clockText({ at, lasted, input }: ControlStep): string {
  const { advance, set, speed } = input;
  const pace = speed === undefined ? [] : [paceText(asText(speed))];
  const by = parseDuration(asText(advance ?? ''));
  const to = readTime(asText(set ?? ''));
  if (by !== undefined) return withPace(`moved on by ${durationWords(by)}, ${spanText(at, at + by)}`, pace);
  if (to !== undefined) return withPace(`set, ${spanText(at, to)}`, pace);
  if ((input['run_until_idle'] ?? input['settle']) !== undefined) {
    const reached = lasted > 0 ? `, ${spanText(at, at + lasted)}` : ', where nothing was due';
    return withPace(`run until nothing is due${reached}`, pace);
  }
  return `Clock ${pace.join('')}`;
}

const withPace = (text: string, pace: readonly string[]): string => ['Clock', [text, ...pace].join(', ')].join(' ');

function paceText(speed: string): string {
  if (speed === 'manual' || speed === '0') return 'frozen';
  return speed === 'real' || speed === '1' ? 'runs in real time' : `runs ${speed} times as fast`;
}

/** `from 2026-01-31T09:00:00.000Z to 2026-01-31T10:00:00.000Z`. */
const spanText = (from: number, to: number): string =>
  `from ${new Date(from).toISOString()} to ${new Date(to).toISOString()}`;
