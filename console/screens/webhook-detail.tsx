import type { WebhookRecord } from '../../src/control/client/named-types.ts';
import { useMemo, useRef } from 'preact/hooks';
import { ask } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { speed } from '../clock.ts';
import { pluralize, zonedText } from '../format.ts';
import { useResource } from '../resource.ts';
import { useKeys } from '../keys.ts';
import { goTo, useOpenActions } from '../open-actions.ts';
import { go, route } from '../router.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Copy, writeClipboard } from '../ui/copy.tsx';
import { Link } from '../ui/link.tsx';
import { Loading } from '../ui/states.tsx';
import { lazy } from '../ui/lazy.tsx';
import { isPrinted } from '../ui/printing.ts';
import { Id, SubLine } from '../ui/sub-line.tsx';
import { comingText, LongTime } from '../ui/times.tsx';
import { DetailHead } from './detail-head.tsx';
import { FaxLink } from './fax-deletion.tsx';
import { MissingRecord } from './missing-record.tsx';
import { WebhookBand } from './webhook-band.tsx';
import { AttemptRequest, isRaw } from './webhook-request.tsx';
import { AllResponses, Response } from './webhook-response.tsx';
import type { ResponseProps } from './webhook-response.tsx';
import { openEdit, openEvent, openScenarios, openUrlCheck } from './webhook-dialog.ts';
import { redeliver, tellAnswers } from './redelivery.ts';
import { V3Ids } from './v3-ids.tsx';
import { HostNote, LaterDelivery } from './webhook-later.tsx';
import { AttemptMatrix } from './webhook-matrix.tsx';
import { isDropped } from './webhook-attempt.ts';
import { faxWords, shownState } from './webhook-words.ts';
import type { Attempt } from './webhook-attempt.ts';

const WebhookSignature = lazy('the signature', async () => (await import('./webhook-signature.tsx')).WebhookSignature);

export function WebhookDetail({ id }: { readonly id: string }) {
  const number = Number(id);
  const found = useResource(
    id,
    async (signal) => {
      const input = { after: Math.max(number - 1, 0), limit: 1 };
      const [webhook] = await ask<AnswerOf<'webhooks', 'list'>>('/webhooks', { input, signal });
      return webhook?.id === number ? webhook : null;
    },
    { changedBy: (event) => event.kind === 'webhook' || (event.kind === 'fax' && event.action === 'deleted') },
  );
  const { data: webhook } = found;
  const wasThere = useRef(false);
  if (webhook) wasThere.current = true;
  if (found.error !== undefined || webhook === null) {
    return (
      <MissingRecord of="webhook" id={id} error={found.error} onRetry={found.reload} wasThere={wasThere.current} />
    );
  }
  if (webhook === undefined) return <Loading what={`webhook ${id}`} />;
  return <LoadedWebhook webhook={webhook} />;
}

function LoadedWebhook({ webhook }: { readonly webhook: WebhookRecord }) {
  const { id, event, fax_id: fax, created_at: at, attempts } = webhook;
  const { tone, word } = shownState(webhook);
  const attemptNumber = Number(route.value.query['attempt'] ?? '');
  const number = attemptNumber > 0 ? Math.min(attemptNumber, attempts.length) : attempts.length; // the latest, even if more attempts follow
  const attempt = attempts[number - 1];
  return (
    <article class="detail">
      <DetailHead title={`${event} of fax ${fax}`} status={<Badge tone={tone}>{word}</Badge>}>
        <SubLine
          of={[
            <Id of="Webhook" id={id} what="the id of the webhook" />,
            <LongTime at={at} />,
            <FaxLink fax={fax} isGone={webhook.numbers.length === 0} />,
            webhook.redelivery_of !== null && (
              <Link to={{ screen: 'webhooks', id: String(webhook.redelivery_of) }}>
                Redelivery of {webhook.redelivery_of}
              </Link>
            ),
            webhook.of_fixture && 'Of the fixture of this world',
            webhook.format !== null && `Form of ${webhook.format}`,
            <V3Ids fax={fax} />,
            !isPrinted.value && (
              <Link to={{ screen: 'requests', query: { fax: String(fax) } }}>Requests about this fax</Link>
            ),
          ]}
        />
      </DetailHead>
      <NextStep webhook={webhook} chosen={attempt} />
      <Actions webhook={webhook} />
      <AttemptMatrix webhook={webhook} selected={number} />
      {attempt !== undefined && <ShownAttempt webhook={webhook} attempt={attempt} number={number} />}
    </article>
  );
}

interface NextStepProps {
  readonly webhook: WebhookRecord;
  /** Undefined before the first attempt. */
  readonly chosen: Attempt | undefined;
}

