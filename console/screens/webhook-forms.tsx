import type { RuleReport, UrlCheck, WebhookRecord } from '../../src/control/client/named-types.ts';
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { ask } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { usefulText } from '../form-text.ts';
import { useResource } from '../resource.ts';
import { go } from '../router.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, Field, FormDialog } from '../ui/dialog.tsx';
import { Link } from '../ui/link.tsx';
import { toastFailure } from '../ui/toast.tsx';
import { indentedJson, joinedJson } from './json-text.ts';
import { redeliver, tellAnswers } from './redelivery.ts';
import { close, open } from './webhook-dialog.ts';
import { webhookScenarios } from './webhook-scenarios.ts';
import { baseName, scenarioText } from '../../src/model/shared/scenario-text.ts';
import { asText } from '../../src/model/shared/conversion.ts';

/** The dialogs of the screen. */
export function WebhookForms() {
  const form = open.value;
  if (form?.form === 'check') return <CheckForm url={form.url} />;
  if (form?.form === 'edit') return <EditForm webhook={form.webhook} />;
  if (form?.form === 'event') return <EventForm webhook={form.webhook} />;
  return form === undefined ? null : <ScenarioForm />;
}

const finding = signal<UrlCheck | undefined>(undefined);

function CheckForm({ url }: { readonly url: string }) {
  const check = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const input = { url: usefulText(new FormData(event.currentTarget), 'url') };
    finding.value = undefined;
    try {
      finding.value = await ask<UrlCheck>('/webhooks/check', { method: 'POST', input });
    } catch (error) {
      finding.value = { is_well: false, found: error instanceof Error ? error.message : asText(error), advice: null };
    }
  };
  const end = (): void => {
    finding.value = undefined;
    close();
  };
  const { value: found } = finding;
  return (
    <Dialog title="Test a URL" onClose={end}>
      <form onSubmit={(event) => void check(event)}>
        <div class="fields">
          <p>The simulator connects to the URL as for a webhook, and sends nothing.</p>
          <Field label="URL">
            <input name="url" type="url" required defaultValue={url} placeholder="http://localhost:3000/fax" />
          </Field>
        </div>
        <div role="status" class="finding">
          {found !== undefined && (
            <>
              <Badge tone={found.is_well ? 'good' : 'bad'}>{found.is_well ? 'reachable' : 'not reachable'}</Badge>
              <p>{found.found}</p>
              {found.advice !== null && <p class="muted">{found.advice}</p>}
            </>
          )}
        </div>
        <footer>
          <Button onClick={end}>Close</Button>
          <Button isSubmit kind="primary">
            Test
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

/** Whether a text needs more than a line. */
const isLong = (text: string): boolean => text.length > 60 || text.includes('\n');

function EditForm({ webhook }: { readonly webhook: WebhookRecord }) {
  const { id, url } = webhook;
  const sent = Object.entries(webhook.attempts.at(-1)?.fields ?? {});
  const send = async (form: FormData): Promise<void> => {
    const changed = sent.flatMap(([name, before]) => {
      const now = form.get(`field ${name}`);
      if (typeof now !== 'string' || joinedJson(now) === joinedJson(before)) return [];
      return [[name, joinedJson(now)] as const];
    });
    const input = { url: changedUrl(form, url), fields: Object.fromEntries(changed) };
    const delivery = await redeliver(id, input);
    tellAnswers([delivery]);
    go({ screen: 'webhooks', id: String(delivery.id) });
  };
  return (
    <FormDialog title={`Redeliver webhook ${id}`} submit="Deliver" onSubmit={send} onClose={close}>
      <p>A new webhook with the changed fields. It is signed with them, as the service would.</p>
      <Field label="URL">
        <input name="url" type="url" defaultValue={url ?? ''} placeholder="http://localhost:3000/fax" />
      </Field>
      {sent.map(([name, text]) => (
        <SentField key={name} name={name} text={indentedJson(text)} />
      ))}
      {sent.length === 0 && <p class="muted">No attempt was made yet, so there are no fields to change.</p>}
    </FormDialog>
  );
}

const mostRows = 16;

/** A field of the message, as high as its text. */
const SentField = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <Field label={name}>
    {isLong(text) ? (
      <textarea
        name={`field ${name}`}
        rows={Math.min(Math.max(text.split('\n').length, 3), mostRows)}
        defaultValue={text}
        spellcheck={false}
        class="machine"
      />
    ) : (
      <input name={`field ${name}`} defaultValue={text} autocomplete="off" spellcheck={false} class="machine" />
    )}
  </Field>
);

