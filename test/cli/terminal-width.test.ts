import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { commandNames, commands } from '../../src/cli/catalogue.ts';
import { routes } from '../../src/control/client/routes.generated.ts';
import { startSimulator } from '../../src/index.ts';
import type { RunningSimulator } from '../../src/index.ts';
import { kebabCase } from '../../src/model/shared/words.ts';
import { launch } from '../support/program.ts';

const hook = 'http://127.0.0.1:9/a/path/that/is/wider/than/the/window/of/a/terminal/with/eighty/columns';

const program = `
  const base = process.env.FAXSIM_URL;
  const headers = { authorization: 'Basic ' + btoa(process.env.FAXSIM_API_KEY + ':' + process.env.FAXSIM_API_SECRET) };
  const body = new FormData();
  const fields = { to: '+12025550123', 'tag[case]': '7', batch_delay: '1', callback_url: '${hook}' };
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('file', new File(['Dear Ms Miller'], 'letter.txt', { type: 'text/plain' }));
  const { data } = await (await fetch(base + '/v2.1/faxes', { method: 'POST', headers, body })).json();
  await fetch(base + '/v2.1/faxes/' + data.id + '/resend', { method: 'POST', headers });
  await fetch(base + '/v3/projects/' + process.env.FAXSIM_PROJECT_ID + '/faxes?tag[case]=7', { headers });
  await fetch(base + '/v2.1/nothing/below/this/path/that/is/so/long', { headers });
  console.log('sent');
`;

/** A check that fails as soon as the world has a request. */
const check = `
  const answer = await fetch(process.env.FAXSIM_URL + '/_faxsim/requests/count');
  process.exit((await answer.json()).data.count > 0 ? 1 : 0);
`;

let simulator: RunningSimulator;
let folder: string;
/** Values for the placeholders of the commands. */
let known: Readonly<Record<string, string>>;

// For each test, since the commands change the world: a second try of a test begins with a new one.
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'faxsim-width-'));
  writeFileSync(join(folder, 'send.mjs'), program);
  writeFileSync(join(folder, 'quiet.mjs'), '');
  writeFileSync(join(folder, 'check.mjs'), check);
  writeFileSync(join(folder, 'letter.txt'), 'Dear Ms Miller');
  simulator = await startSimulator({ port: 0, fixture: 'demo', pace: 'fast', clock: 'manual', seed: 7 });
  await simulator.scenarios.switch({ on: 'busy-line' });
  const { key, secret } = simulator.credentials.live;
  const env = { FAXSIM_API_KEY: key, FAXSIM_API_SECRET: secret, FAXSIM_PROJECT_ID: simulator.projectId };
  const sender = launch([], { ...env, FAXSIM_URL: simulator.baseUrl }, { main: join(folder, 'send.mjs') });
  expect(await sender.ended).toMatchObject({ code: 0 });
  await simulator.clock.move({ advance: '10m' });
  const { faxes } = await simulator.faxes.list({ direction: 'sent', limit: 1 });
  const orders = await simulator.records.list({ collection: 'port_orders' });
  const answer = await fetch(`${simulator.baseUrl}/v3/projects/${simulator.projectId}/services`, {
    headers: { authorization: `Basic ${btoa(`${key}:${secret}`)}` },
  });
  const { services } = (await answer.json()) as { services: readonly { id: string }[] };
  const [code] = await simulator.records.list({ collection: 'phax_codes' });
  const open = await simulator.faxes.create({ to: '+12025550188', status: 'inprogress' });
  const [number] = await simulator.records.list({ collection: 'phone_numbers' });
  known = {
    FAX: String(faxes[0]?.id),
    ORDER: String(orders.find(({ status }) => status === 'open')?.['id']),
    SERVICE: services[0]?.id ?? '',
    CODE: String(code?.['identifier']),
    OPEN: String(open.id),
    NUMBER: String(number?.['number']),
    URL: simulator.baseUrl,
    NODE_SEND: 'node send.mjs',
    NODE_QUIET: 'node quiet.mjs',
  };
  writeFileSync(join(folder, 'account.env'), `PHAXIO_API_KEY=${key}\nPHAXIO_API_SECRET=${secret}\n`);
  writeFileSync(join(folder, 'traffic.har'), JSON.stringify(await simulator.requests.export()));
  writeFileSync(join(folder, 'world.json'), JSON.stringify(await simulator.exchange.export()));
});
afterEach(async () => {
  await simulator.close();
  rmSync(folder, { recursive: true });
});

