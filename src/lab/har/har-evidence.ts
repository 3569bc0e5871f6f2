import { isPlainObject } from '../../model/shared/objects.ts';
import type { Mapping } from '../../model/shared/objects.ts';
import { asNumber, asText } from '../../model/shared/conversion.ts';
import { accountDefaults } from '../../model/domain/account.ts';
import { webhookEvents } from '../../model/domain/webhook.ts';
import { hideInText } from '../../control/hidden-credentials.ts';
import type { HarDocument } from '../../control/har/har-document.ts';
import type { HarWebhook } from '../../control/har/har-webhooks.ts';
import { readHar } from '../../control/har/read-har.ts';
import type { WebhookRecord } from '../../control/client/named-types.ts';
import type { WorldHandle } from '../../control/client/world-handle.ts';
import { withoutCredentials } from '../../worlds/journal/redaction.ts';
import { isOfProgram } from '../achievements/of-controls.ts';
import { readWorld } from '../migrate/evidence.ts';
import type { KnownFax, WorldEvidence } from '../migrate/evidence.ts';
import { groupBy } from '../../model/shared/objects.ts';
import { faxesSeen } from './seen-faxes.ts';

interface HarEvidence {
  readonly evidence: WorldEvidence;
  /** The parts that were left out, or that this HAR file lacks, in words. */
  readonly leftOut: readonly string[];
  /** The parts that HAR files of this kind never have, in words. */
  readonly unknown: readonly string[];
}

/**
 * The evidence in a HAR file. An otherwise empty world imports its requests into the journal, so that the report is the same as for
 * a world.
 */
export async function evidenceOfHar(
  har: HarDocument,
  world: WorldHandle,
  hosts: readonly string[],
): Promise<HarEvidence> {
  const { webhooks, leftOut } = readHar(har, hosts);
  await world.requests.import({ ...har, hosts });
  const read = await readWorld(world);
  const own = har.log._faxsim;
  const all = webhookRecords(webhooks);
  const records = all.filter(isOfProgram({ sent: read.sentByControls }));
  const evidence = {
    ...read,
    webhooks: records,
    webhooksOfControls: all.length - records.length,
    ...(own === undefined ? foreign(read, records) : ownFacts(own)),
  };
  const unknown = 'the settings of the account, and the ids of its faxes in v3: no HAR has them';
  return { evidence, leftOut, unknown: own === undefined ? [unknown] : [] };
}

type Facts = Pick<WorldEvidence, 'projectId' | 'faxes' | 'settings' | 'dropped'>;

/** Placeholders, such as `{id}`, for facts that only a simulator knows. */
const foreign = ({ requests }: Pick<WorldEvidence, 'requests'>, webhooks: readonly WebhookRecord[]): Facts => ({
  projectId: '{projectId}',
  faxes: faxesSeen(requests, webhooks),
  settings: { send_callback_url: null, receive_callback_url: null, fax_retries: accountDefaults.faxRetries },
  dropped: 0,
});

/** The facts in the fields that faxsim adds to its own HAR files. */
function ownFacts({ project_id: project, faxes, settings, dropped }: Mapping): Facts {
  const known = Array.isArray(faxes) ? faxes.filter(isPlainObject) : [];
  const values = isPlainObject(settings) ? settings : {};
  const url = (name: string): string | null => (typeof values[name] === 'string' ? values[name] : null);
  return {
    projectId: asText(project ?? '{projectId}'),
    faxes: new Map(known.map((fax) => [asNumber(fax['id']), knownFax(fax)])),
    settings: {
      send_callback_url: url('send_callback_url'),
      receive_callback_url: url('receive_callback_url'),
      fax_retries: asNumber(values['fax_retries'] ?? accountDefaults.faxRetries),
    },
    dropped: asNumber(dropped ?? 0),
  };
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(asText) : []);
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const knownFax = (fax: Mapping): KnownFax => ({
  ids: texts(fax['v3_ids']),
  to: texts(fax['to']),
  callback_url: textOrNull(fax['callback_url']),
  caller_id: textOrNull(fax['caller_id']),
  header_text: textOrNull(fax['header_text']),
  tags: isPlainObject(fax['tags'])
    ? Object.fromEntries(Object.entries(fax['tags']).map(([name, value]) => [name, asText(value)]))
    : {},
  isGivenUpAtOnce: fax['fails_at_once'] === true,
});

/** Groups attempts into deliveries, by the id of the delivery or by equal content. */
function webhookRecords(webhooks: readonly HarWebhook[]): WebhookRecord[] {
  const groups = groupBy(webhooks, ({ delivery, fax, url, fields }) =>
    delivery === undefined ? `${fax} ${fields['event_type'] ?? fields['event'] ?? ''} ${url}` : `${delivery}`,
  );
  return [...groups.values()].map((attempts, index) => webhookRecord(attempts, index + 1));
}

function webhookRecord(attempts: readonly [HarWebhook, ...HarWebhook[]], nth: number): WebhookRecord {
  const [first] = attempts;
  const { delivery, fax, url, fields, at, isByControl } = first;
  const event = webhookEvents.find((known) => known === fields['event_type']) ?? 'fax_completed';
  const last = attempts.at(-1)?.answer;
  return {
    id: delivery ?? nth,
    created_at: new Date(at).toISOString(),
    event,
    fax_id: fax ?? 0,
    numbers: [],
    url: url === 'about:blank' ? null : hideInText(withoutCredentials(url)),
    format: null,
    by_control: isByControl,
    of_fixture: false,
    redelivery_of: null,
    former_retry_at: null,
    state: last !== null && last !== undefined && last.status < 300 ? 'delivered' : 'failed',
    due_at: null,
    attempts: attempts.map(attemptOf),
  };
}

const attemptOf = ({
  at,
  tookMs,
  fields,
  files,
  signature,
  answer,
}: HarWebhook): WebhookRecord['attempts'][number] => ({
  at: new Date(at).toISOString(),
  took_ms: tookMs,
  fields: { ...fields },
  files: files.map((file) => ({ ...file, type: '', sha1: '' })),
  // A recording does not say what was signed.
  signature: signature === null ? null : { value: signature, signed: '' },
  answer,
  failure: answer === null ? 'no answer came' : null,
  rule: null,
  by_rule: false,
  rule_did: [],
  forgery: null,
});
