import type { WebhookRecord } from '../../src/control/client/named-types.ts';
import { useMemo } from 'preact/hooks';
import { ask, askBlob } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { useResource } from '../resource.ts';
import type { Resource } from '../resource.ts';
import { hexOf, sha1 } from '../../src/model/shared/digests.ts';
import { urlsIn } from '../../src/model/shared/signature-urls.ts';
import type { SignedWith } from '../../src/model/shared/signature-verdicts.ts';
import { otherKeys, signingToken } from '../../src/model/shared/signing-keys.ts';
import type { SigningToken } from '../../src/model/shared/signing-keys.ts';
import type { SignedParts } from '../../src/model/shared/signed-string.ts';
import { rememberToken, tokensSeen } from './tokens-seen.ts';
import type { Attempt } from './webhook-attempt.ts';
import { useWorld } from './world-data.ts';

type Settings = AnswerOf<'settings', 'show'>;

/** How an attempt was signed. */
export type Signing = SignedWith & SigningToken;

interface SigningFound {
  readonly settings: Resource<Settings>;
  /** Undefined while the signing loads, for an unsigned attempt, and if its token is neither set nor known. */
  readonly signing: Signing | undefined;
  readonly isLoading: boolean;
}

/** Reads the signed string of an attempt, and finds its token. */
export function useSigning(webhook: WebhookRecord, attempt: Attempt): SigningFound {
  const settings = useResource('settings', (signal) => ask<Settings>('/settings', { signal }), {
    changedBy: ({ kind }) => kind === 'settings',
  });
  const account = useWorld();
  const { sent, ...text } = useSentText(webhook, attempt);
  const { files, ...contents } = useContents(webhook.fax_id, attempt.files);
  const { data } = settings;
  const { signature, answer } = attempt;
  const signing = useMemo((): Signing | undefined => {
    if (signature === null || data === undefined || sent === undefined) return undefined;
    const parts = { ...sent, files };
    const current = data.webhook_token;
    if (current !== null) rememberToken(current);
    rememberUrls(data, sent);
    const key = signingToken(signature, parts, { current, former: tokensSeen() });
    if (key === undefined) return undefined;
    const keys = otherKeys(key.token, { tokens: tokensSeen(), credentials: account.data?.credentials });
    return { parts, ...key, confusable: { keys, urls: [...urlsIn(answer?.body ?? ''), ...urlsSeen] } };
  }, [attempt, data, sent, files, account.data]);
  // A verdict without the files of the webhook could be that no mistake is known.
  const isLoading = isMissing(settings) || isMissing(account) || text.isLoading || contents.isLoading;
  return { settings, signing, isLoading };
}

const isMissing = ({ data, error }: Resource<unknown>): boolean => data === undefined && error === undefined;

type SentText = Pick<SignedParts, 'url' | 'fields'>;

interface FoundText {
  readonly sent: SentText | undefined;
  readonly isLoading: boolean;
}

/** The signed URL and fields, with the credentials that the delivery log hides. */
function useSentText(webhook: WebhookRecord, attempt: Attempt): FoundText {
  const { id, url, attempts } = webhook;
  const isHidden = useMemo(() => JSON.stringify([url, attempt.fields]).includes('•••'), [webhook, attempt]);
  const stored = useResource(
    isHidden ? String(id) : '',
    (signal) => ask<StoredDelivery>(`/records/deliveries/${id}`, { input: { with_credentials: true }, signal }),
    { changedBy: ({ kind }) => kind === 'webhook' },
  );
  const sent = useMemo(() => {
    if (!isHidden) return url === null ? undefined : { url, fields: attempt.fields };
    const fields = stored.data?.attempts[attempts.indexOf(attempt)]?.fields;
    return stored.data && fields && { url: stored.data.url, fields };
  }, [webhook, attempt, stored.data]);
  return { sent, isLoading: isHidden && sent === undefined && stored.isLoading };
}

/** The parts of a stored delivery that signatures cover. */
interface StoredDelivery {
  readonly url: string;
  readonly attempts: readonly Pick<Attempt, 'fields'>[];
}

interface FoundFiles extends Pick<SignedParts, 'files'> {
  readonly isLoading: boolean;
}

/** The files of an attempt, with the content of the fax's document, so that mistakes with its bytes can be found. */
function useContents(fax: number, sent: Attempt['files']): FoundFiles {
  const wanted = sent[0]?.sha1 ?? '';
  const document = useResource(wanted, async (signal) => {
    const file = await askBlob(`/faxes/${fax}/file`, { signal });
    return new Uint8Array(await file.arrayBuffer());
  });
  const content = document.data;
  const files = useMemo(() => {
    if (content === undefined || hexOf(sha1(content)) !== wanted) return sent;
    return sent.map((file) => (file.sha1 === wanted ? { ...file, content } : file));
  }, [sent, content]);
  return { files, isLoading: wanted !== '' && isMissing(document) };
}

/** The URLs of webhooks seen in this visit, because code may still use an old one, such as that of a former tunnel. */
const urlsSeen = new Set<string>();

function rememberUrls(settings: Settings, sent: SentText): void {
  for (const url of [settings.send_callback_url, settings.receive_callback_url, sent.url]) {
    if (typeof url === 'string') urlsSeen.add(url);
  }
}
