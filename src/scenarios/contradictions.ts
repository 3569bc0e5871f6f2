import { isPlainObject } from '../model/shared/objects.ts';
import { scriptedStatuses } from '../model/domain/send-options.ts';
import { portOrderStatuses, statusesAfter } from '../model/domain/port-order.ts';
import { effectScopes, keyOfEffect, retryAfterIn, scopeOf, waitOf } from './effects.ts';
import type { EffectScope } from './effects.ts';
import type { CourseStep, Effects } from './effects-schema.ts';
import { absenceOf, namesFax, namesNumber } from './facts.ts';
import type { CheckedRule, Expect, Rule } from './scenario.ts';

/** A fault between parts of a rule. `path` is that of the part that the message names. */
export interface Contradiction {
  readonly path: readonly [string, ...(string | number)[]];
  readonly message: string;
}

/** The contradictions between the valid parts of a rule. A part that is missing because it is faulty causes no contradiction. */
export function contradictions({ rule, faulty }: Pick<CheckedRule, 'rule' | 'faulty'>): Contradiction[] {
  const [scope = 'answer', ...others] = new Set(rule.on.map(scopeOf));
  if (others.length > 0) {
    return [{ path: ['on'], message: 'cannot listen to answers, faxes, port orders and webhooks at once' }];
  }
  const faultyEffects = [...faulty].flatMap((part) => (part.startsWith('do.') ? [part.slice('do.'.length)] : []));
  const hasAllEffects = faultyEffects.length === 0 && !faulty.has('do');
  const effects = [...Object.keys(rule.do).map(keyOfEffect), ...faultyEffects];
  return [
    ...misplacedEffects(effects, scope),
    ...rivals(effects),
    ...(faultyEffects.some((effect) => allowing.includes(effect)) ? [] : exclusions(rule.do)),
    ...(hasAllEffects ? uselessEffects(rule) : []),
    ...uselessParts(rule),
    ...(scope === 'answer' && !rule.on.includes('*') ? absentRecords(rule) : []),
    ...courseFaults(rule.do.course ?? [], scope),
    ...expectationFaults(rule, scope, hasAllEffects),
    ...absentFacts(rule),
  ];
}

/** The keys of all effects. Other keys are reported elsewhere. */
const allEffects: readonly string[] = Object.values(effectScopes).flat();

function* misplacedEffects(effects: readonly string[], scope: EffectScope): Generator<Contradiction> {
  const known: readonly string[] = effectScopes[scope];
  for (const key of effects) {
    if (known.includes(key) || !allEffects.includes(key)) continue;
    yield { path: ['do', key], message: `cannot be here: ${scope} rules have ${known.join(', ')}` };
  }
}

interface Exclusion {
  readonly effect: keyof Effects;
  readonly others: readonly (keyof Effects)[];
  readonly why: string;
  readonly unless?: (effects: Effects) => boolean;
}

/** Whether `wire` still sends the usual response, truncated or slowly. */
const isAnswered = ({ wire }: Effects): boolean => typeof wire === 'object';

/** Effects that make other effects useless. */
const exclusionTable: readonly Exclusion[] = [
  {
    effect: 'rateLimit',
    others: ['fail', 'respond', 'wire', 'file'],
    why: 'a request within the limit is not changed, and one above it gets 429',
  },
  {
    effect: 'file',
    others: ['fail', 'respond', 'wire'],
    why: 'the file is never read without commit: true',
    unless: (effects) => effects.commit === true || isAnswered(effects),
  },
  { effect: 'patch', others: ['respond', 'wire'], why: 'there is no response left to change', unless: isAnswered },
  {
    effect: 'drop',
    others: ['delay', 'duplicate', 'holdUntil', 'sign', 'credentials', 'patch', 'body', 'receiver'],
    why: 'a dropped webhook is never delivered',
    unless: ({ drop }) => drop === false,
  },
];

/** Effects that lift the exclusions of others. */
const allowing: readonly string[] = ['commit', 'wire'];

function* rivals(effects: readonly string[]): Generator<Contradiction> {
  const replacing = ['fail', 'respond', 'wire'].filter((effect) => effects.includes(effect));
  if (replacing.length < 2) return;
  const message = `cannot have ${replacing.join(' and ')}: they exclude each other, since each is an answer of its own`;
  yield { path: ['do'], message };
}

function* exclusions(effects: Effects): Generator<Contradiction> {
  for (const { effect, others, why, unless } of exclusionTable) {
    const excluded = others.filter((other) => effects[other] !== undefined).map(keyOfEffect);
    if (effects[effect] === undefined || excluded.length === 0 || unless?.(effects) === true) continue;
    yield { path: ['do'], message: `cannot have ${keyOfEffect(effect)} and ${excluded.join(' and ')}: ${why}` };
  }
}

/** Effects that do nothing because another effect is missing. */
function* uselessEffects({ do: effects }: Rule): Generator<Contradiction> {
  const message = commitFault(effects);
  if (message !== undefined) yield { path: ['do', 'commit'], message };
  if (effects.retryAfter !== undefined && effects.fail === undefined) {
    yield { path: ['do', 'retry_after'], message: 'has no effect without fail' };
  }
}

function commitFault(effects: Effects): string | undefined {
  const { fail, respond, wire, commit, delay } = effects;
  if (commit === false && isAnswered(effects))
    return 'cannot be false with truncate or dribble: both send the response to the operation';
  if (commit === undefined || (fail ?? respond ?? wire) !== undefined) return undefined;
  if (delay === undefined) return 'has no effect without fail, respond or wire';
  return commit ? undefined : 'cannot be false with delay: the operation runs, and its response waits';
}

