import { concat, hexOf, hmacSha1 } from './digests.ts';
import type { Bytes } from './digests.ts';
import { partMistakes, wholeMistakes } from './signature-mistakes.ts';
import type { Confusable, Mistake } from './signature-mistakes.ts';
import { signatureOf, signedFields, signedFiles, signedString } from './signed-string.ts';
import type { SignedParts } from './signed-string.ts';

export interface SignatureDiagnosis {
  readonly isRight: boolean;
  readonly text: string;
}

/** Whether a signature is right; if not, the one or two mistakes that explain it. */
export function diagnoseSignature(
  pasted: string,
  token: string,
  { keys = [], urls = [], ...parts }: SignedParts & Partial<Confusable>,
): SignatureDiagnosis {
  const signature = pasted.trim().replace(/^(?:X-Phaxio-Signature:|sha1=)\s*/i, '');
  const bare = signature.replace(/^["'](.*)["']$/, '$1');
  const right = hmacSha1(token, signedString(parts));
  if (signature === hexOf(right)) return { isRight: true, text: 'The signature is right.' };
  const wrong = (text: string): SignatureDiagnosis => ({ isRight: false, text });
  if (bare === hexOf(right)) return wrong('The digest is right, but in quotes: the header has none.');
  const base64 = hexInBase64(signature);
  if (base64 === undefined) {
    return wrong(
      formMistake(signature, right) ?? contentMistake(signature.toLowerCase(), token, { parts, keys, urls }),
    );
  }
  if (base64 === hexOf(right)) return wrong('The digest is right, but in Base64: the header has it in hex.');
  return wrong(`This is Base64, and the header has hex. ${contentMistake(base64, token, { parts, keys, urls })}`);
}

/** Other digest algorithms, by number of hex digits. */
const otherDigests: Readonly<Record<number, string>> = {
  32: 'MD5',
  56: 'SHA-224',
  64: 'SHA-256',
  96: 'SHA-384',
  128: 'SHA-512',
};

/** The beginning of the text on a signature that no known mistake explains. */
export const unknownMistake = 'No known mistake leads to this signature.';

const unknownText = ({ files }: SignedParts): string =>
  `${unknownMistake} The cause may be a wrong webhook token, another URL, other separators between the fields, ${
    files.length === 0 ? '' : 'another form of the files, '
  }or JSON that your code prints again.`;

/** The 20-byte digest in a Base64 or Base64url text, as hex. */
function hexInBase64(text: string): string | undefined {
  if (!/^[\w+/-]{27}=?$/.test(text)) return undefined;
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/').replace(/=$/, ''));
  return Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
}

function formMistake(signature: string, right: Uint8Array): string | undefined {
  if (signature.toLowerCase() === hexOf(right)) return 'The digest is right, but the header has it in lower case.';
  const prefix = /^([a-z]+\d*)=/i.exec(signature)?.[1];
  if (prefix !== undefined)
    return `The header has no ${prefix}= before its digits, and the service uses HMAC-SHA1, which has 40 of them.`;
  const digits = /^[\da-f]+$/i.test(signature) ? signature.length : 0;
  const other = otherDigests[digits];
  if (other !== undefined)
    return `These are ${digits} hex digits, as of ${other}: the service uses HMAC-SHA1, which has 40.`;
  if (/^[\w+/-]{43}=?$/.test(signature))
    return 'This is Base64 of 32 bytes, as of SHA-256: the service uses HMAC-SHA1, in hex.';
  if (!/^[\da-f]{40}$/i.test(signature)) return 'The signature must be 40 hex digits, such as the header above.';
  return undefined;
}

interface Signing extends Confusable {
  readonly parts: SignedParts;
}

function contentMistake(signature: string, token: string, { parts, ...others }: Signing): string {
  const whole = wholeMistakes(token, parts).find(({ value }) => value === signature);
  if (whole !== undefined) return whole.text;
  const found = [...singlesAndPairs(partMistakes(token, parts, others))].find(
    (mistakes) => signatureWith(mistakes, token, parts) === signature,
  );
  if (found === undefined) return unknownText(parts);
  const [first, second] = found.map(({ text }) => text);
  return second === undefined
    ? `Your code ${stopped(first)}`
    : `Two mistakes: your code ${stopped(first)} And it ${stopped(second)}`;
}

/** Ends a text with a full stop, unless it is a question. */
const stopped = (text = ''): string => (text.endsWith('?') ? text : `${text}.`);

/** The longest body, in bytes, for which pairs of mistakes are tried; for longer ones, only single mistakes. */
const longestInPairs = 20_000;

/** Each single mistake, then each pair of mistakes in different parts. */
function* singlesAndPairs(mistakes: readonly Mistake[]): Generator<readonly Mistake[]> {
  for (const mistake of mistakes) yield [mistake];
  const short = mistakes.filter(({ value, isAlone }) => isAlone !== true && value.length < longestInPairs);
  for (const [index, one] of short.entries()) {
    for (const other of short.slice(index + 1)) if (one.part !== other.part) yield [one, other];
  }
}

function signatureWith(mistakes: readonly Mistake[], token: string, parts: SignedParts): string {
  const valueOf = (part: Mistake['part'], right: string): Bytes =>
    mistakes.find((mistake) => mistake.part === part)?.value ?? right;
  const pieces = [
    valueOf('url', parts.url),
    valueOf('fields', signedFields(parts)),
    valueOf('files', signedFiles(parts)),
    valueOf('end', ''),
  ];
  return signatureOf(valueOf('key', token), concat(pieces));
}
