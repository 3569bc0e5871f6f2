import type { WebhookRecord } from '../../src/control/client/named-types.ts';
import type { ComponentChildren } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { useKeys } from '../keys.ts';
import { useOpenActions } from '../open-actions.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Code } from '../ui/code.tsx';
import { Copy } from '../ui/copy.tsx';
import { Field } from '../ui/dialog.tsx';
import { isPrinted } from '../ui/printing.ts';
import { Part } from '../ui/split.tsx';
import { Link } from '../ui/link.tsx';
import { Failed } from '../ui/states.tsx';
import { diagnoseSignature, unknownMistake } from '../../src/model/shared/signature-diagnosis.ts';
import type { SignatureDiagnosis } from '../../src/model/shared/signature-diagnosis.ts';
import { CompareString } from './signature-compare.tsx';
import { useSiblings } from './signature-sibling.tsx';
import { Digests, VerdictText } from './signature-verdict.tsx';
import { signatureOf, signedFields, signedFiles, signedString } from '../../src/model/shared/signed-string.ts';
import { signaturesIn } from '../../src/model/shared/signatures-in.ts';
import { shareTexts, verdictsOn } from '../../src/model/shared/signature-verdicts.ts';
import { goToComparison, goToSignature, signatureKeys } from './signature-places.ts';
import { useSigning } from './signing.ts';
import type { Signing } from './signing.ts';
import { VerifyCode } from './verify-code.tsx';
import { Unsigned } from './webhook-unsigned.tsx';
import { isOfV3, isRefusedSigned } from './webhook-words.ts';
import { isDropped } from './webhook-attempt.ts';
import type { Attempt } from './webhook-attempt.ts';

interface SignatureProps {
  readonly webhook: WebhookRecord;
  readonly attempt: Attempt;
}

/** The keys of a webhook of v3, which has no signature. */
const noKeys: typeof signatureKeys = [];

/** The signature of an attempt that was sent. */
export const WebhookSignature = (props: SignatureProps) =>
  isDropped(props.attempt) ? null : <SentSignature {...props} />;

/** The signing of an attempt. That of the former one stays while a further attempt is read, with the texts that a person has pasted. */
function useSteadySigning(webhook: WebhookRecord, attempt: Attempt): ReturnType<typeof useSigning> {
  const found = useSigning(webhook, attempt);
  const former = useRef(found.signing);
  if (!found.isLoading) former.current = found.signing;
  return { ...found, signing: found.signing ?? former.current };
}

/** The steps that compute the signature of an attempt, and a check of a pasted one. */
function SentSignature({ webhook, attempt }: SignatureProps) {
  const { settings, signing } = useSteadySigning(webhook, attempt);
  const token = settings.data?.webhook_token ?? null;
  const wayHere = {
    name: `Go to the signature of webhook ${webhook.id}`,
    words: 'verify',
    run: () => requestAnimationFrame(goToSignature), // when the palette has closed
  };
  useOpenActions([wayHere]);
  useKeys(isOfV3(webhook) ? noKeys : signatureKeys);
  return (
    <Part title="Signature">
      {settings.error !== undefined && <Failed error={settings.error} onRetry={settings.reload} />}
      {attempt.signature === null && settings.data !== undefined && (
        <Unsigned {...{ webhook, attempt }} settings={settings.data} onSet={settings.reload} />
      )}
      {signing !== undefined && <Steps {...{ webhook, attempt, signing }} />}
      {attempt.signature !== null && token === null && settings.data !== undefined && signing === undefined && (
        <p class="muted">The webhook token of this attempt is no longer set, so it cannot be verified here.</p>
      )}
    </Part>
  );
}

/** Whether only the signed string can show the mistake. */
const isUnknown = ({ text }: { readonly text: string }): boolean => text.includes(unknownMistake);

interface RefusalProps extends SignatureProps {
  readonly advice: string;
  readonly whileLoading: ComponentChildren;
}

/** The likely cause of a refused webhook in the band: a mistake that the answer of the program reveals. */
export function RefusalCause({ webhook, attempt, advice, whileLoading }: RefusalProps) {
  const { signing, isLoading } = useSigning(webhook, attempt);
  const isStrange = signing?.tokenIs === 'unknown';
  const all = useMemo(() => (signing === undefined ? [] : verdictsOn(attempt, signing)), [attempt, signing]);
  const siblingOf = useSiblings(webhook, all.length > 0);
  const verdicts = all.filter(
    ({ digest, text }) => !isStrange || !text.startsWith(unknownMistake) || siblingOf(digest) !== undefined,
  );
  const isNamed = verdicts.length > 0;
  if (isLoading) return <>{whileLoading}</>;
  return (
    <>
      {shareTexts(verdicts, (digest) => siblingOf(digest) !== undefined).map(({ digests, text }) => (
        <p key={digests[0]} class="digest">
          {digests.length > 1 && <Digests of={digests} />}
          <VerdictText sibling={siblingOf(digests[0])} text={text} isMarked />
        </p>
      ))}
      {!isNamed && <p>{advice}</p>}
      {isStrange ? (
        <p>{tokenTexts.unknown}</p>
      ) : (
        !isNamed && <p>{signing === undefined ? adviceOn(attempt) : signedAnswerAdvice}</p>
      )}
      <Button onClick={verdicts.some(isUnknown) ? goToComparison : goToSignature}>
        {isNamed ? 'See the steps' : 'Verify a signature'}
      </Button>
    </>
  );
}

