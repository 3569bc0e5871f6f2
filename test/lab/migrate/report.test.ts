import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { RunningSimulator } from '../../../src/index.ts';
import { pageOf } from '../../../src/lab/report/html.ts';
import { textOf } from '../../../src/lab/report/text.ts';
import { migrationReport } from '../../../src/lab/migrate/sections.ts';
import { summaryOf } from '../../../src/lab/migrate/sections.ts';
import { making } from '../../support/report-making.ts';
import { startReceiver } from '../../support/webhook-receiver.ts';
import type { WebhookReceiver } from '../../support/webhook-receiver.ts';
import { letter, program, simulator } from './program.ts';
import type { Program } from './program.ts';

let running: RunningSimulator;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [running, receiver] = await Promise.all([simulator(), startReceiver()]);
});
afterAll(() => Promise.all([running.close(), receiver.close()]));

const gapsOf = async ({ report }: Program): Promise<readonly string[]> => (await report()).gaps.map(({ what }) => what);

test('a program that has made no request has nothing to change', async () => {
  const own = await program(running);
  const report = await own.report();
  expect(report).toMatchObject({ requests: 0, already: 0, calls: [], webhooks: null, traps: [], gaps: [], tasks: [] });
  expect(textOf(migrationReport(report))).toBe('The program made no request of v1, v2 or v2.1.\n');
});

test('a program of v3 has done its work already', async () => {
  const own = await program(running);
  await own.call(`GET /v3/projects/${own.world.projectId}/faxes`);
  const report = await own.report();
  expect(report).toMatchObject({ requests: 0, already: 1, unanswered: 0, calls: [], tasks: [] });
  expect(summaryOf(report)).toBe('1 request of v3 already, none of v1, v2 or v2.1');
});

test('a program of v3 whose requests are refused has not done its work yet', async () => {
  const own = await program(running);
  for (let count = 0; count < 5; count++)
    await own.call(`POST /v3/projects/${own.world.projectId}/faxes`, { to: 'the office', file: letter });
  await own.call(`GET /v3/projects/${own.world.projectId}/faxes`);
  const report = await own.report();
  expect(summaryOf(report)).toBe('6 requests of v3 already, 5 refused, none of v1, v2 or v2.1');
  const because = '5 times: request 1, request 2, request 3 and 2 more';
  expect(report.refused_requests).toEqual([
    { what: 'sendFax', because, reason: '422, The (the office) is not a valid phone number', is_wrong: true },
  ]);
  expect(report.tasks).toEqual([]);
});

test('a request of v3 that another state of the account would allow, or that a scenario refuses, is not wrong', async () => {
  const own = await program(running);
  const path = `/v3/projects/${own.world.projectId}/faxes`;
  await own.call(`GET ${path}/01M8JV0000000000000000000A`);
  await own.world.scenarios.switch({
    source: 'description: denies\nname: denied\nrules: [{ id: denied, on: listFaxes, do: { fail: unauthorized } }]',
  });
  await own.call(`GET ${path}`);
  expect((await own.report()).refused_requests).toMatchObject([
    { what: 'getFax', reason: expect.stringMatching(/^404/), is_wrong: false },
    { what: 'listFaxes', reason: expect.stringMatching(/^401/), is_wrong: false },
  ]);
});

test('requests of the console are not those of the program, and are counted by themselves', async () => {
  const own = await program(running);
  const byConsole = (path: string) =>
    fetch(`${own.world.baseUrl}${path}`, { headers: { 'X-Faxsim-Client': 'console' } });
  await byConsole('/v2.1/faxes');
  expect(summaryOf(await own.report())).toBe(
    'The program made no request of v1, v2 or v2.1; 1 request of the console is not counted',
  );
  await own.call('GET /v2.1/faxes');
  await byConsole('/v2.1/nothing');
  const report = await own.report();
  expect(report).toMatchObject({ requests: 1, unanswered: 0, of_console: 2, left_out: [] });
  expect(summaryOf(report)).toMatch(/^1 request by 1 operation; .*; 2 requests of the console are not counted$/);
});

test('the webhooks of a fixture went to no program, so they are not those of this one', async () => {
  const own = await program(running, { fixture: 'demo' });
  await own.call('GET /v2.1/faxes');
  expect(await own.world.webhooks.list()).not.toHaveLength(0);
  expect(await own.report()).toMatchObject({
    requests: 1,
    webhooks: null,
    refused_webhooks: [],
    webhooks_of_controls: 0,
  });
});