function* uselessParts({ during, state, then }: Rule): Generator<Contradiction> {
  if (then !== undefined && then === state) yield { path: ['then'], message: 'is the state that it is in already' };
  if (during.from >= during.until) yield { path: ['during'], message: 'must end after it begins' };
}

const readsFile: readonly string[] = ['resendFax', 'getFaxFile'];
const answersFile: readonly string[] = ['getFaxFile', 'attachPhaxCodeToPdf', 'getHostedDocument'];

/** Parts of a rule about a record or file that none of its operations has. */
function* absentRecords({ on, per, do: { file, patch } }: Rule): Generator<Contradiction> {
  const listed = on.join(', ');
  if ((per === 'fax' && !on.some(namesFax)) || (per === 'number' && !on.some(namesNumber))) {
    yield { path: ['per'], message: `cannot be ${per}: none is named by ${listed}` };
  }
  if (file !== undefined && !on.some((operation) => readsFile.includes(operation))) {
    yield { path: ['do', 'file'], message: `has no effect on ${listed}: only ${readsFile.join(' and ')} read a file` };
  }
  if (patch !== undefined && !isPlainObject(patch) && on.includes('webhook')) {
    yield { path: ['do', 'patch'], message: 'must be a mapping of the fields of a webhook' };
  }
  if (patch !== undefined && on.every((operation) => answersFile.includes(operation))) {
    yield { path: ['do', 'patch'], message: `cannot change a file: ${listed} answers no JSON` };
  }
}

function* absentFacts({ on, where }: Rule): Generator<Contradiction> {
  for (const fact of where.keys()) {
    const message = absenceOf(fact, on);
    if (message !== undefined) yield { path: ['where', fact], message };
  }
}

function* courseFaults(course: readonly CourseStep[], scope: EffectScope): Generator<Contradiction> {
  if (scope !== 'fax' && scope !== 'portOrder') return;
  for (const [index, step] of course.entries()) {
    const message = scope === 'fax' ? faxFault(step, course[index - 1]) : portFault(step, course[index - 1]);
    if (message !== undefined) yield { path: ['do', 'course', index], message };
  }
}

const unknownStatus = (status: string, known: readonly string[]): string =>
  `has ${status}, which must be one of ${known.join(', ')}`;

function faxFault({ status, note }: CourseStep, before: CourseStep | undefined): string | undefined {
  if (!scriptedStatuses.some((known) => known === status)) return unknownStatus(status, scriptedStatuses);
  if (note !== undefined) return 'has a note, which only a port order has';
  const isOpen = before === undefined || before.status === 'inprogress' || before.status === 'willretry';
  return isOpen ? undefined : `comes after ${before.status}, which is the end`;
}

/** The fault of a port order's step. A step may repeat a status to add a note, unless the status is final. */
function portFault({ status: name, onRead, to, page }: CourseStep, before?: CourseStep): string | undefined {
  if (to !== undefined) return 'has to, which only a fax has';
  if (page !== undefined) return 'has page, which only a fax has';
  const status = portOrderStatuses.find((known) => known === name);
  if (status === undefined) return unknownStatus(name, portOrderStatuses);
  if (onRead !== undefined) return 'cannot have on_read, which only faxes take: steps of a port order take after';
  const last = portOrderStatuses.find((known) => known === before?.status) ?? 'open';
  const possible = statusesAfter(last);
  if (possible.length === 0) return `comes after ${last}, which is an end`;
  if (possible.includes(status) || status === last) return undefined;
  return `has ${status}, which cannot follow ${last}: use ${possible.join(', ')}`;
}

/** Expectations that no effect of the rule can ever test. */
function* expectationFaults(rule: Rule, scope: EffectScope, hasAllEffects: boolean): Generator<Contradiction> {
  const { retries, honoursRetryAfter, noDuplicateFax, rejectsWebhook }: Expect = rule.expect ?? {};
  const isAboutAnswers = scope === 'answer' ? undefined : 'the rule is not about answers';
  const found = {
    retries: retries && isAboutAnswers,
    honours_retry_after: honoursRetryAfter && (isAboutAnswers ?? (hasAllEffects ? waitFault(rule.do) : undefined)),
    no_duplicate_fax: noDuplicateFax && duplicateFault(rule, hasAllEffects),
    rejects_webhook: rejectsWebhook && rejectionFault(rule.do, scope, hasAllEffects),
  };
  for (const [name, why] of Object.entries(found)) {
    if (why !== undefined) yield { path: ['expect'], message: `cannot have ${name} here: ${why}` };
  }
}

function waitFault({ rateLimit, retryAfter, respond }: Effects): string | undefined {
  const header = retryAfterIn(respond?.headers);
  const isSent = rateLimit !== undefined || retryAfter !== undefined || (header !== undefined && waitOf(header, 0));
  return isSent ? undefined : 'no effect of the rule sends a Retry-After of some seconds, or a date';
}

function duplicateFault({ on, do: { fail, respond, wire, commit } }: Rule, hasAllEffects: boolean): string | undefined {
  if (!on.every((word) => word === 'sendFax' || word === 'resendFax')) {
    return 'the rule is not about sendFax and resendFax alone';
  }
  const isReplaced = fail !== undefined || respond !== undefined || typeof wire === 'string';
  return isReplaced && commit !== true && hasAllEffects ? 'no fax is created without commit: true' : undefined;
}

function rejectionFault(
  { sign, credentials }: Effects,
  scope: EffectScope,
  hasAllEffects: boolean,
): string | undefined {
  if (scope !== 'webhook') return 'the rule is not about webhooks';
  const isGenuine = sign === undefined && credentials === undefined;
  return isGenuine && hasAllEffects ? 'the rule neither signs wrongly nor sends wrong credentials' : undefined;
}
