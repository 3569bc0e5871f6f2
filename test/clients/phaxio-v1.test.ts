import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import Phaxio from 'phaxio';
import { defaultCredentials } from '../../src/model/domain/account.ts';
import { noon, phoneNumber, recipient, sentFax } from '../support/examples.ts';
import { openSimulator } from '../support/simulator.ts';

// The package phaxio, which speaks v1 in multipart bodies. Its host is fixed in its code, as a property.
function client(baseUrl: string, { key, secret } = defaultCredentials.live) {
  const phaxio = new Phaxio(key, secret);
  phaxio.host = baseUrl;
  return {
    faxStatus: promisify<number, unknown>(phaxio.faxStatus.bind(phaxio)),
    sendFax: promisify<object, unknown>(phaxio.sendFax.bind(phaxio)),
    cancelFax: promisify<number, unknown>(phaxio.cancelFax.bind(phaxio)),
    faxFile: promisify<object, unknown>(phaxio.faxFile.bind(phaxio)),
    createPhaxCode: promisify<object, unknown>(phaxio.createPhaxCode.bind(phaxio)),
    attachPhaxCodeToPdf: promisify<object, unknown>(phaxio.attachPhaxCodeToPdf.bind(phaxio)),
    getHostedDocument: promisify<object, unknown>(phaxio.getHostedDocument.bind(phaxio)),
    provisionNumber: promisify<object, unknown>(phaxio.provisionNumber.bind(phaxio)),
    releaseNumber: promisify<string, unknown>(phaxio.releaseNumber.bind(phaxio)),
    areaCodes: promisify<object, unknown>(phaxio.areaCodes.bind(phaxio)),
    accountStatus: promisify(phaxio.accountStatus.bind(phaxio)),
    numberList: promisify<object, unknown>(phaxio.numberList.bind(phaxio)),
  };
}

let world: ReturnType<typeof openSimulator>;
let baseUrl: string;

beforeEach(async () => {
  world = openSimulator({
    faxes: [sentFax({ id: 7, recipients: [recipient({ number: '+14141234567' })] })],
    phoneNumbers: [phoneNumber(), phoneNumber({ number: '+12252547769', areaCode: 225, provisionedAt: noon })],
  });
  baseUrl = await world.listen();
});
afterEach(() => world.simulator.close());

test('the Node client for v1 reads a fax', async () => {
  expect(await client(baseUrl).faxStatus(7)).toMatchObject({
    success: true,
    message: 'Retrieved fax successfully',
    data: { id: 7, status: 'success', recipients: [{ number: '4141234567', bitrate: '14400' }] },
  });
  expect(await client(baseUrl).faxStatus(8)).toEqual({ success: false, message: 'Fax with this ID does not exist' });
});

test('the Node client for v1 lists numbers', async () => {
  const { numberList } = client(baseUrl);
  expect(await numberList({})).toMatchObject({
    success: true,
    data: [{ number: '3142666714' }, { number: '2252547769' }],
  });
  expect(await numberList({ area_code: 225 })).toMatchObject({ data: [{ number: '2252547769' }] });
  expect(await numberList({ number: '+13142666714' })).toMatchObject({ data: [{ number: '3142666714' }] });
});

test('the Node client for v1 provisions and releases numbers', async () => {
  const { provisionNumber, releaseNumber, numberList } = client(baseUrl);
  const { data, message } = (await provisionNumber({ area_code: 205 })) as {
    data: { number: string };
    message: string;
  };
  expect(message).toBe('Number provisioned successfully!');
  expect(data).toMatchObject({ number: expect.stringMatching(/^205\d{7}$/), city: 'Birmingham, Clanton, Jasper' });
  expect(await numberList({ number: data.number })).toMatchObject({ data: [{ number: data.number }] });
  expect(await releaseNumber(data.number)).toEqual({
    success: true,
    message: 'Number released successfully!',
    data: [],
  });
  expect(await numberList({ number: data.number })).toMatchObject({ data: [] });
  expect(await provisionNumber({ area_code: 555 })).toEqual({
    success: false,
    message: 'The area code you chose is invalid or has no numbers at this time.',
  });
});

test('the Node client for v1 lists area codes and reads the account’s status', async () => {
  const { areaCodes, accountStatus } = client(baseUrl);
  expect(await areaCodes({ state: 'RI', is_toll_free: false })).toEqual({
    success: true,
    message: '1 area codes available.',
    data: { '401': { city: 'Cranston, Pawtucket, Providence', state: 'Rhode Island' } },
  });
  expect(await accountStatus()).toEqual({
    success: true,
    message: 'Account status retrieved successfully',
    data: { faxes_sent_this_month: 1, faxes_sent_today: 1, balance: 1000 },
  });
});

test('the Node client for v1 gets an error for wrong credentials', async () => {
  expect(await client(baseUrl, { key: 'x', secret: 'y' }).faxStatus(7)).toEqual({
    success: false,
    message: 'The API key or the API secret is wrong',
  });
});

test('the Node client for v1 sends text, cancels, and downloads', async () => {
  const v1 = client(baseUrl, defaultCredentials.test);
  const sent = (await v1.sendFax({ to: ['2025550123', '2025550199'], string_data: 'a page' })) as { faxId: number };
  const { faxId } = sent;
  expect(sent).toEqual({ success: true, message: 'Fax queued for sending', faxId, data: { faxId } });
  await world.clock.runUntilIdle();
  expect(await v1.faxStatus(faxId)).toMatchObject({ data: { status: 'success', num_pages: 1, is_test: true } });
  expect(await v1.faxFile({ id: faxId, type: 'p' })).toBe('a page');
  expect(await v1.cancelFax(faxId)).toMatchObject({ success: false });
});

test('the Node client for v1 makes PhaxCodes, and has them printed', async () => {
  const v1 = client(baseUrl);
  const { data } = (await v1.createPhaxCode({ metadata: 'Awesome' })) as { data: { url: string } };
  const picture = await (await fetch(data.url)).text();
  expect(picture).toMatch(/^PNG of [\w-]{10}$/);
  expect(await v1.createPhaxCode({ metadata: 'Awesome', redirect: true })).toBe(picture);
  const identifier = picture.slice('PNG of '.length);
  const folder = await mkdtemp(join(tmpdir(), 'faxsim-client-'));
  const filenames = join(folder, 'kittens.pdf');
  await writeFile(filenames, 'one\ftwo');
  // The client asks for `filename`, but sends what `filenames` names.
  const attached = await v1.attachPhaxCodeToPdf({
    ...{ filename: filenames, filenames, x: 5, y: 25, metadata: 'Awesome', page_number: 2 },
  });
  expect(attached).toBe(`one\ftwo Code128:${identifier} at 5, 25`);
  const hosted = await v1.getHostedDocument({ name: 'order-form', metadata: 'Awesome' });
  expect(hosted).toContain(`Order form Code128:${identifier}`);
  expect(await v1.getHostedDocument({ name: 'none' })).toMatchObject({ success: false });
  await rm(folder, { recursive: true });
});
