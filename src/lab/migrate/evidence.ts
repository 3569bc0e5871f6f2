import type { FaxRecord, RequestRecord, SettingsRecord, WebhookRecord } from '../../control/client/named-types.ts';
import type { WorldHandle } from '../../control/client/world-handle.ts';
import { controlEffects, isOfProgram } from '../achievements/of-controls.ts';
import type { CauseReader, ControlEffects } from '../achievements/of-controls.ts';
import { allRequests, emptyStart, newFaxes } from '../achievements/run-record.ts';

/** A fax of a world, in terms of v3. */
export interface KnownFax extends Pick<FaxRecord, 'callback_url' | 'caller_id' | 'header_text' | 'tags'> {
  /** The v3 id of each recipient; a received fax has one. */
  readonly ids: readonly string[];
  /** The numbers that the fax goes to. */
  readonly to: readonly string[];
  /** Whether a call failed on the line and was not retried, without a control call that ended it. */
  readonly isGivenUpAtOnce: boolean;
}

/** The evidence that a world has about a program. */
export interface WorldEvidence {
  /** The name of the world: `a busy line`; null for the only world. */
  readonly name: string | null;
  readonly projectId: string;
  /** The requests of the program, oldest first. */
  readonly requests: readonly RequestRecord[];
  /** The webhooks that are evidence about the program. */
  readonly webhooks: readonly WebhookRecord[];
  readonly faxes: ReadonlyMap<number, KnownFax>;
  readonly settings: Pick<SettingsRecord, 'send_callback_url' | 'receive_callback_url' | 'fax_retries'>;
  /** The number of requests from the console, which are not the program's. */
  readonly ofConsole: number;
  /** The sent faxes that are not the program's. */
  readonly sentByControls: ControlEffects['sent'];
  /** How many sent webhooks are no evidence, because the console or control calls caused them. */
  readonly webhooksOfControls: number;
  /** How many requests the journal has dropped. */
  readonly dropped: number;
}

const webhooksMax = 20_000;

/** The control calls that read the evidence of a world. */
export interface WorldReader {
  readonly worlds: Pick<WorldHandle['worlds'], 'show'>;
  readonly requests: Pick<WorldHandle['requests'], 'list'>;
  readonly webhooks: Pick<WorldHandle['webhooks'], 'list'>;
  readonly faxes: Pick<WorldHandle['faxes'], 'list'> & CauseReader['faxes'];
  readonly activity: CauseReader['activity'];
  readonly settings: Pick<WorldHandle['settings'], 'show'>;
}

export async function readWorld(world: WorldReader, name: string | null = null): Promise<WorldEvidence> {
  const [shown, { requests, ofConsole, dropped }, logged, faxes, settings] = await Promise.all([
    world.worlds.show(),
    allRequests(world),
    world.webhooks.list({ limit: webhooksMax }),
    newFaxes(world, emptyStart),
    world.settings.show(),
  ]);
  const webhooks = logged.filter(({ of_fixture: isOfFixture }) => !isOfFixture); // a fixture's went to no program
  const posted = webhooks.filter(({ url, attempts }) => url !== null && attempts.length > 0);
  const receivers = new Set(posted.map(({ fax_id: id }) => id));
  const told = faxes.filter(({ id }) => receivers.has(id));
  const effects = await controlEffects(world, { faxes: told, requests, ofConsole });
  const own = webhooks.filter(isOfProgram(effects));
  return {
    name,
    projectId: shown.project_id,
    requests,
    webhooks: own,
    faxes: new Map(faxes.map((fax) => [fax.id, knownFax(fax, effects.ended.has(fax.id))])),
    settings,
    ofConsole: ofConsole.length,
    sentByControls: effects.sent,
    webhooksOfControls: posted.filter((webhook) => !own.includes(webhook)).length,
    dropped,
  };
}

const knownFax = (fax: FaxRecord, isEndedByCall: boolean): KnownFax => ({
  ...fax,
  ids: fax.v3_ids,
  to: fax.recipients.map(({ number }) => number),
  isGivenUpAtOnce:
    !isEndedByCall &&
    fax.recipients.some(
      ({ status, error, retry_count: retries }) => status === 'failure' && error?.type === 'lineError' && retries === 0,
    ),
});
