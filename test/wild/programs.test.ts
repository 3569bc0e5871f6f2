import { describe, expect, test } from '@jest/globals';
import type { Test } from 'supertest';
import { defaultCredentials } from '../../src/model/domain/account.ts';
import { phoneNumber, sentFax } from '../support/examples.ts';
import { projectIn } from '../support/sinch.ts';
import { openSimulator } from '../support/simulator.ts';
import type { World } from '../support/simulator.ts';
import { wildRequests } from './requests.ts';
import type { WildRequest } from './requests.ts';

const fax = sentFax();
const { key, secret } = defaultCredentials.live;

test('there are many programs', () => {
  expect(wildRequests.length).toBeGreaterThanOrEqual(20);
});

describe('a program in the wild', () => {
  test.each(wildRequests.map((row) => [row.by, row.method, row.path, row] as const))(
    '%s: %s %s',
    async (_by, _method, _path, row) => {
      const world = openSimulator({ faxes: [fax], phoneNumbers: [phoneNumber()] });
      const { status, headers, text } = await ask(world, row);
      const { told, lint = [] } = row.gets;
      expect({ status, text }).toEqual({ status: row.gets.status, text: expect.any(String) });
      if (told !== undefined) expect(`${String(headers['x-faxsim-hint'])} ${text}`).toContain(told);
      const { body } = await world.anyone.get('/_faxsim/requests').expect(200);
      const [request] = body.data.requests as [{ lint: { rule: string }[] }];
      expect(request.lint.map(({ rule }) => rule)).toEqual(lint);
    },
  );
});

function ask(world: World, { method, path, as, headers = {}, fields = {}, files = [] }: WildRequest): Test {
  const project = projectIn(world);
  const names = { project: project.id, fax: project.idOf(fax), id: String(fax.id), key, secret };
  const fill = <T>(value: T): T =>
    (typeof value === 'string'
      ? value.replace(/\{(\w+)\}/g, (_all, name: keyof typeof names) => names[name])
      : value) as T;
  const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)]));
  const authorization = own['Authorization'] ?? `Basic ${btoa(`${key}:${secret}`)}`;
  const call = world.anyone[verbs[method]](fill(path)).set(own);
  if (authorization === '') call.unset('Authorization');
  else call.set('Authorization', authorization);
  const filled = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fill(value)]));
  if (as === 'json') return call.type('json').send(JSON.stringify(filled));
  if (as === 'form') return call.type('form').send(filled);
  if (as !== 'multipart') return call;
  for (const [name, value] of Object.entries(filled)) call.field(name, String(value));
  for (const [name, filename] of files) call.attach(name, Buffer.from('a page'), { filename });
  return call;
}

const verbs = { GET: 'get', POST: 'post', DELETE: 'delete' } as const;
