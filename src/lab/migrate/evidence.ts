import type { FaxRecord, RequestRecord, SettingsRecord, WebhookRecord } from '../../control/client/named-types.ts';
import type { WorldHandle } from '../../control/client/world-handle.ts';
import { allRequests, emptyStart, newFaxes } from '../achievements/run-record.ts';

/** A fax of a world, in terms of v3. */
export interface KnownFax extends Pick<FaxRecord, 'callback_url' | 'caller_id' | 'header_text' | 'tags'> {
  /** The v3 id of each recipient; a received fax has one. */
  readonly ids: readonly string[];
  /** The numbers that it goes to. */
  readonly to: readonly string[];
  /** Whether a call failed on the line and was not retried. */
  readonly isGivenUpAtOnce: boolean;
}

/** The evidence that a world has about a program. */
export interface WorldEvidence {
  /** The name of the world: `a busy line`; null for the only world. */
  readonly name: string | null;
  readonly projectId: string;
  /** The requests of the program, oldest first. */
  readonly requests: readonly RequestRecord[];
  readonly webhooks: readonly WebhookRecord[];
  readonly faxes: ReadonlyMap<number, KnownFax>;
  readonly settings: Pick<SettingsRecord, 'send_callback_url' | 'receive_callback_url' | 'fax_retries'>;
  /** How many requests the console sent, which are none of the program's. */
  readonly ofConsole: number;
  /** How many requests the journal has dropped. */
  readonly dropped: number;
}

const webhooksMax = 20_000;

/** The control calls that read the evidence of a world. */
export interface WorldReader {
  readonly worlds: Pick<WorldHandle['worlds'], 'show'>;
  readonly requests: Pick<WorldHandle['requests'], 'list'>;
  readonly webhooks: Pick<WorldHandle['webhooks'], 'list'>;
  readonly faxes: Pick<WorldHandle['faxes'], 'list'>;
  readonly settings: Pick<WorldHandle['settings'], 'show'>;
}

export async function readWorld(world: WorldReader, name: string | null = null): Promise<WorldEvidence> {
  const [shown, { requests, ofConsole, dropped }, webhooks, faxes, settings] = await Promise.all([
    world.worlds.show(),
    allRequests(world),
    world.webhooks.list({ limit: webhooksMax }),
    newFaxes(world, emptyStart),
    world.settings.show(),
  ]);
  return {
    name,
    projectId: shown.project_id,
    requests,
    webhooks,
    faxes: new Map(faxes.map((fax) => [fax.id, knownFax(fax)])),
    settings,
    ofConsole: ofConsole.length,
    dropped,
  };
}

const knownFax = (fax: FaxRecord): KnownFax => ({
  ...fax,
  ids: fax.v3_ids,
  to: fax.recipients.map(({ number }) => number),
  isGivenUpAtOnce: fax.recipients.some(
    ({ status, error, retry_count: retries }) => status === 'failure' && error?.type === 'lineError' && retries === 0,
  ),
});
