import type { OperationId } from '../../model/domain/operation.ts';
import { isSingle } from '../../model/shared/objects.ts';
import { nearestText } from '../../model/shared/words.ts';
import { cleanerOf } from './details.ts';
import type { ObservedRequest } from './observed-request.ts';
import { cut } from './params.ts';

/** The lint rules for requests, successful or not. */
export const lintRules = [
  'unknown-parameter',
  'no-effect',
  'plus-as-space',
  'empty-range',
  'page-size',
  'not-e164',
  'credentials-as-parameters',
  'credentials-in-query',
  'credentials-twice',
  'basic-in-v1',
  'json-body',
  'late',
] as const;
export type LintRule = (typeof lintRules)[number];

/**
 * `warning`: the real service does not do the thing that the client seems to want. `hint`: it may not, or there is a
 * better way.
 */
export const lintLevels = ['warning', 'hint'] as const;

/** Something that the developer of a client may want to know. */
export interface Remark {
  readonly rule: LintRule;
  readonly level: (typeof lintLevels)[number];
  readonly parameter: string | null;
  readonly message: string;
}

export interface LintedRequest {
  readonly observed: ObservedRequest;
  /** None of a request whose parameters could not be read. */
  readonly params: Readonly<Record<string, unknown>>;
  /** A name that the client made up, shortened and without secrets. */
  cleanName(name: string): string;
}

/** One or more lint rules, with their remarks. */
export type Check = (request: LintedRequest) => readonly Remark[];

const warning = (rule: LintRule, parameter: string | null, message: string): Remark => ({
  rule,
  level: 'warning',
  parameter,
  message,
});

const hint = (rule: LintRule, parameter: string | null, message: string): Remark => ({
  rule,
  level: 'hint',
  parameter,
  message,
});

/** How a client says who it is. */
const credentials: Check = ({ observed, params }) => {
  if (observed.version === null) return [];
  const areParams = 'api_key' in params || 'api_secret' in params;
  return [
    ...(areParams && observed.version === 'v2.1'
      ? [
          warning(
            'credentials-as-parameters',
            'api_key',
            'v2.1 of the real service is believed to take Basic authentication only, as faxsim does with --strict-auth',
          ),
        ]
      : []),
    ...(/[?&]api_(?:key|secret)=/.test(observed.url)
      ? [
          hint(
            'credentials-in-query',
            'api_secret',
            'Credentials in a URL end up in logs: send them in the body, or as Basic authentication',
          ),
        ]
      : []),
    ...(areParams && observed.authorization !== undefined
      ? [
          hint(
            'credentials-twice',
            'api_key',
            'Basic authentication wins: the parameters api_key and api_secret are not looked at',
          ),
        ]
      : []),
    ...(observed.version === 'v1' && observed.authorization !== undefined && !areParams
      ? [
          hint(
            'basic-in-v1',
            null,
            'v1 documents the parameters api_key and api_secret; whether it takes Basic authentication is not known',
          ),
        ]
      : []),
  ];
};

/** JSON bodies were only ever seen to send faxes. */
const jsonBody: Check = ({ observed }) => {
  const isJson = observed.bodyBytes > 0 && /^application\/json/i.test(observed.contentType ?? '');
  const isKnown = observed.operation === null || (observed.operation === 'sendFax' && observed.version !== 'v1');
  if (!isJson || isKnown) return [];
  return [hint('json-body', null, 'Whether the real service reads JSON here is not known: it documents form fields')];
};

const late: Check = ({ observed }) =>
  observed.isLate ? [hint('late', null, 'The client had closed the connection before the answer')] : [];

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
/** Empty for a list or a group: JavaScript cannot convert each group into text. */
const readText = (value: unknown): string => (isSingle(value) ? String(value) : '');
const readNumber = (value: unknown): number => (isSingle(value) ? Number(value) : NaN);
const isOn = (value: unknown): boolean => /^(?:true|1)$/i.test(readText(value));
/** Zero means that the parameter is not set. */
const isDelay = (value: unknown): boolean => isSet(value) && readNumber(value) !== 0;

/** Parameters that do nothing without another one. Sources: the references on sending and on batches. */
const noEffect: Check = ({ observed, params }) => {
  if (observed.operation !== 'sendFax') return [];
  const remarks: Remark[] = [];
  const without = (name: string, other: string) =>
    remarks.push(warning('no-effect', name, `${name} has no effect without ${other}`));
  if (isOn(params['batch_collision_avoidance']) && !isDelay(params['batch_delay'])) {
    without('batch_collision_avoidance', 'batch_delay');
  }
  if (observed.version === 'v1') {
    if (isDelay(params['batch_delay']) && !isOn(params['batch'])) without('batch_delay', 'batch=true');
    if (isSet(params['string_data_type']) && !isSet(params['string_data'])) without('string_data_type', 'string_data');
  }
  return remarks;
};

const week = 7 * 24 * 3_600_000;

/** The start of a range is a week ago, counted from now, whatever its end is. Source: recorded. */
const emptyRange: Check = ({ observed, params }) => {
  const [after, before] = observed.version === 'v1' ? ['start', 'end'] : ['created_after', 'created_before'];
  if (!observed.operation?.startsWith('list') || isSet(params[after]) || !isSet(params[before])) return [];
  const value = readText(params[before]);
  const end = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value);
  if (!(end < observed.at - week)) return [];
  return [
    warning(
      'empty-range',
      before,
      `${before} finds nothing without ${after}, which is a week ago from now if it is not given`,
    ),
  ];
};

