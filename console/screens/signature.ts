/** The parts of a webhook that its signature covers. */
export interface SignedParts {
  /** URL as it is configured. */
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

/** A secret that code may sign with by mistake. */
export interface OtherKey {
  /** `the API secret`. */
  readonly name: string;
  readonly value: string;
}

/** Whether a signature is that of a webhook; where it is not, the one or two mistakes that lead to it. */
export function diagnoseSignature(
  pasted: string,
  token: string,
  { others = [], ...parts }: SignedParts & { readonly others?: readonly OtherKey[] },
): SignatureDiagnosis {
  const signature = pasted.trim().replace(/^(?:X-Phaxio-Signature:|sha1=)\s*/i, '');
  const right = hmacSha1(token, signedString(parts));
  if (signature === hexOf(right)) return { isRight: true, text: 'The signature is right.' };
  const wrong = (text: string): SignatureDiagnosis => ({ isRight: false, text });
  const base64 = hexInBase64(signature);
  if (base64 === undefined) {
    return wrong(formMistake(signature, right) ?? contentMistake(signature.toLowerCase(), token, { parts, others }));
  }
  if (base64 === hexOf(right)) return wrong('The digest is right, but in Base64: the header has it in hex.');
  return wrong(`This is Base64, and the header has hex. ${contentMistake(base64, token, { parts, others })}`);
}

const unknownMistake =
  'No known mistake leads to this signature. Compare the token, then the signed string with the string of your code.';

/** The digest of 20 bytes that a text has in Base64, also in its form for URLs. */
function hexInBase64(text: string): string | undefined {
  if (!/^[\w+/-]{27}=?$/.test(text)) return undefined;
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/').replace(/=$/, ''));
  return Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
}

function formMistake(signature: string, right: Uint8Array): string | undefined {
  if (signature.toLowerCase() === hexOf(right)) return 'The digest is right, but the header has it in lower case.';
  if (/^[\da-f]{64}$/i.test(signature))
    return 'These are 64 hex digits, as of SHA-256: the service uses HMAC-SHA1, which has 40.';
  if (!/^[\da-f]{40}$/i.test(signature)) return 'The signature must be 40 hex digits, such as the header above.';
  return undefined;
}

interface Signing {
  readonly parts: SignedParts;
  readonly others: readonly OtherKey[];
}

function contentMistake(signature: string, token: string, { parts, others }: Signing): string {
  const whole = wholeMistakes(token, parts).find(({ value }) => value === signature);
  if (whole !== undefined) return whole.text;
  const found = [...singlesAndPairs(partMistakes(token, parts, others))].find(
    (mistakes) => signatureWith(mistakes, token, parts) === signature,
  );
  if (found === undefined) return unknownMistake;
  const [first, second] = found.map(({ text }) => text);
  return second === undefined ? `Your code ${first}.` : `Two mistakes: your code ${first}. And it ${second}.`;
}

/** A wrong part of the signed string, or a wrong key. */
interface Mistake {
  readonly part: 'url' | 'fields' | 'files' | 'key';
  readonly value: string;
  /** Words after `your code`. */
  readonly text: string;
}

/** Each mistake, then each two of different parts. */
function* singlesAndPairs(mistakes: readonly Mistake[]): Generator<readonly Mistake[]> {
  for (const mistake of mistakes) yield [mistake];
  for (const [index, one] of mistakes.entries()) {
    for (const other of mistakes.slice(index + 1)) if (one.part !== other.part) yield [one, other];
  }
}

function signatureWith(mistakes: readonly Mistake[], token: string, parts: SignedParts): string {
  const valueOf = (part: Mistake['part'], right: string): string =>
    mistakes.find((mistake) => mistake.part === part)?.value ?? right;
  const text =
    valueOf('url', parts.url) + valueOf('fields', signedFields(parts)) + valueOf('files', signedFiles(parts));
  return signatureOf(valueOf('key', token), text);
}

function partMistakes(token: string, parts: SignedParts, others: readonly OtherKey[]): readonly Mistake[] {
  const { url, fields } = parts;
  const pairs = Object.entries(fields);
  const sorted = pairs.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const withSigns = (entries: typeof pairs): string => entries.map(([name, value]) => `${name}=${value}`).join('&');
  const otherSlash = url.endsWith('/') ? url.slice(0, -1) : `${url}/`;
  const of = (part: Mistake['part'], value: string, text: string): Mistake => ({ part, value, text });
  const all = [
    of('url', '', 'leaves out the URL: the string begins with the full URL of the webhook'),
    of('url', otherSlash, 'signs the URL with another final slash: use the URL as configured'),
    of('url', url.replace(/\?.*$/, ''), 'leaves out the query of the URL'),
    of('url', pathOf(url), 'signs the path alone: sign the full URL, with scheme and host'),
    of('url', swappedScheme(url), 'signs the URL with the other scheme, as behind a proxy: use the URL as configured'),
    of('fields', pairs.flat().join(''), 'does not sort the fields by name'),
    of('fields', '', 'leaves out the fields'),
    of('fields', new URLSearchParams(pairs).toString(), 'signs an encoded form: join names and values without = and &'),
    of('fields', withSigns(sorted), 'puts = and & between names and values: join them without separators'),
    of('fields', withSigns(pairs), 'puts = and & between names and values, and does not sort them'),
    of('files', '', 'leaves out the files: add part name and SHA-1 of each'),
    of('key', '', 'signs with an empty token: is the setting read?'),
    of('key', `${token}\n`, 'signs with a token that ends with a line break'),
    ...others.map(({ name, value }) => of('key', value, `signs with ${name}: the key is the webhook token`)),
  ];
  const right = { url, fields: signedFields(parts), files: signedFiles(parts), key: token };
  return all.filter(({ part, value }) => value !== right[part]);
}

/** The values of code that does something else altogether, with the remedy. */
function wholeMistakes(
  token: string,
  parts: SignedParts,
): readonly { readonly value: string; readonly text: string }[] {
  const right = signedString(parts);
  return [
    {
      value: signatureOf(token, parts.url),
      text: 'Your code signs the URL alone: add the fields and the files.',
    },
    { value: signatureOf(right, token), text: 'Your code swaps the token and the string: the token is the key.' },
    { value: hexOf(sha1OfText(token + right)), text: 'This is a plain SHA-1 of token and string: use HMAC-SHA1.' },
    { value: hexOf(sha1OfText(right)), text: 'This is a plain SHA-1 without the token: use HMAC-SHA1.' },
  ];
}

const pathOf = (url: string): string => url.replace(/^\w+:\/\/[^/]+/, '');
const swappedScheme = (url: string): string =>
  url.replace(/^http(s?):/, (_all, s: string) => (s === '' ? 'https:' : 'http:'));

const blockBytes = 64;

/**
 * SHA-1 of bytes. The browser has it for secure contexts only, and a simulator in a container is often opened by plain
 * HTTP.
 */
export function sha1(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / blockBytes) * blockBytes);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length * 8) >>> 0);
  let state: State = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
  for (let at = 0; at < padded.length; at += blockBytes) state = afterBlock(state, view, at);
  const digest = new DataView(new ArrayBuffer(20));
  for (const [index, word] of state.entries()) digest.setUint32(index * 4, word);
  return new Uint8Array(digest.buffer);
}