/** The fate of the chosen attempt, then that of the webhook: whether it was given up, and the time of the next attempt. */
function NextStep({ webhook, chosen }: NextStepProps) {
  const { attempts, due_at: due } = webhook;
  const last = attempts.at(-1);
  return (
    <>
      {webhook.url === null && <NoUrl />}
      {chosen !== undefined && <WebhookBand webhook={webhook} attempt={chosen} />}
      {last !== undefined && webhook.state === 'failed' && isOwnFailure(last) && (
        <p class="next-attempt">
          <strong>Given up</strong> after {pluralize(attempts.length, 'attempt')}, the last at {zonedText(last.at)}.
          Your program did not accept {webhook.event}: fax {webhook.fax_id} {faxWords(webhook)}.
        </p>
      )}
      {due !== null && <Due at={due} isFirst={attempts.length === 0} />}
      {due !== null && <HostNote of={webhook} />}
      {due !== null && attempts.length > 0 && <LaterDelivery of={webhook} />}
      {webhook.former_retry_at !== null && (
        <p class="next-attempt">
          Webhook {webhook.redelivery_of} keeps its own retries: when this one was made, the next was due at{' '}
          {zonedText(webhook.former_retry_at)}.
        </p>
      )}
    </>
  );
}

interface DueProps {
  readonly at: string;
  readonly isFirst: boolean;
}

const Due = ({ at, isFirst }: DueProps) => (
  <p class="next-attempt">
    {isFirst ? 'First attempt' : 'Next retry'} {!isPrinted.value && `${comingText(at)}, `}at {zonedText(at)}
    {speed.value === 0 && '; the clock is frozen'}
  </p>
);

/** Says why a webhook was never sent. */
const NoUrl = () => (
  <p class="problem warning">
    <strong>Never sent: the fax had no URL for webhooks.</strong> Your program can give <code>callback_url</code> with
    the fax. For all faxes, set <SettingLink name="send_callback_url" /> or <SettingLink name="receive_callback_url" />.
    To send this webhook now, redeliver it edited, with a URL.
  </p>
);

const SettingLink = ({ name }: { readonly name: string }) => (
  <Link to={{ screen: 'settings', id: name, query: {} }}>{name}</Link>
);

/** Whether a program or its address failed, not a rule that dropped or forged the attempt. */
const isOwnFailure = (attempt: Attempt): boolean => attempt.forgery === null && !isDropped(attempt);

/** The key that leads from a webhook to its fax. */
function useFaxKey(fax: number): void {
  const keys = useMemo(
    () => [{ keys: 'f', meaning: 'Go to the fax of the webhook', run: () => goTo('faxes', fax) }],
    [fax],
  );
  useKeys(keys);
}

function Actions({ webhook }: { readonly webhook: WebhookRecord }) {
  const { id, url } = webhook;
  const deliverAgain = async (): Promise<void> => {
    const delivery = await redeliver(id);
    tellAnswers([delivery]);
    go({ id: String(delivery.id), query: { ...route.value.query, attempt: '' } });
  };
  useFaxKey(webhook.fax_id);
  useOpenActions([
    { name: `Redeliver webhook ${id}`, run: deliverAgain },
    { name: `Redeliver webhook ${id} edited…`, run: () => openEdit(webhook) },
    { name: `Deliver another event of fax ${webhook.fax_id}…`, run: () => openEvent(webhook) },
    ...(url === null ? [] : [{ name: `Test the URL of webhook ${id}`, run: () => openUrlCheck(url) }]),
    { name: `Open fax ${webhook.fax_id} of webhook ${id}`, run: () => goTo('faxes', webhook.fax_id) },
    { name: `Copy the link to webhook ${id}`, run: () => writeClipboard(location.href) },
  ]);
  return (
    <div class="actions" role="group" aria-label="Actions">
      <Button kind={url === null || webhook.state === 'delivered' ? 'plain' : 'primary'} onClick={deliverAgain}>
        Redeliver
      </Button>
      <Button kind={url === null ? 'primary' : 'plain'} onClick={() => openEdit(webhook)}>
        Redeliver edited…
      </Button>
      <Button onClick={() => openEvent(webhook)}>Another event…</Button>
      {url !== null && <Button onClick={() => openUrlCheck(url)}>Test the URL</Button>}
      <Button onClick={openScenarios}>Faults…</Button>
      <Copy what="the link to this page" text={() => location.href}>
        Link
      </Copy>
    </div>
  );
}

function ShownAttempt(props: ResponseProps) {
  const request = <AttemptRequest key="request" {...props} />;
  return (
    <div class={`detail-columns ${isRaw() ? 'stacked' : 'wide-first'}`}>
      {isRaw() && request}
      <div key="response">
        {isPrinted.value ? <AllResponses of={props.webhook} chosen={props.attempt} /> : <Response {...props} />}
        <WebhookSignature webhook={props.webhook} attempt={props.attempt} />
      </div>
      {!isRaw() && request}
    </div>
  );
}
