import type { RawWebhook, WebhookRecord } from '../../src/control/client/named-types.ts';
import { ask, askBlob } from '../api.ts';
import { pluralize } from '../format.ts';
import { useResource } from '../resource.ts';
import { route, setQuery } from '../router.ts';
import { saveFile } from '../save-file.ts';
import { Button } from '../ui/button.tsx';
import { Code } from '../ui/code.tsx';
import { Facts } from '../ui/facts.tsx';
import { Part } from '../ui/split.tsx';
import { Loading } from '../ui/states.tsx';
import { JsonView } from './json-view.tsx';
import type { Attempt } from './webhook-attempt.ts';

/** Whether requests and responses are shown as their text. */
export const isRaw = (): boolean => route.value.query['view'] === 'raw';

/** A body that was received or sent: JSON that folds, or its text as it is. */
export const Body = ({ text, what }: { readonly text: string; readonly what: string }) =>
  isRaw() ? <Code what={what} text={text} /> : <JsonView what={what} text={text} />;

interface RequestProps {
  readonly webhook: WebhookRecord;
  readonly attempt: Attempt;
  readonly number: number;
}

/** The request of an attempt: its fields, or on request its text as it went over the wire. */
export function AttemptRequest({ webhook, attempt, number }: RequestProps) {
  const { url } = webhook;
  const isPressed = isRaw();
  return (
    <Part
      title="Request"
      actions={
        <div class="segments">
          <Button kind="quiet" isPressed={isPressed} onClick={() => setQuery({ view: isPressed ? '' : 'raw' })}>
            Raw
          </Button>
        </div>
      }
    >
      {isPressed ? (
        <RawRequest {...{ webhook, attempt, number }} />
      ) : (
        <>
          <Facts facts={{ URL: urlText(url), ...filesOf(attempt) }} />
          <Signature of={attempt} />
          <Fields of={attempt} />
        </>
      )}
    </Part>
  );
}

const urlText = (url: string | null) => (url === null ? 'none is set' : <code>POST {url}</code>);

const filesOf = ({ files }: Attempt): Readonly<Record<string, string>> =>
  Object.fromEntries(
    files.map(({ name, filename, type, bytes }) => [name, `${filename}, ${type}, ${bytes.toLocaleString('en')} bytes`]),
  );

const Signature = ({ of: { signature } }: { readonly of: Attempt }) =>
  signature === null ? null : (
    <p class="signature-line">
      <span class="muted">X-Phaxio-Signature</span> <code>{signature.value}</code>
    </p>
  );

function Fields({ of: { fields } }: { readonly of: Attempt }) {
  return (
    <>
      <h4>Fields</h4>
      {Object.entries(fields).map(([name, text]) => {
        const isLong = text.startsWith('{') || text.startsWith('[');
        return isLong ? (
          <details key={name} open>
            <summary>{name}</summary>
            <Body what={`the field ${name}`} text={text} />
          </details>
        ) : (
          <Facts key={name} facts={{ [name]: <code>{text === '' ? '(empty)' : text}</code> }} />
        );
      })}
    </>
  );
}

function RawRequest({ webhook: { id }, attempt, number }: RequestProps) {
  const found = useResource(`${id} ${number}`, (signal) =>
    ask<RawWebhook>(`/webhooks/${id}/raw`, { input: { attempt: number }, signal }),
  );
  if (found.error !== undefined) {
    return (
      <>
        <p class="muted">{found.error.message}.</p>
        <Fields of={attempt} />
      </>
    );
  }
  if (found.data === undefined) return <Loading what="the request" />;
  const { request_line: line, headers, is_recorded: isRecorded, body } = found.data;
  const head = [line, ...headers.map(({ name, value }) => `${name}: ${value}`), '', ''].join('\r\n');
  const shown = `${head}${shortened(body)}`.replaceAll('\r\n', '\n');
  const save = async (): Promise<void> =>
    saveFile(await askBlob(`/webhooks/${id}/bytes`, { input: { attempt: number } }), `webhook-${id}-${number}.http`);
  return (
    <>
      <p class="muted">
        {isRecorded
          ? 'As it was sent, without the bytes of files. '
          : 'No connection took this request. faxsim would send it so, without the bytes of files. '}
        Each line of the head ends in CRLF, also in the copy.
      </p>
      <Code what="the request" text={shown} copied={`${head}${body}`} />
      <div class="actions">
        <Button icon="file" onClick={save}>
          Download the bytes
        </Button>
      </div>
    </>
  );
}

const shownBase64 = 50;

/** The body with the beginning of each file in base64, whose whole text would hide the rest. */
const shortened = (body: string): string =>
  body.replaceAll(
    /(?<![\w+/])[\w+/]{200,}={0,2}/g,
    (text) => `${text.slice(0, shownBase64)}… (${pluralize(text.length, 'character')})`,
  );
