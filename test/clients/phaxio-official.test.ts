import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import Phaxio from 'phaxio-official';
import { defaultCredentials } from '../../src/model/domain/account.ts';
import { minute, noon, phoneNumber, receivedFax, recipient, second, sentFax } from '../support/examples.ts';
import { openSimulator } from '../support/simulator.ts';

// The package phaxio-official, which speaks v2.1. Its host is fixed in its code, but each of its parts keeps the base URL
// in a property of its own.
function client(baseUrl: string, { key, secret } = defaultCredentials.live) {
  const phaxio = new Phaxio(key, secret);
  const { faxes, phoneNumber, phaxCode, public: data, account } = phaxio;
  for (const part of [faxes, phoneNumber, phaxCode, data, account]) part.url = `${baseUrl}/v2.1`;
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
let folder: string;
let page: string;
let baseUrl: string;

beforeEach(async () => {
  world = openSimulator(contents);
  folder = await mkdtemp(join(tmpdir(), 'faxsim-client-'));
  page = join(folder, 'page.txt');
  await writeFile(page, 'a page');
  baseUrl = await world.listen();
});
afterEach(async () => {
  await world.simulator.close();
  await rm(folder, { recursive: true });
});

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

  test('sends a fax, polls it, downloads it, resends it, deletes it', async () => {
    const { faxes } = client(baseUrl, defaultCredentials.test);
    const fax = await faxes.create({
      to: ['2025550123', '+12025550199'],
      file: [page, page],
      tags: { case: '4711' },
      batch_delay: null,
      header_text: 'ACME',
    });
    expect(await fax.getInfo()).toMatchObject({ data: { id: fax.id, status: 'queued', is_test: true } });
    await world.clock.advance(3 * second);
    expect(await fax.getInfo()).toMatchObject({ data: { status: 'success', num_pages: 2, tags: { case: '4711' } } });
    expect((await fax.getFile()).toString()).toBe('a page\fa page');
    expect((await fax.getFile('s')).toString()).toBe('s of a page');
    const again = await fax.resend();
    await world.clock.advance(3 * second);
    expect(await faxes.getInfo(again.data.id)).toMatchObject({ data: { status: 'success', num_pages: 2 } });
    expect(await fax.deleteFile()).toMatchObject({ success: true });
    await expect(fax.getFile()).rejects.toMatchObject({ statusCode: 404 });
    expect(await fax.testDelete()).toEqual({ success: true, message: 'Deleted fax successfully!' });
  });

  test('cancels a fax, makes one fail, and receives one', async () => {
    const { faxes } = client(baseUrl, defaultCredentials.test);
    const fax = await faxes.create({ to: '2025550123', file: page });
    expect(await fax.cancel()).toEqual({
      success: true,
      message: 'Fax cancellation scheduled successfully.',
      data: { id: fax.id },
    });
    await world.clock.advance(second);
    expect(await fax.getInfo()).toMatchObject({ data: { status: 'failure', error_id: 75 } });
    await expect(fax.cancel()).rejects.toMatchObject({ statusCode: 422 });
    const failing = await faxes.create({
      to: '2025550123',
      content_url: 'https://example.com',
      test_fail: 'lineError',
    });
    await world.clock.advance(7 * second);
    expect(await failing.getInfo()).toMatchObject({ data: { recipients: [{ error_type: 'lineError' }] } });
    expect(await faxes.testReceive({ file: page })).toEqual({
      success: true,
      message: 'Test fax received from +18773346654 to +18773346654.  Calling back now...',
    });
    expect(await faxes.listFaxes({ direction: 'received' })).toMatchObject({ paging: { total: 2 } });
  });

  test('makes and reads PhaxCodes, as its own suite does', async () => {
    const { phaxCode } = client(baseUrl, defaultCredentials.test);
    const { message, data } = await phaxCode.create({ metadata: '1234' });
    expect(message).toBe('PhaxCode generated');
    expect(await phaxCode.create({ metadata: '1234', type: '.png' })).toMatchObject({ success: true, message, data });
    const { identifier: id } = data;
    for (const type of [null, '.png']) {
      expect(await phaxCode.get({ id, type })).toMatchObject({
        message: 'Info for PhaxCode',
        data: { identifier: id, metadata: '1234', created_at: '2026-11-20T06:00:00.000-06:00' },
      });
    }
    const byDefault = await phaxCode.get();
    expect(byDefault.data).not.toHaveProperty('metadata');
    expect(await phaxCode.get({ id: byDefault.data.identifier, type: null })).toEqual(byDefault);
    await expect(phaxCode.get({ id: 'unknown123', type: null })).rejects.toMatchObject({ statusCode: 404 });
  });

  test('provisions and releases a number', async () => {
    const { phoneNumber: numbers } = client(baseUrl);
    const { message, data } = (await numbers.provisionNumber({ country_code: 1, area_code: 847 })) as unknown as {
      message: string;
      data: { phone_number: string; country: string };
    };
    expect(message).toBe('Number provisioned successfully!');
    expect(data.phone_number).toMatch(/^\+1847[0-9]{7}$/);
    expect(data.country).toBe('United States of America');
    expect(await numbers.getNumberInfo(data.phone_number)).toMatchObject({ data });
    expect(await numbers.releaseNumber(data.phone_number)).toEqual({
      success: true,
      message: 'Number released successfully!',
    });
    await expect(numbers.getNumberInfo(data.phone_number)).rejects.toMatchObject({ statusCode: 404 });
    await expect(numbers.provisionNumber({ country_code: 1, area_code: 555 })).rejects.toMatchObject({
      statusCode: 422,
    });
  });

  test('reads the public data and the account’s status, as its own suite does', async () => {
    const { public: data, account } = client(baseUrl);
    expect(await data.getCountries({ per_page: 1 })).toMatchObject({
      message: 'Data contains countries info',
      data: [{ name: 'United States of America', alpha2: 'US', price_per_page: 7 }],
      paging: { total: 250, per_page: 1, page: 1 },
    });
    expect(await data.getCountries()).toMatchObject({ paging: { total: 250, per_page: 25, page: 1 } });
    expect(await data.getAreaCodes({ country: 'US', state: 'RI' })).toMatchObject({
      message: 'Data contains found available area codes',
      data: [{ area_code: 401, city: 'Cranston, Pawtucket, Providence' }],
    });
    expect(await data.getAreaCodes()).toMatchObject({ success: true });
    expect(await account.status()).toMatchObject({
      message: 'Account status retrieved successfully',
      data: { balance: 1000, faxes_today: { sent: 2, received: 1 } },
    });
  });

  test('gets an error for wrong credentials', async () => {
    const { faxes } = client(baseUrl, { key: 'x', secret: 'y' });
    await expect(faxes.listFaxes()).rejects.toMatchObject({ statusCode: 401 });
  });
});
