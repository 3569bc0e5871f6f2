import { scenarioText } from '../src/model/shared/scenario-text.ts';
import { signal } from '@preact/signals';
import type { AnswerOf, InputOf } from '../src/control/client/surface.ts';
import { defaultWorld } from './routes.ts';
import { world } from './router.ts';
import { asText } from '../src/model/shared/conversion.ts';
import { keyParameters, withQuery } from './key-parameters.ts';
import type { KeyPair } from './key-parameters.ts';

export type { AnswerOf, InputOf };

/** A refusal of the simulator, or a request without a response (`status` undefined). */
export class ApiError extends Error {
  readonly status: number | undefined;
  /** The scenario whose rule fired for the request, if any. */
  readonly scenario: string | undefined;

  constructor(message: string, status: number | undefined, scenario?: string) {
    super(message);
    this.status = status;
    this.scenario = scenario;
  }
}

/** Returns an ApiError as it is, and any other thrown value as the message of a new one. */
export const apiError = (thrown: unknown): ApiError =>
  thrown instanceof ApiError ? thrown : new ApiError(asText(thrown), undefined);

const tokenKey = 'faxsim-token';

/** Whether the simulator asks this tab for a token. */
export const needsToken = signal(false);

/** The id of a world that does not exist according to a response. */
export const closedWorld = signal<string | undefined>(undefined);

/** Moves a token from the fragment of the address to the tab, so that neither history nor a copied link has it. */
export function keepToken(): void {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return;
  sessionStorage.setItem(tokenKey, token);
  history.replaceState(null, '', location.pathname + location.search);
}

export const wrongToken = 'That is not the token of this simulator';

/** Whether this tab has a token. If the simulator asks for a token all the same, this one is wrong. */
export const hasToken = (): boolean => sessionStorage.getItem(tokenKey) !== null;

/** Stores a token for the tab. Rejects with an ApiError for a wrong token. */
export async function setToken(token: string): Promise<void> {
  sessionStorage.setItem(tokenKey, token);
  const { status } = await fetchOf(null, '/worlds', {});
  if (status === 401) throw new ApiError(wrongToken, status);
}

/** The base URL of a world's API, without a final slash; of the current one by default. */
export const baseUrl = (id: string = world.value): string =>
  id === defaultWorld ? location.origin : `${location.origin}/w/${encodeURIComponent(id)}`;

type Values = Readonly<Record<string, unknown>>;

interface AskOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The parameters, sent in the query of GET and DELETE, else as JSON. Empty and undefined ones are left out. */
  readonly input?: Values | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The world; undefined for the current one; null for the simulator as a whole. */
  readonly of?: string | null | undefined;
}

let reads = 0;
/** Whether the page waits for data. */
export const isReading = (): boolean => reads > 0;

/** Makes a control call by its path: `ask<AnswerOf<'faxes', 'show'>>('/faxes/1')`. Rejects with an ApiError. */
export async function ask<T>(path: string, options: AskOptions = {}): Promise<T> {
  const { method = 'GET' } = options;
  if (method !== 'GET') return dataOf<T>(path, options);
  reads++;
  try {
    return await dataOf<T>(path, options);
  } finally {
    reads--;
  }
}

async function dataOf<T>(path: string, options: AskOptions): Promise<T> {
  const response = await fetchControl(path, options);
  const body: unknown = await response.json().catch(() => undefined);
  if (!isObject(body))
    throw new ApiError(`The simulator answers ${path} with status ${response.status}`, response.status);
  if (!response.ok || body['success'] !== true)
    throw new ApiError(refusalText(body) ?? response.statusText, response.status);
  return body['data'] as T; // the caller names the row of the control API, which has this type
}

/** A file of the control API, such as a page as PNG. */
export async function askBlob(path: string, options: AskOptions = {}): Promise<Blob> {
  const response = await fetchControl(path, options);
  if (response.ok) return response.blob();
  const body: unknown = await response.json().catch(() => undefined);
  throw new ApiError(refusalText(body) ?? response.statusText, response.status);
}