/** The commands with their calls, each with arguments for which it prints something; those that take back or delete come last. */
const lines = [
  ...[
    'help',
    'help start',
    'help sweep',
    'help faxes',
    'start --help',
    'version',
    'env',
    'wait',
    'healthcheck',
    'tail',
  ],
  ...['doctor', `doctor ${hook}`, 'server info', 'server metrics', 'server work', 'server sweep', 'server parity'],
  ...['worlds list', 'worlds show', 'worlds create name=another', 'worlds put other', 'worlds fail message=why'],
  ...[
    'faxes list',
    'faxes count',
    'faxes forecast FAX',
    'faxes history FAX',
    'faxes text FAX',
    'faxes versions FAX',
    'faxes errors',
  ],
  ...['faxes verify fax=FAX status=success', 'faxes show FAX', 'faxes page FAX 1', 'faxes file FAX'],
  ...[
    'simulate finish OPEN',
    'faxes thumbnail FAX',
    'faxes create to=+12025550188 status=inprogress',
    'faxes change FAX tags[case]=8',
  ],
  ...['requests list', 'requests count', 'requests unmatched', 'requests verify exactly=9', 'requests show 1'],
  ...['requests raw 1', 'requests explain 1', 'requests part 1 5', 'requests export', 'requests wait'],
  ...['requests wait operation=deleteFax timeout=50ms', 'requests import traffic.har', 'lint', 'migrate'],
  ...[
    'webhooks list',
    'webhooks count',
    'webhooks wait timeout=50ms',
    'webhooks verify exactly=9',
    `webhooks check url=${hook}`,
  ],
  ...[
    'webhooks send fax=FAX',
    'webhooks redeliver 1',
    'webhooks show 1',
    'webhooks raw 1',
    'webhooks bytes 1',
    'activity list',
    'activity text',
  ],
  ...[
    'activity count since=2020-01-01T00:00:00Z until=2040-01-01T00:00:00Z',
    'evidence coverage',
    'history steps',
    'history step 1',
    'bundle session.json',
    'replay session.json',
    'diff session.json URL',
    'bisect session.json -- node check.mjs',
  ],
  ...['records list phone_numbers', 'records list port_orders', 'records show port_orders ORDER'],
  ...['records put phax_codes abc', 'records change phax_codes CODE metadata=order'],
  ...['settings describe', 'settings show', 'settings change fax_retries=2', 'services assign SERVICE NUMBER'],
  ...[
    'snapshots save noon',
    'snapshots list',
    'snapshots restore noon',
    'clock show',
    'clock agenda',
    'clock happened',
  ],
  ...['clock advance 1m', 'clock move advance=1m', 'clock stop-move', 'scenarios', 'scenarios list'],
  ...[
    'scenarios operations',
    'scenarios active',
    'scenarios verdict',
    'scenarios explain sendFax',
    'scenarios on outage',
  ],
  ...['simulate receive', 'simulate step-port-order ORDER status=submitted', 'receive letter.txt from=+12025550177'],
  ...['exchange export', 'exchange export-fixture', 'history bundle'],
  ...['docs', 'openapi', 'init node --dir .'],
  ...['exec --fixture empty -- node send.mjs', 'sweep --budget 1s --fixture empty -- node send.mjs'],
  ...['parity --fixture empty --old NODE_SEND --new NODE_QUIET', 'migrate --fixture empty -- node send.mjs'],
  ...['record --keys account.env --to URL --out recorded -- node send.mjs', 'verify v2.1 --against URL'],
  ...['records delete phax_codes CODE', 'faxes delete FAX', 'requests clear'],
  ...[
    'snapshots delete noon',
    'worlds delete other',
    'history rewind request=1',
    'exchange import world.json',
    'worlds normal',
    'normal',
    'worlds reset',
    'reset',
  ],
  'start --port none',
];

/** The commands that print nothing on stdout: a terminal cannot show bytes, and refused arguments have no answer. */
const withoutText = [
  ...['faxes page FAX 1', 'faxes file FAX', 'faxes thumbnail FAX'],
  ...['records put phax_codes abc', 'start --port none'],
];

/** All commands of the help, with the calls of those that make control calls. */
const allCommands = commandNames.flatMap((name) => {
  const { group } = commands[name] ?? {};
  return group === undefined ? [name] : Object.keys(routes[group] ?? {}).map((call) => `${name} ${kebabCase(call)}`);
});

test('the tests of the width know all commands and their calls', () => {
  const missing = allCommands.filter((name) => !lines.some((line) => `${line} `.startsWith(`${name} `)));
  expect(missing).toEqual([]);
});

/** Runs a command until it ends, or until it has printed enough; stdout is a terminal of so many columns. */
async function printed(line: string, columns: number): Promise<string> {
  const words = line.split(' ').map((word) => word.replaceAll(/[A-Z_]{3,}/g, (name) => known[name] ?? name));
  const environment = {
    FAXSIM_URL: simulator.baseUrl,
    COLUMNS_OF_TERMINAL: String(columns),
    NODE_OPTIONS: `--require ${fileURLToPath(new URL('../support/as-terminal.cjs', import.meta.url))}`,
  };
  const { process: child, output, ended } = launch(words, environment, { cwd: folder });
  if (line === 'tail') child.stdout.on('data', () => output.stdout.split('\n').length > 2 && child.kill());
  await ended;
  return stripVTControlCharacters(output.stdout);
}

/** A file that is printed for another program: JSON, PDF, a picture, or the bytes of a message. */
const isDocument = (line: string, text: string): boolean =>
  line === 'webhooks bytes 1' || /^(?:[[{]|%PDF|\ufffd|# (?:yaml|A faxsim fixture))/.test(text);

/** The only lines that may be wider: a URL or a path in a line of its own, and a command to copy. */
const mayBeWider = (line: string): boolean =>
  /^\s*\S*(?:\/|:\/\/)\S*$/.test(line) || /^\s*(?:again: +)?(?:npx|curl) /.test(line);

test.each([80])('on a terminal of %d columns, no command prints a wider line', async (columns) => {
  const wide: string[] = [];
  const silent: string[] = [];
  for (const line of lines) {
    const text = await printed(line, columns);
    if (text === '') silent.push(line);
    if (isDocument(line, text)) continue;
    const found = text.split('\n').filter((one) => one.length > columns && !mayBeWider(one));
    wide.push(...found.map((one) => `${line}: ${one}`));
  }
  expect({ wide, silent }).toEqual({ wide: [], silent: withoutText });
});