/** The URL in a form; undefined to keep the webhook's URL, whose password only the simulator knows. */
function changedUrl(form: FormData, known: string | null): string | undefined {
  const url = usefulText(form, 'url');
  return url === known && url.includes('•••') ? undefined : url;
}

/** The events that a fax can have. */
const events = ['fax_completed', 'transmitting_page', 'retry_scheduled'] as const;

function EventForm({ webhook }: { readonly webhook: WebhookRecord }) {
  const [event, setEvent] = useState<string>(webhook.event);
  const send = async (form: FormData): Promise<void> => {
    const names = ['event', 'recipient', 'page', 'retry_count'];
    const given = Object.fromEntries(names.map((name) => [name, usefulText(form, name)]));
    const input = { fax: webhook.fax_id, url: changedUrl(form, webhook.url), ...given };
    const delivery = await ask<AnswerOf<'webhooks', 'send'>>('/webhooks', { method: 'POST', input });
    tellAnswers([delivery]);
    go({ screen: 'webhooks', id: String(delivery.id) });
  };
  return (
    <FormDialog title={`Another event of fax ${webhook.fax_id}`} submit="Deliver" onSubmit={send} onClose={close}>
      <p>The event is delivered whether or not it happened, with the fax as it is now.</p>
      <Field label="URL">
        <input name="url" type="url" defaultValue={webhook.url ?? ''} placeholder="http://localhost:3000/fax" />
      </Field>
      <Field label="Event">
        <select name="event" value={event} onChange={({ currentTarget }) => setEvent(currentTarget.value)}>
          {events.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </Field>
      {event !== 'fax_completed' && (
        <Field label="Recipient" hint="By default the first one of the fax">
          <input name="recipient" type="tel" autocomplete="off" />
        </Field>
      )}
      {event === 'transmitting_page' && (
        <Field label="Page">
          <input name="page" type="number" min="1" placeholder="1" />
        </Field>
      )}
      {event === 'retry_scheduled' && (
        <Field label="Retry">
          <input name="retry_count" type="number" min="1" placeholder="1" />
        </Field>
      )}
    </FormDialog>
  );
}

function ScenarioForm() {
  const active = useResource('scenarios', (stop) => ask<readonly RuleReport[]>('/scenarios', { signal: stop }), {
    changedBy: ({ kind }) => kind === 'scenario',
  });
  const isOn = (name: string): boolean => active.data?.some(({ scenario }) => scenario === name) === true;
  const names = new Set(active.data?.map(({ scenario }) => scenario));
  /** The scenarios that are on with other parameters. */
  const others = Object.fromEntries(
    [...names]
      .filter((name) => webhookScenarios[name] === undefined && webhookScenarios[baseName(name)] !== undefined)
      .map((name) => [name, 'On with these parameters.']),
  );
  const change = (name: string) => async (): Promise<void> => {
    await ask('/scenarios', { method: 'POST', input: isOn(name) ? { off: name } : { on: name } });
    active.reload();
  };
  return (
    <Dialog title="Faults of webhooks" onClose={close}>
      <p>Scenarios of the library. Each holds for all webhooks of this world until it is switched off.</p>
      <ul
        class="rows scenario-switches"
        onClick={({ target }) => {
          if (target instanceof HTMLAnchorElement) close(); // the page of the link would open behind the dialog
        }}
      >
        {Object.entries({ ...webhookScenarios, ...others }).map(([name, meaning]) => (
          <li key={name}>
            <span>
              <Link to={{ screen: 'scenarios', id: name, query: {} }}>{scenarioText(name)}</Link>
              <br />
              <span class="muted">{meaning}</span>
            </span>
            <label class="switch">
              <input
                type="checkbox"
                role="switch"
                aria-label={scenarioText(name)}
                checked={isOn(name)}
                onChange={() => void change(name)().catch(toastFailure)}
              />
              {isOn(name) ? 'on' : 'off'}
            </label>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
