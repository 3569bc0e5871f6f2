import type {
  ClockMove,
  FaxList,
  FaxRecord,
  SettingsRecord,
  WebhookRecord,
} from '../../src/control/client/named-types.ts';
import type { ComponentChildren } from 'preact';
import { shownForgery } from '../../src/model/shared/forgery-text.ts';
import { genuineResult } from '../../src/model/shared/webhook-answer.ts';
import { capital } from '../../src/model/shared/words.ts';
import { ask, callService } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { now } from '../clock.ts';
import { scenariosOn } from '../conditions.ts';
import { ofFax, useResource } from '../resource.ts';
import { Code } from '../ui/code.tsx';
import { Link } from '../ui/link.tsx';
import { endText } from './scenario-words.ts';
import type { Attempt } from './webhook-attempt.ts';

/** A change made by a click, and how to undo it. */
export interface Done {
  readonly text: ComponentChildren;
  /** Undoes the change; undefined if nothing changed. */
  readonly undo?: () => Promise<unknown>;
}

const FaxLink = ({ id }: { readonly id: number }) => (
  <Link to={{ screen: 'faxes', id: String(id), query: {} }}>Fax {id}</Link>
);

const deleteFax = (id: number) => () => ask(`/faxes/${id}`, { method: 'DELETE' });

async function receiveFax(): Promise<Done> {
  const { fax } = await ask<AnswerOf<'simulate', 'receive'>>('/receive', { method: 'POST', input: { pages: 2 } });
  if (fax === null) return { text: 'A blocking rule has refused the call.' };
  const text = (
    <>
      <FaxLink id={fax.id} /> has come in, and its webhook is in the log.
    </>
  );
  return { text, undo: deleteFax(fax.id) };
}

/** Sends a fax as a program does. Resolves to its id. */
async function sendFax(to: string): Promise<number> {
  const form = new FormData();
  form.set('to', to);
  form.set('file', new Blob(['A page for you to try.']), 'try.txt');
  const { data } = await callService('/v2.1/faxes', { form });
  return (data as { readonly id: number }).id; // each send response has an id
}

async function sendToBusyLine(): Promise<Done> {
  const id = await sendFax('+12025550117');
  await ask(`/faxes/${id}/finish`, { method: 'POST', input: { error: 17 } });
  const text = (
    <>
      <FaxLink id={id} /> has failed with error 17: the line was busy. See its error as your program does, then resend
      it.
    </>
  );
  return { text, undo: deleteFax(id) };
}

const switchOff = (name: string) => ask('/scenarios', { method: 'POST', input: { off: name } });

/** How long the outage still lasts. */
function OutageEnd() {
  const text = endText(scenariosOn.value.find(({ name }) => name === 'outage')?.end, now.value);
  return text === '' ? null : <strong>It {text === 'over' ? 'is over' : text}.</strong>;
}

async function startOutage(): Promise<Done> {
  await ask('/scenarios', { method: 'POST', input: { on: 'outage' } });
  await callService('/v2.1/account/status', { method: 'GET' }).catch(() => undefined); // the 503 is the point
  const text = (
    <>
      Each call gets 503 for two minutes of the world. <OutageEnd /> Let your program send a fax now:{' '}
      <Link to={{ screen: 'scenarios', id: 'outage', query: {} }}>the verdict</Link> turns to passed when it retries.
      The first <Link to={{ screen: 'requests', query: { status: '503' } }}>refused call</Link> is one of this page.
    </>
  );
  return { text, undo: () => switchOff('outage') };
}

const forged = 'webhook-badly-signed';
const tryToken = 'try-0123456789abcdef0123456789abcdef';

/** Whether the webhooks of a fax have the form of v3. */
const isFaxOfV3 = ({ options }: FaxRecord): boolean => options['sinch'] !== null || options['service'] !== null;

async function forgeWebhook(): Promise<Done> {
  const { faxes } = await ask<FaxList>('/faxes', { input: { limit: 100, status: 'success' } });
  const fax = faxes.find((one) => !isFaxOfV3(one));
  if (fax === undefined) {
    return { text: 'There is no fax yet whose webhook would be signed: receive one first. v3 signs none.' };
  }
  const settings = await ask<SettingsRecord>('/settings');
  const token = (webhook_token: string | null) => ask('/settings', { method: 'PATCH', input: { webhook_token } });
  const isUnsigned = settings.webhook_token === null;
  if (isUnsigned) await token(tryToken);
  await ask('/scenarios', { method: 'POST', input: { on: forged } });
  const webhook = await ask<WebhookRecord>('/webhooks', { method: 'POST', input: { fax: fax.id } });
  const undo = async (): Promise<void> => {
    await switchOff(forged);
    if (isUnsigned) await token(null);
  };
  const text = (
    <>
      <Forged sent={webhook} />{' '}
      {isUnsigned && (
        <>
          Its token is <code>{tryToken}</code>.
        </>
      )}
    </>
  );
  return { text, undo };
}

