import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { withReplayHost } from '../../../src/cli/replay.ts';
import { compare } from '../../../src/lab/bundles/compare.ts';
import { replayBundle } from '../../../src/lab/bundles/replay.ts';
import type { Bundle, BundledFetch } from '../../../src/worlds/history/bundle.ts';
import { openSimulator } from '../../support/simulator.ts';
import { defaultCredentials } from '../../../src/model/domain/account.ts';
import { pageFetcher } from '../../../src/service/network/page-fetcher.ts';
import { addressPolicy } from '../../../src/service/network/address-policy.ts';
import { nameLookup } from '../../../src/service/network/name-lookup.ts';
import { sharedDocuments } from '../../once/shared-documents.ts';
import { portOf } from '../../support/port.ts';

let connections = 0;
let server: Server;
let base = '';

/** A page that is another one at each request. */
beforeEach(async () => {
  connections = 0;
  server = createServer((request, response) => {
    const [, path = ''] = /^\/([a-z]+)/.exec(request.url ?? '') ?? [];
    if (path === 'gone') response.writeHead(404).end();
    else
      response
        .writeHead(200, { 'content-type': 'text/plain' })
        .end(path === 'long' ? longPage() : `page ${Math.random()}`);
  });
  server.on('connection', () => connections++);
  base = `http://127.0.0.1:${await portOf(server)}`;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const longPage = (): string => `${Math.random()} `.repeat(400);

const fetching = () => pageFetcher({ policy: addressPolicy(), lookUp: nameLookup(), isStrict: false });

/** A session whose faxes have pages of the web; each is fetched when its fax is converted. */
async function session(...paths: readonly string[]): Promise<Bundle> {
  const { anyone, live, simulator } = openSimulator({
    parts: { fetchPage: fetching(), documents: sharedDocuments },
  });
  for (const path of paths) {
    const urls = path.split(' ').map((one) => (one.includes('://') ? one : `${base}/${one}`));
    await live.post('/v2.1/faxes').type('form').send({ to: '+12025550101', 'content_url[]': urls }).expect(200);
  }
  await anyone.post('/_faxsim/clock').send({ advance: '10m' }).expect(200);
  await live.get('/v2.1/faxes').expect(200);
  return bundleIn({ anyone, simulator });
}

async function bundleIn({ anyone, simulator }: Pick<ReturnType<typeof openSimulator>, 'anyone' | 'simulator'>) {
  const { body } = (await anyone.get('/_faxsim/bundle').expect(200)) as { body: { data: Bundle } };
  await simulator.close();
  return body.data;
}

async function replayed(bundle: Bundle) {
  const { bundle: again, skipped } = await withReplayHost(bundle, (host) => replayBundle(bundle, host));
  const findings = compare(bundle, again).filter(({ grade }) => grade === 'differs');
  return { findings, skipped };
}

const fetchesIn = ({ steps }: Bundle): BundledFetch[] => steps.filter((step) => step.kind === 'fetch');

test('a bundle has the fetched pages of a fax, or the reason why there is none, in the step that needed them', async () => {
  const { steps, files } = await session('short?sig=a-long-secret long', 'gone', 'http://203.0.113.7/page');
  const name = expect.stringMatching(/^[\da-f]{64}$/) as unknown;
  expect(steps.filter(({ kind }) => kind === 'fetch')).toEqual([
    {
      ...{ kind: 'fetch', at: expect.any(String), fax_id: expect.any(Number), failure: null },
      url: expect.stringMatching(/short\?sig=faxsim-secret-\d$/),
      file: { filename: 'short', type: 'text/plain', content: expect.stringMatching(/^page 0/) },
    },
    {
      ...{ kind: 'fetch', at: expect.any(String), fax_id: expect.any(Number), failure: null },
      url: `${base}/long`,
      file: { filename: 'long', type: 'text/plain', content: { file: name } },
    },
    {
      ...{ kind: 'fetch', at: expect.any(String), fax_id: expect.any(Number), file: null },
      url: `${base}/gone`,
      failure: { error: 54, reason: 'answered 404' },
    },
    {
      ...{ kind: 'fetch', at: expect.any(String), fax_id: expect.any(Number), file: null, failure: null },
      url: 'http://203.0.113.7/page',
    },
  ]);
  expect(Object.keys(files)).toHaveLength(1);
  const kinds = steps.map((step) => (step.kind === 'progress' ? step.name.split(' ')[0] : step.kind));
  expect(kinds.slice(kinds.indexOf('fetch'), kinds.indexOf('fetch') + 3)).toEqual(['fetch', 'fetch', 'faxes']);
});

test('a replay takes fetched pages from the bundle, and connects to nothing', async () => {
  const bundle = await session(
    'short short',
    `long?of=${defaultCredentials.live.key}`,
    'gone',
    'http://203.0.113.7/page',
  );
  const before = connections;
  expect(await replayed(bundle)).toEqual({ findings: [], skipped: [] });
  expect([before, connections]).toEqual([4, 4]);
});

test('a page that a bundle has not, or not whole, is not fetched: the replay names it', async () => {
  const bundle = await session('long');
  const before = connections;
  const [fetched] = fetchesIn(bundle);
  const { findings, skipped } = await replayed({ ...bundle, files: {} });
  expect(findings).not.toEqual([]);
  expect(skipped).toEqual([`content of ${base}/long for fax ${fetched?.fax_id}: the bundle has not all of it`]);
  await replayed({ ...bundle, steps: bundle.steps.filter(({ kind }) => kind !== 'fetch') });
  expect(connections).toBe(before);
});

test.each(['@HOST/', '//HOST/', 'http://HOST/'])(
  'a request of a foreign bundle to %s goes to the replay alone',
  async (url) => {
    const { host } = new URL(base);
    const bundle = await session();
    const changed = bundle.steps.map((step) =>
      step.kind === 'request' ? { ...step, url: url.replace('HOST', host) } : step,
    );
    await replayed({ ...bundle, steps: changed });
    expect(connections).toBe(0);
  },
);

test('a control call of a foreign bundle that checks a URL connects to nothing', async () => {
  const bundle = await session();
  const changed = bundle.steps.map((step) =>
    step.kind === 'control' ? { ...step, call: 'POST /webhooks/check', input: { url: base } } : step,
  );
  await replayed({ ...bundle, steps: changed });
  expect(connections).toBe(0);
});
