import { headerIn } from '../../worlds/journal/exchange.ts';
import type { Exchange } from '../../worlds/journal/exchange.ts';

type Request = Pick<Exchange, 'url' | 'headers' | 'body'>;

/** A key or a secret in the query or in the body of a request. */
interface Claim {
  readonly name: string;
  readonly value: string;
}

/** All credentials in a request, even those that a server would ignore. */
export interface GivenCredentials {
  /** Values of its Authorization headers. */
  readonly headers: readonly string[];
  /** Values of `api_key`. */
  readonly keys: readonly string[];
  /** Values of `api_secret`. */
  readonly secrets: readonly string[];
}

/** Finds the credentials of a request everywhere that a server may look. */
export function credentialsIn({ url, headers, body }: Request): GivenCredentials {
  const start = url.indexOf('?');
  const type = headerIn(headers, 'content-type') ?? '';
  const claims = [...(start < 0 ? [] : claimsInForm(url.slice(start + 1))), ...claimsInBody(textOf(body), type)];
  const valuesOf = (name: string): string[] => claims.filter((claim) => claim.name === name).map(({ value }) => value);
  return {
    headers: headers.filter(([name]) => name.toLowerCase() === 'authorization').map(([, value]) => value),
    keys: valuesOf('api_key'),
    secrets: valuesOf('api_secret'),
  };
}

/** Whether a request has credentials more than once: servers differ in which they use. */
export const areRepeated = ({ headers, keys, secrets }: GivenCredentials): boolean =>
  headers.length + Math.max(keys.length, secrets.length) > 1;

/** Whether a request contains one of the words anywhere, plain or escaped as in URLs, JSON and Basic authentication. */
export function hasWord({ url, headers, body }: Request, words: readonly string[]): boolean {
  const sought = words.map((word) => Buffer.from(word).toString('latin1'));
  const values = headers.map(([, value]) => value);
  const inBase64 = values.map((value) => Buffer.from(value.replace(/^\w+ +/, ''), 'base64').toString('latin1'));
  const whole = [url, ...values, ...inBase64, textOf(body)].join('\n');
  const once = withoutEscapes(whole);
  const forms = [whole, once, withoutEscapes(once), withoutJsonEscapes(whole)];
  return forms.some((text) => sought.some((word) => text.includes(word)));
}

/** The bytes as letters. UTF-16 has a NUL beside each ASCII letter. */
const textOf = (body: Buffer | undefined): string => body?.toString('latin1').replaceAll('\0', '') ?? '';

/** Reads the body by its Content-Type. For a form or an unknown type, also guesses from the body. */
function claimsInBody(text: string, type: string): Claim[] {
  if (/json/i.test(type)) return claimsInJson(text);
  if (/multipart/i.test(type)) return claimsInParts(text);
  return [
    ...claimsInForm(text),
    ...(/^\s*[[{]/.test(text) ? claimsInJson(text) : []),
    ...(/^\s*--/.test(text) ? claimsInParts(text) : []),
  ];
}

function claimsInForm(text: string): Claim[] {
  return text.split(/[&;]/).map((field) => {
    const [name = '', ...rest] = field.split('=');
    return { name: plainName(valueOf(name)), value: valueOf(rest.join('=')) };
  });
}

/** An unterminated text goes to the end of the document: searching from each of its quotes would take quadratic time. */
const jsonField = /("[^"\\]*(?:\\.[^"\\]*)*(?:"|$))(?:\s*:\s*("[^"\\]*(?:\\.[^"\\]*)*(?:"|$))?)?/gs;

/** The texts in a JSON document at any depth, for every occurrence of a name. */
function claimsInJson(text: string): Claim[] {
  return Array.from(text.matchAll(jsonField), ([whole, name = '', value = '']) =>
    whole === name
      ? { name: '', value: '' }
      : { name: plainName(withoutJsonEscapes(name.slice(1, -1))), value: withoutJsonEscapes(value.slice(1, -1)) },
  );
}

function claimsInParts(text: string): Claim[] {
  return `\n${text}`.split('\n--').flatMap((part) => {
    const [head = '', value = ''] = part.split(/\r?\n\r?\n/, 2);
    const fields = head.replaceAll(/\r?\n[ \t]/g, '').replaceAll(/[ \t]/g, '');
    return Array.from(fields.matchAll(/;name\*?="?([^";\r\n]*)/gi), ([, name = '']) => ({
      name: plainName(withoutEscapes(name)),
      value: value.replace(/\r$/, ''),
    }));
  });
}

/** The name as servers read it: PHP reads a dot or a space as an underscore, and all read `api_key[]` as a list. */
const plainName = (name: string): string =>
  (name.split('[', 1)[0] ?? '').trim().toLowerCase().replaceAll(/[ .-]/g, '_');

const valueOf = (text: string): string => Buffer.from(withoutEscapes(text.replaceAll('+', ' ')), 'latin1').toString();

const withoutEscapes = (text: string): string =>
  text.replaceAll(/%([\da-f]{2})/gi, (_escape, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const withoutJsonEscapes = (text: string): string =>
  text.replaceAll(/\\(?:u([\da-f]{4})|(.))/gi, (_escape, code: string | undefined, letter: string | undefined) =>
    code === undefined ? (letter ?? '') : String.fromCharCode(Number.parseInt(code, 16)),
  );
