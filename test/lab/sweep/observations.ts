import type { WebhookRecord } from '../../../src/control/client/named-types.ts';
import type { Point } from '../../../src/lab/sweep/points.ts';
import type { RecordedRequest, RunRecord, SentFax } from '../../../src/lab/achievements/run-record.ts';

export const owned = { phone_numbers: [], port_orders: [], atas: [], phax_codes: [], blocking_rules: [] };

const gone = { phone_numbers: 0, port_orders: 0, atas: 0, phax_codes: 0, blocking_rules: 0 };

const at = '2026-01-01T00:00:00.000Z';

export const nothing: RunRecord = {
  ...{ calls: [], deliveries: [], faxes: [], owned, fired: 1, verdicts: [], now: at },
  ...{
    prepared: new Set(),
    received: [],
    removed: [],
    readBefore: [],
    ends: new Map(),
    paidCents: 0,
    made: owned,
    gone,
    receivedBefore: 0,
    output: '',
    failure: null,
  },
};

/** A point with the given fields, by default the first request that sends a fax. */
export const pointOf = (fields: Partial<Point> = {}): Point => ({
  ...{ kind: 'call', on: 'sendFax', where: {}, nth: 1, ordinal: 1, shape: '', contexts: [] },
  ...{
    isReceived: false,
    hasSeveralRecipients: false,
    isRepeated: false,
    hasWebhook: false,
    needed: fields.where ?? {},
  },
  ...{ isSigned: false, hasCredentials: false, faxId: null, notifiesOf: null, outcome: null },
  ...fields,
});

interface Sent {
  readonly to: string;
  readonly id: number;
  readonly status?: SentFax['status'];
  readonly [param: string]: unknown;
}

/** A fax that was sent, and its webhook. */
export function sentFax({
  id,
  status = 'success',
  ...params
}: Sent): Pick<RunRecord, 'calls' | 'faxes' | 'deliveries'> {
  const call = {
    ...{
      id,
      at,
      took_ms: 1,
      held_until: null,
      request_id: null,
      operation: 'sendFax',
      version: 'v2.1',
      method: 'POST',
      key: 'live',
    },
    ...{
      path: '/v2.1/faxes',
      query: '',
      user_agent: null,
      is_of_console: false,
      params,
      fax_id: id,
      new_fax_ids: [id],
      numbers: [],
      refused: null,
      rule: null,
    },
    ...{ nearest_route: null, lint: [] },
    answer: { status: 200, message: null, type: null, bytes: 0, body: null, body_is_cut: false, broken: null },
  } satisfies RecordedRequest;
  const completed = status === 'success' || status === 'failure' ? at : null;
  const fax = {
    id,
    direction: 'sent',
    status,
    completed_at: completed,
    recipients: [{ number: params.to, status }],
  } as unknown as SentFax;
  const attempt = { at, took_ms: 1, fields: {}, files: [], signature: null, answer: { status: 200, body: '' } };
  const delivery: WebhookRecord = {
    ...{
      id,
      created_at: at,
      event: 'fax_completed',
      fax_id: id,
      numbers: [],
      url: 'http://127.0.0.1/',
      format: null,
      by_control: false,
      of_fixture: false,
      redelivery_of: null,
      former_retry_at: null,
      state: 'delivered',
    },
    ...{
      due_at: null,
      attempts: [{ ...attempt, failure: null, rule: null, by_rule: false, rule_did: [], forgery: null }],
    },
  };
  return { calls: [call], faxes: [fax], deliveries: [delivery] };
}
