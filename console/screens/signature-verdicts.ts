import { diagnoseSignature } from './signature.ts';
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
  readonly answer: { readonly body: string } | null;
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
  return signaturesIn(answer?.body ?? '')
    .filter((digest) => digest !== signature?.value)
    .map((digest) => {
      const { isRight, text } = diagnoseSignature(digest, token, { ...parts, ...confusable });
      const rightText = digest.includes('=') ? prefixedInAnswer : rightInAnswer;
      return { digest, text: isRight ? rightText : text };
    });
}

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
