import type { RequestRecord } from '../../src/control/client/named-types.ts';
import { asText } from '../../src/model/shared/conversion.ts';

const hidden = '•••';

/** The parameters without those of the path and without credentials. */
function paramsOf({ params, path }: RequestRecord): readonly (readonly [name: string, value: unknown])[] {
  const parts = path.split('/').map((part) => part.replace(/\.\w+$/, ''));
  return Object.entries(params ?? {}).filter(
    ([name, value]) =>
      name !== 'api_key' && name !== 'api_secret' && !(isScalar(value) && parts.includes(encodeURIComponent(value))),
  );
}

/** The name of an uploaded file in the journal; undefined for other values. */
export const fileName = (value: unknown): string | undefined =>
  isGroup(value) && 'sha1' in value && 'file' in value ? asText(value.file) : undefined;

const isGroup = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** The parameters that conditions can compare, by paths such as `tag.case`. */
function comparableParams(request: RequestRecord): Readonly<Record<string, string | number | boolean>> {
  const leavesOf = (name: string, value: unknown): [string, string | number | boolean][] => {
    if (isScalar(value)) return isComparable(value) ? [[name, value]] : [];
    if (!isGroup(value) || Array.isArray(value) || fileName(value) !== undefined) return [];
    return Object.entries(value).flatMap(([key, item]) => leavesOf(`${name}.${key}`, item));
  };
  return Object.fromEntries(paramsOf(request).flatMap(([name, value]) => leavesOf(name, value)));
}

/** True for a value that is neither hidden nor cut off. */
const isComparable = (value: string | number | boolean): boolean =>
  !String(value).includes(hidden) && !String(value).includes('…');

/** The expectation that the application sends a request like this one. */
function expectationOf(request: RequestRecord): Readonly<Record<string, unknown>> {
  const { version, answer } = request;
  const params = comparableParams(request);
  return {
    ...(version !== null && { version }),
    ...(Object.keys(params).length > 0 && { params }),
    ...(answer.status !== null && { status: answer.status }),
  };
}

/** A Jest test that fails until the application makes such a request. */
export function jestTest(request: RequestRecord, { baseUrl }: { readonly baseUrl: string }): string {
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

/** A pytest test that fails until the application makes such a request. */
export function pytestTest(request: RequestRecord, { baseUrl }: { readonly baseUrl: string }): string {
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

/** The error for a scenario: that of a refused request, else an outage. */
function errorOf({ answer: { status, message } }: RequestRecord) {
  if (status === null || status < 400) {
    return {
      words: 'The service is unavailable for',
      effect: '{ fail: unavailable }',
      expect: '    expect: { retries: { min: 1 } }\n',
    };
  }
  const text = message === null ? '' : `, message: ${JSON.stringify(message)}`;
  return {
    words: `The service refuses with ${status}`,
    effect: `{ respond: { status: ${status}${text} } }`,
    expect: '',
  };
}

/** A scenario that makes the next such request fail in the same way. */
export function scenarioOf(request: RequestRecord): string {
  const operation = request.operation ?? '*';
  const error = errorOf(request);
  const where = Object.entries(comparableParams(request));
  const facts = where.map(([name, value]) => `      ${JSON.stringify(`params.${name}`)}: ${JSON.stringify(value)}\n`);
  const id = operation.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `name: ${id}-fails
description: ${error.words} the first ${operation} like this one, and then recovers.
rules:
  - id: ${id}
    on: ${operation}
${where.length === 0 ? '' : `    where:\n${facts.join('')}`}    times: 1
    do: ${error.effect}
${error.expect}`;
}