test('requests that no version answers are counted as such, whatever their path begins with', async () => {
  const own = await program(running);
  for (const line of ['GET /v2.1/nothing', 'GET /favicon.ico', 'POST /v2.1/faxes//resend', 'GET /v3/nothing'])
    await own.call(line);
  const report = await own.report();
  expect(report).toMatchObject({ requests: 0, already: 0, unanswered: 4, calls: [], tasks: [] });
  expect(report.left_out).toEqual([
    '4 requests that no version answers: GET /v2.1/nothing, GET /favicon.ico, POST /v2.1/faxes//resend and 1 more',
  ]);
  expect(summaryOf(report)).toBe('4 requests that no version answers, none of v1, v2 or v2.1');
  await own.send();
  expect(summaryOf(await own.report())).toBe(
    '1 request by 1 operation, 4 requests that no version answers; every other operation and parameter has a counterpart in v3; 3 fields do not',
  );
});

test('a parameter that v2.1 ignores is listed, with the one that was meant and its place in v3', async () => {
  const own = await program(running);
  await own.send({ 'tags[order]': '4711' });
  await own.send({ 'tags[order]': '4712', cover: 'yes' });
  const report = await own.report();
  expect(report.ignored).toEqual([
    {
      what: 'tags of sendFax',
      because: '2 times: request 1, request 2',
      message: 'tags is not known here: the real service ignores it; the nearest is tag',
      meant: { name: 'tag', to: 'labels', change: 'renamed', todo: '' },
    },
    expect.objectContaining({ what: 'cover of sendFax', because: '1 time: request 2', meant: null }),
  ]);
  const shown = textOf(migrationReport(report));
  expect(shown).toContain('In v3, tag -> labels.');
  expect(shown.replaceAll(/\s+/g, ' ')).toContain(
    'decide: did tags of sendFax mean tag? Then labels, otherwise drop it',
  );
  expect(shown).toContain(
    'every operation and parameter has a counterpart in v3, except the parameters that are ignored already',
  );
});

test('a parameter that no version knows is listed for v3 too, and is no mistake', async () => {
  const own = await program(running);
  await own.call(`POST /v3/projects/${own.world.projectId}/faxes`, { to: '+12025550123', file: letter, zebra: 'yes' });
  const { ignored, mistakes } = await own.report();
  expect(ignored).toEqual([
    expect.objectContaining({
      what: 'zebra of sendFax of v3',
      meant: null,
      message: expect.stringContaining('ignores'),
    }),
  ]);
  expect(mistakes).toEqual([]);
});

test('a refused call is listed with its reason', async () => {
  const own = await program(running);
  await own.call('POST /v2.1/faxes', { file: letter });
  const { calls } = await own.report();
  expect(calls).toMatchObject([
    { operation: 'sendFax', refused: 1, refusals: [expect.stringMatching(/^request 1: 422, .*to/)] },
  ]);
});

test('calls are counted by their operation, with the refused ones and their versions', async () => {
  const own = await program(running);
  const id = await own.send();
  await own.call(`GET /v2.1/faxes/${id}`);
  await own.call('GET /v2.1/faxes/1');
  await own.call(`GET /v1/faxStatus?id=${id}`);
  const { requests, calls } = await own.report();
  expect(requests).toBe(4);
  expect(calls.map(({ operation, count, refused, versions }) => [operation, count, refused, versions])).toEqual([
    ['sendFax', 1, 0, ['v2.1']],
    ['getFax', 3, 1, ['v2.1', 'v1']],
  ]);
});

test('a report names neither a call, nor a parameter, nor a webhook that never was', async () => {
  const own = await program(running);
  await own.send();
  const text = textOf(migrationReport(await own.report()));
  expect(text).not.toMatch(/resend|cancel|thumbnail|batch|webhook|signature|caller_id|header_text/i);
});

test('the sent values have their names as in the form, and the needed ones as v3 takes them', async () => {
  const own = await program(running);
  await own.call('POST /v2.1/faxes', [
    ['to[]', '2025550123'],
    ['to[]', '2025550145'],
    ['tag[order]', '7'],
    ['file', letter],
  ]);
  const report = await own.report();
  const sent = ['to[] = 2025550123', 'to[] = 2025550145', 'tag[order] = 7', 'file = @letter.txt'];
  const needed = ['to = +12025550123', 'to = +12025550145', 'labels[order] = 7', 'file = @letter.txt'];
  const text = textOf(migrationReport(report))
    .split('\n')
    .map((line) => line.trim());
  expect(text.filter((line) => /^(?:to|tag|file|labels)\b.* = /.test(line)).toSorted()).toEqual(
    [...sent, ...needed].toSorted(),
  );
  for (const line of sent) expect(pageOf(migrationReport(report), making)).toContain(line);
});

