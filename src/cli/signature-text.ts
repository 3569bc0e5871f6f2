import type { WorldHandle } from '../control/client/connect.ts';
import type { WebhookRecord } from '../control/client/named-types.ts';
import { hexOf, sha1 } from '../model/shared/digests.ts';
import { unknownMistake } from '../model/shared/signature-diagnosis.ts';
import { urlsIn } from '../model/shared/signature-urls.ts';
import { shareTexts, siblingMistake, siblingWith, verdictsOn } from '../model/shared/signature-verdicts.ts';
import { signaturesIn } from '../model/shared/signatures-in.ts';
import type { SignedParts } from '../model/shared/signed-string.ts';
import { otherKeys, signingToken } from '../model/shared/signing-keys.ts';
import { hidden } from '../model/shared/userinfo.ts';
import { listed } from '../model/shared/words.ts';

/** The calls that the diagnosis needs. */
type AskedWorld = Pick<WorldHandle, 'settings' | 'webhooks' | 'records' | 'faxes'> & {
  readonly worlds: Pick<WorldHandle['worlds'], 'show'>;
};

type Attempt = WebhookRecord['attempts'][number];
type SignedAttempt = Attempt & { readonly signature: NonNullable<Attempt['signature']> };

/**
 * The lines about a webhook that the program refused: the mistake behind each signature in its answer, or the advice to answer with
 * one. Empty for other webhooks.
 */
export async function signatureText(world: AskedWorld, webhook: WebhookRecord): Promise<string> {
  const last = signedAttempt(webhook);
  if (last === undefined) return '';
  const { status = 0, body = '' } = last.answer ?? {};
  if (signaturesIn(body).length === 0) return mayBeSignature.includes(status) ? `signature\n  ${answerAdvice}\n` : '';
  const lines = (await findingsOn(world, webhook, last)).map(({ digests, text, isKnown }) => {
    const head = digests.length === 0 ? '' : `${digests.join(' and ')}: `;
    const advice = !isKnown && digests.length > 0 ? ` ${bytesAdvice(webhook.id)}` : '';
    return `${head}${text}${advice}`;
  });
  return lines.length === 0 ? '' : `signature\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

/**
 * The known mistakes behind the signatures in the answer of a program that refused a webhook, or where to see more if there is none.
 * Empty for other webhooks.
 */
export async function signatureReasons(world: AskedWorld, webhook: WebhookRecord): Promise<readonly string[]> {
  const last = signedAttempt(webhook);
  if (typeof last?.failure !== 'string' || signaturesIn(last.answer?.body ?? '').length === 0) return [];
  const findings = await findingsOn(world, webhook, last);
  const known = findings.filter(({ isKnown }) => isKnown).map(({ text }) => text);
  return findings.length === 0 || known.length > 0 ? known : [`see \`faxsim webhooks show ${webhook.id}\``];
}

/** The number of webhooks of a list whose signatures are examined: each takes calls and time. */
const examinedMax = 10;

/** Lines below a list of webhooks: the known mistakes behind the latest refusals, each with the webhooks that it explains. */
export async function listedReasons(world: AskedWorld, webhooks: readonly WebhookRecord[]): Promise<string> {
  const refused = webhooks.filter(({ attempts }) => typeof attempts.at(-1)?.failure === 'string');
  const idsOf = new Map<string, string[]>();
  for (const webhook of refused.slice(-examinedMax)) {
    for (const text of await signatureReasons(world, webhook)) {
      idsOf.set(text, [...(idsOf.get(text) ?? []), String(webhook.id)]);
    }
  }
  const lines = [...idsOf].map(
    ([text, ids]) => `${ids.length === 1 ? 'webhook' : 'webhooks'} ${listed(ids)}: ${text}\n`,
  );
  const examined = `only the latest ${examinedMax} of ${refused.length} failed webhooks were examined for a wrong signature\n`;
  return [...lines, ...(lines.length > 0 && refused.length > examinedMax ? [examined] : [])].join('');
}

