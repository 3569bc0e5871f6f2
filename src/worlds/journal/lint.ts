import { readUnixTime } from '../../model/domain/time.ts';
import { isSingle, keysOf } from '../../model/shared/objects.ts';
import { nearestText } from '../../model/shared/words.ts';
import { Upload } from '../../wire/fields.ts';
import { readRangeEnd } from '../../wire/v3/fax-list.ts';
import { cleanerOf, cut } from './details.ts';
import { encodingFaultOf } from './encoded-file.ts';
import { filesRoute, lintDialects } from './lint-dialects.ts';
import type { Counterparts, LintDialect } from './lint-dialects.ts';
import { habitsIn, rulesOfHabits } from './lint-habits.ts';
import { findingsOfV3, rulesOfV3 } from './lint-v3.ts';
import { headerOf } from './observed-request.ts';
import type { ObservedRequest } from './observed-request.ts';

/**
 * The lint rules for requests, successful or not, with their levels and any fixed messages. `warning`: the real service does
 * something other than the client seems to intend. `hint`: it may, or there is a better way.
 */
const rules = {
  'unknown-parameter': ['warning'],
  'no-effect': ['warning'],
  'repeated-parameter': ['warning'],
  'plus-as-space': ['warning'],
  'empty-range': ['warning'],
  'page-size': ['warning'],
  'not-e164': ['hint'],
  'credentials-as-parameters': [
    'warning',
    'v2.1 of the real service is believed to take Basic authentication only, as faxsim does with --strict-auth',
  ],
  'credentials-in-query': [
    'hint',
    'Credentials in a URL end up in logs: send them in the body, or as Basic authentication',
  ],
  'credentials-twice': ['hint', 'Basic authentication wins: the parameters api_key and api_secret are not looked at'],
  'basic-in-v1': [
    'hint',
    'v1 documents the parameters api_key and api_secret; whether it takes Basic authentication is not known',
  ],
  'json-body': ['hint', 'Whether the real service reads JSON here is not known: it documents form fields'],
  'doubled-slash': [
    'hint',
    'The path has slashes in a row: the base URL ends with one, and the path that was added begins with one',
  ],
  'encoded-file': ['warning'],
  ...rulesOfHabits,
  ...rulesOfV3,
  late: ['hint', 'The client had closed the connection before the answer'],
} as const;
export type LintRule = keyof typeof rules;
export const lintRules = keysOf(rules);
export const lintLevels = ['warning', 'hint'] as const;

/** A warning for the developer of a client. */
export interface Remark {
  readonly rule: LintRule;
  readonly level: (typeof lintLevels)[number];
  readonly parameter: string | null;
  readonly message: string;
}

interface LintedRequest {
  readonly observed: ObservedRequest;
  /** Parameters of the request; empty if they could not be read. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Shortens an unknown name, and hides secrets in it. */
  cleanName(name: string): string;
}

/** A check of one or more lint rules; returns their remarks. */
type Check = (request: LintedRequest) => readonly Remark[];

/** The remark of a broken rule, as a list; empty if the rule is not broken. */
function remarkIf(isBroken: boolean, rule: LintRule, parameter: string | null, text?: string): Remark[] {
  const [level, message = ''] = rules[rule];
  return isBroken ? [{ rule, level, parameter, message: text ?? message }] : [];
}

/** Rules of the request's version; undefined for a path outside of a version. */
const dialectOf = ({ profile: { version } }: ObservedRequest): LintDialect | undefined =>
  version === null ? undefined : lintDialects[version];

/** Checks how a client authenticates. */
const credentials: Check = ({ observed, params }) => {
  const { profile, url } = observed;
  if (profile.version === null) return [];
  const { doubtsParameterCredentials, doubtsBasic } = lintDialects[profile.version];
  const areParams = 'api_key' in params || 'api_secret' in params;
  const isBasic = headerOf(observed, 'authorization') !== undefined;
  return [
    ...remarkIf(areParams && doubtsParameterCredentials, 'credentials-as-parameters', 'api_key'),
    ...remarkIf(/[?&]api_(?:key|secret)=/.test(url), 'credentials-in-query', 'api_secret'),
    ...remarkIf(areParams && isBasic, 'credentials-twice', 'api_key'),
    ...remarkIf(doubtsBasic && isBasic && !areParams && !profile.isUnmatched, 'basic-in-v1', null),
  ];
};