const mostPerPage = 1000;

const pageSize: Check = ({ observed, params }) => {
  const name = observed.version === 'v1' ? 'maxperpage' : 'per_page';
  if (!(readNumber(params[name]) > mostPerPage)) return [];
  return [
    warning('page-size', name, `${name} is at most ${mostPerPage}: no more come, and the rest is on further pages`),
  ];
};

const numbers = ['to', 'from', 'phone_number', 'number', 'caller_id', 'from_number', 'to_number'];
const times = ['created_after', 'created_before', 'start', 'end'];

/** How numbers and times are written. */
const spelling: Check = ({ observed, params }) =>
  [...numbers, ...times].flatMap((name): Remark[] => {
    if (observed.operation === null || !isSet(params[name])) return [];
    const values = [params[name]].flat().filter(isSingle).map(String);
    if (values.some((value) => /^ \d/.test(value) || /\d \d\d:?\d\d$/.test(value))) {
      return [
        warning('plus-as-space', name, `the + of ${name} came as a space, which is what + means there: send %2B`),
      ];
    }
    const isBare =
      numbers.includes(name) && observed.version !== 'v1' && values.some((value) => /^\d{10,15}$/.test(value));
    if (!isBare || observed.url.includes(`/${values[0] ?? ''}`)) return [];
    return [
      hint(
        'not-e164',
        name,
        `${name} is documented in E.164 form, with + and the country code; without, it is taken for a number of the US or Canada`,
      ),
    ];
  });

/** Understood with every operation. */
const everywhere = ['api_key', 'api_secret', '_method'];

/** `direction=received` makes receiving of sending. */
const further: Readonly<Record<string, readonly string[]>> = { sendFax: ['direction'], receiveFax: ['direction'] };

/** The parameter of another version that corresponds to one of this version. */
interface Counterpart {
  readonly text: string;
  /** Whether the operation that was called has it. */
  isFor(request: ObservedRequest): boolean;
}

const parameter = (name: string, how = ''): Counterpart => ({
  text: name + how,
  isFor: ({ knownParams }) => knownParams.includes(name),
});

const route = (text: string, operation: OperationId): Counterpart => ({
  text,
  isFor: (request) => request.operation === operation,
});

type Counterparts = Readonly<Record<string, readonly Counterpart[]>>;

/** The parameters with another name in v1 than in v2 and v2.1. Source: the references of both. */
const inV2: Counterparts = {
  filename: [parameter('file')],
  string_data: [parameter('file'), parameter('content_url')],
  string_data_type: [parameter('file'), parameter('content_url')],
  batch: [parameter('batch_delay', ' alone')],
  maxperpage: [parameter('per_page')],
  start: [parameter('created_after')],
  end: [parameter('created_before')],
  number: [parameter('phone_number')],
  type: [parameter('thumbnail')],
  files_only: [route('DELETE /faxes/{id}/file', 'deleteFax')],
};
const inV1: Counterparts = {
  file: [parameter('filename')],
  content_url: [parameter('string_data', ' with string_data_type=url')],
  per_page: [parameter('maxperpage')],
  created_after: [parameter('start')],
  created_before: [parameter('end')],
  phone_number: [parameter('number')],
  thumbnail: [parameter('type')],
};

/** A request with more has one mistake, not many. */
const mostRemarks = 100;

/** Reports parameters that the operation ignores. The real service ignores them too (assumed). */
const unknownParameters: Check = (request) => {
  const { observed, params } = request;
  if (observed.operation === null) return [];
  const known = [...observed.knownParams, ...everywhere, ...(further[observed.operation] ?? [])];
  return Object.keys(params)
    .filter((name) => !known.includes(name))
    .slice(0, mostRemarks)
    .map((name) => {
      const label = request.cleanName(name);
      const hint = instead(name, request);
      return warning('unknown-parameter', label, `${label} is not known here: the real service ignores it${hint}`);
    });
};

function instead(name: string, { observed }: LintedRequest): string {
  const [table, otherVersion] = observed.version === 'v1' ? [inV1, 'v2'] : [inV2, 'v1'];
  const named = Object.hasOwn(table, name) ? (table[name] ?? []) : [];
  const here = named.filter((one) => one.isFor(observed)).map(({ text }) => text);
  if (here.length > 0) return `; what ${otherVersion} calls so is ${here.join(' or ')} in ${observed.version}`;
  if (observed.knownParams.length === 0) return '; no parameter is known here';
  return nearestText(name, observed.knownParams);
}

const checks: readonly Check[] = [
  unknownParameters,
  noEffect,
  spelling,
  emptyRange,
  pageSize,
  credentials,
  jsonBody,
  late,
];

/** The remarks about a request for the developer of its client. They see its values unmasked, and quote none of them. */
export function lintOf(observed: ObservedRequest): readonly Remark[] {
  const cleanName = (name: string): string => cleanerOf(observed)(cut(name));
  const request = { observed, params: observed.params ?? {}, cleanName };
  return checks.flatMap((check) => check(request));
}
