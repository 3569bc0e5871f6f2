import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import Phaxio from 'phaxio-official';
import { defaultCredentials } from '../../src/domain/credentials.ts';
import { minute, noon, phoneNumber, receivedFax, recipient, sentFax } from '../support/examples.ts';
import { openSimulator } from '../support/simulator.ts';

// The package phaxio-official, which speaks v2.1. Its host is fixed in its code, but each of its parts keeps the base URL
// in a property of its own.
function client(baseUrl: string, { key, secret } = defaultCredentials.live) {
  const phaxio = new Phaxio(key, secret);
  for (const part of [phaxio.faxes, phaxio.phoneNumber]) part.url = `${baseUrl}/v2.1`;
  return phaxio;
}

const contents = {
  faxes: [
    receivedFax({ id: 1, createdAt: noon - 3 * minute }),
    sentFax({ id: 2, createdAt: noon - 2 * minute, status: 'failure', tags: { case: '4711', 'order no': 'x y' } }),
    sentFax({ id: 3, isTest: true, createdAt: noon - minute, recipients: [recipient({ number: '+12088675309' })] }),
  ],
  phoneNumbers: [
    phoneNumber({ number: '+12252547769', areaCode: 225 }),
    phoneNumber({ number: '+14165550134', areaCode: 416, provisionedAt: noon }),
  ],
};

let world: ReturnType<typeof openSimulator>;
let baseUrl: string;

beforeEach(async () => {
  world = openSimulator(contents);
  const server = await world.simulator.listen({ port: 0, host: '127.0.0.1' });
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => world.simulator.close());

const ids = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);

describe('the official Node client for v2.1', () => {
  test('lists faxes, by every filter that it has', async () => {
    const { faxes } = client(baseUrl);
    const all = await faxes.listFaxes();
    expect(all).toMatchObject({ success: true, message: 'Retrieved faxes successfully', paging: { total: 3 } });
    expect(ids(all)).toEqual([3, 2, 1]);
    expect(ids(await faxes.listFaxes({ direction: 'received' }))).toEqual([1]);
    expect(ids(await faxes.listFaxes({ status: 'failure' }))).toEqual([2]);
    expect(ids(await faxes.listFaxes({ phone_number: '+12088675309' }))).toEqual([3]);
    expect(ids(await faxes.listFaxes({ phone_number: '2088675309' }))).toEqual([3]);
    expect(ids(await faxes.listFaxes({ tags: { case: '4711', 'order no': 'x y' } }))).toEqual([2]);
    expect(ids(await faxes.listFaxes({ created_before: new Date(noon - 2 * minute).toISOString() }))).toEqual([2, 1]);
    expect(ids(await faxes.listFaxes({ created_after: new Date(noon).toISOString() }))).toEqual([]);
    expect(await faxes.listFaxes({ per_page: 2, page: 2 })).toMatchObject({ paging: { per_page: 2, page: 2 } });
  });

  test('reads, resends, and deletes the file of a fax', async () => {
    const { faxes } = client(baseUrl);
    expect(await faxes.getInfo(2)).toMatchObject({ message: 'Metadata for fax', data: { id: 2, status: 'failure' } });
    const resent = await faxes.resend({ id: 2, callback_url: 'http://localhost:3000/hook' });
    expect(resent.message).toBe('Fax queued for resending');
    expect(await faxes.getInfo(resent.data.id)).toMatchObject({ data: { status: 'queued', is_test: false } });
    expect(await faxes.deleteFile(2)).toEqual({ success: true, message: 'Deleted files successfully!' });
    await expect(faxes.resend({ id: 2 })).rejects.toMatchObject({
      statusCode: 422,
      error: '{"success":false,"message":"The file for this fax has been deleted or is not accessible."}',
    });
  });

  test('deletes test faxes', async () => {
    const { faxes } = client(baseUrl);
    expect(await faxes.testDelete(3)).toEqual({ success: true, message: 'Deleted fax successfully!' });
    await expect(faxes.getInfo(3)).rejects.toMatchObject({ statusCode: 404 });
    await expect(faxes.testDelete(2)).rejects.toMatchObject({ statusCode: 422 });
  });

  test('lists and reads numbers', async () => {
    const { phoneNumber: numbers } = client(baseUrl);
    expect(await numbers.listNumbers()).toMatchObject({ paging: { total: 2, per_page: 25, page: 1 } });
    expect(await numbers.listNumbers({ country_code: 1, area_code: 416 })).toMatchObject({
      data: [{ phone_number: '+14165550134' }],
    });
    expect(await numbers.getNumberInfo('+12252547769')).toMatchObject({ data: { phone_number: '+12252547769' } });
  });

  test('is told when its credentials are wrong', async () => {
    const { faxes } = client(baseUrl, { key: 'x', secret: 'y' });
    await expect(faxes.listFaxes()).rejects.toMatchObject({ statusCode: 401 });
  });
});
