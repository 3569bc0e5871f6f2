import { describe, expect, test } from '@jest/globals';
import { Refusal } from '../../src/model/domain/refusal.ts';
import { webhookVersions } from '../../src/model/domain/webhook.ts';
import { pictureOf } from '../../src/service/operations/phax-codes.ts';
import type { Disk } from '../../src/store/memory/store.ts';
import { documentsForTests, emptyPdf, look } from '../documents/support.ts';
import { EndlessDocuments, plainDocuments } from '../support/documents.ts';
import { account, noon, phaxCode, phoneNumber } from '../support/examples.ts';
import { dataOf, keyParams, openSimulator, refusalOf, testParams } from '../support/simulator.ts';
import type { World } from '../support/simulator.ts';

const documents = documentsForTests({ threads: 1 });

const recorded = phaxCode();
const byDefault = phaxCode({ identifier: '-Y3jxX_Ab9', metadata: null, isDefault: true });

const create = async ({ live }: World, fields: object, version = 'v2.1'): Promise<string> =>
  (await dataOf(live.post(`/${version}/phax_codes`).type('form').send(fields))).identifier;

const received = async (world: World) => (await world.receivedFaxes())[0];

describe.each(['v2', 'v2.1'])('a PhaxCode in %s', (version) => {
  test('is made with ten characters, and told as recorded', async () => {
    const world = openSimulator();
    const { text, body } = await world.live
      .post(`/${version}/phax_codes`)
      .type('form')
      .send({ metadata: 'Test Phax Code' })
      .expect(200);
    const { identifier } = body.data;
    expect(identifier).toMatch(/^[\w-]{10}$/);
    expect(text).toBe(`{"success":true,"message":"PhaxCode generated","data":{"identifier":"${identifier}"}}`);
    const read = await world.live.get(`/${version}/phax_codes/${identifier}`).expect(200);
    expect(read.body.data).toEqual({
      ...{ identifier, created_at: '2026-11-20T06:00:00.000-06:00', metadata: 'Test Phax Code' },
    });
  });

  test.each(['phax_codes/FqEFAJd31o', 'phax_codes/FqEFAJd31o.json', 'phax_codes/FqEFAJd31o/'])(
    'is read at %s, as recorded',
    async (path) => {
      const { text } = await openSimulator({ phaxCodes: [recorded] })
        .live.get(`/${version}/${path}`)
        .expect(200);
      expect(text).toBe(
        '{"success":true,"message":"Info for PhaxCode","data":{"identifier":"FqEFAJd31o","created_at":"2021-11-04T16:48:08.000-05:00","metadata":"Test Phax Code"}}',
      );
    },
  );

  test.each(['phax_code', 'phax_code.json', 'phax_codes/-Y3jxX_Ab9', 'phax_codes/-Y3jxX_Ab9.json'])(
    'that is the account’s default is read at %s, without metadata',
    async (path) => {
      const world = openSimulator({ phaxCodes: [recorded, byDefault] });
      const { text } = await world.live.get(`/${version}/${path}`).expect(200);
      expect(text).toBe(
        '{"success":true,"message":"Info for PhaxCode","data":{"identifier":"-Y3jxX_Ab9","created_at":"2021-11-04T16:48:08.000-05:00"}}',
      );
    },
  );

  test.each([
    ['phax_codes/FqEFAJd31o.png', 'PNG of FqEFAJd31o'],
    ['phax_code.png', 'PNG of -Y3jxX_Ab9'],
  ])('is a picture at %s, with the recorded headers', async (path, picture) => {
    const world = openSimulator({ phaxCodes: [recorded, byDefault] });
    const { body, headers } = await world.live.get(`/${version}/${path}`).expect(200);
    expect(body.toString()).toBe(picture);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'attachment',
      'content-transfer-encoding': 'binary',
      'cache-control': 'private',
      etag: expect.stringMatching(/^W\/"[0-9a-f]{32}"$/),
    });
  });

  test('is answered as a picture when it is made, where the path says so', async () => {
    const world = openSimulator({ phaxCodes: [recorded] });
    const { live } = world;
    const form = { metadata: 'Test Phax Code', type: 'png' };
    const { body } = await live.post(`/${version}/phax_codes.png`).type('form').send(form).expect(200);
    expect(body.toString()).toBe('PNG of FqEFAJd31o');
    expect(await create(world, form, version)).toBe('FqEFAJd31o');
    const json = await live.post(`/${version}/phax_codes.json`).type('form').send(form).expect(200);
    expect(json.body.data).toEqual({ identifier: 'FqEFAJd31o' });
  });

  test.each(['phax_codes/unknown123', 'phax_codes/unknown123.png', 'phax_codes/unknown123.json', 'phax_codes/a.gif'])(
    'that does not exist gets 404 at %s',
    async (path) => {
      const { body } = await openSimulator({ phaxCodes: [recorded] })
        .live.get(`/${version}/${path}`)
        .expect(404);
      expect(body).toEqual({ success: false, message: 'Not found' });
    },
  );

  test('is not shown without credentials', async () => {
    const { anyone } = openSimulator({ phaxCodes: [recorded] });
    await anyone.get(`/${version}/phax_codes/FqEFAJd31o.png`).expect(401);
    await anyone.get(`/${version}/phax_code`).expect(401);
  });

  test('cannot have a list for its metadata', async () => {
    const { live } = openSimulator();
    const call = live.post(`/${version}/phax_codes`).type('form').send('metadata[]=a&metadata[]=b');
    expect(await refusalOf(call)).toBe('metadata must be text');
  });
});