/** Checks for JSON bodies, which are known only for sending faxes. */
const jsonBody: Check = ({ observed }) => {
  const { version, operation } = observed.profile;
  const isJson = observed.bodyBytes > 0 && /^application\/json/i.test(headerOf(observed, 'content-type') ?? '');
  const isKnown = operation === null || version === null || lintDialects[version].jsonOperations.includes(operation);
  return remarkIf(isJson && !isKnown, 'json-body', null);
};

/** Matches two slashes in the path; in the query, URLs have them. */
const isDoubled = /^[^?]*\/\//;

const slashes: Check = ({ observed }) => remarkIf(isDoubled.test(observed.url), 'doubled-slash', null);

const late: Check = ({ observed }) => remarkIf(observed.profile.isLate, 'late', null);

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
/** The text of a single value; empty for a list or a group, which JavaScript cannot always convert. */
const readText = (value: unknown): string => (isSingle(value) ? String(value) : '');
const readNumber = (value: unknown): number => (isSingle(value) ? Number(value) : NaN);
const isOn = (value: unknown): boolean => /^(?:true|1)$/i.test(readText(value));
/** Zero means that the parameter is not set. */
const isDelay = (value: unknown): boolean => isSet(value) && readNumber(value) !== 0;

/** Parameters that do nothing without another one. Sources: the references on sending and on batches. */
const noEffect: Check = ({ observed, params }) => {
  if (observed.profile.operation !== 'sendFax') return [];
  const remarks: Remark[] = [];
  const without = (name: string, other: string) =>
    remarks.push(...remarkIf(true, 'no-effect', name, `${name} has no effect without ${other}`));
  if (isOn(params['batch_collision_avoidance']) && !isDelay(params['batch_delay'])) {
    without('batch_collision_avoidance', 'batch_delay');
  }
  for (const { name, kind, needs } of dialectOf(observed)?.dependents ?? []) {
    const isGiven = kind === 'delay' ? isDelay(params[name]) : isSet(params[name]);
    const isMet = needs.kind === 'flag' ? isOn(params[needs.name]) : isSet(params[needs.name]);
    if (isGiven && !isMet) without(name, needs.shownAs);
  }
  return remarks;
};

/** The maximum number of remarks of a kind: a request with more has a single mistake. */
const remarksMax = 100;

const week = 7 * 24 * 3_600_000;

/** Finds an empty range: the default start is a week before now, regardless of the end. Source: recorded. */
const emptyRange: Check = ({ observed, params }) => {
  const [after, before] = dialectOf(observed)?.range ?? [];
  if (after === undefined || before === undefined) return [];
  if (!observed.profile.operation?.startsWith('list') || isSet(params[after]) || !isSet(params[before])) return [];
  const value = readText(params[before]);
  // v3 reads a time without a zone as UTC, and accepts months and years.
  const isV3 = dialectOf(observed)?.hasRulesOfV3 === true;
  const end = (isV3 ? readRangeEnd(value) : readUnixTime(value)) ?? Infinity;
  const message = `${before} finds nothing without ${after}, which is a week ago from now if it is not given`;
  return remarkIf(end < observed.at - week, 'empty-range', before, message);
};

const perPageMax = 1000;

const pageSize: Check = ({ observed, params }) => {
  const name = dialectOf(observed)?.pageSize;
  if (name === undefined) return [];
  const message = `${name} is at most ${perPageMax}: no more come, and the rest is on further pages`;
  return remarkIf(readNumber(params[name]) > perPageMax, 'page-size', name, message);
};

const numbers = ['to', 'from', 'phone_number', 'number', 'caller_id', 'from_number', 'to_number'];
const times = ['created_after', 'created_before', 'start', 'end'];

/** Checks the spelling of numbers and times. */
const spelling: Check = ({ observed, params }) =>
  [...numbers, ...times].flatMap((name): Remark[] => {
    if (observed.profile.operation === null || !isSet(params[name])) return [];
    const values = [params[name]].flat().filter(isSingle).map(String);
    const spaced = numbers.includes(name) ? /^ \d/ : /\d \d\d:?\d\d$/;
    const isSpaced = dialectOf(observed)?.readsPlus !== true && values.some((value) => spaced.test(value));
    const isBare =
      numbers.includes(name) &&
      dialectOf(observed)?.hasE164 === true &&
      values.some((value) => /^\d{10,15}$/.test(value));
    return [
      ...remarkIf(
        isSpaced,
        'plus-as-space',
        name,
        `the + of ${name} came as a space, which is what + means there: send %2B`,
      ),
      ...remarkIf(
        !isSpaced && isBare && !observed.url.includes(`/${values[0] ?? ''}`),
        'not-e164',
        name,
        `${name} is documented in E.164 form, with + and the country code; without, it is taken for a number of the US or Canada`,
      ),
    ];
  });