/** The advice on an attempt whose token is not known: to set the token, or to answer with a signature. */
const adviceOn = ({ answer }: Attempt): ComponentChildren =>
  signaturesIn(answer?.body ?? '').length > 0 ? tokenAdvice : signedAnswerAdvice;

const tokenAdvice = (
  <>
    The answer contains a signature; set{' '}
    <Link to={{ screen: 'settings', id: 'webhook_token', query: {} }}>webhook_token</Link> to compare it.
  </>
);

const signedAnswerAdvice = (
  <>
    This page finds no signature of your program in the answer. In development, let the answer contain the one that it
    computed: <code>401 {'{"error": "Invalid signature", "expected": "<computed>"}'}</code>. This page then names the
    mistake.
  </>
);

const tokenTexts: Readonly<Record<Signing['tokenIs'], string>> = {
  current: '',
  former: 'The webhook token has changed since. This page verifies with the token of the attempt.',
  unknown:
    'The header of this attempt does not fit the webhook token of the world: the token has changed since, or a scenario rule signs wrongly.',
};

interface StepsProps extends SignatureProps {
  readonly signing: Signing;
}

function Steps({ webhook, attempt, signing }: StepsProps) {
  const { parts, token, tokenIs } = signing;
  const shownUrl = webhook.url ?? ''; // without its credentials
  const signed = signedString(parts);
  const right = signatureOf(token, signed);
  const sentSignature = attempt.signature?.value ?? '';
  return (
    <>
      {tokenIs !== 'current' && <p class="problem warning">{tokenTexts[tokenIs]}</p>}
      <Verify {...{ webhook, attempt, signing }} />
      <ol class="steps">
        <li>
          <h4>
            The URL, exactly as configured{isPrinted.value && shownUrl !== parts.url && ', but its secrets are masked'}
          </h4>
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
          <p>Token: {isPrinted.value ? 'masked on paper' : <code>{token}</code>}</p>
          <p>Your code should compute</p>
          <Code what="the right signature" text={right} />
          {sentSignature === right ? (
            <Badge tone="good">equals the header</Badge>
          ) : (
            <p class="problem">
              <strong>
                The header of this attempt is <code class="digest">{sentSignature}</code>.
              </strong>{' '}
              It does not match: your application should reject the webhook.
            </p>
          )}
        </li>
      </ol>
      <VerifyCode signed={{ parts, token, shownUrl, signature: right }} />
    </>
  );
}

const formerText =
  'This is the header of this attempt, which was signed with another token: a former one, or that of a scenario rule.';

function Verify({ webhook, attempt, signing }: StepsProps) {
  const { parts, token, confusable } = signing;
  const [pasted, setPasted] = useState('');
  const [isStringRight, setStringRight] = useState(false);
  const found = pasted.trim() === '' ? undefined : diagnoseSignature(pasted, token, { ...parts, ...confusable });
  const isFormer = found?.isRight === false && pasted.trim() === attempt.signature?.value;
  // The band above shows the verdicts on a refused attempt.
  const verdicts = useMemo(
    () => (attempt.forgery !== null || isRefusedSigned(attempt) ? [] : verdictsOn(attempt, signing)),
    [attempt, signing],
  );
  const siblingOf = useSiblings(webhook, found?.isRight === false || verdicts.length > 0);
  return (
    <div class="verify">
      {shareTexts(verdicts, (digest) => siblingOf(digest) !== undefined).map(({ digests, text }) => (
        <p key={digests[0]} class="answered-digest">
          <Digests of={digests} />
          <VerdictText sibling={siblingOf(digests[0])} text={text} />
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
          <Finding isRight={found.isRight}>
            <VerdictText
              sibling={found.isRight || isFormer ? undefined : siblingOf(pasted)}
              text={isFormer ? formerText : tokenMistake(found, isStringRight)}
            />
          </Finding>
        )}
      </div>
      <CompareString parts={parts} onCompare={setStringRight} />
    </div>
  );
}

interface FindingProps {
  readonly isRight: boolean;
  readonly children: ComponentChildren;
}

const Finding = ({ isRight, children }: FindingProps) => (
  <p>
    <Badge tone={isRight ? 'good' : 'bad'}>{isRight ? 'right' : 'wrong'}</Badge> {children}
  </p>
);

/** The text of a diagnosis; of an unexplained signature over the right string, that the token is wrong. */
const tokenMistake = ({ text }: SignatureDiagnosis, isStringRight: boolean): string =>
  text.startsWith(unknownMistake) && isStringRight ? wrongTokenText : text;

const wrongTokenText =
  'Your string is right, so the webhook token or the digest is wrong: compare the token, and use HMAC-SHA1 in hex.';
