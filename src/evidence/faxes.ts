import type { ByVersion, OperationEvidence } from './evidence.ts';
import { pageParameters, rangeParameters, v1PageParameters, v1RangeParameters } from './proof.ts';
import {
  all,
  assumed,
  client,
  documented,
  recorded,
  rubyV1,
  traffic2017,
  traffic2021,
  v1Reference,
  v2Reference,
} from './proof.ts';
import type { Proof } from './proof.ts';

const file113 = assumed('the text of fax error 113, the only one known to say this');
const isError = client('the Java client expects an error');

const v1 = (parameters: OperationEvidence['parameters'], call = v1Reference, message: Proof | null = call) => ({
  v1: { call, message, parameters },
});

/** Recorded in 2017 by v2 and in 2021 by v2.1. */
const both = (rest: Omit<OperationEvidence, 'call' | 'message'> & { message?: null }) => ({
  v2: { call: traffic2017, message: traffic2017, ...rest },
  'v2.1': { call: traffic2021, message: traffic2021, ...rest },
});

const path = { id: recorded('v2 and v2.1 traffic') };

const sendParameters = {
  ...all(v2Reference, 'to', 'file', 'content_url', 'header_text', 'batch_delay', 'batch_collision_avoidance'),
  ...all(v2Reference, 'callback_url', 'cancel_timeout'),
  ...all(client('Ruby, Node, Java and Python clients'), 'tag', 'caller_id', 'test_fail'),
  direction: assumed('only direction=received is recorded, which receives a fax'),
};

const receiveParameters = {
  ...all(traffic2021, 'direction', 'file'),
  ...all(client('Ruby and Java clients'), 'from_number', 'to_number'),
};

const resendRefusals = {
  not_allowed: { status: assumed('that it fails is documented, the status is not'), text: file113 },
};

const phpHistory = client('PHP client, until they were removed in 2014');
const batchEvidence = v1(
  { id: phpHistory, ...all(assumed('that the client’s batchId is sent as id is not certain'), 'batchId', 'batch_id') },
  phpHistory,
  assumed('not seen'),
);

export const faxEvidence = {
  sendFax: {
    ...v1({
      ...all(v1Reference, 'to', 'filename', 'header_text', 'string_data', 'string_data_type', 'batch', 'batch_delay'),
      ...all(v1Reference, 'batch_collision_avoidance', 'callback_url', 'cancel_timeout', 'tag', 'caller_id'),
      test_fail: v1Reference,
    }),
    ...both({ parameters: sendParameters }),
  },
  receiveFax: {
    ...v1(all(rubyV1, 'filename', 'from_number', 'to_number'), rubyV1),
    ...both({ parameters: receiveParameters }),
  },
  listFaxes: {
    ...v1({ ...v1RangeParameters, ...all(v1Reference, 'status', 'number', 'tag'), ...v1PageParameters }),
    ...both({
      parameters: {
        ...rangeParameters,
        ...pageParameters,
        ...all(v2Reference, 'direction', 'status', 'phone_number', 'tag'),
      },
    }),
  },
  getFax: { ...v1({ id: v1Reference }), ...both({ parameters: path }) },
  cancelFax: {
    ...v1({ id: rubyV1 }, rubyV1),
    ...both({
      parameters: path,
      refusals: { not_allowed: { status: isError, text: assumed('the text of fax error 79, which fits') } },
    }),
  },
  resendFax: {
    ...v1(
      { id: rubyV1, callback_url: assumed('as in v2; the v1 client sends the id alone') },
      client('Ruby client 0.5, its live test'),
    ),
    ...both({
      parameters: { ...path, callback_url: documented('v2.1 reference, resend') },
      refusals: resendRefusals,
    }),
  },
  deleteFax: {
    ...v1(all(v1Reference, 'id', 'files_only')),
    ...both({
      parameters: path,
      refusals: {
        not_allowed: {
          status: assumed('that only test faxes can be deleted is documented, the status is not'),
          text: assumed('not seen'),
        },
      },
    }),
  },
  getFaxFile: {
    ...v1(all(client('Ruby client 0.5, PHP client 1.0'), 'id', 'type'), rubyV1, null),
    ...both({ message: null, parameters: { ...path, thumbnail: client('Ruby, PHP and Python clients') } }),
  },
  deleteFaxFile: both({ parameters: path }),
  fireBatch: batchEvidence,
  closeBatch: batchEvidence,
} as const satisfies Record<string, ByVersion>;

const failureFields = ['error_id', 'error_type', 'error_message'] as const;
const faxFields = [
  'id',
  'direction',
  'num_pages',
  'status',
  'is_test',
  'created_at',
  'caller_id',
  'from_number',
  'completed_at',
  'cost',
  'tags',
  'recipients',
  'to_number',
  ...failureFields,
] as const;
const recipientFields = [
  'phone_number',
  'status',
  'retry_count',
  'completed_at',
  'bitrate',
  'resolution',
  ...failureFields,
] as const;

export const faxRecords = {
  v1: {
    Fax: {
      ...all(v1Reference, 'id', 'num_pages', 'cost', 'direction', 'status', 'is_test', 'requested_at', 'completed_at'),
      ...all(v1Reference, 'recipients', 'from_number', 'to_number', 'caller_id', 'tags'),
      ...all(v1Reference, 'error_id', 'error_type', 'error_code'),
    },
    Recipient: {
      ...all(v1Reference, 'number', 'status', 'retry_count', 'bitrate', 'resolution', 'completed_at'),
      ...all(client('official apps Phax Machine and FaxBox'), 'error_type', 'error_code'),
      error_id: v1Reference,
    },
    NewFax: { faxId: v1Reference },
  },
  v2: {
    Fax: all(traffic2017, ...faxFields),
    Recipient: all(traffic2017, ...recipientFields),
    NewFax: { id: traffic2017 },
  },
  'v2.1': {
    Fax: {
      ...all(traffic2021, ...faxFields, 'caller_name', 'barcodes'),
      recipients: recorded('v2.1 traffic of 2021 for sent faxes; the null of received ones v2 traffic of 2017'),
    },
    Recipient: all(traffic2021, ...recipientFields),
    Barcode: all(client('Java and .NET clients'), 'type', 'page', 'value', 'identifier', 'metadata'),
    NewFax: { id: traffic2021 },
  },
};
