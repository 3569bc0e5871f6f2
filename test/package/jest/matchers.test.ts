import { describe, expect as plain, test } from '@jest/globals';
// The built package, since threads make real documents and run no TypeScript here.
import { startSimulator } from '../../../dist/index.cjs';
import { connect } from '../../../src/control/client/connect.ts';
import { matchers } from '../../../src/package/jest/jest.ts';
import type { InputOf } from '../../../src/index.ts';
import type { Expected, ExpectedWebhook, FaxsimMatchers } from '../../../src/package/jest/jest.ts';

plain.extend(matchers);

type Extended = ReturnType<typeof plain> & FaxsimMatchers<void>;
const expect = Object.assign(
  (value: unknown) =>
    plain(value) as unknown as Extended & {
      readonly not: Extended;
      readonly rejects: { toThrow(message: string | RegExp): Promise<void> };
    },
  { stringMatching: (pattern: RegExp): unknown => plain.stringMatching(pattern) },
);

/** Without the colours of the runner. */
const stripped = (text: string): string => text.replaceAll(/\u001b\[[\d;]*m/g, '');

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
    ['an answer that refuses', { success: false, message: 'Not found' }, /got an object with success, message$/],
    ['a port order', { id: 3, status: 'requested' }, /got an object with id, status$/],
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

  test('refuses a thing that is no world after the error', () => {
    const wrong = {} as unknown as { baseUrl: string };
    expect(() => expect(failed).toHaveFailedWith(17, wrong)).toThrow(
      'toHaveFailedWith expects a simulator or one of its worlds after the error, and got an empty object',
    );
  });

  test('fits a fax that failed here, and its message has the expectation', async () => {
    const simulator = await startSimulator({ fixture: 'empty', clock: 'manual', settings: { balanceCents: 0 } });
    const { key, secret } = simulator.credentials.live;
    const url = `${simulator.baseUrl}/v2.1/faxes`;
    const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
    const body = new URLSearchParams({ to: '+12025550123', content_url: 'https://example.com' });
    const sent = (await (await fetch(url, { method: 'POST', headers, body })).json()) as { data: { id: number } };
    await simulator.clock.runUntilIdle();
    expect(await (await fetch(`${url}/${sent.data.id}`, { headers })).json()).toHaveFailedWith(5);
    const fax = await simulator.faxes.show({ id: sent.data.id });
    expect(fax).toHaveFailedWith(5, simulator);
    const lasting = connect({ baseUrl: simulator.baseUrl });
    expect(() => expect(fax).toHaveFailedWith(17, lasting)).toThrow(
      new RegExp(
        `: it failed with 5, .*\n  ${simulator.baseUrl}/_faxsim/ui/w/default/faxes/${sent.data.id}\n  its history: npx faxsim faxes history ${sent.data.id} --url ${simulator.baseUrl}$`,
      ),
    );
    await expect(simulator).toHaveReceived('sendFax', { times: 1 });
    await expect(expect(simulator).toHaveReceived('resendFx' as 'resendFax')).rejects.toThrow(
      '; the nearest is resendFax',
    );
    const shown = `${simulator.baseUrl}/_faxsim/ui/w/default`;
    const message = await expect(lasting)
      .not.toHaveReceived('sendFax')
      .then(String, (error: unknown) => String(error));
    expect(message).toMatch(/^Error: Did not expect at least 1 request \(operation=sendFax\), and there was 1\n\n/);
    expect(message).toContain(
      `request 1, POST /v2.1/faxes, answered 200\n  ${shown}/requests/1\n\nfax ${sent.data.id}: failure, no page got through\n`,
    );
    expect(
      message
        .split('\n')
        .map((line) => line.replace(/^ {2}[\d-]+ [\d:.]+ {2}/, ''))
        .slice(-4),
    ).toEqual([
      `is accepted (POST /v2.1/faxes, request 1)`,
      'fails: error 5, Insufficient funds to send fax and not able to auto recharge',
      'webhook fax_completed: recorded only, since it has no URL (webhook 1)',
      `is read (GET /v2.1/faxes/${sent.data.id}, request 2)`,
    ]);
    await expect(simulator).toHaveReceived('getFax', { fax: sent.data.id });
    await expect(simulator).not.toHaveReceived('resendFax');
    await simulator.close();
  });
});

test('a simulator that ends with the tests has no address in a message, which says how to keep its world', async () => {
  const simulator = await startSimulator({ fixture: 'empty' });
  await fetch(`${simulator.baseUrl}/v2.1/public/countries`);
  const faults = [
    () => expect(simulator).toHaveReceived('sendFax'),
    () => expect(simulator).not.toHaveReceived('listCountries'),
    () => expect(simulator).toHaveDelivered(),
    () => Promise.resolve().then(() => expect(failed).toHaveFailedWith(18, simulator)),
  ];
  for (const fault of faults) {
    const message = await fault().then(() => 'passed', String);
    expect(message).not.toContain(simulator.baseUrl);
    expect(message).toContain("matchersWith({ bundles: 'failures' })");
  }
  await simulator.close();
});

