import type { WebhookRecord } from '../../src/control/client/named-types.ts';
import { useState } from 'preact/hooks';
import { ask, askBlob } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { usefulText } from '../form-text.ts';
import { useResource } from '../resource.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Code } from '../ui/code.tsx';
import { Copy } from '../ui/copy.tsx';
import { Field } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';
import { Part } from '../ui/split.tsx';
import { Failed } from '../ui/states.tsx';
import { hexOf, sha1 } from './digests.ts';
import { diagnoseSignature, digestsIn } from './signature.ts';
import type { OtherKey } from './signature-mistakes.ts';
import { urlsIn } from './signature-urls.ts';
import { CompareString } from './signature-compare.tsx';
import { signatureOf, signedFields, signedFiles, signedString } from './signed-string.ts';
import type { SignedParts } from './signed-string.ts';
import { VerifyCode } from './verify-code.tsx';
import type { Attempt } from './webhook-words.ts';

interface SignatureProps {
  readonly webhook: WebhookRecord;
  readonly attempt: Attempt;
}

/** How the signature of an attempt is computed, step by step, and whether a pasted one is right. */
export function WebhookSignature({ webhook, attempt }: SignatureProps) {
  const settings = useResource('settings', (signal) => ask<AnswerOf<'settings', 'show'>>('/settings', { signal }));
  const sent = useSentText(webhook, attempt);
  const { signature } = attempt;
  const answer = answerText(attempt);
  const token = settings.data?.webhook_token ?? null;
  const files = useContents(webhook.fax_id, attempt.files);
  if (token !== null) tokensSeen.add(token);
  rememberUrls(settings.data, sent);
  return (
    <Part title="Signature">
      {settings.error !== undefined && <Failed error={settings.error} onRetry={settings.reload} />}
      {signature === null && settings.data !== undefined && <Unsigned token={token} onSet={settings.reload} />}
      {signature !== null && token !== null && sent !== undefined && (
        <Steps
          parts={{ ...sent, files }}
          shownUrl={webhook.url ?? ''}
          token={token}
          sentSignature={signature.value}
          answer={answer}
        />
      )}
    </Part>
  );
}

const answerText = ({ answer }: Attempt): string => answer?.body ?? '';

/** The URL and the fields that the signature covers, with the credentials that the delivery log hides. Undefined: they are being read. */
function useSentText(webhook: WebhookRecord, attempt: Attempt): Pick<SignedParts, 'url' | 'fields'> | undefined {
  const { id, url, attempts } = webhook;
  const isHidden = JSON.stringify([url, attempt.fields]).includes('•••');
  const stored = useResource(isHidden ? String(id) : '', (signal) =>
    ask<StoredDelivery>(`/records/deliveries/${id}`, { input: { with_credentials: true }, signal }),
  );
  if (!isHidden) return url === null ? undefined : { url, fields: attempt.fields };
  const fields = stored.data?.attempts[attempts.indexOf(attempt)]?.fields;
  return stored.data && fields && { url: stored.data.url, fields };
}

/** The parts of a stored delivery that signatures cover. */
interface StoredDelivery {
  readonly url: string;
  readonly attempts: readonly Pick<Attempt, 'fields'>[];
}

/** The files of an attempt, with the content of the fax's own, so that mistakes with its bytes are known. */
function useContents(fax: number, files: Attempt['files']): SignedParts['files'] {
  const wanted = files[0]?.sha1 ?? '';
  const document = useResource(wanted, async (signal) => {
    const file = await askBlob(`/faxes/${fax}/file`, { signal });
    return new Uint8Array(await file.arrayBuffer());
  });
  const content = document.data;
  if (content === undefined || hexOf(sha1(content)) !== wanted) return files;
  return files.map((file) => (file.sha1 === wanted ? { ...file, content } : file));
}

interface UnsignedProps {
  /** Token of the account now; null if webhooks are not signed. */
  readonly token: string | null;
  readonly onSet: () => void;
}

function Unsigned({ token, onSet }: UnsignedProps) {
  if (token === null) return <TokenForm onSet={onSet} />;
  return <p class="muted">This attempt was sent without a signature. Webhooks are signed now: redeliver this one.</p>;
}

/** The tokens of this visit: code may still have a former one. */
const tokensSeen = new Set<string>();

/** The URLs of webhooks in this visit: code may be set up with one of another day, as behind a tunnel. */
const urlsSeen = new Set<string>();

function rememberUrls(
  settings: AnswerOf<'settings', 'show'> | undefined,
  sent: Pick<SignedParts, 'url'> | undefined,
): void {
  for (const url of [settings?.send_callback_url, settings?.receive_callback_url, sent?.url]) {
    if (typeof url === 'string') urlsSeen.add(url);
  }
}