describe('metadata', () => {
  test('have one PhaxCode, whatever version it is made by and however often', async () => {
    const world = openSimulator();
    const identifier = await create(world, { metadata: 'case 4711' }, 'v2');
    expect(await create(world, { metadata: 'case 4711' })).toBe(identifier);
    const { body } = await world.v1('createPhaxCode', { metadata: 'case 4711' }).expect(200);
    expect(body.data.url).toContain(identifier);
    expect(await create(world, { metadata: 'case 4712' })).not.toBe(identifier);
    const again = openSimulator();
    await create(again, { metadata: 'another before it' });
    expect(await create(again, { metadata: 'case 4711' })).toBe(identifier);
  });

  test.each([
    ['', undefined],
    [' case 4711 ', ' case 4711 '],
    ['Größe ✓ "quoted"', 'Größe ✓ "quoted"'],
    ['__proto__', '__proto__'],
  ])('%j are kept as they came', async (metadata, expected) => {
    const world = openSimulator();
    const identifier = await create(world, { metadata });
    const { body } = await world.live.get(`/v2.1/phax_codes/${identifier}`).expect(200);
    expect(body.data.metadata).toBe(expected);
  });

  test('can be left out, which makes another PhaxCode each time', async () => {
    const world = openSimulator();
    const identifiers = [await create(world, {}), await create(world, {}), await create(world, { metadata: '' })];
    expect(new Set(identifiers).size).toBe(3);
  });

  test('that are asked for twice at once are acknowledged once the disk has their code', async () => {
    let release = (): void => undefined;
    const saved = new Promise<void>((resolve) => (release = resolve));
    const disk: Disk = { save: () => saved };
    const world = openSimulator({ parts: { disk } });
    let answered = 0;
    const calls = [0, 1].map(() => create(world, { metadata: 'case 4711' }).finally(() => (answered += 1)));
    while (world.simulator.parts.worlds.default.store.phaxCodes.size === 0)
      await new Promise((done) => setImmediate(done));
    for (let turn = 0; turn < 20; turn++) await new Promise((done) => setImmediate(done));
    expect(answered).toBe(0);
    release();
    const [one, other] = await Promise.all(calls);
    expect(one).toBe(other);
  });
});

test('an account without a default PhaxCode, as from an earlier data directory, gets one that stays', async () => {
  const world = openSimulator();
  const { body } = await world.live.get('/v2.1/phax_code').expect(200);
  expect(body.data).toEqual({
    identifier: expect.stringMatching(/^[\w-]{10}$/),
    created_at: '2026-11-20T06:00:00.000-06:00',
  });
  await world.clock.advance(5000);
  expect((await world.live.get('/v2/phax_code.json').expect(200)).body).toEqual(body);
  expect((await openSimulator().live.get('/v2.1/phax_code').expect(200)).body).toEqual(body);
});

test('the picture of a code is drawn once', async () => {
  let drawn = 0;
  const plain = plainDocuments();
  const drawPhaxCode = (identifier: string) => {
    drawn += 1;
    return drawn === 1 ? Promise.reject(new Error('broken')) : plain.drawPhaxCode(identifier);
  };
  const world = openSimulator({
    phaxCodes: [phaxCode()],
    onFault: () => undefined,
    parts: { documents: { ...plain, drawPhaxCode } },
  });
  await world.live.get('/v2.1/phax_codes/FqEFAJd31o.png').expect(500);
  for (let times = 0; times < 3; times++) await world.live.get('/v2.1/phax_codes/FqEFAJd31o.png').expect(200);
  expect(drawn).toBe(2);
});