test('a matcher that fails leaves its message in its world, and one that passes leaves none', async () => {
  const simulator = await startSimulator({ fixture: 'empty' });
  const world = await simulator.world({ id: 'mine' });
  await expect(world).not.toHaveReceived('sendFax');
  expect((await world.worlds.show()).failure).toBe(null);
  await expect(expect(world).toHaveReceived('sendFax')).rejects.toThrow('there were 0');
  const { failure } = await world.worlds.show();
  expect(failure).toMatch(
    /^a matcher that fails leaves .*\nExpected at least 1 request \(operation=sendFax\), and there/,
  );
  expect((await world.reset()).failure).toBe(null);
  await simulator.close();
});

describe('toHaveReceived', () => {
  /** Notes what it is asked, and says that once is right. */
  function fakeRequests(verdict?: object) {
    const asked: object[] = [];
    const verify = (query: { exactly?: number }) => {
      asked.push(query);
      return Promise.resolve(
        verdict ?? { passed: (query.exactly ?? 1) === 1, message: `expected ${query.exactly}, was 1` },
      );
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
    ['times that are no number', ['listFaxes', { times: NaN }], 'expects an integer of times, and got NaN'],
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

  test('shows the nearest request as the runner shows differences, with what did match around them', async () => {
    const { world } = fakeRequests({
      passed: false,
      message: 'Expected exactly 1 request, and there were 0',
      nearest: [
        {
          request: { id: 3, method: 'POST', path: '/v2.1/faxes', answer: { status: 200 } },
          differences: [
            { name: 'status', expected: 422, got: 200 },
            { name: 'params[to]', expected: '+12025550123', got: '+12025550124' },
            { name: 'params[tag.case]', expected: '7', got: null },
          ],
        },
      ],
    });
    const params = { to: '+12025550123', 'tag.case': '7' };
    const failing = expect(world).toHaveReceived('sendFax', { times: 1, status: 422, version: 'v2.1', params });
    const message = await failing.then(
      () => 'passed',
      (error: unknown) => stripped(String(error)),
    );
    expect(message.split('\n')).toEqual([
      'Error: Expected exactly 1 request, and there were 0',
      '',
      'Nearest: request 3, POST /v2.1/faxes, answered 200',
      '- Expected',
      '+ Received',
      '',
      '  Object {',
      '    "operation": "sendFax",',
      '    "params": Object {',
      '-     "tag.case": "7",',
      '-     "to": "+12025550123",',
      '+     "to": "+12025550124",',
      '    },',
      '-   "status": 422,',
      '+   "status": 200,',
      '    "version": "v2.1",',
      '  }',
    ]);
  });

  test('called without a runner, as in node:test, says the same in plain text', async () => {
    const { world } = fakeRequests({
      passed: false,
      message: 'Expected at least 1 request, and there were 0',
      nearest: [
        {
          request: { id: 3, method: 'POST', path: '/v2.1/faxes', answer: { status: null, broken: 'reset' } },
          differences: [
            { name: 'status', expected: 200, got: null },
            { name: 'version', expected: 'v2', got: 'v2.1' },
          ],
        },
      ],
    });
    const result = await matchers.toHaveReceived.call(undefined, world, 'sendFax', { status: 200 });
    expect([result.pass, result.message().split('\n')]).toEqual([
      false,
      [
        'Expected at least 1 request, and there were 0',
        '',
        'Nearest: request 3, POST /v2.1/faxes, answered reset',
        '  status: expected 200, got nothing',
        '  version: expected "v2", got "v2.1"',
      ],
    ]);
    expect((await matchers.toHaveReceived(world, 'sendFax')).message()).toContain('got "v2.1"');
  });

  test('lists the requests that came where there were too many, the latest five', async () => {
    const requests = [1, 2, 3, 4, 5, 6, 7].map((id) => ({ id, method: 'GET', path: '/v1', answer: { status: 200 } }));
    const { world } = fakeRequests({
      passed: false,
      message: 'Expected at most 1 request, and there were 7',
      requests,
    });
    const result = await matchers.toHaveReceived(world, 'getFax', { at_most: 1 });
    expect(result.message()).toMatch(
      /were 7\n\n2 earlier ones\nrequest 3, GET \/v1, answered 200\n[^]*\nrequest 7, [^\n]*$/,
    );
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

describe('toHaveDelivered', () => {
  async function withWebhooks() {
    const simulator = await startSimulator({ fixture: 'empty', clock: 0 });
    const faxes = [await simulator.faxes.create({ id: 7 }), await simulator.faxes.create({ id: 8 })];
    await simulator.webhooks.send({ fax: 7, url: `${simulator.baseUrl}/_faxsim/livez` }); // 405: retried
    await simulator.webhooks.send({ fax: 8, url: 'mailto:fax@example.com' });
    await simulator.clock.advance('1s');
    return { simulator, faxes };
  }

  test('finds the webhooks of a world, and says of the nearest one what it missed', async () => {
    const { simulator } = await withWebhooks();
    const lasting = connect({ baseUrl: simulator.baseUrl });
    await expect(simulator).toHaveDelivered({ fax: 8, state: 'mailed', times: 1 });
    await expect(simulator.webhooks).toHaveDelivered({ state: 'mailed', fields: { success: 'true' } });
    await expect(simulator).not.toHaveDelivered({ fax: 7 });
    await expect(simulator).not.toHaveDelivered({ state: 'mailed', at_least: 2 });
    await expect(expect(lasting).not.toHaveDelivered({ fax: 8, state: 'mailed' })).rejects.toThrow(
      /^Did not expect at least 1 webhook \(fax=8, state=mailed\), and there was 1\n\nwebhook 2, fax_completed of fax 8, mailed, to mailto:fax@example.com\n {2}http:\S+\/_faxsim\/ui\/w\/default\/webhooks\/2\n\nfax 8: success\n/,
    );
    const failing = expect(lasting).toHaveDelivered({ event: 'fax_completed', fax: 7, status: 200 });
    const message = await failing.then(
      () => 'passed',
      (error: unknown) => stripped(String(error)),
    );
    const [verdict = '', history] = message.split('\n\nfax 7: success\n');
    expect(history).toMatch(/webhook fax_completed: answered 40\d.*\nnext, if nothing else happens:\n.*attempt 2$/);
    expect(verdict.split('\n')).toEqual([
      expect.stringMatching(
        /^Error: Expected at least 1 webhook \(event=fax_completed, fax=7, state=delivered, status=200\), /,
      ),
      '',
      expect.stringMatching(/^Nearest: webhook 1, fax_completed of fax 7, pending, to http:\S+\/livez: .+/),
      `  ${simulator.baseUrl}/_faxsim/ui/w/default/webhooks/1`,
      '- Expected',
      '+ Received',
      '',
      '  Object {',
      '    "event": "fax_completed",',
      '    "fax": 7,',
      '-   "state": "delivered",',
      '-   "status": 200,',
      '+   "state": "pending",',
      expect.stringMatching(/^\+ {3}"status": 40\d,$/),
      '  }',
    ]);
    await simulator.close();
  });

  test('asks for what was delivered, unless another state is named', async () => {
    const asked: object[] = [];
    const verify = (query: object) => {
      asked.push(query);
      return Promise.resolve({ passed: true, message: 'Expected it' });
    };
    await expect({ webhooks: { verify } }).toHaveDelivered();
    await expect({ webhooks: { verify } }).toHaveDelivered({ state: undefined as never, at_most: 2 });
    await expect({ verify }).toHaveDelivered({ state: 'kept', none_after: 0 });
    expect(asked).toEqual([
      { state: 'delivered', at_least: 1 },
      { state: 'delivered', at_most: 2 },
      { state: 'kept', none_after: 0 },
    ]);
  });

  test.each<[unknown, string]>([
    [{ evnt: 1 }, 'toHaveDelivered: evnt is not known here; the nearest is event'],
    [{ faxId: 1 }, 'faxId is not known here; known are times, '],
    ['fax_completed', 'toHaveDelivered expects { times: 2 } or the like, and got "fax_completed"'],
    [{ times: 1.5 }, 'toHaveDelivered expects an integer of times, and got 1.5'],
  ])('refuses %j, also where it is not to have been delivered', async (expected, message) => {
    const world = { webhooks: { verify: () => Promise.reject(new Error('was asked')) } };
    const asked = expected as ExpectedWebhook;
    await expect(expect(world).toHaveDelivered(asked)).rejects.toThrow(message);
    await expect(expect(world).not.toHaveDelivered(asked)).rejects.toThrow(message);
    await expect(expect({}).toHaveDelivered()).rejects.toThrow(
      'toHaveDelivered expects a simulator, one of its worlds, or its webhooks',
    );
  });

  test('knows the names and values by which the inbox is asked, as types', () => {
    type Asked = InputOf<'webhooks', 'verify'>;
    const given: Omit<ExpectedWebhook, 'times'> = {};
    const asked: Asked = given;
    const names: Record<keyof Asked, null> & Record<keyof ExpectedWebhook, null> = {} as Record<
      keyof ExpectedWebhook,
      null
    >;
    const use = (world: Extended) => [
      // @ts-expect-error -- no event has this name
      world.toHaveDelivered({ event: 'fax_complete' }),
      // @ts-expect-error -- nor a state this one
      world.toHaveDelivered({ state: 'done' }),
    ];
    expect([asked, names, typeof use]).toEqual([{}, {}, 'function']);
  });
});
