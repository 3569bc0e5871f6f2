import { describe, expect as plain, test } from '@jest/globals';
// What is built, since real documents are made in threads, which know no TypeScript here.
import { startSimulator } from '../../dist/src/embedded.js';
import { matchers } from '../../src/jest/jest.ts';
import type { FaxsimMatchers } from '../../src/jest/jest.ts';

plain.extend(matchers);

type Extended = ReturnType<typeof plain> & FaxsimMatchers<void>;
const expect = plain as unknown as (value: unknown) => Extended & {
  readonly not: Extended;
  readonly rejects: { toThrow(message: string): Promise<void> };
};

const failed = { id: 3, status: 'failure', error_id: 17, error_type: 'lineError', error_message: 'Busy' };

describe('toHaveFailedWith', () => {
  test.each([
    ['a fax', failed],
    ['an answer with a fax', { success: true, data: failed }],
    ['a fax of v1', { id: 3, status: 'failure', error_id: 17, error_type: 'lineError', error_code: 'Busy' }],
    ['a fax with a recipient that failed', { status: 'partialsuccess', recipients: [{ error_id: null }, failed] }],
  ])('finds the error of %s by its id, type and message', (_what, fax) => {
    expect(fax).toHaveFailedWith(17);
    expect(fax).toHaveFailedWith('lineError');
    expect(fax).toHaveFailedWith('Busy');
    expect(fax).not.toHaveFailedWith(18);
  });

  test('says what was the case instead', () => {
    expect(() => expect(failed).toHaveFailedWith(18)).toThrow(
      'expected fax 3 to have failed with 18: it failed with 17, lineError, Busy',
    );
    expect(() => expect({ id: 3, status: 'success' }).toHaveFailedWith(17)).toThrow('its status is success');
    expect(() => expect(failed).not.toHaveFailedWith(17)).toThrow('expected fax 3 not to have failed with 17');
    expect(() => expect('fax').toHaveFailedWith(17)).toThrow('expects a fax');
  });

  test('fits a fax that failed here, and what was asked of it is told', async () => {
    const simulator = await startSimulator({ fixture: 'empty', clock: 0, account: { balanceCents: 0 } });
    const { key, secret } = simulator.credentials.live;
    const url = `${simulator.baseUrl}/v2.1/faxes`;
    const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
    const body = new URLSearchParams({ to: '+12025550123', content_url: 'https://example.com' });
    const sent = (await (await fetch(url, { method: 'POST', headers, body })).json()) as { data: { id: number } };
    await simulator.clock.runUntilIdle();
    expect(await (await fetch(`${url}/${sent.data.id}`, { headers })).json()).toHaveFailedWith(5);
    await expect(simulator).toHaveReceived('sendFax', { times: 1 });
    await expect(simulator).toHaveReceived('getFax', { fax: sent.data.id });
    await expect(simulator).not.toHaveReceived('resendFax');
    await simulator.close();
  });
});

describe('toHaveReceived', () => {
  /** Notes what it is asked, and says that once is right. */
  function fakeRequests() {
    const asked: object[] = [];
    const verify = (query: { exactly?: number }) => {
      asked.push(query);
      return Promise.resolve({ passed: (query.exactly ?? 1) === 1, message: `expected ${query.exactly}, was 1` });
    };
    return { asked, world: { requests: { verify } } };
  }

  test('asks the journal of a world, or what stands for it', async () => {
    const { asked, world } = fakeRequests();
    await expect(world).toHaveReceived('resendFax');
    await expect(world.requests).toHaveReceived('resendFax', { times: 1, fax: 7 });
    await expect(world).toHaveReceived('resendFax', { at_most: 3 });
    expect(asked).toEqual([
      { operation: 'resendFax', at_least: 1 },
      { operation: 'resendFax', fax: 7, exactly: 1 },
      { operation: 'resendFax', at_most: 3 },
    ]);
  });

  test('fails with what the journal says', async () => {
    const { world } = fakeRequests();
    await expect(world).not.toHaveReceived('resendFax', { times: 2 });
    await expect(expect(world).toHaveReceived('resendFax', { times: 2 })).rejects.toThrow('expected 2, was 1');
    await expect(expect({}).toHaveReceived('resendFax')).rejects.toThrow('toHaveReceived expects a simulator');
  });
});
