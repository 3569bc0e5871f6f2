import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readCall } from '../../src/cli/control-args.ts';
import { commands } from '../../src/cli/catalogue.ts';
import { describeCall } from '../../src/cli/help.ts';
import { controlRoutes } from '../../src/control/control-routes.ts';
import type { ControlRoute } from '../../src/control/control-route.ts';
import { namesInPath } from '../../src/model/shared/urls.ts';
import { namesIn } from '../../src/wire/json-schema.ts';
import { routes } from '../../src/control/client/routes.generated.ts';
import { formatAnswer } from '../../src/cli/table-output.ts';
// The built package, since threads make real documents and run no TypeScript here.
import { startSimulator } from '../../dist/index.cjs';
import type { RunningSimulator } from '../../dist/index.cjs';
import { launch, run } from '../support/program.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';
import { startReceiver } from '../support/webhook-receiver.ts';

const newDirectory = temporaryDirectories();

let simulator: RunningSimulator;
beforeAll(async () => {
  simulator = await startSimulator({ clock: 0, startTime: new Date('2026-01-31T09:00:00Z') });
});
afterAll(() => simulator.close());

const faxsim = (...args: string[]) => run(args, { FAXSIM_URL: simulator.baseUrl });

describe('of a simulator that runs, the program', () => {
  test('moves the clock of a world, and shows it as text or JSON', async () => {
    const { id, close } = await simulator.world({ fixture: 'empty', clock: 0 });
    const moved = await faxsim('clock', 'advance', '45m', '--world', id);
    expect(moved).toEqual({
      code: 0,
      stdout: 'time   2026-01-31T09:45:00.000Z\nclock  frozen\nnext   nothing is due\n',
      stderr: '',
    });
    const { stdout } = await run(['clock', '--json'], { FAXSIM_URL: `${simulator.baseUrl}/w/${id}` });
    const none = { next_due: null, moving: null, open: [], held: [] };
    expect(JSON.parse(stdout)).toEqual({ now: '2026-01-31T09:45:00.000Z', speed: 0, ...none });
    await close();
  });

  test('prints the latest events of a move that has very many, and all of them as JSON', async () => {
    const worlds = await Promise.all([1, 2].map(() => simulator.world({ fixture: 'empty', clock: 0 })));
    const [text, json] = await Promise.all(
      worlds.map(async ({ id, faxes }, at) => {
        for (let count = 0; count < 25; count++) await faxes.create({ status: 'queued', to: ['+12025550123'] });
        return (await faxsim('clock', 'advance', '1d', '--world', id, ...(at === 1 ? ['--json'] : []))).stdout;
      }),
    );
    const all = (JSON.parse(json ?? '') as { happened: unknown[] }).happened.length;
    expect(all).toBeGreaterThan(100);
    expect(text?.match(/^ +\S+Z {2}(?:fax|webhook) /gm)).toHaveLength(100);
    expect(text?.split('\n').at(-2)).toBe(`the latest 100 of ${all} events; --json prints all`);
    for (const world of worlds) await world.close();
  });

  test('prints the latest request of a status as curl', async () => {
    const { id, baseUrl, credentials, close } = await simulator.world({ fixture: 'empty', clock: 0 });
    const { key, secret } = credentials.live;
    const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
    for (const path of ['/v2.1/faxes/7', '/v2.1/account/status']) await fetch(`${baseUrl}${path}`, { headers });
    const { code, stdout } = await faxsim('requests', 'curl', 'last', 'status=4xx', '--world', id);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^curl /);
    expect(stdout).toContain('/v2.1/faxes/7');
    expect((await faxsim('requests', 'show', 'last', '--world', id)).stdout).toContain('/v2.1/account/status');
    const none = await faxsim('requests', 'curl', 'last', 'status=5xx', '--world', id);
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('no such requests') });
    await close();
  });

  test('refuses to print a picture on a terminal, and says how to keep it', async () => {
    const { id, faxes, close } = await simulator.world({ fixture: 'empty', clock: 0 });
    const fax = await faxes.create({ status: 'success', to: ['+12025550123'] });
    const terminal = fileURLToPath(new URL('../support/as-terminal.cjs', import.meta.url));
    const environment = {
      FAXSIM_URL: simulator.baseUrl,
      NODE_OPTIONS: `--require ${terminal}`,
      COLUMNS_OF_TERMINAL: '200',
    };
    const { stdout, stderr } = await run(['faxes', 'thumbnail', String(fax.id), '--world', id], environment);
    expect(stdout).toBe('');
    expect(stderr).toContain('write it to a file with > FILE');
    await close();
  });

  test('sets the clock to a local time, which is that of the next day where it is past, and says so', async () => {
    const { id, close } = await simulator.world({ fixture: 'empty', clock: 0 });
    const set = (time: string) =>
      run(['clock', 'set', time, '--world', id], { FAXSIM_URL: simulator.baseUrl, TZ: 'Europe/Berlin' });
    expect(await set('20:00')).toMatchObject({ stdout: expect.stringContaining('2026-01-31T19:00:00'), stderr: '' });
    expect(await set('08:30')).toMatchObject({
      stdout: expect.stringContaining('2026-02-01T07:30:00'),
      stderr: "08:30 is past on the clock's day, so this is 08:30 of the next day, 2026-02-01\n",
    });
    await close();
  });

  test('steps the clock to the next due event, or says that nothing is due', async () => {
    const { id, faxes, close } = await simulator.world({ fixture: 'empty', clock: 0 });
    const step = () => faxsim('clock', 'step', '--world', id);
    expect(await step()).toMatchObject({ code: 1, stderr: 'faxsim: the clock cannot step: nothing is due\n' });
    const { id: fax } = await faxes.create({ status: 'queued', to: ['+12025550123'] });
    expect(await step()).toMatchObject({ code: 0, stdout: expect.stringContaining(`fax ${fax} is `) });
    await close();
  });

  test('names the rewind to an earlier time where a request of the history reaches it', async () => {
    const { id, baseUrl, clock, close } = await simulator.world({ fixture: 'empty', clock: 0 });
    await fetch(`${baseUrl}/v2.1/faxes`);
    const { now } = await clock.show();
    await clock.move({ advance: '1h' });
    const { stderr } = await faxsim('clock', 'set', now, '--world', id);
    expect(stderr).toMatch(/so rewind to before request \d+, which came at \S+, or reset the world\n$/);
    await close();
  });

  test('names the file and the line of a scenario that the simulator refuses', async () => {
    const path = join(await newDirectory(), 'mine.yaml');
    const rule = "  - id: down\n    on: '*'\n    do: { fail: unavailable }\n";
    await writeFile(path, `name: outage\ndescription: Mine.\nrules:\n${rule}`);
    const { code, stderr } = await faxsim('scenarios', 'on', path);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`${path}:1: name must not be`) });
  });

  test('stops a move of the clock at Ctrl-C, and says how far it came', async () => {
    // Thousands of retries, which take far longer than a signal.
    const receiver = await startReceiver(() => 500);
    const settings = { send_callback_url: receiver.url };
    const { id, clock, faxes, close } = await simulator.world({ fixture: 'empty', clock: 0, settings });
    await Promise.all(Array.from({ length: 300 }, () => faxes.create({ status: 'queued', to: ['+12025550123'] })));
    const program = launch(['clock', 'advance', '1d', '--world', id], { FAXSIM_URL: simulator.baseUrl });
    await receiver.until(1);
    program.process.kill('SIGINT');
    expect(await program.ended).toMatchObject({ code: 130, stdout: expect.stringContaining('stopped before its end') });
    expect((await clock.show()).now < '2026-02-01T09:00:00').toBe(true);
    await receiver.close();
    await close();
  });

  test('prints a whole file in the same form for both names of a call', async () => {
    const { id, exchange, history, close } = await simulator.world({ fixture: 'empty', clock: 0 });
    const { fixture, left_out: leftOut } = await exchange.exportFixture();
    const printed = { code: 0, stdout: fixture, stderr: leftOut.map((part) => `left out: ${part}\n`).join('') };
    expect(await faxsim('exchange', 'export-fixture', '--world', id)).toEqual(printed);
    expect(await faxsim('exchange', 'export', '--as-fixture', '--world', id)).toEqual(printed);
    const { stdout: bundle } = await faxsim('history', 'bundle', '--world', id);
    expect(JSON.parse(bundle)).toMatchObject({ start: (await history.bundle()).start });
    await close();
  });

  test('names the command that helps, in place of a call of the control API', async () => {
    const { stderr: world } = await faxsim('clock', '--world', 'nope');
    expect(world).toBe(
      'faxsim: This process has no world nope; faxsim worlds put nope creates it; only default is known\n',
    );
    const { stderr: error } = await faxsim('simulate', 'receive', 'error=9999');
    expect(error).toMatch(/; faxsim faxes errors direction=received lists them\n$/);
  });

  test('shows the latest request, fax and webhook as text for people', async () => {
    const { id, baseUrl, credentials, clock, close } = await simulator.world({ fixture: 'empty', clock: 0 });
    const form = new FormData();
    form.append('to', '+15555551017');
    form.append('string_data', 'Dear Ms Miller');
    form.append('file', new File(['Dear Ms Miller'], 'letter.txt', { type: 'text/plain' }));
    form.append('callback_url', 'http://127.0.0.1:9/hook');
    const { key, secret } = credentials.live;
    const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
    await fetch(`${baseUrl}/v2.1/faxes`, { method: 'POST', headers, body: form });
    await clock.advance('1m');
    const show = async (group: string) => (await faxsim(group, 'show', 'last', '--world', id)).stdout;
    const request = await show('requests');
    expect(request).toMatch(/^request 1: POST \/v2\.1\/faxes, 200\n/);
    expect(request).toMatch(/\nparameters\n {2}to +\+15555551017\n/);
    expect(request).toMatch(/\nlint\n {2}warning: string_data is not known here/);
    expect(request).toMatch(/\nresponse\n {2}\{\n {4}"success": true,\n/);
    expect(request).not.toMatch(/ -\n|\[\]|null/);
    expect(await show('faxes')).toMatch(/^fax \d+: sent, failure: Busy \(error 17\)\n/);
    const webhook = await show('webhooks');
    expect(webhook).toMatch(/^webhook 1: fax_completed of fax \d+, pending\nto +http:\/\/127\.0\.0\.1:9\/hook\n/);
    expect(webhook).toMatch(/\nattempts\n {2}1 {2}\S+ {2}\S.*\n/);
    expect(webhook).toMatch(/\nfields\n[^]* {2}event_type +fax_completed\n/);
    await fetch(`${baseUrl}/v2.1/fax`, { headers });
    expect(await show('requests')).toMatch(
      /^request 2: GET \/v2\.1\/fax, 404\nreason +Not found\nnearest_route +GET \/v2\.1\/faxes\n/,
    );
    await close();
  });

  test('explains why a request was refused, and what to do', async () => {
    const { id, baseUrl, credentials, close } = await simulator.world({ fixture: 'empty', clock: 0 });
    const { key, secret } = credentials.live;
    const send = (pair: string) =>
      fetch(`${baseUrl}/v2.1/faxes`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(pair)}` },
        body: new URLSearchParams({ to: '+12025550123' }),
      });
    await send('a:b');
    await send(`${key}:${secret}`);
    const explain = async (request: string) => (await faxsim('requests', 'explain', request, '--world', id)).stdout;
    expect(await explain('1')).toMatch(
      /^request 1: POST \/v2\.1\/faxes was refused with 401: .*\n {2}No world has the key\n {2}to do: faxsim .*env prints keys and secrets\n/,
    );
    const missing = await explain('last');
    expect(missing).toMatch(
      /^request 2: POST \/v2\.1\/faxes was refused with 422: .*file.*\n {2}to do: .*requests curl 2\n/,
    );
    expect(missing).toContain('\nno scenario is on in this world, so no rule would fire\n');
    await close();
  });

  test('a move of the clock names the failure of a webhook that is tried again', async () => {
    const { id, baseUrl, credentials, close } = await simulator.world({ fixture: 'empty', clock: 0 });
    const { key, secret } = credentials.live;
    const form = new FormData();
    form.append('to', '+12025550123');
    form.append('file', new File(['Dear Ms Miller'], 'letter.txt', { type: 'text/plain' }));
    form.append('callback_url', 'http://127.0.0.1:9/hook');
    const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
    await fetch(`${baseUrl}/v2.1/faxes`, { method: 'POST', headers, body: form });
    const { stdout } = await faxsim('clock', 'advance', '1m', '--world', id);
    expect(stdout).toMatch(/ {2}webhook 1, fax_completed of fax \d+: \S.*, tried again later\n/);
    expect(stdout).not.toContain('pending');
    await close();
  });

  test('takes the number of a fax in place of its id, in any notation, if only one fax has that number', async () => {
    const { id, close, faxes } = await simulator.world({ fixture: 'empty', clock: 0 });
    const numbers = ['+12025550123', '+12025550180', '+12025550180'];
    for (const to of numbers) await faxes.create({ to, status: 'success' });
    const { faxes: known } = await faxes.list();
    const [latest, former, only] = known.map((fax) => fax.id);
    for (const word of ['+12025550123', '+1 (202) 555-0123']) {
      expect((await faxsim('faxes', 'show', word, '--world', id)).stdout).toContain(`fax ${only}: sent, success`);
      expect((await faxsim('faxes', 'verify', word, 'status=success', '--world', id)).code).toBe(0);
    }
    expect((await faxsim('faxes', 'show', '+12025550180', '--world', id)).stderr).toBe(
      `faxsim: 2 faxes are to or from +12025550180: name one, the latest first: ${latest}, ${former}\n`,
    );
    expect((await faxsim('faxes', 'show', '+12025550199', '--world', id)).stderr).toBe(
      'faxsim: this world has no fax to or from +12025550199\n',
    );
    await close();
  });

  test('says that there is no latest record', async () => {
    const { id, close } = await simulator.world({ fixture: 'empty', clock: 0 });
    expect(await faxsim('webhooks', 'show', 'last', '--world', id)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'faxsim: there is no last one: this world has no webhooks\n',
    });
    await close();
  });

  test.each([
    [['faxes', 'list', 'number=+12025550123', 'is_test=false'], 'faxes?number=%2B12025550123&test=false'],
    [['faxes', 'list', 'status=failure,partialsuccess'], 'faxes?status=failure%2Cpartialsuccess'],
    [['faxes', 'list', 'status[]=failure', 'status[]=queued'], 'faxes?status=failure%2Cqueued'],
    [['faxes', 'list', 'tags[case]=7', 'limit=3'], 'faxes?tags%5Bcase%5D=7'],
    [['requests', 'list', 'status=4xx', 'since=1h'], 'requests?status=4xx&since=1h'],
    [['requests', 'unmatched'], 'requests?unmatched=true'],
    [['webhooks', 'list', 'state=failed'], 'webhooks?state=failed'],
    [['activity', 'list', 'search=busy', 'tone=bad'], 'activity?q=busy&tone=bad'],
    [['faxes', 'list'], 'faxes'],
  ])('names the list of the console with its filters after %j', async (args, place) => {
    const { stdout } = await faxsim(...args);
    expect(stdout.split('\n').at(-2)).toBe(`console: ${simulator.baseUrl}/_faxsim/ui/w/default/${place}`);
  });

  test('shows settings and the clock in the words of the console', async () => {
    const { id, close } = await simulator.world({ fixture: 'empty', clock: 60 });
    const { stdout: settings } = await faxsim('settings', 'show', '--world', id);
    expect(settings).toMatch(/^file_storage +on$/m);
    expect(settings).toMatch(/^webhook_token +none$/m);
    expect((await faxsim('clock', 'show', '--world', id)).stdout).toMatch(
      /^time +\S+Z\nclock +60 times as fast as real time\nnext +nothing is due\n$/,
    );
    expect((await faxsim('worlds', 'list')).stdout).toMatch(
      /^world +name +time \(UTC\) +clock +faxes +requests +failure\n/,
    );
    await close();
  });

  test.each(['tail', 'clock'])('%s names the nearest of the worlds if there is none of that name', async (command) => {
    const { close } = await simulator.world({ id: 'orders', fixture: 'empty', clock: 0 });
    const { code, stdout, stderr } = await faxsim(command, '--world', 'order');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      'faxsim: This process has no world order; faxsim worlds put order creates it; the nearest is orders\n',
    );
    await close();
  });

  test.each([['faxes', 'list'], ['tail'], ['lint'], ['reset'], ['scenarios', 'verdict']])(
    '%s ends with 2 where the simulator refuses the token, and names its setting',
    async (...args) => {
      const refusing = createServer((_request, response) => {
        const message = 'The token that came with the call is not that of --control-token (FAXSIM_CONTROL_TOKEN)';
        response
          .writeHead(401, { 'content-type': 'application/json' })
          .end(JSON.stringify({ success: false, message }));
      }).listen(0, '127.0.0.1');
      await once(refusing, 'listening');
      const { port } = refusing.address() as AddressInfo;
      const { code, stdout, stderr } = await run([...args, '--port', String(port), '--control-token', 'wrong']);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/^faxsim: .*--control-token.*\n$/);
      refusing.close();
    },
  );

  test('lists the reason of a refusal and the failure of a world', async () => {
    const { id, baseUrl, worlds, close } = await simulator.world({ fixture: 'empty', clock: 0 });
    await fetch(`${baseUrl}/v2.1/faxes`);
    await worlds.fail({ message: 'the test failed' });
    const { stdout: requests } = await faxsim('requests', 'list', '--world', id);
    expect(requests).toMatch(/^id .* request +reason\n.* 401 .* GET \/v2\.1\/faxes +\S.*\n/);
    const { stdout: listed } = await faxsim('worlds', 'list');
    expect(listed).toMatch(/^world +name +time \(UTC\) +clock +faxes +requests +failure\n/);
    expect(listed).toMatch(new RegExp(`^${id} .* frozen +0 +1 +the test failed$`, 'm'));
    await close();
  });

  test('prints a text as it is, in which no line is lost or added', async () => {
    const { id, activity, clock, faxes, requests, baseUrl, credentials, close } = await simulator.world({
      fixture: 'empty',
      clock: 0,
    });
    await clock.advance('1h');
    const { key, secret } = credentials.live;
    const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
    const form = new FormData();
    form.append('to', '+12025550123');
    form.append('file', new Blob(['two\nlines']), 'letter.txt');
    await fetch(`${baseUrl}/v2.1/faxes`, { method: 'POST', body: form, headers: { authorization } });
    await clock.advance('10m');
    const [{ id: request } = { id: 0 }] = (await requests.list()).requests;
    const [{ id: fax } = { id: 0 }] = (await faxes.list()).faxes;
    const stdoutOf = async (...words: string[]) => (await faxsim(...words, '--world', id)).stdout;
    expect(await stdoutOf('activity', 'text')).toBe(await activity.text());
    expect(await stdoutOf('faxes', 'text', String(fax))).toMatch(/two\n *lines\n/);
    const raw = await stdoutOf('requests', 'raw', String(request));
    expect(raw).toMatch(/^POST \/v2\.1\/faxes HTTP\/1\.1\nhost: \S+\n(?:[\w-]+: .*\n)+\n--/i);
    expect(raw).toContain('\ntwo\nlines\n--');
    await close();
  });

  test('switches scenarios, changes settings, and resets it all', async () => {
    expect(await faxsim('scenarios', 'on', 'outage')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/fired +ends\noutage +down +control +0 +in 2 min\n/),
    });
    await simulator.clock.advance('2m');
    expect((await faxsim('scenarios', 'on', 'busy-line')).stdout.replaceAll(/ +/g, ' ')).toContain(
      'busy-line busy control 0\noutage down control 0 over\n',
    );
    await simulator.scenarios.off('busy-line');
    expect((await simulator.scenarios.list()).map(({ scenario }) => scenario)).toEqual(['outage']);
    expect(await faxsim('settings', 'change', 'balance_cents=7')).toMatchObject({ code: 0 });
    expect(await simulator.settings.show()).toMatchObject({ balance_cents: 7 });
    expect(await faxsim('reset')).toMatchObject({ code: 0, stderr: '' });
    expect(await simulator.scenarios.list()).toEqual([]);
    expect(await simulator.settings.show()).not.toMatchObject({ balance_cents: 7 });
  });

  test('returns a world to normal, and says what that ended', async () => {
    await simulator.scenarios.on('busy-line');
    await simulator.settings.change({ fax_retry_delay: '90s', balance_cents: 7 });
    expect(await faxsim('normal')).toMatchObject({
      code: 0,
      stdout: 'Switched off busy-line; set back fax_retry_delay; the clock runs in real time\n',
    });
    expect(await simulator.scenarios.list()).toEqual([]);
    expect(await simulator.settings.show()).toMatchObject({ fax_retry_delay: '1m', balance_cents: 7 });
    expect((await simulator.clock.show()).speed).toBe(1);
    expect((await faxsim('worlds', 'normal')).stdout).toBe('Nothing was unusual\n');
    await simulator.clock.advance('90m');
    expect((await faxsim('normal')).stdout).toMatch(
      /^Nothing was unusual\. The clock stays 1 h (?:29|30) min ahead, as it was moved; a rewind or a reset takes it back\n`faxsim worlds reset` takes the world to its start, `faxsim history rewind REQUEST` to before a request\n$/,
    );
    await simulator.reset();
  });

  test('receives a file as a fax', async () => {
    const file = join(await newDirectory(), 'page.txt');
    await writeFile(file, 'a page');
    const { id, requests, records, close } = await simulator.world({ fixture: 'demo', clock: 0 });
    const ended = await faxsim('receive', file, '--from', '+12025550199', '--world', id, '--json');
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const { fax } = JSON.parse(ended.stdout) as { fax: { id: number; direction: string } };
    expect(fax).toMatchObject({ direction: 'received', id: expect.any(Number) });
    expect(await records.show({ collection: 'faxes', key: String(fax.id) })).toMatchObject({ id: fax.id });
    expect(await requests.count()).toMatchObject({ count: 0 });
    await close();
  });

  test('lists requests in whole lines without a terminal, and as JSON with all that is known', async () => {
    const { id, baseUrl, close } = await simulator.world({ fixture: 'empty', clock: 0 });
    await fetch(`${baseUrl}/v2.1/faxes/${'1'.repeat(60)}/file`, { headers: { 'x-long': 'x'.repeat(300) } });
    const { stdout } = await faxsim('requests', '--world', id);
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^id +at \(UTC\) +status +fax +request +reason$/),
      expect.stringMatching(
        /^1 +01-31 \d\d:\d\d:00 +401 +- +GET \/v2.1\/faxes\/1{60}\/file +Credentials are missing: .* api_secret$/,
      ),
      '1 of 1 requests',
      `console: ${simulator.baseUrl}/_faxsim/ui/w/${id}/requests`,
      '',
    ]);
    for (const words of [['list'], ['unmatched'], ['verify', 'method=POST', 'exactly=1'], ['wait', 'version=v2.1']]) {
      const { stdout: shown } = await faxsim('requests', ...words, '--world', id);
      for (const line of shown.split('\n')) expect(line.length).toBeLessThan(300);
    }
    expect((await faxsim('requests', 'show', '1', '--world', id)).stdout).toContain(
      `console: ${simulator.baseUrl}/_faxsim/ui/w/${id}/requests/1\n`,
    );
    const json = JSON.parse((await faxsim('requests', '--world', id, '--json')).stdout);
    expect(json).toMatchObject({ requests: [{ id: 1, lint: expect.any(Array) }], total: 1 });
    await close();
  });

  test('shows the route that an unmatched request probably meant, and what the nearest request missed', async () => {
    const { id, baseUrl, close } = await simulator.world({ fixture: 'empty', clock: 0 });
    await fetch(`${baseUrl}/v2.1/fax/7/resend`, { method: 'POST' });
    const unmatched = await faxsim('requests', 'unmatched', '--world', id);
    expect(unmatched.stdout).toMatch(
      /^id +method +path +status +nearest_route\n1 +POST +\/v2.1\/fax\/7\/resend +404 +POST \/v2.1\/faxes\/\{id\}\/resend\n1 of 1/,
    );
    const verified = await faxsim('requests', 'verify', 'method=POST', 'status=200', '--world', id);
    expect(verified).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('nearest: 1 POST /v2.1/fax/7/resend\n  status: expected 200, got 404\n'),
    });
    expect((await faxsim('webhooks', 'verify', '--world', id)).code).toBe(3);
    await close();
  });

  test('receives the failure of a call, and what comes on stdin', async () => {
    const { id, close } = await simulator.world({ fixture: 'demo', clock: 0 });
    const failed = await faxsim('receive', 'error=11', '--world', id, '--json');
    expect(failed).toMatchObject({ code: 0, stderr: '' });
    const child = launch(
      ['receive', '-', '--world', id, '--json'],
      { FAXSIM_URL: simulator.baseUrl },
      { stdin: 'pipe' },
    );
    child.process.stdin?.end('a page');
    expect(await child.ended).toMatchObject({ code: 0, stdout: expect.stringContaining('"received"'), stderr: '' });
    await close();
  });

  test('makes a world what the export of another says', async () => {
    const file = join(await newDirectory(), 'world.json');
    const from = await simulator.world({ fixture: 'demo', clock: 0 });
    const into = await simulator.world({ fixture: 'empty', clock: 0 });
    const { stdout } = await faxsim('exchange', 'export', '--world', from.id);
    await writeFile(file, stdout);
    expect(await faxsim('exchange', 'import', file, '--world', into.id)).toMatchObject({ code: 0, stderr: '' });
    expect(await into.worlds.show()).toMatchObject({ faxes: 250 });
    await writeFile(file, '{"format":"other"}');
    const refused = await faxsim('exchange', 'import', file, '--world', into.id);
    expect(refused.stderr).toContain(
      `faxsim: ${JSON.stringify(file)} cannot be imported: format is not "faxsim world"`,
    );
    await Promise.all([from.close(), into.close()]);
  });

  test('shows the colours of a list as colours, and escape codes of others as text', async () => {
    const { id, faxes, close } = await simulator.world({ fixture: 'empty', clock: 0 });
    await faxes.create({ to: ['+12025550123'], status: 'failure', error: 17 });
    const env = { FAXSIM_URL: `${simulator.baseUrl}/w/${id}`, FORCE_COLOR: '1' };
    await fetch(`${simulator.baseUrl}/w/${id}/v2.1/%1B[31mred`);
    const [listed, requests, found] = [
      await run(['faxes'], env),
      await run(['requests', 'list'], env),
      await run(['requests', 'verify', 'method=GET'], env),
    ];
    expect(listed.stdout).toContain('\u001b[31mfailure\u001b[39m');
    for (const { stdout } of [requests, found]) {
      expect(stdout).toContain('\u001b[31m404');
      expect(stdout).not.toContain('\u001b[31mred');
    }
    expect((await run(['faxes'], { ...env, NO_COLOR: '1' })).stdout).not.toContain('\u001b');
    await close();
  });

  test('says which rule of a scenario a created fax does not obey', async () => {
    const { id, scenarios, close } = await simulator.world({ fixture: 'empty', clock: 0 });
    const create = ['faxes', 'create', 'to=+12025550123', '--world', id];
    expect((await faxsim(...create)).stdout).not.toContain('scenario');
    expect((await faxsim(...create)).stdout).toMatch(
      /To send one as a program does:\n {2}curl -u \w+:\w+ \S+\/v2\.1\/faxes /,
    );
    await scenarios.switch({ on: 'busy-line' });
    expect((await faxsim(...create)).stdout).toMatch(
      /\nnote: no rule of a scenario changes a created fax; busy-line\/\S+ would change a fax that your program sends\n/,
    );
    await close();
  });

  test('lists the errors of faxes with their messages', async () => {
    const { stdout } = await faxsim('faxes', 'errors');
    expect(stdout).toMatch(/^id +type +message\n/);
    const errors = JSON.parse((await faxsim('faxes', 'errors', '--json')).stdout) as { message: string }[];
    for (const { message } of errors) expect(stdout).toContain(`  ${message}\n`);
  });

  test('says that a world is the same as the one into which its export went', async () => {
    const folder = await newDirectory();
    const from = await simulator.world({ fixture: 'empty', clock: 0 });
    const into = await simulator.world({ fixture: 'empty', clock: 0 });
    const file = join(folder, 'world.json');
    const later = join(folder, 'later.json');
    await from.faxes.create({ to: ['+12025550123'] });
    await writeFile(file, (await faxsim('exchange', 'export', '--world', from.id)).stdout);
    await faxsim('exchange', 'import', file, '--world', into.id);
    const bases = [from, into].map(({ baseUrl }) => baseUrl);
    const same = await run(['diff', ...bases, '--json']);
    expect(same.code).toBe(0);
    const { findings, skipped } = JSON.parse(same.stdout);
    expect(new Set(findings.map(({ grade }: { grade: string }) => grade))).toEqual(new Set(['same']));
    expect(skipped).toEqual([expect.stringContaining('did not begin alike')]);
    await into.faxes.create({ to: ['+12025550124'] });
    expect(await run(['diff', ...bases])).toMatchObject({
      code: 3,
      stdout: expect.stringMatching(/^differs: record faxes \d+\n +only the second has it$/m),
    });
    await writeFile(later, (await faxsim('exchange', 'export', '--world', into.id)).stdout);
    expect(await run(['diff', file, file])).toMatchObject({ code: 0 });
    expect(await run(['diff', file, later])).toMatchObject({ code: 3 });
    await Promise.all([from.close(), into.close()]);
  });

  test('lists faxes as a table when only the group is given', async () => {
    const { id, faxes, close } = await simulator.world({ fixture: 'empty', clock: 0 });
    const link = `console: ${simulator.baseUrl}/_faxsim/ui/w/${id}/faxes\n`;
    expect(await faxsim('faxes', '--world', id)).toEqual({ code: 0, stdout: `0 of 0 faxes\n${link}`, stderr: '' });
    await faxes.create({ status: 'failure', error: 17, to: ['+12025550123'] });
    const { stdout } = await faxsim('faxes', '--world', id);
    expect(stdout).toMatch(
      /^id +at \(UTC\) +number +status +pages +error\n\d+ +\S+ \S+ +to \+1 202 555 0123 +failure +1 +Busy\n1 of 1 faxes\nconsole: .+\n$/,
    );
    expect((await faxes.list({ status: ['failure', 'partialsuccess'] })).total).toBe(1);
    expect((await faxes.list({ status: ['queued', 'partialsuccess'] })).total).toBe(0);
    expect((await faxsim('faxes', 'list', 'status=failure,partialsuccess', '--world', id)).stdout).toContain('1 of 1');
    const refused = await faxsim('faxes', 'list', 'status=failure,partialsucces', '--world', id);
    expect(refused.stderr).toMatch(
      /status must be one of queued, .*, got "partialsucces"; the nearest is partialsuccess/,
    );
    await close();
  });

  test('changes nothing when only the group simulate is given, and shows the help', async () => {
    const { id, worlds, close } = await simulator.world({ fixture: 'empty', clock: 0 });
    const { code, stdout, stderr } = await faxsim('simulate', '--world', id);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Usage: faxsim simulate ');
    expect(await worlds.show()).toMatchObject({ faxes: 0 });
    await close();
  });

  test.each([
    [['requests', 'verify', 'exactly=0'], 0],
    [['requests', 'verify', 'operation=sendFax', 'at_least=1'], 3],
    [['requests', 'wait', 'operation=sendFax', 'timeout=1ms'], 1],
    [['webhooks', 'wait', 'fax=1', 'timeout=1ms'], 1],
    [['webhooks', 'check', 'url=http://127.0.0.1:1'], 1],
  ])('ends %j with exit code %i, its answer printed', async (args, code) => {
    expect(await faxsim(...args)).toEqual({ code, stdout: expect.stringMatching(/./), stderr: '' });
  });

  test.each([
    [['settings', 'change', 'webhook-token=a'], 2, 'webhook-token is not known here; the nearest is webhook_token'],
    [['settings', 'change', 'balnce_cents=7'], 2, 'balnce_cents is not known here; the nearest is balance_cents'],
    [['settings', 'change', 'balance=7'], 2, 'balance is not known here; the nearest is balance_cents'],
    [['clock', 'advance', '5'], 2, 'advance must be a duration such as 60s or 5m, got "5"'],
    [['clock', 'advance', '-5m'], 2, 'advance must be a duration such as 60s or 5m, got "-5m"'],
    [
      ['settings', 'change', 'fax_retry_delay=60'],
      2,
      'fax_retry_delay must be a duration such as 60s or 5m, up to 1d, got "60"',
    ],
    [['snapshots', 'restore', 'none'], 1, 'Not found: there is no snapshot none'],
    [['snapshots', 'save'], 2, 'snapshots save: NAME is missing'],
    [['clock', 'advanse', '1s'], 2, 'unknown call "advanse" of clock; the nearest is advance'],
    [
      ['clock', 'move', '1h'],
      2,
      'unexpected argument "1h" after clock move; faxsim clock advance 1h moves it by a duration',
    ],
    [['clock', '45m'], 2, 'unknown call "45m" of clock; faxsim clock advance 45m moves it by a duration'],
    [
      ['clock', 'set', '2020-01-01T00:00:00Z'],
      2,
      'set must not lie before 2026-01-31T09:00:00.000Z, which the clock shows: it does not go back, so reset the world',
    ],
    [['clock', 'freeze', 'now'], 2, 'unexpected argument "now" after clock freeze'],
    [
      ['exchange', 'export-fixture', 'a b.yaml'],
      2,
      `unexpected argument "a b.yaml" after exchange export-fixture; it prints the document: faxsim exchange export-fixture > 'a b.yaml'`,
    ],
    [['settings', 'show', 'now'], 2, 'unexpected argument "now" after settings show'],
    [['worlds', 'show', 'none'], 2, 'unexpected argument "none" after worlds show; --world ID names the world'],
    [['clock', 'move', 'now'], 2, 'unexpected argument "now" after clock move: parameters are given as NAME=VALUE'],
    [
      ['faxes', 'show', 'abc'],
      2,
      'id must be the id of a fax, such as 1001, or 01HDF5S9P29WC29J578J8EKC1C in v3, got "abc"',
    ],
    [
      ['clock', '--world', 'none'],
      1,
      'This process has no world none; faxsim worlds put none creates it; only default is known',
    ],
  ])('says in one line why not: %j', async (args, code, line) => {
    expect(await faxsim(...args)).toEqual({ code, stdout: '', stderr: `faxsim: ${line}\n` });
  });
});

describe('the words of a call', () => {
  test.each([
    ['clock', [], 'show', {}],
    ['clock', ['run'], 'move', { run_until_idle: '3650d' }],
    ['clock', ['move', 'advance=1s', 'speed=0'], 'move', { advance: '1s', speed: '0' }],
    ['snapshots', ['save', 'before'], 'save', { name: 'before' }],
    [
      'worlds',
      ['create', 'scenarios[]=a', 'scenarios[]=b', 'live[key]=k', 'live[secret]=s'],
      'create',
      {
        scenarios: ['a', 'b'],
        live: { key: 'k', secret: 's' },
      },
    ],
  ])('%s %j are read as %s with %j', async (group, words, name, input) => {
    expect(await readCall(group, words)).toEqual({ name, input });
  });

  test('have in the help the summaries and the parameters of the control API', () => {
    const rows = Object.values(controlRoutes).flatMap((named): readonly ControlRoute[] => Object.values(named));
    expect(rows.map(describeCall)).toEqual(
      rows.map(({ summary, schema: form, path }) => ({
        summary,
        takes: namesIn(form).filter((name) => !namesInPath(path).includes(name)),
      })),
    );
    expect(commands['reset']?.meaning).toBe(controlRoutes.worlds.reset.summary);
    expect(commands['receive']?.meaning).toBe(controlRoutes.simulate.receive.summary);
  });

  test('of a group alone ask for what only reads, or for nothing', async () => {
    const asked = await Promise.all(
      Object.keys(routes).map(async (group) => [group, await readCall(group, [])] as const),
    );
    const withoutReading = asked.filter(([, call]) => call === undefined).map(([group]) => group);
    expect(withoutReading).toEqual(['simulate', 'records', 'services']);
    for (const [group, call] of asked) if (call !== undefined) expect(routes[group]?.[call.name]?.method).toBe('GET');
  });

  test.each([
    ['requests', ['list', 'params.to=+12025550123'], { params: { to: '+12025550123' } }],
    ['webhooks', ['wait', 'timeout=0'], { timeout: '0' }],
    ['records', ['show', 'collection=faxes', '12'], { collection: 'faxes', key: '12' }],
  ])('%s %j come to %j', async (group, words, input) => {
    expect(await readCall(group, words)).toMatchObject({ input });
  });

  test.each([
    ['worlds', ['delete', ''], 'worlds delete: ID is empty'],
    ['requests', ['show', 'id='], 'requests show: ID is empty'],
    ['scenarios', ['on'], 'scenarios on: the name of a scenario is missing'],
    ['settings', ['change', 'balance=1', 'balance=2'], 'balance is given twice; a list is balance[]='],
    ['worlds', ['delete', 'one', 'id=other'], 'id is given twice; a list is id[]='],
    ['faxes', ['create', 'file=/page.pdf'], 'file=/page.pdf: what is in a file is given with @, as file=@/page.pdf'],
    ['exchange', ['import'], 'exchange import: FILE is missing; - reads stdin'],
    ['exchange', ['import', '/none'], 'cannot read "/none": there is no such file or directory'],
  ])('%s %j are refused', async (group, words, line) => {
    await expect(readCall(group, words)).rejects.toThrow(line);
  });

  test('take a file by @ and its path', async () => {
    const file = join(await newDirectory(), 'page.txt');
    await writeFile(file, 'a page');
    const call = await readCall('faxes', ['create', `file=@${file}`, `header_text=@${file}`]);
    const given = call?.input['file'] as File;
    expect([given.name, await given.text()]).toEqual(['page.txt', 'a page']);
    expect(call?.input['header_text']).toBe('a page');
    await expect(readCall('worlds', ['create', 'name=@/none'])).rejects.toThrow(
      'cannot read "/none": there is no such file or directory',
    );
  });
});

test.each([
  [{ done: true }, 'done\n'],
  [[], 'none\n'],
  [
    [
      { a: 1, bc: null },
      { a: 'long', bc: [2] },
    ],
    'a     bc\n1     -\nlong  [2]\n',
  ],
  [[{ name: 'a\nb' }], 'name\na\\nb\n'],
  [{ a: { b: 'c' }, list: [{ x: 1, y: 'z' }] }, 'a\n  b  c\nlist\n  x=1  y=z\n'],
])('%j is shown to people as %j', (data, text) => {
  expect(formatAnswer(data)).toBe(text);
});
