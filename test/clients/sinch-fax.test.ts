import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { FaxService } from '@sinch/fax';
import { defaultCredentials } from '../../src/model/domain/account.ts';
import { day, errorWithId, hour, minute, noon, receivedFax, recipient, sentFax } from '../support/examples.ts';
import { projectIn } from '../support/sinch.ts';
import { openSimulator } from '../support/simulator.ts';
import type { World } from '../support/simulator.ts';

// The package @sinch/fax, which speaks v3. Its hosts are settings, so that it runs unchanged.
const contents = {
  faxes: [
    receivedFax({ id: 1, createdAt: noon - 3 * hour }),
    sentFax({
      id: 2,
      createdAt: noon - 2 * hour,
      status: 'failure',
      error: errorWithId(34),
      recipients: [recipient({ number: '+12025550199', status: 'failure', error: errorWithId(34) })],
    }),
    sentFax({ id: 3, createdAt: noon - hour, callerId: '+13142666714', recipients: [recipient(), recipient()] }),
    sentFax({ id: 4, createdAt: noon - 8 * day }),
  ],
};

const silence = () => undefined;
const silent = { debug: silence, info: silence, warn: silence, error: silence };

let world: World;
let fax: FaxService;

function clientOf(baseUrl: string, { key, secret } = defaultCredentials.live) {
  return new FaxService({
    projectId: projectIn(world).id,
    keyId: key,
    keySecret: secret,
    faxHostname: baseUrl,
    authHostname: baseUrl,
    logger: silent,
  });
}

beforeEach(async () => {
  world = openSimulator(contents);
  fax = clientOf(await world.listen());
});
afterEach(() => world.simulator.close());

/** The requests of the client, as the simulator has recorded them: `GET /v3/projects/…`. */
async function requestsOf(): Promise<string[]> {
  const { body } = await world.anyone.get('/_faxsim/requests').expect(200);
  const { requests } = (body as { data: { requests: { method: string; path: string }[] } }).data;
  return requests.map(({ method, path }) => `${method} ${path.replace(projectIn(world).id, 'ID')}`);
}

const toOf = (faxes: readonly { to?: string | string[] }[] = []) => faxes.map(({ to }) => to);

describe('the official Node client for v3', () => {
  test('lists faxes, page by page and all of them', async () => {
    const first = await fax.faxes.list({ pageSize: 2 });
    expect(first).toMatchObject({ hasNextPage: true });
    expect(first.data).toHaveLength(2);
    const second = await first.nextPage();
    expect(second).toMatchObject({ hasNextPage: false });
    const all = [];
    for await (const one of fax.faxes.list({ pageSize: 1 })) all.push(one);
    expect(all).toEqual([...first.data, ...second.data]);
    expect(toOf(all)).toEqual(['+12025550123', '+12025550123', '+12025550199', '+13142666714']);
  });

  test('lists faxes by every filter that it has', async () => {
    const found = async (query: Parameters<typeof fax.faxes.list>[0]) => toOf((await fax.faxes.list(query)).data);
    expect(await found({ direction: 'INBOUND' })).toEqual(['+13142666714']);
    expect(await found({ status: 'FAILURE' })).toEqual(['+12025550199']);
    expect(await found({ to: '+1202555019' })).toEqual(['+12025550199']);
    expect(await found({ from: '+1314' })).toEqual(['+12025550123', '+12025550123']);
    expect(await found({ createTime: new Date(noon) })).toHaveLength(4);
    expect(await found({ createTime: '2026-11-12' })).toEqual(['+12025550123']);
    expect(await found({ createTime: '2026-11' })).toHaveLength(5);
    const range = { from: new Date(noon - 2 * hour), to: new Date(noon - 90 * minute) };
    expect(await found({ createTimeRange: range })).toEqual(['+12025550199']);
    const { data } = await fax.faxes.list({ direction: 'INBOUND' });
    const { serviceId = '' } = data[0]!;
    expect(await found({ serviceId })).toHaveLength(4);
    expect(await found({ serviceId: '01HDF5S9P29WC29J578J8EKC1C' })).toEqual([]);
  });

  test('reads a fax, with its times as dates', async () => {
    const { data } = await fax.faxes.list({ status: 'FAILURE' });
    const one = await fax.faxes.get({ id: data[0]!.id! });
    expect(one).toEqual(data[0]);
    expect(one).toMatchObject({
      ...{ direction: 'OUTBOUND', status: 'FAILURE', errorCode: 34, errorType: 'CALL_ERROR' },
      createTime: new Date(noon - 2 * hour),
    });
  });

  test('downloads and deletes the file of a fax', async () => {
    await world.send().expect(200);
    await world.clock.advance(minute);
    const { data } = await fax.faxes.list();
    const id = data[0]!.id!;
    const file = await fax.faxes.downloadContent({ id });
    expect(file.fileName).toBe(`fax-${id}.pdf`);
    expect(file.buffer.toString()).toBe('a page');
    await fax.faxes.deleteContent({ id });
    expect(await fax.faxes.get({ id })).toMatchObject({ hasFile: false });
    await expect(fax.faxes.downloadContent({ id })).rejects.toThrow();
  });

  test('is told of refusals by their status and body', async () => {
    await expect(fax.faxes.get({ id: '01HDF5S9P29WC29J578J8EKC1C' })).rejects.toMatchObject({
      statusCode: 404,
      data: expect.stringContaining('The resource is not found, not available, or does not exist.'),
    });
    await expect(fax.faxes.list({ pageSize: 1001 })).rejects.toMatchObject({
      statusCode: 422,
      data: expect.stringContaining('fieldViolations'),
    });
  });

  test('asks for one token, and for another one after its end', async () => {
    await fax.faxes.list();
    await fax.faxes.list();
    expect((await requestsOf()).filter((line) => line.startsWith('POST'))).toEqual(['POST /oauth2/token']);
    await world.clock.advance(hour);
    await fax.faxes.list();
    expect((await requestsOf()).slice(-3)).toEqual([
      'GET /v3/projects/ID/faxes',
      'POST /oauth2/token',
      'GET /v3/projects/ID/faxes',
    ]);
  });

  test('is refused with wrong credentials, and with those of another project', async () => {
    const baseUrl = await world.listen();
    const wrong = clientOf(baseUrl, { key: defaultCredentials.live.key, secret: 'wrong' });
    await expect(wrong.faxes.list()).rejects.toThrow();
    const test = clientOf(baseUrl, defaultCredentials.test);
    await expect(test.faxes.list()).rejects.toThrow();
  });

  test('works in a world of its own, below a path', async () => {
    const baseUrl = await world.listen();
    const { body } = await world.anyone
      .post('/_faxsim/worlds')
      .send({ id: 'mine', fixture: 'empty', seed: 8 })
      .expect(200);
    const { credentials, project_id: projectId } = body.data as {
      credentials: typeof defaultCredentials;
      project_id: string;
    };
    const { key: keyId, secret: keySecret } = credentials.live;
    const own = new FaxService({
      projectId,
      keyId,
      keySecret,
      faxHostname: `${baseUrl}/w/mine`,
      authHostname: `${baseUrl}/w/mine`,
    });
    expect((await own.faxes.list()).data).toEqual([]);
  });
});
