import type { ApiVersion, OperationId, PhaxioVersion } from '../../model/domain/operation.ts';
import { messages, v1Messages } from '../../wire/messages.ts';
import type { Proof } from '../../wire/evidence.ts';
import { asNumber, asText } from '../../model/shared/conversion.ts';

/** How a version expresses things that all versions have. */
interface Dialect {
  /** The method of calls that read. */
  readonly readMethod: 'GET' | 'POST';
  /** The texts of successful responses by operation. */
  readonly texts: Readonly<Partial<Record<OperationId, string | RegExp>>>;
  /** The parameter for the size of a page, and the field that shows it. */
  readonly pageSize: { readonly parameter: string; readonly field: string };
  readonly order: {
    readonly name: 'newest first' | 'oldest first';
    readonly source: string;
    /** A rank of each fax, which decreases from one fax to the next. */
    readonly rankOf: (fax: Readonly<Record<string, unknown>>) => number;
  };
  readonly missingFaxText: string;
  /** The parameter that requests a picture in place of the document. */
  readonly pictureParameter: string;
  /** The parameters for a list of all times, if the default is a week. */
  readonly everSince: Readonly<Record<string, string>>;
  readonly headerProof: Proof;
}

const v2: Dialect = {
  readMethod: 'GET',
  texts: messages,
  pageSize: { parameter: 'per_page', field: 'per_page' },
  order: {
    name: 'newest first',
    source: 'v2 reference',
    rankOf: (fax) => Date.parse(asText(fax['created_at'])),
  },
  missingFaxText: 'Not found',
  pictureParameter: 'thumbnail',
  everSince: { created_after: '2010-01-01T00:00:00Z' },
  headerProof: { mark: 'recorded', source: 'v2 and v2.1 traffic' },
};

export const dialects: Readonly<Record<PhaxioVersion, Dialect>> = {
  v1: {
    readMethod: 'POST', // puts all parameters in the body, as the clients for v1 send them
    texts: { ...v1Messages, listAreaCodes: /^\d+ area codes available\.$/ },
    pageSize: { parameter: 'maxperpage', field: 'max_per_page' },
    order: { name: 'oldest first', source: 'v1 reference', rankOf: (fax) => -asNumber(fax['requested_at']) },
    missingFaxText: 'Fax with this ID does not exist',
    pictureParameter: 'type',
    everSince: { start: '1262304000' },
    headerProof: { mark: 'assumed', source: 'as in v2' }, // no traffic of v1 was ever recorded
  },
  v2,
  'v2.1': v2,
};

/** The parts of the dialects that judge answers. */
export const spoken: Readonly<Record<ApiVersion, Pick<Dialect, 'texts' | 'order' | 'headerProof'>>> = {
  ...dialects,
  v3: {
    texts: {},
    order: {
      name: 'newest first',
      source: 'v3 reference',
      rankOf: (fax) => Date.parse(asText(fax['createTime'])),
    },
    headerProof: { mark: 'assumed', source: 'no answer of v3 was recorded with its headers' },
  },
};
