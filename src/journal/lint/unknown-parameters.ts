import type { OperationId } from '../../domain/operation.ts';
import { nearestText } from '../../did-you-mean.ts';
import type { ObservedRequest } from '../observed-request.ts';
import { warning } from './remark.ts';
import type { Check, LintedRequest } from './remark.ts';

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

/** Reports parameters that the operation ignores. The real service ignores them too (assumed). */
export const unknownParameters: Check = (request) => {
  const { observed, params } = request;
  if (observed.operation === null) return [];
  const known = [...observed.knownParams, ...everywhere, ...(further[observed.operation] ?? [])];
  return Object.keys(params)
    .filter((name) => !known.includes(name))
    .map((name) =>
      warning(
        'unknown-parameter',
        name,
        `${name} is not known here: the real service ignores it${instead(name, request)}`,
      ),
    );
};

function instead(name: string, { observed }: LintedRequest): string {
  const [table, otherVersion] = observed.version === 'v1' ? [inV1, 'v2'] : [inV2, 'v1'];
  const named = Object.hasOwn(table, name) ? (table[name] ?? []) : [];
  const here = named.filter((one) => one.isFor(observed)).map(({ text }) => text);
  if (here.length > 0) return `; what ${otherVersion} calls so is ${here.join(' or ')} in ${observed.version}`;
  if (observed.knownParams.length === 0) return '; no parameter is known here';
  return nearestText(name, observed.knownParams);
}