test('the needed JSON has a list in one value', async () => {
  const own = await program(running);
  await own.call('POST /v2.1/faxes', [
    ['to[]', '2025550123'],
    ['to[]', '2025550145'],
    ['content_url', 'https://example.com/a.pdf'],
  ]);
  expect(textOf(migrationReport(await own.report()))).toContain('to = ["+12025550123","+12025550145"]');
});

describe('the fields that later requests show in use', () => {
  const usedOf = async ({ report }: Program) =>
    (await report()).fields.flatMap(({ usedNames, to }) => usedNames.map((name) => [name, to]));

  test('are the id of a send, with the request that names it', async () => {
    const own = await program(running);
    const id = await own.send();
    expect(await usedOf(own)).toEqual([]);
    await own.call(`GET /v2.1/faxes/${id}`);
    expect((await own.report()).fields.filter(({ used }) => used !== null)).toMatchObject([
      { usedNames: ['id'], to: 'id', used: `request 2: GET /v2.1/faxes/${id}` },
    ]);
  });

  test('are the number of a received fax that is answered', async () => {
    const own = await program(running);
    await own.world.simulate.receive({ from: '+12025550177' });
    await own.call('GET /v2.1/faxes?direction=received');
    await own.send({ to: '+12025550177' });
    expect(await usedOf(own)).toEqual([['from_number', 'from']]);
  });

  test('are the status of a failed fax that is sent again', async () => {
    const own = await program(running);
    const id = await own.send({ to: '+15555551017' });
    await own.world.clock.runUntilIdle();
    await own.call(`GET /v2.1/faxes/${id}`);
    expect(await usedOf(own)).toEqual([['id', 'id']]);
    await own.call(`POST /v2.1/faxes/${id}/resend`);
    expect(await usedOf(own)).toEqual([
      ['id', 'id'],
      ['status', 'status'],
    ]);
  });

  test('are not values that the program sent before', async () => {
    const own = await program(running);
    const id = await own.send({ to: '+12025550123' });
    await own.call(`GET /v2.1/faxes/${id}`);
    await own.send({ to: '+12025550123' });
    expect(await usedOf(own)).toEqual([['id', 'id']]);
  });

  test('are the id in a webhook whose fax is asked for', async () => {
    const own = await program(running);
    await own.world.settings.change({ receive_callback_url: receiver.url });
    const { fax } = await own.world.simulate.receive({});
    await own.world.clock.advance('1m');
    await own.call(`GET /v2.1/faxes/${fax?.id}/file`);
    const { webhooks, fields } = await own.report();
    expect(webhooks).toMatchObject({ count: 1, taken: 1, urls: [receiver.url] });
    expect(fields.find(({ used }) => used !== null)).toMatchObject({
      usedNames: ['id'],
      where: 'webhooks',
      used: `request 1: GET /v2.1/faxes/${fax?.id}/file`,
    });
  });
});

describe('a part without a counterpart', () => {
  test.each([
    ['POST /v2.1/faxes/1/resend', 'resendFax'],
    ['POST /v2.1/faxes/1/cancel', 'cancelFax'],
    ['DELETE /v2.1/faxes/1', 'deleteFax'],
    ['GET /v2.1/account/status', 'getAccountStatus'],
    ['GET /v2.1/public/countries', 'listCountries'],
    ['GET /v2.1/public/area_codes', 'listAreaCodes'],
    ['GET /v2.1/atas', 'listAtas'],
    ['GET /v2.1/port_orders', 'listPortOrders'],
    ['GET /v2.1/blocking_rules', 'listBlockingRules'],
    ['GET /v2.1/phax_code.json', 'getDefaultPhaxCode'],
    ['POST /v1/fireBatch', 'fireBatch'],
    ['POST /v1/closeBatch', 'closeBatch'],
    ['GET /v2.1/faxes/1/file?thumbnail=s', 'thumbnail of getFaxFile'],
  ])('is found in %s: %s', async (line, gap) => {
    const own = await program(running);
    await own.call(line);
    const { gaps, tasks } = await own.report();
    expect(gaps).toEqual([
      { what: gap, because: '1 time: request 1', instead: expect.stringMatching(/\w{3}/), page: expect.anything() },
    ]);
    expect(tasks.at(-1)).toMatchObject({ title: `no counterpart: ${gap}` });
  });

  test.each([
    ['batch_delay', '60'],
    ['batch_collision_avoidance', 'true'],
    ['cancel_timeout', '5'],
    ['test_fail', 'lineError'],
  ])('is the parameter %s of a send', async (name, value) => {
    const own = await program(running);
    await own.call('POST /v2.1/faxes', { to: '+12025550123', file: letter, [name]: value });
    expect(await gapsOf(own)).toEqual([`${name} of sendFax`]);
  });

  test('is not a parameter that says nothing', async () => {
    const own = await program(running);
    await own.call('POST /v2.1/faxes', { to: '+12025550123', file: letter, batch_delay: '0' });
    expect(await gapsOf(own)).toEqual([]);
  });

  test('is a received fax by the API', async () => {
    const own = await program(running);
    await own.call('POST /v2.1/faxes', { direction: 'received', file: letter });
    expect(await gapsOf(own)).toEqual(['receiveFax']);
  });

  test('is a test key, a signature, a URL of the account, and an event of the transmission', async () => {
    const settings = { send_callback_url: receiver.url, webhook_token: 'token', inflight_webhooks: true };
    const own = await program(running, { settings });
    const { key, secret } = own.world.credentials.test;
    await own.send();
    await fetch(`${own.world.baseUrl}/v2.1/faxes?api_key=${key}&api_secret=${secret}`);
    await own.world.clock.advance('1h');
    expect(await gapsOf(own)).toEqual([
      'test keys',
      'credentials as parameters',
      'signatures of webhooks',
      'callback URLs of the account',
      'the event transmitting_page',
    ]);
  });
});

