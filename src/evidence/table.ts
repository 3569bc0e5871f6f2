import type { OperationId } from '../domain/operation.ts';
import { accountEvidence, accountRecords } from './account.ts';
import { ataEvidence, ataRecords } from './atas.ts';
import { phaxCodeEvidence, phaxCodeRecords } from './phax-codes.ts';
import { blockingRuleEvidence, blockingRuleRecords } from './blocking-rules.ts';
import type { ApiVersion, ByVersion, RecordProofs } from './evidence.ts';
import { faxEvidence, faxRecords } from './faxes.ts';
import { phoneNumberEvidence, phoneNumberRecords } from './phone-numbers.ts';
import { portOrderEvidence, portOrderRecords } from './port-orders.ts';
import { all, client, recorded, thirdParty, traffic2017, traffic2021, v1Reference } from './proof.ts';

/** The evidence for every operation, in every version that has it. */
export const operationEvidence: Readonly<Record<OperationId, ByVersion>> = {
  ...faxEvidence,
  ...phoneNumberEvidence,
  ...accountEvidence,
  ...ataEvidence,
  ...portOrderEvidence,
  ...phaxCodeEvidence,
  ...blockingRuleEvidence,
};

/** The fields that surround records. */
const envelopes = {
  v1: {
    Answer: {
      ...all(v1Reference, 'success', 'message', 'data', 'paging'),
      faxId: client('Ruby client 0.5, of send'),
    },
    Failure: all(thirdParty('a captured answer to faxStatus'), 'success', 'message'),
    Paging: all(v1Reference, 'max_per_page', 'page', 'total_pages', 'total_results'),
  },
  v2: {
    Answer: all(traffic2017, 'success', 'message', 'data', 'paging'),
    Failure: all(recorded('a 404 of v2.1, of June 2021'), 'success', 'message'),
    Paging: all(traffic2017, 'total', 'per_page', 'page'),
  },
  'v2.1': {
    Answer: all(traffic2021, 'success', 'message', 'data', 'paging'),
    Failure: all(recorded('a 404 of June 2021'), 'success', 'message'),
    Paging: all(traffic2021, 'total', 'per_page', 'page'),
  },
};

/** The evidence for every field of responses; `Answer` is the envelope around the records. */
export const recordEvidence: Readonly<Record<ApiVersion, RecordProofs>> = {
  v1: { ...envelopes.v1, ...faxRecords.v1, ...phoneNumberRecords.v1, ...accountRecords.v1, ...phaxCodeRecords.v1 },
  v2: { ...envelopes.v2, ...faxRecords.v2, ...phoneNumberRecords.v2, ...accountRecords.v2, ...phaxCodeRecords.v2 },
  'v2.1': {
    ...envelopes['v2.1'],
    ...faxRecords['v2.1'],
    ...phoneNumberRecords['v2.1'],
    ...accountRecords['v2.1'],
    ...ataRecords['v2.1'],
    ...portOrderRecords['v2.1'],
    ...phaxCodeRecords['v2.1'],
    ...blockingRuleRecords['v2.1'],
  },
};