/** The latest attempt, if it was signed and is genuine. */
function signedAttempt({ attempts }: WebhookRecord): SignedAttempt | undefined {
  const last = attempts.at(-1);
  const signature = last?.signature ?? null;
  return last === undefined || signature === null || last.forgery !== null ? undefined : { ...last, signature };
}

/** The statuses with which programs refuse a wrong signature. */
const mayBeSignature: readonly number[] = [400, 401, 403];

const answerAdvice =
  'If your program finds the signature wrong, let its answer contain the one that it computed: faxsim then names the mistake.';

const unknownToken =
  'The header of this attempt does not fit the webhook token of the world: the token has changed since, or a scenario rule signs wrongly.';

const bytesAdvice = (id: number): string =>
  `Compare your string with \`faxsim webhooks show ${id} --json\`: attempts[].signature.signed.`;

/** Something to say about the signatures of an answer. */
interface Finding {
  readonly digests: readonly string[];
  readonly text: string;
  /** Whether the text names a mistake. */
  readonly isKnown: boolean;
}

async function findingsOn(
  world: AskedWorld,
  webhook: WebhookRecord,
  attempt: SignedAttempt,
): Promise<readonly Finding[]> {
  const [settings, { credentials }, parts, others] = await Promise.all([
    world.settings.show(),
    world.worlds.show(),
    signedParts(world, webhook, attempt),
    world.webhooks.list({ fax: webhook.fax_id, limit: 1000 }),
  ]);
  const key = signingToken(attempt.signature, parts, { current: settings.webhook_token, former: [] });
  if (key === undefined || key.tokenIs === 'unknown') return [{ digests: [], text: unknownToken, isKnown: false }];
  const { send_callback_url: sendUrl, receive_callback_url: receiveUrl } = settings;
  const confusable = {
    keys: otherKeys(key.token, { tokens: [], credentials }),
    urls: [...urlsIn(attempt.answer?.body ?? ''), sendUrl, receiveUrl].filter((url) => url !== null),
  };
  const verdicts = verdictsOn(attempt, { parts, token: key.token, confusable });
  const siblingOf = (digest: string) => siblingWith(digest, webhook, others);
  return shareTexts(verdicts, (digest) => siblingOf(digest) !== undefined).map(({ digests, text }) => {
    const sibling = siblingOf(digests[0]);
    if (sibling !== undefined) return { digests, text: siblingText(sibling), isKnown: true };
    return { digests, text, isKnown: !text.includes(unknownMistake) };
  });
}

const siblingText = ({ id, event }: WebhookRecord): string =>
  `This is the signature of webhook ${id}, ${event} ${siblingMistake}`;

/** The signed parts of an attempt, with the credentials that lists hide, and with the contents of its files. */
async function signedParts(
  { records, faxes }: AskedWorld,
  { id, url, fax_id: fax, attempts }: WebhookRecord,
  attempt: Attempt,
): Promise<SignedParts> {
  const isHidden = JSON.stringify([url, attempt.fields]).includes(hidden);
  const stored = isHidden
    ? await records.show({ collection: 'deliveries', key: String(id), with_credentials: true })
    : undefined;
  const whole = stored as StoredDelivery | undefined; // the shape of this collection
  const content = attempt.files.length === 0 ? undefined : await faxes.file({ id: fax }).catch(() => undefined);
  const digest = content && hexOf(sha1(content));
  return {
    url: whole?.url ?? url ?? '',
    fields: whole?.attempts[attempts.indexOf(attempt)]?.fields ?? attempt.fields,
    files: attempt.files.map((file) => (file.sha1 === digest ? { ...file, content } : file)),
  };
}

/** The parts of a stored delivery that signatures cover. */
interface StoredDelivery {
  readonly url: string;
  readonly attempts: readonly Pick<Attempt, 'fields'>[];
}
