import { operationIds } from '../../model/domain/operation.ts';
import type { ApiVersion, OperationId } from '../../model/domain/operation.ts';

/** The words and habits of a version's requests that lint knows. */
export interface LintDialect {
  /** Whether the real service may refuse credentials in parameters. */
  readonly doubtsParameterCredentials: boolean;
  /** Whether Basic authentication is undocumented. */
  readonly doubtsBasic: boolean;
  /** The operations whose JSON bodies are known. */
  readonly jsonOperations: readonly OperationId[];
  /** The parameters of a range of times: its start and its end. */
  readonly range: readonly [after: string, before: string];
  /** The parameter of the page size, if values above the maximum are silently reduced; undefined if they are refused. */
  readonly pageSize?: string;
  /** Whether a + in a query means a plus. Source: the official client, which does not encode it. */
  readonly readsPlus?: true;
  readonly hasRulesOfV3?: true;
  /** The parameters that become lists by repetition of their name, without brackets. */
  readonly repeats: readonly string[];
  /** Whether the type of a file depends on its name. */
  readonly wantsExtensions: boolean;
  /** The final statuses of a fax, and the others. */
  readonly ends: readonly string[];
  readonly otherStatuses: readonly string[];
  /** Whether phone numbers are documented in E.164. */
  readonly hasE164: boolean;
  /** Parameters of sendFax that have no effect without another one. */
  readonly dependents: readonly Dependent[];
  /** Invented names in public code, and the real names. */
  readonly inventions?: Counterparts;
  /** The parameters with a different name in another version. */
  readonly counterparts: { readonly of: ApiVersion; readonly names: Counterparts };
}

interface Dependent {
  readonly name: string;
  readonly kind: 'text' | 'delay';
  readonly needs: { readonly name: string; readonly kind: 'text' | 'flag'; readonly shownAs: string };
}

export type Counterparts = Readonly<Record<string, readonly string[]>>;

export const filesRoute = 'DELETE /faxes/{id}/file';

/**
 * The parameters with another name in v1 than in v2 and v2.1: each counterpart is a text that begins with its name, or a route.
 * Source: the references of both.
 */
const inV2: Counterparts = {
  filename: ['file'],
  string_data: ['file', 'content_url'],
  string_data_type: ['file', 'content_url'],
  batch: ['batch_delay alone'],
  maxperpage: ['per_page'],
  start: ['created_after'],
  end: ['created_before'],
  number: ['phone_number'],
  type: ['thumbnail'],
  files_only: [filesRoute],
};
const inV1: Counterparts = {
  file: ['filename'],
  content_url: ['string_data with string_data_type=url'],
  per_page: ['maxperpage'],
  created_after: ['start'],
  created_before: ['end'],
  phone_number: ['number'],
  thumbnail: ['type'],
};

/** Names that public code invents for parameters of v3. */
const inventedForV3: Counterparts = {
  contentBase64: ['files'],
  fileContent: ['files'],
  fileContentType: ['files'],
  media: ['files'],
  fileUrl: ['contentUrl'],
  documentUrl: ['contentUrl'],
  mediaUrl: ['contentUrl'],
  recipient: ['to'],
  tags: ['labels'],
  webhookUrl: ['callbackUrl'],
  'createTime.gte': ['createTime>'],
  'createTime.lte': ['createTime<'],
};

/** The parameters of v2.1 by the names in v3. */
const inV3: Counterparts = {
  header_text: ['headerText'],
  callback_url: ['callbackUrl'],
  caller_id: ['from'],
  content_url: ['contentUrl'],
  tag: ['labels'],
  created_after: ['createTime>'],
  created_before: ['createTime<'],
  per_page: ['pageSize'],
  phone_number: ['to', 'from'],
};

/** Source: the references of v1, v2 and v2.1. */
const phaxioStatuses = {
  ends: ['success', 'failure', 'partialsuccess'],
  otherStatuses: ['queued', 'pendingbatch', 'inprogress'],
} as const;

const later: LintDialect = {
  ...phaxioStatuses,
  repeats: [],
  wantsExtensions: true,
  doubtsParameterCredentials: false,
  doubtsBasic: false,
  jsonOperations: ['sendFax'],
  range: ['created_after', 'created_before'],
  pageSize: 'per_page',
  hasE164: true,
  dependents: [],
  counterparts: { of: 'v1', names: inV2 },
};

export const lintDialects: Readonly<Record<ApiVersion, LintDialect>> = {
  v1: {
    ...phaxioStatuses,
    repeats: [],
    wantsExtensions: false,
    doubtsParameterCredentials: false,
    doubtsBasic: true,
    jsonOperations: [],
    range: ['start', 'end'],
    pageSize: 'maxperpage',
    hasE164: false,
    dependents: [
      { name: 'batch_delay', kind: 'delay', needs: { name: 'batch', kind: 'flag', shownAs: 'batch=true' } },
      { name: 'string_data_type', kind: 'text', needs: { name: 'string_data', kind: 'text', shownAs: 'string_data' } },
    ],
    counterparts: { of: 'v2', names: inV1 },
  },
  v2: later,
  'v2.1': { ...later, doubtsParameterCredentials: true },
  v3: {
    ends: ['COMPLETED', 'FAILURE'],
    otherStatuses: ['QUEUED', 'IN_PROGRESS'],
    repeats: ['to', 'file', 'contentUrl', 'files'],
    wantsExtensions: false,
    doubtsParameterCredentials: false,
    doubtsBasic: false,
    jsonOperations: operationIds,
    range: ['createTime>', 'createTime<'],
    readsPlus: true,
    hasRulesOfV3: true,
    hasE164: false, // a number without its plus is refused
    dependents: [],
    inventions: inventedForV3,
    counterparts: { of: 'v2.1', names: inV3 },
  },
};
