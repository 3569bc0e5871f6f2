/** The text in place of a secret. */
export const hidden = '•••';

/** Long enough to say it within any name: `clientsecret`. A secretary keeps secrets, and is none. */
const tellingPart =
  /secret(?!ar)|pass(?:w|phrase|code)|pwd|token(?!i[sz]|s?[^a-z]?count)|bearer|credential|authori[sz]ation/i;
const tellingKey = /(?:api|access|private|signing|encryption|auth|session)[^a-z]?(?:key|id)s?(?![a-z])/i;
/** Names of secrets that count only as whole words: `author` is no `auth`, and `cookie_consent` is no cookie. */
const tellingWord =
  /(?<![a-z])(?:o?auth|authentication|pass|pw|creds?|jwt|t?otp|sig|signature|cookies?(?![^a-z]?consent))(?![a-z])/i;
/** Names of secrets with this ending, such as `userpass`, but not `compass`. */
const tellingEnd = /(?<=[a-z])(?<!by|com|over|under|sur|tres)pass(?![a-z])/i;

/** Whether a value of that name is secret: credentials, tokens, passwords, in any spelling. */
export const isSecret = (name: string, value: unknown): boolean =>
  [name, apart(name)].some((form) => saysSecret.some((telling) => telling.test(form))) && !isPlain(value);

const saysSecret = [tellingPart, tellingKey, tellingWord, tellingEnd];

/** The words of `basicAuth` and `APIKey`, as `basic_Auth` and `API_Key`. */
const apart = (name: string): string => name.replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '_');

/** Not even `with_credentials=true` says more than that. */
const isPlain = (value: unknown): boolean =>
  value === null || typeof value === 'boolean' || (typeof value === 'string' && /^(?:true|false|[01]?)$/i.test(value));

/** The secrets in an Authorization header: for Basic authentication, the key and the secret. */
export function credentialsIn(authorization = ''): string[] {
  const [, scheme = '', token = authorization] = /^(\w+) +(.*)$/.exec(authorization) ?? [];
  if (token === '') return [];
  const pair = scheme.toLowerCase() === 'basic' ? Buffer.from(token, 'base64').toString() : '';
  const colon = pair.indexOf(':');
  return [token, pair.slice(0, Math.max(colon, 0)), pair.slice(colon + 1)].filter((part) => part !== '');
}

const shortestScrubbed = 4;

/** The text without any of these secrets, in whatever form it may quote them: as JSON, and cut off before an ellipsis. */
export function redact(text: string, secrets: readonly string[]): string {
  return secrets.reduce(withoutSecret, text);
}

function withoutSecret(text: string, secret: string): string {
  if (secret.length < shortestScrubbed) return text;
  const once = jsonEscape(secret);
  const forms = [jsonEscape(once), once, secret];
  const whole = forms.reduce((rest, form) => rest.replaceAll(form, hidden), text);
  return whole.includes('…') ? forms.reduce(withoutBeginning, whole) : whole;
}

const jsonEscape = (text: string): string => JSON.stringify(text).slice(1, -1);

/** A message shows the beginning of a long value, and then an ellipsis. */
function withoutBeginning(text: string, secret: string): string {
  return text.replace(/[^…]*(?=…)/g, (part) => {
    for (let length = Math.min(secret.length, part.length); length >= shortestScrubbed; length--) {
      if (part.endsWith(secret.slice(0, length))) return part.slice(0, -length) + hidden;
    }
    return part;
  });
}

/** The text behind the escapes of a URL: any letter can be escaped, and an invalid escape is plain text. */
export const decodeEscapes = (text: string): string =>
  text.replace(/(?:%[\da-f]{2})+/gi, (escapes) => Buffer.from(escapes.replaceAll('%', ''), 'hex').toString());
