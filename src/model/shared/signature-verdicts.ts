import { diagnoseSignature } from './signature-diagnosis.ts';
import { signaturesIn } from './signatures-in.ts';
import type { Confusable } from './signature-mistakes.ts';
import type { SignedParts } from './signed-string.ts';

/** The string that the signature of an attempt covers, and its key. */
export interface SignedWith {
  readonly parts: SignedParts;
  /** The token of the attempt if the page knows it, else the current one of the account. */
  readonly token: string;
  /** The values that code may mistake for the right key and URL. */
  readonly confusable: Confusable;
}

/** The answer to an attempt, and the signature of its header. */
interface Answered {
  readonly answer: { readonly status: number; readonly body: string } | null;
  readonly signature: { readonly value: string } | null;
}

interface Verdict {
  readonly digest: string;
  readonly text: string;
}

/** The mistakes that explain the signatures which the program wrote into its answer. */
export function verdictsOn(
  { answer, signature }: Answered,
  { parts, token, confusable }: SignedWith,
): readonly Verdict[] {
  const { status = 0, body = '' } = answer ?? {};
  const header = signature?.value ?? '';
  const found = signaturesIn(body);
  const diagnose = (digest: string) => diagnoseSignature(digest, token, { ...parts, ...confusable });
  if (status >= 400 && isComputedAlone(header, found, body) && diagnose(header).isRight) {
    return [{ digest: header, text: rightAndRefused }];
  }
  return found
    .filter((digest) => digest !== header)
    .map((digest) => {
      const { isRight, text } = diagnose(digest);
      const rightText = digest.includes('=') ? prefixedInAnswer : rightInAnswer;
      return { digest, text: isRight ? rightText : text };
    });
}

/** Whether the program computed this digest and no other, as far as the words before the digests of its answer tell. */
function isComputedAlone(digest: string, all: readonly string[], body: string): boolean {
  const computed = all.filter((one) => !isReceived(one, body));
  return computed.length === 1 && computed[0] === digest;
}

/** Whether an answer names a digest only as the one that the program got. */
const isReceived = (digest: string, body: string): boolean =>
  body
    .split(digest)
    .slice(0, -1)
    .every((before) => receivedBefore.test(before.slice(-40)));

const receivedBefore = /(?:got|received|given|provided|sent|header|x-phaxio-signature)\W{1,12}$/i;

/** Digests of an answer that have one text. */
export interface SharedVerdict {
  readonly digests: readonly [string, ...string[]];
  readonly text: string;
}

/** The verdicts, those with the same text as one. A digest that `standsAlone`, such as that of another webhook, stays apart. */
export function shareTexts(
  verdicts: readonly Verdict[],
  standsAlone: (digest: string) => boolean,
): readonly SharedVerdict[] {
  const groups = new Map<string, SharedVerdict>();
  for (const { digest, text } of verdicts) {
    const key = standsAlone(digest) ? digest : text;
    const known = groups.get(key)?.digests;
    groups.set(key, { digests: known === undefined ? [digest] : [...known, digest], text });
  }
  return [...groups.values()];
}

const prefixedInAnswer = 'The digest is right, but the header has no sha1= before it.';

const rightInAnswer =
  'Your program computes the right signature for the webhook token: the header of this attempt is wrong.';

const rightAndRefused =
  'Your program computed the right signature and still refused: check the header that it reads and how it compares.';

interface Signed {
  readonly attempts: readonly { readonly signature: { readonly value: string } | null }[];
}

/** The other webhook of the same fax that a signature belongs to. A redelivery has the signature of the first. */
export function siblingWith<W extends Signed>(signature: string, own: Signed, others: readonly W[]): W | undefined {
  const sought = signature.trim().toLowerCase();
  const has = ({ attempts }: Signed): boolean => attempts.some((attempt) => attempt.signature?.value === sought);
  return has(own) ? undefined : others.find(has);
}

/** The end of a sentence that names such a webhook. */
export const siblingMistake =
  'of the same fax: your code verifies another body than the one that came with this header.';