test('the picture of a code that worlds share is drawn for the one when the other ends meanwhile', async () => {
  const [code, ending] = [phaxCode(), new AbortController()];
  const gone = new Refusal('unavailable', 'The world ended');
  const endless = new EndlessDocuments().documents.until(ending.signal);
  const refused = expect(pictureOf({ documents: endless }, code)).rejects.toBe(gone);
  const drawn = pictureOf({ documents: plainDocuments() }, code);
  ending.abort(gone);
  await refused;
  expect(Buffer.from(await drawn).toString()).toBe(`PNG of ${code.identifier}`);
});

describe('createPhaxCode of v1', () => {
  test('tells a URL at which anyone finds the picture', async () => {
    const world = openSimulator();
    const call = world.v1('createPhaxCode', { metadata: 'x' }).set('Host', 'fax.test:8080');
    const { body } = await call.expect(200);
    expect(body).toEqual({
      ...{ success: true, message: 'PhaxCode generated' },
      data: { url: expect.stringMatching(/^http:\/\/fax\.test:8080\/w\/default\/phax_codes\/[\w-]{10}\.png$/) },
    });
    const path = new URL(body.data.url).pathname;
    const picture = await world.anyone.get(path).expect(200).expect('Content-Type', 'image/png');
    expect(picture.body.toString()).toBe(`PNG of ${path.slice(-14, -4)}`);
    await world.anyone.get(path.replace('/w/default', '')).expect(200);
    await world.anyone.get('/w/default/phax_codes/unknown123.png').expect(404);
    await world.anyone.get('/w/another/phax_codes/unknown123.png').expect(421);
  });

  test('answers the picture itself when it is to redirect', async () => {
    const world = openSimulator({ phaxCodes: [recorded] });
    const params = { metadata: 'Test Phax Code', redirect: 'true' };
    const { body } = await world.v1('createPhaxCode', params).expect(200).expect('Content-Type', 'image/png');
    expect(body.toString()).toBe('PNG of FqEFAJd31o');
  });
});

describe('attachPhaxCodeToPdf of v1', () => {
  const attach = ({ anyone }: World, fields: Record<string, string>, text = 'one\ftwo', name = 'a.pdf') =>
    anyone
      .post('/v1/attachPhaxCodeToPdf')
      .field({ ...keyParams, ...fields })
      .attach('filename', Buffer.from(text), name);

  test.each([
    [{ x: '0', y: '5' }, 'one Code128:-Y3jxX_Ab9 at 0, 5\ftwo'],
    [{ x: '10.5', y: '25', page_number: '2', metadata: 'Test Phax Code' }, 'one\ftwo Code128:FqEFAJd31o at 10.5, 25'],
  ])('prints the code at %j', async (fields, expected) => {
    const world = openSimulator({ phaxCodes: [recorded, byDefault] });
    const { body, headers } = await attach(world, fields).expect(200);
    expect(body.toString()).toBe(expected);
    expect(headers).toMatchObject({ 'content-type': 'application/pdf', 'content-disposition': 'attachment' });
  });

  test.each([
    [{ y: '5' }, 'x is required'],
    [{ x: '5' }, 'y is required'],
    [{ x: 'left', y: '5' }, 'x must be a number of points from 0 up, got "left"'],
    [{ x: '-1', y: '5' }, 'x must be a number of points from 0 up, got "-1"'],
    [{ x: '1e3', y: '5' }, 'x must be a number of points from 0 up, got "1e3"'],
    [{ x: '1', y: '1', page_number: '3' }, 'page_number must be from 1 to 2, the pages of the file, got "3"'],
    [{ x: '1', y: '1', page_number: '0' }, 'page_number must be an integer from 1 up, got "0"'],
    [{ x: '700', y: '1' }, 'The PhaxCode cannot be put at 700, 1: page 1 is only 612 × 792 points large'],
  ])('refuses %j', async (fields: Record<string, string>, message) => {
    expect(await refusalOf(attach(openSimulator(), fields), 200)).toBe(message);
  });

  test('refuses another page than the only one of a file', async () => {
    const call = attach(openSimulator(), { x: '1', y: '1', page_number: '2' }, 'one');
    expect(await refusalOf(call, 200)).toBe('page_number must be 1, the only page of the file, got "2"');
  });

  test('refuses a file that cannot be read, or none', async () => {
    const world = openSimulator();
    const broken = await refusalOf(attach(world, { x: '1', y: '1' }, 'x', 'error-133.pdf'), 200);
    expect(broken).toBe('The file error-133.pdf cannot be read: the test says so');
    const none = await refusalOf(world.v1('attachPhaxCodeToPdf', { x: 1, y: 1 }), 200);
    expect(none).toBe('filename is required');
  });
});

