import { Agent, request } from 'node:http';
import { afterAll, describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { documentedFace, documentNames } from '../../src/http/openapi/documents.ts';
import { defaultCredentials } from '../../src/model/domain/account.ts';
import { groupBy } from '../../src/model/shared/objects.ts';
import { fieldPlaces, oddJson, oddPairs } from '../support/odd-requests.ts';
import type { FieldPlace } from '../support/odd-requests.ts';
import { blockingRule, phoneNumber, portOrder, receivedFax, sentFax } from '../support/examples.ts';
import { allowedBy } from '../support/schema-values.ts';
import type { Schema } from '../support/schema-values.ts';
import { projectIn } from '../support/sinch.ts';
import { openSimulator } from '../support/simulator.ts';
import type { World } from '../support/simulator.ts';

interface Sent {
  readonly url: string;
  readonly type?: string;
  readonly body?: string;
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

const { key, secret } = defaultCredentials.live;
const boundary = 'odd-values';
const agent = new Agent({ keepAlive: true, maxSockets: 4 });
afterAll(() => agent.destroy());

/** Sends bytes as they are: a client library would refuse or repair some of them. */
function call(base: string, method: string, { url, type, body }: Sent): Promise<Answer> {
  const headers = {
    authorization: `Basic ${btoa(`${key}:${secret}`)}`,
    ...(type !== undefined && { 'content-type': type, 'content-length': Buffer.byteLength(body ?? '') }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(base + url, { method, agent, headers }, (res) => {
      const status = res.statusCode ?? 0;
      if (String(res.headers['content-type']).startsWith('text/event-stream')) {
        res.destroy();
        resolve({ status, body: '' });
        return;
      }
      let text = '';
      res.setEncoding('utf8').on('data', (part: string) => (text += part));
      res.once('end', () => resolve({ status, body: text }));
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

const rightValues = new WeakMap<Schema, unknown>();

/** A value that the schema allows, always the same. */
function rightValue(schema: Schema): unknown {
  if (!rightValues.has(schema)) rightValues.set(schema, fc.sample(allowedBy(schema), { numRuns: 1, seed: 7 })[0]);
  const value = rightValues.get(schema);
  return Buffer.isBuffer(value) ? value.toString() : value;
}

/** A call that gets no time to wait would wait for the usual one. */
const isUnset = (json: string): boolean => ['null', '""', '[]', '[null]'].includes(json);

const plainText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A field of each place gets every odd value, while all other required fields have right ones. */
function oddRequests(place: FieldPlace, known: Readonly<Record<string, string>>): Sent[] {
  const { encoding, field, required, schemas } = place;
  const others = required
    .filter((name) => name !== field)
    .map((name): [string, unknown] => [name, known[name] ?? rightValue(schemas[name]!)]);
  if ('timeout' in schemas && field !== 'timeout') others.push(['timeout', '0s']);
  const filled = (odd?: string): string =>
    place.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      name === field && odd !== undefined ? odd : encodeURIComponent(known[name] ?? '1'),
    );
  const plain = field.replace(/\[\]$/, '');
  if (encoding === 'path') {
    return ['%00', '__proto__', 'toString', 'NaN', '1e999', '%F0%9F%93%A0', '9007199254740993', '-0'].map((odd) => ({
      url: filled(odd),
    }));
  }
  const isWait = field === 'timeout';
  if (encoding === 'application/json') {
    const rest = others.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`).join('');
    return oddJson
      .filter((odd) => !(isWait && isUnset(odd)))
      .map((odd) => ({
        url: filled(),
        type: encoding,
        body: `{${rest}${JSON.stringify(field)}:${odd}}`,
      }));
  }
  return oddPairs
    .filter(([, value]) => !(isWait && value === ''))
    .map(([ending, value]) => {
      const pairs = [...others, [plain + ending, value] as const];
      if (encoding === 'multipart/form-data') {
        const parts = pairs.map(([name, text]) => {
          return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${plainText(text)}\r\n`;
        });
        const body = `${parts.join('')}--${boundary}--\r\n`;
        return { url: filled(), type: `${encoding}; boundary=${boundary}`, body };
      }
      const text = pairs.map((pair) => pair.map((part) => encodeURIComponent(plainText(part))).join('=')).join('&');
      return encoding === 'query' ? { url: `${filled()}?${text}` } : { url: filled(), type: encoding, body: text };
    });
}

const faxes = [sentFax(), receivedFax()];
const open = () =>
  openSimulator({
    faxes,
    phoneNumbers: [phoneNumber()],
    portOrders: [portOrder()],
    blockingRules: [blockingRule()],
    limits: { journalBytes: 0 },
  });

function knownIn(world: World, name: string): Readonly<Record<string, string>> {
  const project = projectIn(world);
  return { projectId: project.id, id: name === 'v3' ? project.idOf(faxes[0]!) : '1001', number: '+13142666714' };
}

describe.each(documentNames)('a value of another type in any field of %s', (name) => {
  test('is no fault, and is refused in the form of the document', async () => {
    const { prefix } = documentedFace(name);
    const places = fieldPlaces(name);
    expect(places.length).toBeGreaterThan(0);
    const faults: string[] = [];
    const perOperation = groupBy(places, ({ method, path }) => `${method} ${path}`);
    for (const [line, group] of perOperation) {
      const world = open();
      const base = await world.listen();
      const known = knownIn(world, name);
      const sent = group.flatMap((place) => oddRequests(place, known));
      await Promise.all(
        sent.map(async (one) => {
          // A refusal that its document does not allow fails in support/documented.ts, after the test.
          const { status, body } = await call(base + prefix, line.split(' ', 1)[0]!.toUpperCase(), one);
          if (status >= 500) faults.push(`${line} ${one.url} ${one.body ?? ''} → ${status} ${body}`);
        }),
      );
      await world.simulator.close();
    }
    expect(faults).toEqual([]);
  });
});
