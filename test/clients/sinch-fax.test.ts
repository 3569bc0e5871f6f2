import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { FaxCallbackWebhooks, FaxService } from '@sinch/fax';
import { defaultCredentials } from '../../src/model/domain/account.ts';
import {
  day,
  errorWithId,
  hour,
  minute,
  noon,
  phoneNumber,
  receivedFax,
  recipient,
  sentFax,
} from '../support/examples.ts';
import { projectIn } from '../support/sinch.ts';
import { openSimulator } from '../support/simulator.ts';
import type { World } from '../support/simulator.ts';
import { startReceiver } from '../support/webhook-receiver.ts';

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
  phoneNumbers: [phoneNumber()],
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

describe('the official Node client for v3, which reads,', () => {
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

  test('gets refusals with their status and body', async () => {
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

describe('the official Node client for v3, which sends,', () => {
  let folder: string;
  let page: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'faxsim-client-'));
    page = join(folder, 'page.txt');
    await writeFile(page, 'a page');
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('sends a file to a number, and follows it to its end', async () => {
    const [sent, ...others] = await fax.faxes.send({ sendFaxRequestBody: { to: '+12025550123', filePaths: page } });
    expect(others).toEqual([]);
    expect(sent).toMatchObject({ direction: 'OUTBOUND', to: '+12025550123', status: 'IN_PROGRESS', maxRetries: 3 });
    await world.clock.advance(minute);
    expect(await fax.faxes.get({ id: sent!.id! })).toMatchObject({
      ...{ status: 'COMPLETED', numberOfPages: 1, hasFile: true, pagesSentSuccessfully: 1 },
      price: { currencyCode: 'USD', amount: '0.07' },
    });
    expect((await fax.faxes.downloadContent({ id: sent!.id! })).buffer.toString()).toBe('a page');
  });

  test('sends files to several numbers, each as a fax of its own', async () => {
    const to = ['+12025550101', '+12025550102'];
    const sent = await fax.faxes.send({ sendFaxRequestBody: { to, filePaths: [page, page], maxRetries: 1 } });
    expect(toOf(sent)).toEqual(to);
    expect(sent.map(({ maxRetries }) => maxRetries)).toEqual([1, 1]);
    await world.clock.advance(minute);
    for (const { id = '' } of sent) {
      expect(await fax.faxes.get({ id })).toMatchObject({ status: 'COMPLETED', numberOfPages: 2 });
    }
  });

  test('sends base64 and URLs together, with all its options', async () => {
    const options = {
      from: '+13142666714',
      headerText: 'ACME',
      headerPageNumbers: false,
      headerTimeZone: 'Europe/Berlin',
      retryDelaySeconds: 30,
      callbackUrl: 'https://me:secret@example.com/hook',
      callbackUrlContentType: 'application/json',
      imageConversionMethod: 'MONOCHROME',
      maxRetries: 0,
      resolution: 'SUPERFINE',
      labels: { case: '4711' },
    } as const;
    const [sent] = await fax.faxes.send({
      sendFaxRequestBody: {
        to: '+12025550123',
        files: [{ file: Buffer.from('a page').toString('base64'), fileType: 'TXT' }],
        contentUrl: ['https://example.com/a.pdf', 'https://example.com/b.pdf'],
        ...options,
      },
    });
    expect(sent).toMatchObject({
      ...options,
      callbackUrl: 'https://***:***@example.com/hook',
      contentUrl: ['https://example.com/a.pdf', 'https://example.com/b.pdf'],
    });
  });

  test('sends several URLs only in the form of JSON, which an empty list of files chooses', async () => {
    const contentUrl = ['https://example.com/a.pdf', 'https://example.com/b.pdf'];
    const request = { to: '+12025550123', contentUrl };
    await expect(fax.faxes.send({ sendFaxRequestBody: { ...request } })).rejects.toThrow('Arrays are not supported');
    const [sent] = await fax.faxes.send({ sendFaxRequestBody: { ...request, files: [] } });
    expect(sent).toMatchObject({ contentUrl });
    const [one] = await fax.faxes.send({ sendFaxRequestBody: { ...request, contentUrl: contentUrl[0]! } });
    expect(one).toMatchObject({ to: '+12025550123' });
  });

  test('gets the refusals of wrong sends, of which nothing remains', async () => {
    const before = (await fax.faxes.list()).data;
    const send = (changes: object) =>
      fax.faxes.send({ sendFaxRequestBody: { to: '+12025550123', filePaths: page, ...changes } });
    await expect(send({ to: ['+12025550123', '+15551'] })).rejects.toMatchObject({
      statusCode: 422,
      data: expect.stringContaining('The (+15551) is not a valid phone number'),
    });
    await expect(send({ from: '+12025550199' })).rejects.toMatchObject({
      statusCode: 422,
      data: expect.stringContaining('the number you set as from does not belong to you'),
    });
    await expect(send({ filePaths: undefined, files: [] })).rejects.toMatchObject({
      statusCode: 400,
      data: expect.stringContaining('You must submit at least one file or content URL'),
    });
    expect((await fax.faxes.list()).data).toEqual(before);
  });

  test.each(['multipart/form-data', 'application/json'] as const)(
    'parses the webhooks that come as %s',
    async (type) => {
      const receiver = await startReceiver();
      const callbackUrl = receiver.url.replace('http://', 'http://me:secret@');
      const [sent] = await fax.faxes.send({
        sendFaxRequestBody: { to: '+12025550123', filePaths: page, callbackUrl, callbackUrlContentType: type },
      });
      await world.clock.advance(minute);
      await receiver.until(1);
      const { headers, body, fields, files } = receiver.received[0]!;
      expect(headers).toMatchObject({
        authorization: `Basic ${Buffer.from('me:secret').toString('base64')}`,
        'content-type': expect.stringContaining(type),
      });
      const isJson = type === 'application/json';
      const event = FaxCallbackWebhooks.parseEvent(isJson ? body.toString() : { ...fields });
      const { createTime, completedTime, ...shown } = await fax.faxes.get({ id: sent!.id! });
      expect(event).toMatchObject({
        event: 'FAX_COMPLETED',
        eventTime: completedTime,
        fax: { id: sent!.id, ...shown },
      });
      expect(new Date(event.fax!.createTime!)).toEqual(createTime);
      const document = isJson
        ? Buffer.from((event as unknown as { file: string }).file, 'base64')
        : files['file']!.bytes;
      expect(String(document)).toBe('a page');
      await receiver.close();
    },
  );
});

describe('the official Node client for v3, which keeps services,', () => {
  const { number } = phoneNumber();

  test('makes, reads, lists, changes and deletes them', async () => {
    const [first] = (await fax.services.list()).data;
    expect(first).toMatchObject({ name: 'Default Service', defaultForProject: true, numberOfRetries: 3 });
    const made = await fax.services.create({
      createServiceRequestBody: {
        name: 'Clinic',
        incomingWebhookUrl: 'https://me:secret@example.com/in',
        numberOfRetries: 1,
      },
    });
    expect(made).toMatchObject({
      ...{ name: 'Clinic', numberOfRetries: 1, defaultForProject: false },
      incomingWebhookUrl: 'https://***:***@example.com/in',
    });
    const serviceId = made.id!;
    expect(await fax.services.get({ serviceId })).toEqual(made);
    expect(await fax.services.update({ serviceId, updateServiceRequestBody: { name: 'Ward' } })).toMatchObject({
      name: 'Ward',
    });
    const names = [];
    for await (const { name } of fax.services.list({ pageSize: 1 })) names.push(name);
    expect(names).toEqual(['Default Service', 'Ward']);
    await fax.services.delete({ serviceId });
    await expect(fax.services.get({ serviceId })).rejects.toMatchObject({ statusCode: 404 });
    expect(await fax.services.create({})).toMatchObject({ name: 'Default service', defaultForProject: false });
  });

  test('lists their numbers, and the addresses of those', async () => {
    const [service] = (await fax.services.list()).data;
    const serviceId = service!.id!;
    expect((await fax.services.listNumbers({ serviceId })).data).toMatchObject([
      { phoneNumber: number, suspended: false },
    ]);
    const email = 'ward@example.com';
    const added = await fax.faxToEmail.addToNumbers({
      serviceId,
      emailRequestBody: { email, phoneNumbers: [{ number, permissions: 'both' }] },
    });
    expect(added).toMatchObject({ email, phoneNumbers: [{ number, permissions: 'both' }] });
    expect((await fax.faxToEmail.list({ serviceId })).data).toEqual([added]);
    expect((await fax.services.listEmailsForNumber({ serviceId, phoneNumber: number })).data).toEqual([email]);
    expect((await fax.faxToEmail.listForNumber({ serviceId, phoneNumber: number })).data).toEqual([email]);
    expect((await fax.faxToEmail.listNumbers({ serviceId, email })).data).toHaveLength(1);
    const changed = await fax.faxToEmail.update({
      serviceId,
      email,
      updateEmailRequestBody: { phoneNumbers: [{ number, permissions: 'receive' }] },
    });
    expect(changed).toMatchObject({ phoneNumbers: [{ number, permissions: 'receive' }] });
    await fax.faxToEmail.delete({ serviceId, email });
    expect((await fax.faxToEmail.list({ serviceId })).data).toEqual([]);
  });

  test('keeps the cover pages of a service', async () => {
    const [service] = (await fax.services.list()).data;
    const serviceId = service!.id!;
    const fileContent = Buffer.from('%PDF-1.4 of a letterhead').toString('base64');
    const made = await fax.coverPages.add({
      serviceId,
      addCoverPageRequestBody: { name: 'Letter', file: { fileContent, fileType: 'PDF' } },
    });
    expect(made).toMatchObject({ name: 'Letter', file: { fileContent }, serviceId });
    const coverPageId = made.id!;
    expect((await fax.coverPages.list({ serviceId })).data).toEqual([made]);
    expect(await fax.coverPages.get({ serviceId, coverPageId })).toEqual(made);
    await fax.coverPages.delete({ serviceId, coverPageId });
    expect((await fax.coverPages.list({ serviceId })).data).toEqual([]);
  });
});
