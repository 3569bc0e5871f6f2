import { bytesOf, concat, hexOf, md5, sha1, sha256 } from './digests.ts';
import type { Bytes } from './digests.ts';
import { isJson, jsonForms, reprinted } from './reprinted-json.ts';
import { signatureOf, signedFields, signedFiles, signedString } from './signed-string.ts';
import type { SignedFile, SignedParts } from './signed-string.ts';
import { otherUrlMistakes, urlMistakes } from './signature-urls.ts';
import type { Values } from './signature-urls.ts';

/** A wrong part of the signed string, or a wrong key. */
export interface Mistake {
  readonly part: 'url' | 'fields' | 'files' | 'end' | 'key';
  readonly value: Bytes;
  /** The end of a sentence that begins with `your code`. */
  readonly text: string;
  /** Whether the mistake is not combined with a second one, because there are too many of its kind. */
  readonly isAlone?: boolean;
}

/** A secret that code may sign with by mistake. */
export interface OtherKey {
  /** `the API secret`. */
  readonly name: string;
  readonly value: string;
}

type Pairs = readonly (readonly [name: string, value: string])[];

/** Keys and URLs that code may mistake for the right ones. */
export interface Confusable {
  readonly keys: readonly OtherKey[];
  readonly urls: readonly string[];
}

/** The mistakes that change one part of the string, or the key. */
export function partMistakes(token: string, parts: SignedParts, { keys, urls }: Confusable): readonly Mistake[] {
  const right = { url: parts.url, fields: signedFields(parts), files: signedFiles(parts), end: '', key: token };
  const of = (part: Mistake['part'], values: Values): readonly Mistake[] =>
    values
      .filter(([value], at) => value !== right[part] && values.findIndex(([other]) => other === value) === at)
      .map(([value, text]) => ({ part, value, text }));
  return [
    ...of('url', urlMistakes(parts.url)),
    ...of('fields', fieldMistakes(Object.entries(parts.fields))),
    ...of('files', fileMistakes(parts.files)),
    ...of('end', endMistakes),
    ...of('key', keyMistakes(token, keys)),
    ...of('url', otherUrlMistakes(parts.url, urls)).map((mistake) => ({ ...mistake, isAlone: true })),
  ];
}

function fieldMistakes(pairs: Pairs): Values {
  const sorted = pairs.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const withSigns = (entries: Pairs): string => entries.map(([name, value]) => `${name}=${value}`).join('&');
  const joined = (entries: Pairs): string => entries.flat().join('');
  return [
    [joined(pairs), 'does not sort the fields by name'],
    [joined(sorted.toReversed()), 'sorts the fields backwards'],
    ['', 'leaves out the fields'],
    [sorted.map(([name, value]) => name + value).join('\n'), `puts line breaks between fields: ${withoutSeparators}`],
    [joined(sorted.map(([name, value]) => [name, encodeURIComponent(value)])), 'encodes the values as in a URL'],
    [
      joined(sorted.map(([name, value]) => [name, isJson(value) ? '[object Object]' : value])),
      'signs [object Object] in place of JSON: sign each field as it came',
    ],
    ...booleanForms.map(
      ([yes, no]) =>
        [
          joined(sorted.map(([name, value]) => [name, value === 'true' ? yes : value === 'false' ? no : value])),
          `reads true and false as values of its language, and prints them as ${yes} and ${no || 'nothing'}: sign each field as it came`,
        ] as const,
    ),
    [sorted.map(([, value]) => value).join(''), 'leaves out the names of the fields'],
    [
      new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString(),
      `signs an encoded form: ${withoutSeparators}`,
    ],
    [withSigns(sorted), `puts = and & between names and values: ${withoutSeparators}`],
    [withSigns(pairs), 'puts = and & between names and values, and does not sort them'],
    ...separators.map(
      ([before, between, after, how]) =>
        [
          before + sorted.map(([name, value]) => name + between + value).join(after),
          `${how}: ${withoutSeparators}`,
        ] as const,
    ),
    [latin1(joined(sorted)), 'encodes the fields as Latin-1: the string is in UTF-8'],
    ...sorted.map(
      ([left]) => [joined(sorted.filter(([name]) => name !== left)), `leaves out the field ${left}`] as const,
    ),
    ...jsonForms.map(
      ([print, how]) =>
        [
          joined(sorted.map(([name, value]) => [name, reprinted(value, print)])),
          `prints JSON again, ${how}: sign each field as it came`,
        ] as const,
    ),
  ];
}

/** How languages print parsed true and false. */
const booleanForms: readonly (readonly [yes: string, no: string])[] = [
  ['True', 'False'],
  ['1', ''],
  ['1', '0'],
];

/** Texts before, inside of and between the fields. */
const separators: readonly (readonly [before: string, between: string, after: string, how: string])[] = [
  ['&', '=', '&', 'puts & before each field, and = after its name'],
  ['?', '=', '&', 'writes the fields as the query of a URL'],
  ['', '=', '', 'puts = between names and values'],
  ['', ':', '', 'puts : between names and values'],
  ['', '', '&', 'puts & between the fields'],
  ['', '=', '\n', 'puts = between names and values, and line breaks between fields'],
  ['', ':', '\n', 'puts : between names and values, and line breaks between fields'],
];

const withoutSeparators = 'join names and values without = and &';

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