function otherKeys(keys: AnswerOf<'worlds', 'show'>['credentials'] | undefined, token: string): readonly OtherKey[] {
  const former = [...tokensSeen].filter((known) => known !== token);
  return [
    ...former.map((value) => ({ name: 'a former webhook token', value })),
    ...Object.entries(keys ?? {}).flatMap(([mode, { key, secret }]) => [
      { name: `the API secret of the ${mode} keys`, value: secret },
      { name: `the API key of the ${mode} keys`, value: key },
    ]),
  ];
}

/** Sets the webhook token of the account, so that later attempts are signed. */
function TokenForm({ onSet }: { readonly onSet: () => void }) {
  const submit = async (form: FormData): Promise<void> => {
    const token = usefulText(form, 'token') ?? null;
    await ask('/settings', { method: 'PATCH', input: { webhook_token: token } });
    onSet();
  };
  return (
    <>
      <p class="muted">
        The account has no webhook token, so nothing is signed. Set one here, or start with <code>--webhook-token</code>
        .
      </p>
      <Form class="params" onSubmit={submit}>
        <Field label="Webhook token">
          <input name="token" required autocomplete="off" />
        </Field>
        <Button isSubmit>Sign webhooks</Button>
      </Form>
    </>
  );
}

interface StepsProps {
  readonly parts: SignedParts;
  /** The URL without its credentials. */
  readonly shownUrl: string;
  readonly token: string;
  /** The header of the attempt. */
  readonly sentSignature: string;
  /** The answer of the program, which may say what it computed. */
  readonly answer: string;
}

function Steps({ parts, shownUrl, token, sentSignature, answer }: StepsProps) {
  const signed = signedString(parts);
  const right = signatureOf(token, signed);
  return (
    <>
      <Verify {...{ parts, token, sentSignature, answer }} />
      <ol class="steps">
        <li>
          <h4>The URL, exactly as configured</h4>
          <Code what="the URL" text={shownUrl} copied={parts.url} />
        </li>
        <li>
          <h4>Names and values of the fields, sorted by name, without separators</h4>
          <Code what="the text of the fields" text={signedFields(parts)} />
        </li>
        <li>
          <h4>Part names and SHA-1 of the files, sorted by name</h4>
          {parts.files.length === 0 ? (
            <p class="muted">This webhook has no files.</p>
          ) : (
            <Code what="the text of the files" text={signedFiles(parts)} />
          )}
        </li>
        <li>
          <h4>The signed string: the three together</h4>
          <Copy text={signed} what="the signed string">
            Copy the signed string
          </Copy>{' '}
          <span class="muted">{new TextEncoder().encode(signed).length.toLocaleString('en')} bytes</span>
        </li>
        <li>
          <h4>Its HMAC-SHA1, with the webhook token as the key, in hex</h4>
          <p>
            Token: <code>{token}</code>
          </p>
          <p>Your code should compute</p>
          <Code what="the right signature" text={right} />
          {sentSignature === right ? (
            <Badge tone="good">equals the header</Badge>
          ) : (
            <p class="problem">
              <strong>The header of this attempt is {sentSignature}.</strong> It does not match: your application should
              reject the webhook. A scenario rule signs it wrongly, or the token has changed since.
            </p>
          )}
        </li>
      </ol>
      <VerifyCode {...{ parts, token, shownUrl }} signature={right} />
    </>
  );
}

const formerText =
  'This is the header of this attempt, which was signed with another token: a former one, or that of a scenario rule.';

function Verify({ parts, token, sentSignature, answer }: Omit<StepsProps, 'shownUrl'>) {
  const account = useResource('account', (signal) => ask<AnswerOf<'worlds', 'show'>>('/world', { signal }));
  const keys = otherKeys(account.data?.credentials, token);
  const webhook = { ...parts, keys, urls: [...urlsIn(answer), ...urlsSeen] };
  const [pasted, setPasted] = useState('');
  const found = pasted.trim() === '' ? undefined : diagnoseSignature(pasted, token, webhook);
  const isFormer = found?.isRight === false && pasted.trim() === sentSignature;
  return (
    <div class="verify">
      {digestsIn(answer)
        .filter((digest) => digest !== sentSignature)
        .map((digest) => (
          <p key={digest} class="answered-digest">
            Your answer has <code>{digest}</code>. {diagnoseSignature(digest, token, webhook).text}
          </p>
        ))}
      <Field label="Verify a signature" hint="Paste what your code computes.">
        <input
          id="verify-signature"
          value={pasted}
          onInput={(event) => setPasted(event.currentTarget.value)}
          placeholder="40 hex digits"
          autocomplete="off"
          spellcheck={false}
        />
      </Field>
      <div role="status">
        {found !== undefined && (
          <p>
            <Badge tone={found.isRight ? 'good' : 'bad'}>{found.isRight ? 'right' : 'wrong'}</Badge>{' '}
            {isFormer ? formerText : found.text}
          </p>
        )}
      </div>
      <CompareString parts={parts} />
    </div>
  );
}
