import { describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { defaultCredentials } from '../../src/model/domain/account.ts';
import { createAppServer } from '../../src/http/server.ts';
import { withReplayHost } from '../../src/cli/replay.ts';
import { startFrom, startSimulator } from '../../src/index.ts';
import { compare } from '../../src/lab/bundles/compare.ts';
import { replayBundle } from '../../src/lab/bundles/replay.ts';
import { openSimulator } from '../support/simulator.ts';

const { key, secret } = defaultCredentials.live;
const credentials = `api_key=${key}&api_secret=${secret}`;
/** A form needs no leave of a browser to be sent anywhere. */
const form = `${credentials}&to=%2B12025550123&content_url=http%3A%2F%2F127.0.0.1%3A9%2F`;

type Headers = Readonly<Record<string, string>>;
const evil = 'https://evil.example';
const own = { Host: 'localhost:8329' };

const foreignPages: readonly Headers[] = [
  { ...own, Origin: evil, 'Sec-Fetch-Site': 'cross-site' },
  { ...own, Origin: evil },
  { ...own, Origin: 'null' },
  { ...own, Origin: 'http://localhost:3000', 'Sec-Fetch-Site': 'same-site' },
  { ...own, 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' },
  { ...own, 'Sec-Fetch-Site': 'cross-site', Referer: `${evil}/page` },
  { ...own, Origin: 'https://localhost:8329' }, // HTTPS is not on, so another program serves that page
  { Host: 'evil.example:8329' },
  { Host: 'evil.example', Origin: 'http://evil.example', 'Sec-Fetch-Site': 'same-origin' },
  { Host: 'phaxio.com.evil.example' },
  { Host: 'notphaxio.com' },
];

describe('the API', () => {
  test.each(foreignPages)('refuses a form of a page with the headers %j', async (headers) => {
    const { anyone, live } = openSimulator();
    const { body } = await anyone.post('/v2.1/faxes').set(headers).send(form).expect(403);
    expect(body).toEqual({
      success: false,
      message: expect.stringContaining('--allow-origins (FAXSIM_ALLOW_ORIGINS)'),
    });
    expect((await live.get('/v2.1/faxes')).body.paging.total).toBe(0);
  });

  test.each([`/v1/send?${form}`, `/v2/faxes?${credentials}`, '/v2.1/public/countries', '/w/default/v2/faxes'])(
    'refuses a link of a page to %s',
    async (path) => {
      const { anyone } = openSimulator();
      await anyone
        .get(path)
        .set({ ...own, 'Sec-Fetch-Site': 'cross-site' })
        .expect(403);
    },
  );

  test.each<Headers>([
    own,
    { ...own, Origin: 'http://localhost:8329', 'Sec-Fetch-Site': 'same-origin' },
    { ...own, 'Sec-Fetch-Site': 'none' },
    { ...own, 'Sec-Fetch-Mode': 'cors' }, // fetch of Node
    { ...own, Referer: `${evil}/page` },
    { Host: '127.0.0.1:8329' },
    { Host: '[::1]:8329' },
    { Host: 'faxsim' },
    { Host: 'faxsim.ci.svc:8329' },
    { Host: 'faxsim.ci.svc.cluster.local:8329' },
    { Host: 'fax.localhost' },
    { Host: 'host.docker.internal:8329' },
    { Host: 'api.phaxio.com' },
  ])('answers programs, its own pages and typed addresses, with the headers %j', async (headers) => {
    await openSimulator().live.get('/v2.1/faxes').set(headers).expect(200);
  });

  test('shows the picture of a PhaxCode in any page', async () => {
    const { anyone, live } = openSimulator();
    const { body } = await live.post('/v2.1/phax_codes').send('metadata=x');
    const { identifier } = body.data as { identifier: string };
    await anyone
      .get(`/phax_codes/${identifier}.png`)
      .set({ ...own, 'Sec-Fetch-Site': 'cross-site' })
      .expect(200);
  });

  test('says which page it refused', async () => {
    const { anyone } = openSimulator();
    const messageOf = async (headers: Headers) =>
      (await anyone.get('/v2.1/faxes').set(headers).expect(403)).body.message as string;
    expect(await messageOf({ ...own, Origin: evil })).toBe(
      `A page that calls the simulator must be of its own origin, got ${evil}: ` +
        'name the origin of the page in --allow-origins (FAXSIM_ALLOW_ORIGINS)',
    );
    expect(await messageOf({ ...own, 'Sec-Fetch-Site': 'same-site' })).toContain(
      'a page that the browser calls same-site:',
    );
    expect(await messageOf({ Host: 'evil.example:8329' })).toBe(
      'The host must be localhost, an address or a local name, got evil.example:8329: ' +
        'call it by one of these, or name http://evil.example:8329 in --allow-origins (FAXSIM_ALLOW_ORIGINS)',
    );
  });

  test('answers fetch, which sends one of the headers of browsers', async () => {
    const server = createAppServer(openSimulator().simulator.app);
    const url = await new Promise<string>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as { port: number }).port}`));
    });
    const answer = await fetch(`${url}/v2/faxes`, { method: 'POST', body: new URLSearchParams(form) });
    server.close();
    expect(answer.status).toBe(200);
  });
});

describe('with --allow-origins', () => {
  const allowOrigins = ['http://app.example:3000', 'http://fax.example', 'chrome-extension://abcdef'];

  test.each<Headers>([
    { ...own, Origin: 'http://app.example:3000', 'Sec-Fetch-Site': 'cross-site' },
    { ...own, 'Sec-Fetch-Site': 'cross-site', Referer: 'http://app.example:3000/' },
    { ...own, Origin: 'chrome-extension://abcdef', 'Sec-Fetch-Site': 'cross-site' },
    { Host: 'fax.example' },
    { Host: 'FAX.example' },
  ])('the API and the control API answer %j', async (headers) => {
    const { live } = openSimulator({ access: { allowOrigins } });
    await live.get('/v2.1/faxes').set(headers).expect(200);
    await live.get('/_faxsim/faxes').set(headers).expect(200);
  });

  test.each<Headers>([
    { ...own, Origin: evil },
    { ...own, Origin: 'https://app.example:3000' },
    { ...own, 'Sec-Fetch-Site': 'cross-site' },
    { Host: 'fax.example:8329' },
    { Host: 'x.fax.example' },
  ])('they still refuse %j', async (headers) => {
    const { live } = openSimulator({ access: { allowOrigins } });
    await live.get('/v2.1/faxes').set(headers).expect(403);
    await live.get('/_faxsim/faxes').set(headers).expect(403);
  });

  test.each(foreignPages)('of *, the API answers %j', async (headers) => {
    await openSimulator({ access: { allowOrigins: ['*'] } })
      .live.get('/v2.1/faxes')
      .set(headers)
      .expect(200);
  });
});

test('the option of startSimulator holds in each world', async () => {
  const simulator = await startSimulator({ fixture: 'empty', allowOrigins: ['http://app.example/'] });
  const world = await simulator.world({ fixture: 'empty' });
  const statusOf = async (origin: string) =>
    (await request(world.baseUrl).get('/v2/public/countries').set('Origin', origin)).status;
  expect(await Promise.all([statusOf('http://app.example'), statusOf(evil)])).toEqual([200, 403]);
  await simulator.close();
});

test('a refused page is in the journal, and a replay refuses it again', async () => {
  const simulator = await startFrom({ port: 0, fixture: 'empty', clock: 0 }, {});
  const { port, host } = new URL(simulator.baseUrl);
  const call = (headers: Headers) => request(simulator.baseUrl).get(`/v2/faxes?${credentials}`).set(headers);
  await simulator.scenarios.on('busy-line');
  await call({ Origin: evil }).expect(403);
  await call({ Host: `evil.example:${port}` }).expect(403);
  await call({ Origin: `http://${host}`, 'Sec-Fetch-Site': 'same-origin' }).expect(200);
  const bundle = await simulator.history.bundle();
  const { requests } = await simulator.requests.list({});
  await simulator.close();
  expect(requests.map(({ answer }) => answer.status)).toEqual([403, 403, 200]);
  const again = await withReplayHost(bundle, (replayHost) => replayBundle(bundle, replayHost));
  expect(compare(bundle, again.bundle).map(({ grade }) => grade)).toEqual(['same', 'same', 'same']);
});
