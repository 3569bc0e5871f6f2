import { base64Of, hexOf, hmacSha1, sha1OfText } from './sha1.ts';

/** The parts of a webhook that its signature covers. */
export interface SignedParts {
  /** As it is configured. */
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly { readonly name: string; readonly sha1: string }[];
}

const byName = (pairs: readonly (readonly [string, string])[]): string =>
  pairs
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .flat()
    .join('');

/** The text of the fields in the string that is signed: names and values, sorted by name. */
export const signedFields = ({ fields }: Pick<SignedParts, 'fields'>): string => byName(Object.entries(fields));

/** The text of the files: names of parts and SHA-1 of the contents, sorted by name. */
export const signedFiles = ({ files }: Pick<SignedParts, 'files'>): string =>
  byName(files.map(({ name, sha1 }) => [name, sha1] as const));

/** The string that is signed: URL, fields, files. */
export const signedString = (parts: SignedParts): string => parts.url + signedFields(parts) + signedFiles(parts);

/** The value of X-Phaxio-Signature. */
export const signatureOf = (token: string, text: string): string => hexOf(hmacSha1(token, text));

export interface SignatureDiagnosis {
  readonly isRight: boolean;
  readonly text: string;
}

/** Whether a signature is that of a webhook; where it is not, the mistake that leads to it. */
export function diagnoseSignature(pasted: string, token: string, parts: SignedParts): SignatureDiagnosis {
  const signature = pasted.trim().replace(/^(?:X-Phaxio-Signature:|sha1=)\s*/i, '');
  const right = hmacSha1(token, signedString(parts));
  if (signature === hexOf(right)) return { isRight: true, text: 'The signature is right.' };
  const mistake = formMistake(signature, right) ?? contentMistake(signature.toLowerCase(), token, parts);
  return { isRight: false, text: mistake ?? unknownMistake };
}

const unknownMistake =
  'No known mistake leads to this signature. Compare the token, then the signed string with the string of your code.';

function formMistake(signature: string, right: Uint8Array): string | undefined {
  if (signature.toLowerCase() === hexOf(right)) return 'The digest is right, but the header has it in lower case.';
  if (signature === base64Of(right)) return 'The digest is right, but in Base64: the header has it in hex.';
  if (/^[\da-f]{64}$/i.test(signature))
    return 'These are 64 hex digits, as of SHA-256: the service uses HMAC-SHA1, which has 40.';
  if (!/^[\da-f]{40}$/i.test(signature)) return 'The signature must be 40 hex digits, such as the header above.';
  return undefined;
}

function contentMistake(signature: string, token: string, parts: SignedParts): string | undefined {
  return mistakes(token, parts).find(({ value }) => value === signature)?.text;
}

/** The signatures of code with one mistake each, with the remedy. */
function mistakes(token: string, parts: SignedParts): readonly { readonly value: string; readonly text: string }[] {
  const { url, fields } = parts;
  const right = signedString(parts);
  const rest = right.slice(url.length);
  const of = (text: string) => signatureOf(token, text);
  const otherSlash = url.endsWith('/') ? url.slice(0, -1) : `${url}/`;
  return [
    { value: of(rest), text: 'Your code leaves out the URL: the string begins with the full URL of the webhook.' },
    {
      value: of(otherSlash + rest),
      text: 'Your code signs the URL with another final slash: use the URL as configured.',
    },
    { value: of(url.replace(/\?.*$/, '') + rest), text: 'Your code leaves out the query of the URL.' },
    { value: of(pathOf(url) + rest), text: 'Your code signs the path alone: sign the full URL, with scheme and host.' },
    {
      value: of(swappedScheme(url) + rest),
      text: 'Your code signs the URL with the other scheme, as behind a proxy: use the URL as configured.',
    },
    {
      value: of(url + Object.entries(fields).flat().join('') + signedFiles(parts)),
      text: 'Your code does not sort the fields by name.',
    },
    { value: of(url + signedFields(parts)), text: 'Your code leaves out the files: add part name and SHA-1 of each.' },
    { value: of(url + signedFiles(parts)), text: 'Your code leaves out the fields.' },
    { value: of(url), text: 'Your code signs the URL alone: add the fields and the files.' },
    {
      value: of(url + new URLSearchParams(Object.entries(fields)).toString()),
      text: 'Your code signs an encoded form: join names and values without = and &.',
    },
    { value: signatureOf(right, token), text: 'Your code swaps the token and the string: the token is the key.' },
    { value: hexOf(sha1OfText(token + right)), text: 'This is a plain SHA-1 of token and string: use HMAC-SHA1.' },
    { value: hexOf(sha1OfText(right)), text: 'This is a plain SHA-1 without the token: use HMAC-SHA1.' },
    { value: signatureOf('', right), text: 'Your code signs with an empty token: is the setting read?' },
    { value: signatureOf(`${token}\n`, right), text: 'The token of your code ends with a line break.' },
  ];
}

const pathOf = (url: string): string => url.replace(/^\w+:\/\/[^/]+/, '');
const swappedScheme = (url: string): string =>
  url.replace(/^http(s?):/, (_all, s: string) => (s === '' ? 'https:' : 'http:'));
