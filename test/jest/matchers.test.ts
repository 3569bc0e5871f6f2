import { describe, expect as plain, test } from '@jest/globals';
// What is built, since real documents are made in threads, which know no TypeScript here.
import { startSimulator } from '../../dist/src/embedded.js';
import { matchers } from '../../src/jest/jest.ts';
import type { InputOf } from '../../src/index.ts';
import type { Expected, FaxsimMatchers } from '../../src/jest/jest.ts';

plain.extend(matchers);

type Extended = ReturnType<typeof plain> & FaxsimMatchers<void>;
const expect = plain as unknown as (value: unknown) => Extended & {
  readonly not: Extended;
  readonly rejects: { toThrow(message: string | RegExp): Promise<void> };
};

const failed = { id: 3, status: 'failure', error_id: 17, error_type: 'lineError', error_message: 'Busy' };

describe('toHaveFailedWith', () => {
  test.each([
    ['a fax', failed],
    ['an answer with a fax', { success: true, data: failed }],
    ['a fax of v1', { id: 3, status: 'failure', error_id: 17, error_type: 'lineError', error_code: 'Busy' }],
    [
      'a fax of the control surface',
      { id: 3, status: 'failure', error: { id: 17, type: 'lineError', message: 'Busy' } },
    ],
    [
      'a recipient there',
      {
        status: 'partialsuccess',
        error: null,
        recipients: [{ error: { id: 17, type: 'lineError', message: 'Busy' } }],
      },
    ],
    ['a fax with a recipient that failed', { status: 'partialsuccess', recipients: [{ error_id: null }, failed] }],
  ])('finds the error of %s by its id, type and message', (_what, fax) => {
    expect(fax).toHaveFailedWith(17);
    expect(fax).toHaveFailedWith('lineError');
    expect(fax).toHaveFailedWith('Busy');
    expect(fax).not.toHaveFailedWith(18);
  });

  test('says what was the case instead', () => {
    expect(() => expect(failed).toHaveFailedWith(18)).toThrow(
      'expected fax 3 to have failed with 18: it failed with 17, "lineError", "Busy"',
    );
    expect(() => expect(failed).toHaveFailedWith('17')).toThrow('to have failed with "17": it failed with 17, ');
    expect(() => expect({ id: 3, status: 'success' }).toHaveFailedWith(17)).toThrow('its status is success');
    expect(() => expect(failed).not.toHaveFailedWith(17)).toThrow('expected fax 3 not to have failed with 17');
    expect(() => expect('fax').toHaveFailedWith(17)).toThrow('expects a fax');
  });

  test.each([
    [
      'a Response',
      new Response('{}'),
      /^toHaveFailedWith expects a fax, .* and got a Response: await its \.json\(\) first$/,
    ],
    ['a promise', Promise.resolve(failed), /got a Promise/],
    ['an answer that refuses', { success: false, message: 'Not found' }, /got an object of success, message$/],
    ['a port order', { id: 3, status: 'requested' }, /got an object of id, status$/],
    ['a list of faxes', [failed], /got a list$/],
    ['null', null, /got null$/],
  ])('refuses %s, which is no fax, also where it is not to have failed', (_what, thing, message) => {
    expect(() => expect(thing).toHaveFailedWith(17)).toThrow(message);
    expect(() => expect(thing).not.toHaveFailedWith(17)).toThrow(message);
  });

  test('refuses what no error is called, also where it is not to have failed', () => {
    for (const nothing of [undefined, null, NaN, {}] as unknown as number[]) {
      expect(() => expect(failed).not.toHaveFailedWith(nothing)).toThrow('expects the id, type or message');
    }
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
    expect(await simulator.faxes.show({ id: sent.data.id })).toHaveFailedWith(5);
    await expect(simulator).toHaveReceived('sendFax', { times: 1 });
    await expect(expect(simulator).toHaveReceived('resendFx' as 'resendFax')).rejects.toThrow(
      '; the nearest is resendFax',
    );
    await expect(expect(simulator).not.toHaveReceived('sendFax')).rejects.toThrow(
      /^Did not expect at least 1 request \(operation=sendFax\), and there was 1$/,
    );
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

  test.each<[string, unknown[], string]>([
    ['a misspelt name', ['listFaxes', { tmes: 1 }], 'tmes is not known here; the nearest is times'],
    [
      'a number for what is expected',
      ['listFaxes', 2],
      'expects { times: 2 } or the like after the operation, and got 2',
    ],
    ['times that are no number', ['listFaxes', { times: NaN }], 'expects a whole number of times, and got NaN'],
    ['times below zero', ['listFaxes', { times: -1 }], 'got -1'],
    ['no operation', [], "expects an operation such as 'sendFax', and got undefined"],
    ['two counts', ['listFaxes', { times: 1, exactly: 3 }], 'times and exactly exclude each other'],
  ])('refuses %s, also where it is not to have been received', async (_what, args, message) => {
    const { asked, world } = fakeRequests();
    const [operation, expected] = args as ['listFaxes', Expected];
    await expect(expect(world).toHaveReceived(operation, expected)).rejects.toThrow(message);
    await expect(expect(world).not.toHaveReceived(operation, expected)).rejects.toThrow(message);
    expect(asked).toEqual([]);
  });

  test('knows operations, and the names and values by which the journal is asked, as types', () => {
    type Asked = Omit<InputOf<'requests', 'verify'>, 'operation'>;
    const given: Omit<Expected, 'times'> = {};
    const asked: Asked = given;
    const names: Record<keyof Asked, null> & Record<keyof Expected, null> = {} as Record<keyof Expected, null>;
    const use = (world: Extended) => [
      // @ts-expect-error -- no operation has this name
      world.toHaveReceived('sendFx'),
      // @ts-expect-error -- nor a query this one
      world.toHaveReceived('sendFax', { facks: 3 }),
    ];
    expect([asked, names, typeof use]).toEqual([{}, {}, 'function']);
  });
});