describe('a name of v2.1 in a request of v3', () => {
  test.each(['header_text', 'caller_id', 'cancel_timeout', 'callback_url', 'tag[a]'])(
    'is a mistake: %s',
    async (name) => {
      const own = await program(running);
      await own.call(`POST /v3/projects/${own.world.projectId}/faxes`, {
        to: '+12025550123',
        file: letter,
        [name]: '1',
      });
      const { mistakes, gaps } = await own.report();
      expect(mistakes).toEqual([
        {
          what: `${name.replace(/\[.*/, '')} of sendFax`,
          because: '1 time: request 1',
          message: expect.stringMatching(/\w/),
        },
      ]);
      expect(gaps).toEqual([]);
    },
  );

  test('is counted once for all requests that have it, and in the first line of the report', async () => {
    const own = await program(running);
    for (let count = 0; count < 5; count++)
      await own.call(`GET /v3/projects/${own.world.projectId}/faxes?created_after=2026-01-01`);
    const report = await own.report();
    expect(report.mistakes).toMatchObject([
      {
        what: 'created_after of listFaxes',
        because: '5 times: request 1, request 2, request 3 and 2 more',
        message: expect.stringContaining('createTime>'),
      },
    ]);
    expect(summaryOf(report)).toBe('5 requests of v3 already with 1 mistake, none of v1, v2 or v2.1');
    expect(textOf(migrationReport(report))).toContain('mistake: created_after of listFaxes\n   5 times: ');
  });

  test('is one with brackets too, and another name that v3 ignores is none', async () => {
    const own = await program(running);
    const path = `POST /v3/projects/${own.world.projectId}/faxes`;
    await own.call(path, { 'to[]': '+12025550123', file: letter, _: '1795936017438' });
    expect((await own.report()).mistakes).toMatchObject([{ what: 'to of sendFax' }]);
  });

  test('is no mistake in a request of v2.1', async () => {
    const own = await program(running);
    await own.send({ nonsense: '1' });
    expect((await own.report()).mistakes).toEqual([]);
  });
});

test('a file that v1 deletes alone has a counterpart, and its fax has none', async () => {
  const own = await program(running);
  await own.call('POST /v1/deleteFax', { id: '1', files_only: 'true' });
  expect(await gapsOf(own)).toEqual([]);
  await own.call('POST /v1/deleteFax', { id: '1' });
  expect(await gapsOf(own)).toEqual(['deleteFax']);
});

test('secrets are in no form of the report', async () => {
  const own = await program(running);
  const { key, secret } = own.world.credentials.live;
  const url = receiver.url.replace('//', '//user:password@');
  await own.send({ callback_url: `${url}/done` });
  await own.call(`GET /v1/faxList?api_key=${key}&api_secret=${secret}`);
  await own.world.clock.advance('1h');
  const report = await own.report();
  expect(report.webhooks?.count).toBe(1);
  for (const text of [
    JSON.stringify(report),
    textOf(migrationReport(report)),
    pageOf(migrationReport(report), making),
  ]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain('password@');
  }
});

test('the page escapes what the program sent', async () => {
  const own = await program(running);
  await own.send({ header_text: '<script>' });
  const page = pageOf(migrationReport(await own.report()), making);
  expect(page).toContain('headerText = &lt;script&gt;');
  expect(page).not.toContain('<script>');
});

