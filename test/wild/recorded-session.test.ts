import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { projectIn } from '../support/sinch.ts';
import { openSimulator } from '../support/simulator.ts';

interface Recorded {
  readonly token: object;
  readonly calls: readonly {
    readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
    readonly path: string;
    readonly body: object | null;
    readonly status: number;
    readonly answer: object | null;
  }[];
}

/** A session with the live service in April 2026; names in angle brackets stand for values that differ from run to run. */
const recorded = JSON.parse(readFileSync(new URL('recorded-session.json', import.meta.url), 'utf8')) as Recorded;

test('the recorded session with the live service runs alike, field by field and in the order of the fields', async () => {
  const world = openSimulator();
  const project = projectIn(world);
  const { body: token } = await world.live
    .post('/oauth2/token')
    .type('form')
    .send({ grant_type: 'client_credentials' });
  const named = new Map([
    [project.id, '<project>'],
    [token.access_token, '<token>'],
  ]);
  expect(templateOf(token, named)).toBe(JSON.stringify(recorded.token));
  for (const { method, path, body, status, answer } of recorded.calls) {
    const url = [...named].reduce((text, [value, name]) => text.replace(name, value), project.base + path);
    const call = world.anyone[verbs[method]](url).set('Authorization', `Bearer ${token.access_token}`);
    const got = await (body === null ? call : call.send(body));
    noteIds(got.body, named);
    expect(got.status).toBe(status);
    expect(templateOf(got.text === '' ? null : JSON.parse(got.text), named)).toBe(JSON.stringify(answer));
  }
});

const verbs = { GET: 'get', POST: 'post', PATCH: 'patch', DELETE: 'delete' } as const;

/** The first service seen is the project's own, the next one the new one. */
function noteIds(body: { id?: string; services?: { id: string }[] }, named: Map<string, string>): void {
  for (const { id } of [body, ...(body.services ?? [])]) {
    if (id === undefined || named.has(id)) continue;
    expect(id).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
    named.set(id, [...named.values()].includes('<own>') ? '<new>' : '<own>');
  }
}

/** JSON with names in place of the values that differ; times only where they have the recorded form. */
const templateOf = (body: unknown, named: ReadonlyMap<string, string>): string =>
  JSON.stringify(body, (_key, value: unknown) =>
    typeof value !== 'string'
      ? value
      : (named.get(value) ?? value.replace(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, '<time>')),
  );