function fileMistakes(files: readonly SignedFile[]): Values {
  const sorted = files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const joined = (textOf: (file: SignedFile) => Bytes): Bytes =>
    concat(sorted.flatMap((file) => [file.name, textOf(file)]));
  const needed = 'the string has the name of the part and the SHA-1 of its content, in lower-case hex';
  const all: Values = [
    ['', 'leaves out the files: add part name and SHA-1 of each'],
    [joined(({ sha1: hash }) => hash.toUpperCase()), `writes the SHA-1 of files in upper case: ${needed}`],
    [
      concat(sorted.flatMap(({ name, filename = name, sha1: hash }) => [filename, hash])),
      `signs the names of the files: ${needed}`,
    ],
    [
      concat(sorted.map(({ name }) => name)),
      `signs the names of the parts of files, but no SHA-1 of their content: ${needed}`,
    ],
    [concat(sorted.map(({ sha1: hash }) => hash)), `leaves out the names of the parts of files: ${needed}`],
  ];
  if (files.length === 0 || files.some(({ content }) => content === undefined)) return all;
  const contentOf = ({ content }: SignedFile): Uint8Array => content ?? new Uint8Array();
  const asText = (file: SignedFile): Uint8Array => bytesOf(new TextDecoder().decode(contentOf(file)));
  return [
    ...all,
    [joined(contentOf), `signs the bytes of files themselves: ${needed}`],
    [joined(asText), `signs the content of files as text: ${needed}`],
    [joined((file) => latin1AsUtf8(contentOf(file))), `signs the content of files as text: ${needed}`],
    [joined((file) => hexOf(md5(contentOf(file)))), `signs the MD5 of files: ${needed}`],
    [joined((file) => hexOf(sha256(contentOf(file)))), `signs the SHA-256 of files: ${needed}`],
    [joined((file) => hexOf(sha1(asText(file)))), `reads files as text in UTF-8 before it hashes them: ${needed}`],
  ];
}

/** Bytes that were read as Latin-1, and written as UTF-8. */
const latin1AsUtf8 = (bytes: Uint8Array): Uint8Array =>
  bytesOf(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

const endMistakes: Values = ['\n', '\r\n'].map((end) => [
  end,
  'signs a line break after the string, as echo adds one: use printf %s',
]);

function keyMistakes(token: string, others: readonly OtherKey[]): Values {
  const isHex = token.length % 2 === 0 && /^[\da-f]+$/i.test(token);
  return [
    ['', 'signs with an empty token: is the setting read?'],
    [`${token}\n`, 'signs with a token that ends with a line break'],
    [token.toUpperCase(), 'signs with the token in upper case'],
    ...['undefined', 'null', 'None'].map(
      (word) => [word, `signs with the word ${word}: is the setting read?`] as const,
    ),
    ...["'", '"'].map((quote) => [quote + token + quote, 'signs with quotes around the token'] as const),
    ...[`${token} `, ` ${token}`].map((text) => [text, 'signs with a space beside the token'] as const),
    ...(isHex ? [[bytesOfHex(token), 'decodes the token from hex: the key is its text'] as const] : []),
    ...others.map(({ name, value }) => [value, `signs with ${name}: the key is the webhook token`] as const),
  ];
}

const bytesOfHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

interface WholeMistake {
  readonly value: string;
  readonly text: string;
}

/** The signatures of completely different algorithms, with the remedy. */
export function wholeMistakes(token: string, parts: SignedParts): readonly WholeMistake[] {
  const right = signedString(parts);
  const mixed = [...Object.entries(parts.fields), ...parts.files.map(({ name, sha1: hash }) => [name, hash] as const)];
  const body = rawBody(parts);
  return [
    { value: signatureOf(token, parts.url), text: 'Your code signs the URL alone: add the fields and the files.' },
    { value: signatureOf(right, token), text: 'Your code swaps the token and the string: the token is the key.' },
    { value: hexOf(sha1(bytesOf(token + right))), text: 'This is a plain SHA-1 of token and string: use HMAC-SHA1.' },
    { value: hexOf(sha1(bytesOf(right + token))), text: 'This is a plain SHA-1 of string and token: use HMAC-SHA1.' },
    { value: hexOf(sha1(bytesOf(right))), text: 'This is a plain SHA-1 without the token: use HMAC-SHA1.' },
    {
      value: signatureOf(
        token,
        parts.url +
          mixed
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .flat()
            .join(''),
      ),
      text: 'Your code sorts files among the fields: the fields come first, then the files.',
    },
    {
      value: signatureOf(token, parts.url + signedFiles(parts) + signedFields(parts)),
      text: 'Your code signs the files before the fields: the fields come first, then the files.',
    },
    ...(body === undefined
      ? []
      : [
          { value: signatureOf(token, body), text: `Your code signs the raw body, ${notRaw}.` },
          {
            value: signatureOf(token, concat([parts.url, body])),
            text: `Your code signs the URL and the raw body, ${notRaw}.`,
          },
        ]),
  ];
}

const notRaw = 'as for other services: here the string is the URL, then the sorted fields, then the files';

/** The body of the webhook as it is sent; undefined without the contents of its files. */
export function rawBody({ fields, files }: SignedParts): Uint8Array | undefined {
  const parts = [
    ...Object.entries(fields).map(
      ([name, value]) => [`Content-Disposition: form-data; name="${name}"`, value] as const,
    ),
    ...files.map(({ name, filename = '', type = '', content }) => {
      const head = `Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: ${type}`;
      return [head, content] as const;
    }),
  ];
  const whole = parts.flatMap(([head, content]) => (content === undefined ? [] : [[head, content] as const]));
  if (whole.length < parts.length) return undefined;
  const hashed = whole.map(([head, content]) => head + (typeof content === 'string' ? content : hexOf(sha1(content))));
  const boundary = `faxsim-${hexOf(sha1(bytesOf(hashed.join(''))))}`;
  return concat([
    ...whole.flatMap(([head, content]) => [`--${boundary}\r\n${head}\r\n\r\n`, content, '\r\n']),
    `--${boundary}--\r\n`,
  ]);
}
