import { describe, expect, test } from '@jest/globals';
import { projectIdOf } from '../../src/model/domain/project.ts';
import { documentedFace } from '../../src/http/openapi/documents.ts';
import type { RequestRecord } from '../../src/control/client/named-types.ts';
import { documentNamed } from '../once/documents.ts';
import { openSimulator } from '../support/simulator.ts';

type Opened = ReturnType<typeof openSimulator>;

/** Every operation of a version, as a method and a path that names records that do not exist. */
function operationsOf(version: string, { simulator }: Opened): readonly (readonly [method: string, path: string])[] {
  const project = projectIdOf(simulator.parts.worlds.default);
  const { paths } = documentNamed(version) as unknown as { paths: Record<string, Record<string, unknown>> };
  const { prefix } = documentedFace(version);
  return Object.entries(paths).flatMap(([path, item]) => {
    const filled = path.replace('{projectId}', project).replaceAll(/\{\w+\}/g, '4711');
    return Object.keys(item).map((method) => [method.toUpperCase(), `${prefix}${filled}`] as const);
  });
}

/** Parameters that each operation lacks, does not know, or cannot read. */
const inputs = [{}, { id: '4711' }, { id: 'none', to: '1', page: '0', pageSize: 'x', direction: 'up', email: '?' }];

interface Call {
  readonly line: readonly [method: string, path: string];
  readonly input: object;
}

/** Sends the calls, and returns the message of each response with what the journal says about the same request. */
async function tell({ anyone, live }: Opened, calls: readonly Call[]) {
  const sent = new Map<string, { readonly call: Call; readonly message: string | null }>();
  for (const call of calls) {
    const [method, path] = call.line;
    const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
    const request = live[verb](path);
    const { headers, text } = await (verb === 'get' ? request.query(call.input) : request.send(call.input));
    const isJson = String(headers['content-type']).includes('json') && text !== '';
    sent.set(headers['x-request-id'] ?? '', { call, message: isJson ? (JSON.parse(text).message ?? null) : null });
  }
  const { body } = await anyone.get('/_faxsim/requests').query({ limit: calls.length }).expect(200);
  const records = body.data.requests as readonly RequestRecord[];
  expect(records).toHaveLength(calls.length);
  return records.map(({ request_id: id, answer, refused }) => ({ ...sent.get(id ?? ''), answer, refused }));
}

describe.each(['v1', 'v2', 'v2.1', 'v3'])('for each refusal of %s', (version) => {
  test('the journal has the message that was sent, and a reason that does not contradict it', async () => {
    const opened = openSimulator({ limits: { journalBytes: 10_000_000 } });
    const calls = operationsOf(version, opened).flatMap((line) => inputs.map((input) => ({ line, input })));
    const told = await tell(opened, calls);
    expect(told.map(({ call, answer }) => [call, answer.message])).toEqual(
      told.map(({ call, message }) => [call, message]),
    );
    const refused = told.filter(({ refused: refusal }) => refusal !== null);
    expect(refused.map(({ refused: refusal }) => refusal?.kind)).toEqual(
      expect.arrayContaining(['not_found', 'invalid']),
    );
    if (version === 'v3') return; // its messages are those of the status: the journal knows more
    expect(refused.map(({ call, refused: refusal }) => [call, refusal?.reason])).toEqual(
      refused.map(({ call, message }) => [call, message]),
    );
  });

  test('the journal has a message that a rule has changed', async () => {
    const opened = openSimulator();
    opened.switchOn(`{ id: words, on: '*', do: { patch: { message: Another text } } }`);
    const line = operationsOf(version, opened).find(
      ([method, path]) => method === 'GET' && /4711$|\/faxStatus$/.test(path),
    );
    const [told] = await tell(opened, [{ line: line ?? ['GET', '/'], input: { id: '4711' } }]);
    expect(told).toMatchObject({ message: 'Another text', answer: { message: 'Another text' } });
    expect(told?.refused).toMatchObject({ kind: 'not_found', reason: expect.not.stringContaining('Another') });
  });
});

test('a 401 of v3 has no message, and the journal says why it was refused', async () => {
  const { anyone, simulator } = openSimulator();
  const { text } = await anyone.get(`/v3/projects/${projectIdOf(simulator.parts.worlds.default)}/faxes`).expect(401);
  const { body } = await anyone.get('/_faxsim/requests/1').expect(200);
  expect(text).toBe('');
  expect(body.data.answer.message).toBeNull();
  expect(body.data.refused).toMatchObject({ kind: 'unauthorized', reason: expect.stringMatching(/.{10}/) });
});
