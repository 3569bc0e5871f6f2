import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import type { Test } from 'supertest';
import { apiVersions } from '../../src/model/domain/operation.ts';
import { documentedRequests, flattened, urlencoded } from '../support/documented-requests.ts';
import type { DocumentedRequest } from '../support/documented-requests.ts';
import { blockingRule, phoneNumber, portOrder, receivedFax, sentFax } from '../support/examples.ts';
import { projectIn } from '../support/sinch.ts';
import { openSimulator } from '../support/simulator.ts';
import { repeats } from '../support/soak.ts';

const faxes = [sentFax(), sentFax({ id: 1002, isTest: true }), receivedFax()];

/** Values that name a record, so that not every request ends in `not found`. */
function knownIn(simulator: ReturnType<typeof open>) {
  const project = projectIn(simulator);
  return {
    id: ['1001', '1002', '2001', '31', '34567', ...faxes.map((fax) => project.idOf(fax))],
    projectId: [project.id],
    number: ['+13142666714'],
    caller_id: ['+13142666714'],
    country_code: ['1'],
  };
}

const open = () =>
  openSimulator({
    faxes,
    phoneNumbers: [phoneNumber()],
    portOrders: [portOrder()],
    blockingRules: [blockingRule()],
  });

function withBody(call: Test, { type, fields }: DocumentedRequest): Test {
  if (type === 'application/json') return call.send(Object.fromEntries(fields.map(({ name, value }) => [name, value])));
  if (type === 'application/x-www-form-urlencoded') return call.type('form').send(urlencoded(fields));
  for (const [name, value] of type === undefined ? [] : flattened(fields)) {
    if (Buffer.isBuffer(value)) call.attach(name, value, 'page.txt');
    else call.field(name, String(value));
  }
  return call;
}

describe.each([...apiVersions, 'oauth2'])('any request that the document of %s tells of', (name) => {
  test.each(['live', 'test'] as const)(
    'with %s keys gets an answer that the document knows, and no fault',
    async (keys) => {
      const opened = open();
      const { [keys]: caller, simulator } = opened;
      await fc.assert(
        fc.asyncProperty(documentedRequests(name, knownIn(opened)), async (request) => {
          const { method, path } = request;
          const call = caller[method as 'get' | 'post' | 'patch' | 'delete'](`/${name}${path}`);
          const { status, headers } = await withBody(call, request);
          // For an answer that the document does not allow, support/documented.ts throws after the test.
          expect(headers).toHaveProperty(headers['content-length'] === '0' || status === 204 ? 'date' : 'content-type');
          expect(status).toBeLessThan(500);
        }),
        { numRuns: repeats(25, 1000), seed: 7 },
      );
      await simulator.close();
    },
  );
});