/** The forged webhook, and the verdict on the program once that has answered. */
function Forged({ sent }: { readonly sent: WebhookRecord }) {
  const { id, fax_id: fax } = sent;
  const read = (signal: AbortSignal) => ask<WebhookRecord>(`/webhooks/${id}`, { signal });
  const { data: webhook = sent } = useResource(`forged ${id}`, read, { changedBy: ofFax(fax) });
  const link = <Link to={{ screen: 'webhooks', id: String(id), query: {} }}>Webhook {id}</Link>;
  if (webhook.url === null) {
    return (
      <>
        {link} is recorded only: set a{' '}
        <Link to={{ screen: 'settings', id: 'send_callback_url', query: {} }}>callback URL</Link>, and your program gets
        it with a wrong signature.
      </>
    );
  }
  const [forgery, genuine] = webhook.attempts;
  if (forgery === undefined) {
    return <>{link} is on its way with a wrong signature: refuse it, and the next attempt is right.</>;
  }
  return (
    <>
      {link}:{' '}
      <strong>{capital(shownForgery(forgery) ?? `no verdict, ${forgery.failure ?? 'it got no answer'}`)}.</strong>{' '}
      {forgery.forgery !== 'accepted' && secondText(genuine)}
    </>
  );
}

/** The fate of the second attempt, which is signed rightly. */
function secondText(attempt: Attempt | undefined): string {
  if (attempt === undefined) return 'The next attempt is right.';
  const result = genuineResult(attempt);
  if (result === undefined) return 'The second attempt, whose signature is right, got no answer.';
  return result === 'accepted'
    ? 'It accepted the second attempt, which has the right signature.'
    : 'It also refused the second attempt, whose signature is right.';
}

const sweepCommand = 'npx faxsim sweep --fixture empty -- npm test';

const sweep = (): Promise<Done> =>
  Promise.resolve({
    text: (
      <>
        <Code what="the command" text={sweepCommand} />
        <p>
          Paste it in the folder of your program, with the command of its tests at the end. Drop the report on{' '}
          <Link to={{ screen: 'sweep', query: {} }}>Sweep</Link>.
        </p>
      </>
    ),
  });

/**
 * Typical calls of a program, including mistakes. Refused ones use v1, which refuses with status 200, so that browsers log no
 * error.
 */
const calls = [
  '/v2.1/faxes?statu=failure',
  '/v2.1/account/status',
  '/v1/faxStatus?id=1',
  '/v2/faxes?per_page=10',
  '/v2.1/phone_numbers?area=202',
  '/v1/faxCancel?id=1',
];

async function makeDay(): Promise<Done> {
  const before = await ask<AnswerOf<'requests', 'list'>>('/requests', { input: { limit: 1 } });
  const first = (before.requests[0]?.id ?? 0) + 1;
  for (const path of calls) await callService(path, { method: 'GET' }).catch(() => undefined); // some are wrong on purpose
  for (const last of ['142', '143', '144']) await sendFax(`+12025550${last}`);
  const { traffic } = await ask<SettingsRecord>('/settings');
  const setTraffic = (rate: string | null) => ask('/settings', { method: 'PATCH', input: { traffic: rate } });
  await setTraffic('2/1h');
  const { happened } = await ask<ClockMove>('/clock', { method: 'POST', input: { advance: '1d' } });
  await setTraffic(traffic);
  const text = (
    <>
      The clock has gone on by a day: {happened.length.toLocaleString('en')} events. See the{' '}
      <Link to={{ screen: 'requests', query: {} }}>requests</Link>, the{' '}
      <Link to={{ screen: 'webhooks', query: {} }}>webhooks</Link> and{' '}
      <Link to={{ screen: 'clock', query: {} }}>what happened</Link>. Undo returns the world to before, also in time.
    </>
  );
  return { text, undo: () => ask('/rewind', { method: 'POST', input: { request: first } }) };
}

/** The things to try: each makes a change, and says how it is undone. */
export const tryRuns = { receiveFax, sendToBusyLine, startOutage, forgeWebhook, sweep, makeDay };