test('the page has the traps and the tasks before the calls, and the script keeps a tick for the next report', async () => {
  const own = await program(running);
  await own.send({ to: '15555551017', 'tag[order]': '7' });
  const found = await own.report();
  const certainties = found.traps.map(({ certainty }) => certainty);
  expect([...new Set(certainties)]).toEqual(['shown', 'possible']);
  expect(certainties).toEqual(certainties.toSorted().toReversed());
  const page = pageOf(migrationReport(found), making);
  expect(page).toMatch(/<strong>Authentication\.<\/strong> .* <span class="muted">\(Fax API, authentication\)<\/span>/);
  const titles = Array.from(page.matchAll(/<h2>([^<,]*)/g), ([, title]) => title);
  expect(titles.slice(0, 3)).toEqual(['For your board', 'Traps', 'Calls']);
  const boxes = page.split('<input type="checkbox">').length - 1;
  expect(boxes).toBeGreaterThan(1);
  expect(page.split('<label><input type="checkbox"> <span>').length - 1).toBe(boxes);
  const [, report] = /<ul class="tasks" data-report="([^"]*)">/.exec(page) ?? [];
  expect(report).toBe('npx faxsim command -- npm test in /home/me/office');
  const [, script = ''] = /<script type="module">(.*)<\/script>/s.exec(page) ?? [];
  const kept = new Map<string, string>();
  const open = openedWith(kept, report);
  runInNewContext(script, open.globals);
  expect(open.box.checked).toBe(false);
  open.tick();
  const again = openedWith(kept, report);
  runInNewContext(script, again.globals);
  expect(again.box.checked).toBe(true);
  const another = openedWith(kept, 'npx faxsim migrate in /elsewhere');
  runInNewContext(script, another.globals);
  expect(another.box.checked).toBe(false);
});

/** As much of a browser as the script of the page needs: one box. */
function openedWith(kept: Map<string, string>, report: string | undefined) {
  const listeners: (() => void)[] = [];
  const box = {
    checked: false,
    closest: () => ({ dataset: { report } }),
    parentElement: { textContent: ' Write numbers in E.164' },
    addEventListener: (_name: string, listener: () => void) => listeners.push(listener),
  };
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
  const tick = (): void => {
    box.checked = true;
    for (const listener of listeners) listener();
  };
  return { box, tick, globals: { localStorage, document: { querySelectorAll: () => [box] } } };
}

test('a report on five operations is short, and says what to do about a trap once', async () => {
  const own = await program(running, { settings: { webhook_token: 'token', send_callback_url: receiver.url } });
  const id = await own.send({ to: '15555551017', 'tag[order]': '7' });
  await own.world.clock.runUntilIdle();
  for (const line of [
    `GET /v2.1/faxes/${id}`,
    'GET /v2.1/faxes?created_after=2026-01-05&status=failure',
    `GET /v2.1/faxes/${id}/file`,
    `POST /v2.1/faxes/${id}/resend`,
  ])
    await own.call(line);
  await own.world.clock.runUntilIdle();
  const report = await own.report();
  const text = textOf(migrationReport(report));
  expect(report.calls.length).toBe(5);
  expect(report.traps.length).toBeGreaterThan(8);
  expect(text.split('\n').length).toBeLessThan(140);
  for (const { title, todo } of report.traps) {
    expect(text.split(todo).length).toBe(2);
    expect(text).toContain(title);
  }
  for (const { names } of report.fields) for (const name of names) expect(text).toContain(name);
  for (const { what } of report.gaps) expect(text).toContain(what);
  expect(pageOf(migrationReport(report), making)).not.toContain('href="http');
});

test('the fields that answers and webhooks had are in one table, used or not', async () => {
  const own = await program(running);
  const id = await own.send({ callback_url: receiver.url, to: '+15555551017', 'tag[order]': '7' });
  await own.world.clock.runUntilIdle();
  await own.call(`GET /v2.1/faxes/${id}`);
  const names = (await own.report()).fields.flatMap((row) => row.names);
  for (const name of ['recipients', 'num_pages', 'created_at', 'error_id', 'tags', 'data', 'event_type'])
    expect(names).toContain(name);
  expect(names).not.toContain('requested_at');
});

test('requests that the journal has dropped are named', async () => {
  await using small = await simulator({ journal: 4000 });
  const own = await program(small);
  for (let count = 0; count < 20; count++) await own.call('GET /v2.1/faxes');
  const { left_out: leftOut } = await own.report();
  expect(leftOut).toEqual([expect.stringMatching(/^\d+ requests that the journal has dropped/)]);
});