/** The parameters that take several values. */
const lists = ['to', 'file', 'content_url', 'filename'];

/** Finds repeated names without brackets, of which only the last value counts. Source: PHP, which the service behaves like. */
const repeated: Check = (request) => {
  const { profile, replacedParams } = request.observed;
  return replacedParams.slice(0, remarksMax).flatMap((name) => {
    const label = request.cleanName(name);
    const fix = lists.includes(name) && profile.knownParams.includes(name) ? `: name each one ${name}[]` : '';
    const message = `${label} came more than once, and only the last one counts${fix}`;
    return remarkIf(true, 'repeated-parameter', label, message);
  });
};

/** The parameters of every operation. */
const everywhere = ['api_key', 'api_secret', '_method'];

/** `direction=received` turns sending into receiving. */
const further: Readonly<Record<string, readonly string[]>> = { sendFax: ['direction'], receiveFax: ['direction'] };

/** Whether the operation that was called has a counterpart. */
const hasCounterpart = ({ profile: { operation, knownParams } }: ObservedRequest, text: string): boolean =>
  text === filesRoute ? operation === 'deleteFax' : knownParams.includes(text.replace(/ .*/, ''));

/** Reports parameters that the operation ignores. The real service ignores them too (assumed). */
const unknownParameters: Check = (request) => {
  const { observed, params } = request;
  if (observed.profile.operation === null) return [];
  const known = [...observed.profile.knownParams, ...everywhere, ...(further[observed.profile.operation] ?? [])];
  return Object.keys(params)
    .filter((name) => !known.includes(name))
    .slice(0, remarksMax)
    .flatMap((name) => {
      const label = request.cleanName(name);
      const hint = remedyOf(name, request);
      const message = `${label} is not known here: the real service ignores it${hint}`;
      return remarkIf(true, 'unknown-parameter', label, message);
    });
};

function remedyOf(name: string, { observed }: LintedRequest): string {
  const { version } = observed.profile;
  const { counterparts, inventions = {} } = dialectOf(observed) ?? {};
  const namedIn = (names: Counterparts): readonly string[] =>
    (Object.hasOwn(names, name) ? (names[name] ?? []) : []).filter((text) => hasCounterpart(observed, text));
  const instead = namedIn(inventions);
  if (instead.length > 0) return `; ${String(version)} has ${instead.join(' or ')} for it`;
  const here = namedIn(counterparts?.names ?? {});
  if (here.length > 0)
    return `; what ${String(counterparts?.of)} calls so is ${here.join(' or ')} in ${String(version)}`;
  if (observed.profile.knownParams.length === 0) return '; no parameter is known here';
  return nearestText(name, observed.profile.knownParams);
}

/** Finds wrongly encoded files, whose fax would show the encoding. */
const encodedFiles: Check = (request) =>
  Object.entries(request.params).flatMap(([name, value]) => {
    const files = [value].flat().filter((item) => item instanceof Upload);
    return files.slice(0, remarksMax).flatMap(({ bytes }): Remark[] => {
      const fault = encodingFaultOf(bytes);
      const label = request.cleanName(name);
      return remarkIf(fault !== undefined, 'encoded-file', label, `the file in ${label} ${String(fault)}`);
    });
  });

/** Mistakes that only code for v3 makes. */
const v3: Check = ({ observed }) =>
  dialectOf(observed)?.hasRulesOfV3 === true
    ? findingsOfV3(observed).flatMap(({ rule, parameter }) => remarkIf(true, rule, parameter))
    : [];

const habits: Check = ({ observed }) => {
  const dialect = dialectOf(observed);
  return dialect === undefined
    ? []
    : habitsIn(observed, dialect).flatMap(({ rule, parameter, message }) => remarkIf(true, rule, parameter, message));
};

const checks = [
  unknownParameters,
  noEffect,
  repeated,
  spelling,
  emptyRange,
  pageSize,
  credentials,
  jsonBody,
  slashes,
  encodedFiles,
  habits,
  v3,
  late,
];

/** The remarks about a request, for the developer of its client. The checks see unmasked values, but remarks never quote them. */
export function lintOf(observed: ObservedRequest): readonly Remark[] {
  const cleanName = (name: string): string => cleanerOf(observed)(cut(name));
  const request = { observed, params: observed.params ?? {}, cleanName };
  return checks.flatMap((check) => check(request));
}