interface OwnRequest extends Omit<RequestInit, 'headers'> {
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends a request to the control API of a world (null: of the simulator). Notes from the status whether a token is needed, or the
 * world is gone.
 */
export async function fetchOf(of: string | null, path: string, init: OwnRequest): Promise<Response> {
  const token = sessionStorage.getItem(tokenKey);
  // A token with characters that headers cannot contain is not sent: the simulator then asks for another one, while fetch would
  // only throw.
  const authorization = /^[!-~¡-ÿ]+$/.test(token ?? '') ? { Authorization: `Bearer ${token}` } : {};
  const headers = { ...authorization, ...init.headers };
  const response = await send(`${of === null ? location.origin : baseUrl(of)}/_faxsim${path}`, { ...init, headers });
  if (response.status === 401) needsToken.value = true;
  if (response.status === 421 && of !== null) closedWorld.value = of;
  return response;
}

/** The message of a response in JSON; v3 has the name of the wrong field beside it. */
function refusalText(body: unknown): string | undefined {
  if (!isObject(body) || typeof body['message'] !== 'string') return undefined;
  const { message, details } = body as { message: string; details?: { fieldViolations?: { field: string }[] } };
  const field = details?.fieldViolations?.[0]?.field ?? '';
  return message.startsWith(field) ? message : `${field}: ${message}`;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function fetchControl(
  path: string,
  { method = 'GET', input = {}, signal, of = world.value }: AskOptions,
): Promise<Response> {
  const values = Object.entries(input).filter(([, value]) => value !== undefined && value !== '');
  const isBody = method !== 'GET' && method !== 'DELETE';
  const query = values.map(([name, value]): [string, string] => [name, asText(value)]);
  return fetchOf(of, withQuery(path, isBody ? [] : query), {
    method,
    signal: signal ?? null,
    ...(isBody && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(values)),
    }),
  });
}

/** Marks the requests of the console, so that no verdict on a program counts them. */
const ofConsole = { 'X-Faxsim-Client': 'console' };

async function send(url: string, { headers, ...init }: OwnRequest): Promise<Response> {
  try {
    return await fetch(url, { ...init, headers: { ...ofConsole, ...headers }, cache: 'no-store', credentials: 'omit' });
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw new ApiError('The simulator does not answer. Is it still running?', undefined);
  }
}

/** Sends a request to the API of the service in the current world, as a client does; undefined: without keys. */
export function fetchService(
  path: string,
  keys: KeyPair | undefined,
  { headers, ...init }: OwnRequest,
): Promise<Response> {
  const authorization = keys && { Authorization: `Basic ${btoa(`${keys.key}:${keys.secret}`)}` };
  return send(`${baseUrl()}${path}`, { ...init, headers: { ...headers, ...authorization } });
}

/** Calls the API of the service as a client does, with the live or test keys of the current world. */
export async function callService(
  path: string,
  { method = 'POST', form, isTest = false }: { method?: string; form?: FormData; isTest?: boolean } = {},
): Promise<Record<string, unknown>> {
  const { credentials } = await ask<AnswerOf<'worlds', 'show'>>('/world');
  const keys = isTest ? credentials.test : credentials.live;
  const response = await fetchWithKeys(path, keys, { method, form });
  const body: unknown = await response.json().catch(() => undefined);
  if (isObject(body) && response.ok && body['success'] !== false) return body; // v3 has no such field
  throw serviceError(response, refusalText(body));
}

/** Gives the keys as the version of the path documents it: in the header, or in v1 as parameters of the form or the query. */
function fetchWithKeys(
  path: string,
  keys: KeyPair,
  { method, form }: { readonly method: string; readonly form: FormData | undefined },
): Promise<Response> {
  const parameters = keyParameters(path, keys);
  if (parameters.length === 0) return fetchService(path, keys, { method, body: form ?? null });
  if (form === undefined) return fetchService(withQuery(path, parameters), undefined, { method });
  for (const [name, value] of parameters) form.set(name, value);
  return fetchService(path, undefined, { method, body: form });
}

/** The refusal of the service, with the scenario that caused it. */
function serviceError({ headers, status, statusText }: Response, refusal: string | undefined): ApiError {
  const reasons = [refusal, headers.get('X-Faxsim-Hint')].filter(Boolean);
  const message = [...new Set(reasons)].join('. ') || statusText;
  const scenario = headers.get('X-Faxsim-Rule')?.split('/')[0];
  const text = scenario === undefined ? message : `Refused while ${scenarioText(scenario)} is on: ${message}`;
  return new ApiError(text, status, scenario);
}

/** A file in the JSON form of the control API. */
export async function fileInput(file: File): Promise<{ filename: string; base64: string }> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 32_768) parts.push(String.fromCharCode(...bytes.subarray(at, at + 32_768)));
  return { filename: file.name, base64: btoa(parts.join('')) };
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : asText(error));
