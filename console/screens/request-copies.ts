import type { RequestRecord } from '../../src/control/client/named-types.ts';
import { curlOf } from './curl.ts';
import type { CurlField } from './curl.ts';

/** Where the simulator is, and the keys that the journal hides. */
interface CopyTarget {
  /** Without a final slash. */
  readonly baseUrl: string;
  readonly credentials: { readonly key: string; readonly secret: string };
}

const hidden = '•••';

type Leaf = readonly [name: string, value: unknown];

/** The request as a command of curl. The key pair of the world is filled in; files have their names only. */
export function requestCurl(request: RequestRecord, { baseUrl, credentials: { key, secret } }: CopyTarget): string {
  const { method, path, version } = request;
  const isV1 = version === 'v1';
  const keys: readonly Leaf[] = isV1 ? [...Object.entries({ api_key: key, api_secret: secret })] : [];
  const leaves = [...keys, ...paramsOf(request).flatMap(([name, value]) => formLeaves(name, value))];
  const user = isV1 || request.key === null ? {} : { user: `${key}:${secret}` };
  if (method === 'GET' || method === 'HEAD' || method === 'DELETE') {
    const query = new URLSearchParams(
      leaves.map(([name, value]): [string, string] => [name, String(value)]),
    ).toString();
    return curlOf({ url: `${baseUrl}${path}${query === '' ? '' : `?${query}`}`, method, ...user });
  }
  const hasFile = leaves.some(([, value]) => fileName(value) !== undefined);
  return curlOf({ url: baseUrl + path, method, ...user, fields: leaves.map((leaf) => curlField(leaf, hasFile)) });
}

function curlField([name, value]: Leaf, isMultipart: boolean): CurlField {
  const file = fileName(value);
  if (file !== undefined) return ['-F', `${name}=@${file}`];
  return [isMultipart ? '--form-string' : '--data-urlencode', `${name}=${String(value)}`];
}

/** The parameters without those of the path and without credentials. */
function paramsOf({ params, path }: RequestRecord): readonly Leaf[] {
  const parts = path.split('/').map((part) => part.replace(/\.\w+$/, ''));
  return Object.entries(params ?? {}).filter(
    ([name, value]) =>
      name !== 'api_key' && name !== 'api_secret' && !(isScalar(value) && parts.includes(encodeURIComponent(value))),
  );
}

/** A parameter in the notation of forms: `tag[case]`, `to[]`. */
function formLeaves(name: string, value: unknown): readonly Leaf[] {
  if (fileName(value) !== undefined || !isGroup(value)) return [[name, value ?? '']];
  if (Array.isArray(value)) return value.flatMap((item: unknown) => formLeaves(`${name}[]`, item));
  return Object.entries(value).flatMap(([key, item]) => formLeaves(`${name}[${key}]`, item));
}

/** The name of a file, which the journal shows by its name, type, size and SHA-1. */
const fileName = (value: unknown): string | undefined =>
  isGroup(value) && 'sha1' in value && 'file' in value ? String(value.file) : undefined;

const isGroup = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** The parameters that a condition can compare, by paths of names such as `tag.case`. */
function comparableParams(request: RequestRecord): Readonly<Record<string, string | number | boolean>> {
  const leavesOf = (name: string, value: unknown): [string, string | number | boolean][] => {
    if (isScalar(value)) return isComparable(value) ? [[name, value]] : [];
    if (!isGroup(value) || Array.isArray(value) || fileName(value) !== undefined) return [];
    return Object.entries(value).flatMap(([key, item]) => leavesOf(`${name}.${key}`, item));
  };
  return Object.fromEntries(paramsOf(request).flatMap(([name, value]) => leavesOf(name, value)));
}

/** Neither hidden nor cut off. */
const isComparable = (value: string | number | boolean): boolean =>
  !String(value).includes(hidden) && !String(value).includes('…');

/** The expectation of a test that the application sends a request like this one. */
function expectationOf(request: RequestRecord): Readonly<Record<string, unknown>> {
  const { version, answer } = request;
  const params = comparableParams(request);
  return {
    ...(version !== null && { version }),
    ...(Object.keys(params).length > 0 && { params }),
    ...(answer.status !== null && { status: answer.status }),
  };
}

/** A test of Jest that fails until the application makes such a request. */
export function jestTest(request: RequestRecord, { baseUrl }: Pick<CopyTarget, 'baseUrl'>): string {
  const operation = request.operation ?? '';
  return `import { expect, test } from '@jest/globals';
import { connect } from 'faxsim/client';
import { matchers } from 'faxsim/jest';

expect.extend(matchers);
const world = connect({ baseUrl: ${JSON.stringify(baseUrl)} });

test('the application calls ${operation}', async () => {
  await world.requests.clear();
  // The application does its work here.
  await expect(world).toHaveReceived('${operation}', ${indentJson(expectationOf(request), 1)});
});
`;
}

const indentJson = (value: unknown, level: number): string =>
  JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${'  '.repeat(level)}`);

/** A test of pytest that fails until the application makes such a request. */
export function pytestTest(request: RequestRecord, { baseUrl }: Pick<CopyTarget, 'baseUrl'>): string {
  const expected = pythonText({ operation: request.operation, ...expectationOf(request), at_least: 1 }, 1);
  return `import requests

CONTROL = ${JSON.stringify(`${baseUrl}/_faxsim`)}


def test_application_calls_${(request.operation ?? '').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}():
    requests.delete(f"{CONTROL}/requests").raise_for_status()
    # The application does its work here.
    response = requests.post(f"{CONTROL}/requests/verify", json=${expected})
    verdict = response.json()["data"]
    assert verdict["passed"], verdict["message"]
`;
}

function pythonText(value: unknown, level: number): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (!isGroup(value)) return JSON.stringify(value);
  const inner = '    '.repeat(level + 1);
  const lines = Object.entries(value).map(([name, item]) => `${inner}"${name}": ${pythonText(item, level + 1)},\n`);
  return `{\n${lines.join('')}${'    '.repeat(level)}}`;
}

/** A scenario that fails the next request like this one. */
export function scenarioOf(request: RequestRecord): string {
  const operation = request.operation ?? '*';
  const where = Object.entries(comparableParams(request));
  const facts = where.map(([name, value]) => `      ${JSON.stringify(`params.${name}`)}: ${JSON.stringify(value)}\n`);
  const id = operation.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `name: ${id}-fails
description: The service is unavailable for the first ${operation} like this one, and then recovers.
rules:
  - id: ${id}
    on: ${operation}
${where.length === 0 ? '' : `    where:\n${facts.join('')}`}    times: 1
    do: { fail: unavailable }
    expect: { retries: { min: 1 } }
`;
}
