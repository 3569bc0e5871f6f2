import type { FaxRecord, RequestList, WebhookRecord } from '../../src/control/client/named-types.ts';
import { signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { ask, baseUrl, callService } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { pluralize, timeText } from '../format.ts';
import { phoneText } from '../../src/model/numbering/e164.ts';
import { ofFax, useResource } from '../resource.ts';
import { go } from '../router.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Copy } from '../ui/copy.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { Link } from '../ui/link.tsx';
import { Part, Separator } from '../ui/split.tsx';
import { Failed, Loading } from '../ui/states.tsx';
import { comingText, LongTime } from '../ui/times.tsx';
import { toast } from '../ui/toast.tsx';
import { curlOf } from './curl.ts';
import { DetailHead } from './detail-head.tsx';
import { FaxBatch } from './fax-batch.tsx';
import { Barcodes, Details } from './fax-facts.tsx';
import { ErrorField, useErrors } from './fax-fields.tsx';
import { FaxTimeline } from './fax-timeline.tsx';
import { FaxPictures } from './fax-pictures.tsx';
import { faxStatuses, isOnItsWay, otherEnd, ownEnd, recipientStatus } from './fax-words.ts';
import { responseStatus } from './request-words.ts';
import { shownState } from './webhook-words.ts';

export function FaxDetail({ id }: { readonly id: string }) {
  const number = Number(id);
  const options = { changedBy: ofFax(number) };
  const fax = useResource(id, (signal) => ask<FaxRecord>(`/faxes/${encodeURIComponent(id)}`, { signal }), options);
  const requests = useResource(
    id,
    (signal) => ask<RequestList>('/requests', { input: { fax: id, limit: 50 }, signal }),
    options,
  );
  const webhooks = useResource(
    id,
    (signal) => ask<readonly WebhookRecord[]>('/webhooks', { input: { fax: id, limit: 100 }, signal }),
    options,
  );
  if (fax.error !== undefined) return <MissingFax id={id} fax={fax} />;
  if (fax.data === undefined) return <Loading what={`fax ${id}`} />;
  return (
    <article class="detail">
      <Head fax={fax.data} />
      <Actions fax={fax.data} onChange={fax.reload} />
      <div class="detail-columns moved">
        <FaxPictures fax={fax.data} />
        <Separator name="pages" label="Width of the pages" least={200} />
        <div>
          <FaxTimeline id={fax.data.id} />
          <FaxBatch fax={fax.data} />
          <Recipients fax={fax.data} />
          <Details fax={fax.data} />
          <Barcodes fax={fax.data} />
          <Part title="Requests">
            <RequestTable requests={requests.data?.requests} />
          </Part>
          <Part title="Webhooks">
            <WebhookTable webhooks={webhooks.data} />
          </Part>
        </div>
      </div>
    </article>
  );
}

function MissingFax({ id, fax }: { readonly id: string; readonly fax: ReturnType<typeof useResource<FaxRecord>> }) {
  if (fax.error === undefined) return null;
  return (
    <article class="detail">
      <DetailHead title={`Fax ${id}`} />
      <Failed error={fax.error} onRetry={fax.reload} />
    </article>
  );
}

function Head({ fax }: { readonly fax: FaxRecord }) {
  const { id, direction, status, error, is_test: isTest, created_at: at } = fax;
  const { tone, word } = faxStatuses[status];
  return (
    <>
      <DetailHead
        title={otherEnd(fax)}
        status={
          <>
            {isTest && <span class="tag">test</span>}
            <Badge tone={tone}>{word}</Badge>
          </>
        }
      >
        {direction === 'sent' ? 'Sent' : 'Received'} {ownEnd(fax)}&nbsp;·{' '}
        <span class="unbroken">
          Fax {id}
          <Copy text={String(id)} what="the id of the fax" /> ·
        </span>{' '}
        <LongTime at={at} />
      </DetailHead>
      {error !== null && (
        <p class="problem">
          <strong>{error.message}</strong> {error.type}, error {error.id}
        </p>
      )}
    </>
  );
}

interface ActionsProps {
  readonly fax: FaxRecord;
  readonly onChange: () => void;
}

/** All that can be done with a fax in its state. */
function Actions({ fax, onChange }: ActionsProps) {
  const dialog = useMemo(() => signal<'fail' | 'delete' | undefined>(undefined), []);
  const { id, is_test: isTest, direction, file } = fax;
  const path = `/faxes/${id}`;
  const does = (work: () => Promise<unknown>, done: string) => async (): Promise<void> => {
    await work();
    toast(done);
    onChange();
  };
  const change = (method: 'POST' | 'PATCH', at: string, input: object) => () =>
    ask(at, { method, input: { ...input } });
  const serve = (action: string) => () => callService(`/v2.1/faxes/${id}/${action}`, { isTest });
  const onItsWay = isOnItsWay(fax);
  return (
    <div class="actions" role="group" aria-label="Actions">
      {onItsWay && (
        <>
          <Button kind="primary" onClick={does(change('POST', `${path}/finish`, {}), `Fax ${id} is finished`)}>
            Finish now
          </Button>
          <Button onClick={() => (dialog.value = 'fail')}>Fail with…</Button>
          {direction === 'sent' && (
            <Button onClick={does(serve('cancel'), `Fax ${id} is being cancelled`)}>Cancel</Button>
          )}
        </>
      )}
      {direction === 'sent' && !onItsWay && file === 'stored' && (
        <Button onClick={() => resend(id, isTest)}>Resend</Button>
      )}
      {file === 'stored' && (
        <Button onClick={does(change('PATCH', path, { file_state: 'deleted' }), `The file of fax ${id} is deleted`)}>
          Drop the stored file
        </Button>
      )}
      <Copy what="the curl command" text={() => curlText(id, isTest)}>
        curl
      </Copy>
      <Copy what="the link to this page" text={() => location.href}>
        Link
      </Copy>
      <Button kind="danger" onClick={() => (dialog.value = 'delete')}>
        Delete…
      </Button>
      {dialog.value === 'fail' && <FailDialog id={id} onDone={onChange} onClose={() => (dialog.value = undefined)} />}
      {dialog.value === 'delete' && <DeleteDialog id={id} onClose={() => (dialog.value = undefined)} />}
    </div>
  );
}

async function resend(id: number, isTest: boolean): Promise<void> {
  const { data } = await callService(`/v2.1/faxes/${id}/resend`, { isTest });
  const newId = typeof data === 'object' && data !== null && 'id' in data ? String(data.id) : undefined;
  toast(`Fax ${id} is sent again as fax ${newId ?? ''}`);
  if (newId !== undefined) go({ id: newId });
}

async function curlText(id: number, isTest: boolean): Promise<string> {
  const { credentials } = await ask<AnswerOf<'worlds', 'show'>>('/world');
  const { key, secret } = isTest ? credentials.test : credentials.live;
  return curlOf({ url: `${baseUrl()}/v2.1/faxes/${id}`, user: `${key}:${secret}` });
}

interface FaxDialogProps {
  readonly id: number;
  readonly onClose: () => void;
}

function FailDialog({ id, onDone, onClose }: FaxDialogProps & { readonly onDone: () => void }) {
  const errors = useErrors('sent');
  const fail = async (form: FormData): Promise<void> => {
    await ask(`/faxes/${id}/finish`, { method: 'POST', input: { status: 'failure', error: form.get('error') } });
    toast(`Fax ${id} failed`);
    onDone();
  };
  return (
    <FormDialog title={`Fail fax ${id}`} submit="Fail" isDanger onSubmit={fail} onClose={onClose}>
      <p>The fax ends now with this error, and its webhook is delivered.</p>
      <ErrorField label="Error" errors={errors} />
    </FormDialog>
  );
}

function DeleteDialog({ id, onClose }: FaxDialogProps) {
  const remove = async (): Promise<void> => {
    await ask(`/faxes/${id}`, { method: 'DELETE' });
    toast(`Fax ${id} is deleted`);
    go({ id: undefined });
  };
  return (
    <FormDialog title={`Delete fax ${id}`} submit="Delete" isDanger onSubmit={remove} onClose={onClose}>
      <p>The fax and its file are removed from this world. A reset of the world brings back what its fixture had.</p>
    </FormDialog>
  );
}

function Recipients({ fax }: { readonly fax: FaxRecord }) {
  if (fax.recipients.length === 0) return null;
  return (
    <Part title={pluralize(fax.recipients.length, 'recipient')}>
      <ul class="rows">
        {fax.recipients.map((to) => {
          const { tone, word } = recipientStatus(to);
          return (
            <li key={to.number}>
              <span>
                {phoneText(to.number)}
                {to.retry_count > 0 && (
                  <span class="muted"> · {pluralize(to.retry_count, 'retry').replace('retrys', 'retries')}</span>
                )}
                {to.error !== null && <span class="muted"> · {to.error.message}</span>}
              </span>
              <Badge tone={tone}>{word}</Badge>
            </li>
          );
        })}
      </ul>
    </Part>
  );
}

function RequestTable({ requests }: { readonly requests: RequestList['requests'] | undefined }) {
  if (requests === undefined) return <Loading what="requests" />;
  if (requests.length === 0) return <p class="muted">No recorded request made or read this fax.</p>;
  return (
    <ul class="rows">
      {requests.toReversed().map((request) => {
        const { id, method, path, at } = request;
        const { tone, word } = responseStatus(request);
        return (
          <li key={id}>
            <span>
              <Link to={{ screen: 'requests', id: String(id) }}>
                <code>
                  {method} {path}
                </code>
              </Link>{' '}
              <span class="muted">
                request {id} · {timeText(at)}
              </span>
            </span>
            <Badge tone={tone}>{word}</Badge>
          </li>
        );
      })}
    </ul>
  );
}

function WebhookTable({ webhooks }: { readonly webhooks: readonly WebhookRecord[] | undefined }) {
  if (webhooks === undefined) return <Loading what="webhooks" />;
  if (webhooks.length === 0) return <p class="muted">This fax has caused no webhook.</p>;
  return (
    <ul class="rows">
      {webhooks.toReversed().map((webhook) => {
        const { id, event, url, attempts, due_at: due } = webhook;
        const { tone, word } = shownState(webhook);
        return (
          <li key={id}>
            <span>
              <Link to={{ screen: 'webhooks', id: String(id) }}>
                <code>{event}</code>
              </Link>{' '}
              <span class="muted">
                webhook {id} · {url ?? 'no URL: only recorded'}
                {attempts.length > 1 && ` · ${pluralize(attempts.length, 'attempt')}`}
                {due !== null && ` · ${comingText(due)}`}
                {attempts.at(-1)?.failure && ` · ${attempts.at(-1)?.failure ?? ''}`}
              </span>
            </span>
            <Badge tone={tone}>{word}</Badge>
          </li>
        );
      })}
    </ul>
  );
}