type State = readonly [number, number, number, number, number];

const rotate = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

function afterBlock(before: State, view: DataView, at: number): State {
  const words = new Uint32Array(80);
  const word = (index: number): number => words[index] ?? 0;
  for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + i * 4);
  for (let i = 16; i < 80; i++) words[i] = rotate(word(i - 3) ^ word(i - 8) ^ word(i - 14) ^ word(i - 16), 1);
  let [a, b, c, d, e] = before;
  for (let i = 0; i < 80; i++) {
    const mixed = (rotate(a, 5) + roundOf(i, b, c, d) + e + word(i)) | 0;
    [a, b, c, d, e] = [mixed, a, rotate(b, 30), c, d];
  }
  return [before[0] + a, before[1] + b, before[2] + c, before[3] + d, before[4] + e];
}

function roundOf(i: number, b: number, c: number, d: number): number {
  if (i < 20) return ((b & c) | (~b & d)) + 0x5a827999;
  if (i < 40) return (b ^ c ^ d) + 0x6ed9eba1;
  if (i < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
  return (b ^ c ^ d) + 0xca62c1d6;
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const concat = (one: Uint8Array, other: Uint8Array): Uint8Array => {
  const all = new Uint8Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
};

/** HMAC-SHA1 of a text, as RFC 2104 has it. */
export function hmacSha1(key: string, text: string): Uint8Array {
  const keyBytes = bytesOf(key);
  const block = new Uint8Array(blockBytes);
  block.set(keyBytes.length > blockBytes ? sha1(keyBytes) : keyBytes);
  const inner = sha1(
    concat(
      block.map((byte) => byte ^ 0x36),
      bytesOf(text),
    ),
  );
  return sha1(
    concat(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

/** SHA-1 of a text. */
const sha1OfText = (text: string): Uint8Array => sha1(bytesOf(text));

export const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