describe('getHostedDocument of v1', () => {
  test.each([
    [{ name: 'order-form' }, 'Order form Code128:-Y3jxX_Ab9'],
    [{ name: 'order-form', metadata: 'Test Phax Code' }, 'Order form Code128:FqEFAJd31o'],
  ])('answers %j as PDF with its code', async (params, expected) => {
    const world = openSimulator({ phaxCodes: [recorded, byDefault] });
    const { body } = await world.v1('getHostedDocument', params).expect('Content-Type', 'application/pdf');
    expect(body.toString()).toMatch(expected);
  });

  test.each([
    ['x', '"x"'],
    ['x'.repeat(5000), `"${'x'.repeat(79)}…`],
  ])('refuses a name that it does not know', async (name, shown) => {
    expect(await refusalOf(openSimulator().v1('getHostedDocument', { name }), 200)).toBe(
      `name must be that of a hosted document (order-form, intake-form, cover-sheet), got ${shown}`,
    );
  });
});

describe('a received fax with a PhaxCode on it', () => {
  const phaxCode = {
    ...{ type: 'PhaxCode', page: 2, value: 'FqEFAJd31o', identifier: 'FqEFAJd31o' },
    metadata: 'Test Phax Code',
  };

  test('tells which one it is, and its metadata', async () => {
    const world = openSimulator({ phaxCodes: [recorded, byDefault] });
    await world.receive({}, 'Code128:-Y3jxX_Ab9\ftwo Code128:FqEFAJd31o\fthree Code128:INV-1').expect(200);
    expect((await received(world)).barcodes).toEqual([
      { type: 'PhaxCode', page: 1, value: '-Y3jxX_Ab9', identifier: '-Y3jxX_Ab9', metadata: null },
      phaxCode,
      { type: 'Code128', page: 3, value: 'INV-1', identifier: null, metadata: null },
    ]);
  });

  test('tells it too when it was sent to a number of the account', async () => {
    const world = openSimulator({ phaxCodes: [recorded], phoneNumbers: [phoneNumber()] });
    await world.send({ to: '+13142666714' }, { text: 'one\ftwo Code128:FqEFAJd31o' }).expect(200);
    await world.clock.runUntilIdle();
    expect(await received(world)).toMatchObject({ to_number: '+13142666714', barcodes: [phaxCode] });
  });

  test.each(webhookVersions)('tells the metadata in webhooks of version %s', async (webhookVersion) => {
    const world = openSimulator({ account: account({ webhookVersion }), phaxCodes: [recorded] });
    await world.receive({}, 'Code128:INV-1\ftwo Code128:FqEFAJd31o').expect(200);
    await world.clock.runUntilIdle();
    const [delivery] = world.simulator.parts.worlds.default.deliveries.list();
    const { metadata, fax } = delivery?.attempts[0]?.fields ?? {};
    expect(metadata).toBe('Test Phax Code');
    if (webhookVersion === 'v2.1') expect(JSON.parse(fax ?? '').barcodes).toMatchObject([{}, phaxCode]);
  });
});

test('a printed PhaxCode is read from a received fax, with real documents', async () => {
  const world = openSimulator({ parts: { documents }, limits: { bodyBytesMax: 1_000_000 } });
  const letter: [number, number] = [612, 792];
  const pdf = Buffer.from(await (await emptyPdf([letter, letter])).save());
  const attached = await world.anyone
    .post('/v1/attachPhaxCodeToPdf')
    .field({ ...testParams, x: '5', y: '25', page_number: '2', metadata: 'Fax with kittens' })
    .attach('filename[]', pdf, 'kittens.pdf')
    .expect(200);
  const hosted = await world.v1('getHostedDocument', { name: 'order-form', metadata: 'Chad Smith' }).expect(200);
  const [page] = await look(hosted.body);
  expect(page?.text).toMatch(/Order form[^]*Quantity:/);
  const seen: unknown[] = [];
  for (const file of [attached.body as Buffer, hosted.body as Buffer]) {
    await world.test.post('/v2/faxes').field('direction', 'received').attach('file', file, 'a.pdf').expect(200);
    const { barcodes } = await received(world);
    seen.push(...barcodes.map(({ page: at, metadata }: { page: number; metadata: string }) => [at, metadata]));
  }
  expect(seen).toEqual([
    [2, 'Fax with kittens'],
    [1, 'Chad Smith'],
  ]);
  expect(world.clock.now()).toBe(noon);
});
