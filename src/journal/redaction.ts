/** Stands for what is secret. */
export const hidden = '•••';

/** Long enough to say it within any name: `clientsecret`. A secretary keeps secrets, and is none. */
const tellingPart = /secret(?!ar)|pass(?:w|phrase|code)|pwd|token|bearer|credential|authori[sz]ation/i;
const tellingKey = /(?:api|access|private|signing|encryption|auth|session)[^a-z]?(?:key|id)s?(?![a-z])/i;
/** What says so as a word alone: an author is no `auth`, and a compass no `pass`. */
const tellingWord = /(?<![a-z])(?:o?auth|authentication|pass|pw|creds?|jwt|t?otp|cookies?)(?![a-z])/i;

/** Whether what has that name is for nobody to read: credentials, tokens, passwords, however it is spelt. */
export const isSecret = (name: string, value: unknown): boolean =>
  [name, apart(name)].some((form) => saysSecret.some((telling) => telling.test(form))) && !isPlain(value);

const saysSecret = [tellingPart, tellingKey, tellingWord];

/** The words of `basicAuth` and `APIKey`, as `basic_Auth` and `API_Key`. */
const apart = (name: string): string => name.replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '_');

/** Not even `with_credentials=true` says more than that. */
const isPlain = (value: unknown): boolean =>
  value === null || typeof value === 'boolean' || (typeof value === 'string' && /^(?:true|false|[01]?)$/i.test(value));

/** Where the user and the password stand in a URL, or in what was meant as one: up to the last @. */
const meantUserinfo = /(?<=[a-z][a-z\d+.-]*:[\\/]+)(?![\\/])[^]*(?=@)/di;
/** In a URL that can be read, they end before the path; one slash or none is enough for it. */
const readUserinfo = /^[^]*?:[\\/]*([^\\/?#]*)@/d;

/** The text without the user and the password of a URL. */
function withoutUserinfo(text: string): string {
  const [start, end] = userinfoIn(text);
  return start === end ? text : text.slice(0, start) + hidden + text.slice(end);
}

/** The user and the password in a URL as they were written; empty when there are none. */
export const userinfoOf = (text: string): string => text.slice(...userinfoIn(text));

function userinfoIn(text: string): readonly [start: number, end: number] {
  if (!text.includes('@')) return [0, 0];
  const meant = meantUserinfo.exec(text)?.indices?.[0] ?? [0, 0];
  if (!URL.canParse(text)) return meant;
  const { username, password } = new URL(text);
  if (username === '' && password === '') return [0, 0];
  return readUserinfo.exec(text)?.indices?.[1] ?? meant;
}

const scheme = /^\s*[a-z][a-z\d+.-]*:/i;
const urlParam = /(?<=[?&])([^=&#]{1,100})=([^&#]+)/g;

/** The parameters in a URL that are secret, as they stand there: a receiver of webhooks is often known by one. */
export function secretsInUrl(text: string): string[] {
  if (!scheme.test(text)) return [];
  return [...text.matchAll(urlParam)].flatMap(([, name = '', value = '']) =>
    isSecret(decoded(name), value) ? [value] : [],
  );
}

/** Any letter of a name can be escaped in a URL. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The text without the credentials of a URL, wherever in it they are. */
export function withoutCredentials(text: string): string {
  const rest = withoutUserinfo(text);
  if (!scheme.test(rest)) return rest;
  return withoutSecretParams(rest);
}

/** The text without the secrets in the query of a URL, or of a path. */
export const withoutSecretParams = (text: string): string =>
  text.replace(urlParam, (param, name: string, value: string) =>
    isSecret(decoded(name), value) ? `${name}=${hidden}` : param,
  );

/** What an Authorization header says: for Basic authentication, the key and the secret. */
export function credentialsIn(authorization = ''): string[] {
  const [, scheme = '', token = authorization] = /^(\w+) +(.*)$/.exec(authorization) ?? [];
  if (token === '') return [];
  const pair = scheme.toLowerCase() === 'basic' ? Buffer.from(token, 'base64').toString() : '';
  const colon = pair.indexOf(':');
  return [token, pair.slice(0, Math.max(colon, 0)), pair.slice(colon + 1)].filter((part) => part !== '');
}

const shortestScrubbed = 4;

/** The text without any of these secrets, in whatever form it may quote them: as JSON, and cut off before an ellipsis. */
export function scrubbed(text: string, secrets: readonly string[]): string {
  return secrets.reduce(withoutSecret, text);
}

function withoutSecret(text: string, secret: string): string {
  if (secret.length < shortestScrubbed) return text;
  const once = quoted(secret);
  const forms = [quoted(once), once, secret];
  const whole = forms.reduce((rest, form) => rest.replaceAll(form, hidden), text);
  return whole.includes('…') ? forms.reduce(withoutBeginning, whole) : whole;
}

const quoted = (text: string): string => JSON.stringify(text).slice(1, -1);

/** A message shows the beginning of what is too long, and then an ellipsis. */
function withoutBeginning(text: string, secret: string): string {
  return text.replace(/[^…]*(?=…)/g, (shown) => {
    for (let length = Math.min(secret.length, shown.length); length >= shortestScrubbed; length--) {
      if (shown.endsWith(secret.slice(0, length))) return shown.slice(0, -length) + hidden;
    }
    return shown;
  });
}
