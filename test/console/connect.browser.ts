import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import type { WorldHandle } from '../../src/control/client/connect.ts';
import { connect } from '../../src/control/client/connect.ts';
import { clientGuides } from '../../console/client-snippets.ts';
import { describeInBrowser } from '../support/browser.ts';

const run = promisify(execFile);
const root = new URL('../../', import.meta.url).pathname;

/** The programs that run the snippets for v3, and those without a package, by their ids. */
const runners: Readonly<Record<string, (snippet: string) => readonly [command: string, ...words: string[]]>> = {
  'curl-v3': (snippet) => ['sh', '-c', `${snippet} --silent --fail`],
  'curl-send': (snippet) => ['sh', '-c', `${snippet} --silent --fail`],
  'curl-send-v3': (snippet) => ['sh', '-c', `${snippet} --silent --fail`],
  'node-fetch': (snippet) => [process.execPath, '-e', snippet],
  'node-fetch-v3': (snippet) => [process.execPath, '--input-type=module', '-e', snippet],
  'node-sinch-fax': (snippet) => [process.execPath, '--no-deprecation', '-e', snippet],
  'php-curl': (snippet) => ['php', '-r', snippet],
  'python-requests': (snippet) => ['python3', '-c', snippet],
};

/** Whether a program is here, with the library that its snippet needs. */
async function isHere(id: string): Promise<boolean> {
  const probes: Readonly<Record<string, readonly [string, ...string[]]>> = {
    'php-curl': ['php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'],
    'python-requests': ['python3', '-c', 'import requests'],
  };
  const [command, ...words] = probes[id] ?? ['true'];
  return run(command, words).then(
    () => true,
    () => false,
  );
}

/** The lengths of the lines of the secret. */
const linesOfSecret = `(() => {
  const code = [...document.querySelectorAll('.facts > div')].find((one) => /^Secret/.test(one.innerText)).querySelector('code');
  const lines = new Map();
  for (const node of [...code.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)) {
    for (let at = 0; at < node.length; at++) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const { top } = range.getBoundingClientRect();
      lines.set(top, (lines.get(top) ?? 0) + 1);
    }
  }
  return [...lines.values()];
})()`;

describeInBrowser('on the connect screen', ({ newWorld, open, baseUrl }) => {
  const worlds: Readonly<Record<string, () => Promise<WorldHandle>>> = {
    'the default world': () => Promise.resolve(connect({ baseUrl: baseUrl() })),
    'a world of its own': () => newWorld({ fixture: 'empty' }),
  };
  const snippets = Object.keys(runners).flatMap((id) => Object.keys(worlds).map((place) => [id, place] as const));

  test.each(snippets)('the snippet %s runs as it is copied, in %s', async (id, place) => {
    if (!(await isHere(id))) return;
    const world = await worlds[place]!();
    const { api } = clientGuides.find((guide) => guide.id === id)!;
    const path = api === 'v3' ? '/v3/projects/' : `/${api}/`;
    const page = await open(world, `connect?keys=test`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator(`.row a[href*="/connect/${id}?"]`).click();
    await page.locator('.snippet pre', { hasText: path }).or(page.getByText('projectId:')).waitFor();
    await page.locator('.snippet').getByRole('button', { name: 'Copy the snippet' }).click();
    const snippet = await page.evaluate<string>('navigator.clipboard.readText()');
    const [command, ...words] = runners[id]!(snippet);
    await run(command, words, { cwd: root });
    const { requests } = await world.requests.list({ version: api });
    expect(requests.at(-1)).toMatchObject({
      operation: expect.stringMatching(/^(?:list|send)Fax/),
      answer: { status: 200 },
    });
    await page.locator('.last-request', { hasText: path }).waitFor();
  });

  test('a snippet has the address and keys of its world, and its request appears at once', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'connect');
    await page.getByText('No request has arrived').waitFor();
    const snippet = (await page.locator('.snippet pre').textContent())!;
    expect(snippet).toContain(`${world.baseUrl}/v2.1/faxes`);
    await page.locator('.live', { hasText: 'Live' }).waitFor();
    await promisify(execFile)('sh', ['-c', `${snippet} --silent --fail`]);
    await page.locator('.last-request', { hasText: 'GET /v2.1/faxes' }).waitFor();

    await page.getByRole('link', { name: 'Ruby 2.x' }).click();
    await page.waitForURL('**/connect/ruby-2');
    await page.getByRole('button', { name: 'Test keys' }).click();
    await page.locator('.snippet pre', { hasText: world.credentials.test.key }).waitFor();
    expect(await page.locator('.snippet pre').textContent()).toContain(`'${world.baseUrl}/v2.1/'`);
  });

  test('leads to guides, and so does the help, which closes', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'connect');
    await page.locator('.detail').getByRole('link', { name: 'webhooks' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByRole('link', { name: 'scenarios' }).click();
    await page.getByRole('heading', { name: 'Scenarios', level: 2 }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('a key breaks only between groups of digits, at every width', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'connect/node-fetch');
    const secret = page.locator('.facts code', { hasText: world.credentials.live.secret });
    for (const width of [320, 390, 960, 1100, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await secret.waitFor();
      const lines = await page.evaluate<number[]>(linesOfSecret);
      expect([width, lines.filter((length) => length % 8 !== 0)]).toEqual([width, []]);
    }
  });
});
