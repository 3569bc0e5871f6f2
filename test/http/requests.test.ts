import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ParamsBuilder, addUrlencoded } from '../../src/http/params.ts';
import { phoneNumber, receivedFax, sentFax } from '../support/examples.ts';
import { dataOf, idOf, ids, keyParams, openSimulator, refusalOf } from '../support/simulator.ts';
import { repeats } from '../support/soak.ts';

const faxes = [sentFax({ id: 1, tags: { 'with space': 'a b' } }), receivedFax({ id: 2 })];
const { live, anyone } = openSimulator({ faxes, phoneNumbers: [phoneNumber()] });

describe('parameters are read', () => {
  const received = { direction: 'received' };
  test.each([
    ['a query', () => live.get('/v2/faxes').query(received)],
    ['an urlencoded body of a GET', () => live.get('/v2/faxes').type('form').send(received)],
    ['a multipart body of a GET', () => live.get('/v2/faxes').field('direction', 'received')],
    ['a JSON body of a GET', () => live.get('/v2/faxes').send(received)],
    ['a body without a Content-Type', () => live.get('/v2/faxes').set('Content-Type', '').send('direction=received')],
    ['a JSON body with a charset', () => live.get('/v2/faxes').type('application/json; charset=utf-8').send(received)],
    ['the body before the query', () => live.get('/v2/faxes?direction=sent').type('form').send(received)],
    ['the last of several values', () => live.get('/v2/faxes?direction=sent&direction=received')],
    ['a path with a trailing slash', () => live.get('/v2/faxes/').query(received)],
  ])('from %s', async (_source, call) => {
    expect(ids(await call().expect(200))).toEqual([2]);
  });

  test.each(['tag[with space]', 'tag[with+space]', 'tag%5Bwith%20space%5D'])('as a tag named by %s', async (name) => {
    expect(ids(await live.get(`/v2/faxes?${name}=a+b`).expect(200))).toEqual([1]);
  });

  test.each([{ tag: { 'with space': 'a b' } }, { 'tag[with space]': 'a b' }])(
    'as a tag from the JSON %j',
    async (body) => {
      expect(ids(await live.get('/v2/faxes').send(body).expect(200))).toEqual([1]);
    },
  );

  test.each(['', null, []])('without those that are %j in JSON, as if they were not there', async (nothing) => {
    const filters = {
      status: nothing,
      phone_number: nothing,
      direction: nothing,
      page: nothing,
      tag: { 'with space': null },
    };
    expect(ids(await live.get('/v2/faxes').send(filters).expect(200))).toEqual([2, 1]);
    const refused = live.post('/v2.1/blocking_rules/send').send({ from: nothing, to: nothing });
    expect(await refusalOf(refused, 422)).toBe('from and to are required');
  });

  test('with numbers and nulls from JSON', async () => {
    const { body } = await live.get('/v2/faxes').send({ per_page: 1, page: 2, status: null }).expect(200);
    expect(body).toMatchObject({ paging: { total: 2, per_page: 1, page: 2 } });
  });

  test.each(['GET', 'DELETE', 'POST'])('from a %s with Content-Type JSON and no body', async (method) => {
    const path = { GET: '/v2/faxes/1', DELETE: '/v2/faxes/1/file', POST: '/v2/faxes/1/resend' }[method] ?? '';
    const world = openSimulator({ faxes });
    const call =
      method === 'GET' ? world.live.get(path) : method === 'POST' ? world.live.post(path) : world.live.delete(path);
    await call.set('Content-Type', 'application/json').expect(200);
  });

  test('from a multipart body that ends before it begins', async () => {
    await live.get('/v2/faxes/1').set('Content-Type', 'multipart/form-data; boundary=b').send('--b--\r\n').expect(200);
  });
});

describe('_method', () => {
  test.each(['DELETE', 'delete'])('makes a POST a %s', async (method) => {
    const world = openSimulator({ faxes });
    await world.live.post('/v2.1/faxes/1/file').type('form').send({ _method: method }).expect(200);
    await world.live.post('/v2.1/faxes/1/resend').expect(422);
  });

  test('makes a POST a GET', async () => {
    expect(ids(await live.post('/v2/faxes').field('_method', 'GET').expect(200))).toEqual([2, 1]);
  });

  test('is not read from other methods', async () => {
    await live.get('/v2/faxes/1?_method=DELETE').expect(200);
    await live.get('/v2/faxes/1').expect(200);
  });

  test.each(['HEAD', 'CONNECT', 'GETT', '1'])('is refused when it is %s', async (method) => {
    const call = live.post('/v2/faxes/1').type('form').send({ _method: method });
    expect(await refusalOf(call)).toBe(`_method must be one of GET, POST, PATCH, PUT, DELETE, got "${method}"`);
  });
});

describe('refused is', () => {
  const list = () => live.get('/v2/faxes');

  test.each([
    ['JSON that is malformed', () => list().type('json').send('{"page": 1'), 400, 'The body is not JSON'],
    ['JSON that is no object', () => list().type('json').send('[1]'), 400, 'must be a JSON object'],
    ['another charset', () => list().type('application/json; charset=utf-16').send('{}'), 415, 'charset utf-16'],
    ['another type', () => list().type('text/plain').send('x=1'), 415, 'Content-Type text/plain'],
    [
      'a type that is a name in JavaScript',
      () => list().set('Content-Type', 'constructor').send('page=1'),
      415,
      'Content-Type constructor is not read here',
    ],
    ['what is not UTF-8', () => list().type('form').send('page=%ff'), 400, '%-escapes'],
    ['more than the limit', () => list().type('form').send('x'.repeat(100_001)), 413, 'larger than 100000 bytes'],
    [
      'ten thousand parameters',
      () => list().type('form').send('a=1&'.repeat(10_000)),
      400,
      'More than 1000 parameters',
    ],
    [
      'ten thousand items of a list in JSON',
      () =>
        list()
          .type('json')
          .send({ to: Array.from({ length: 10_000 }, () => '1') }),
      400,
      'More than 1000 parameters',
    ],
    [
      'a parameter nested deeper in JSON',
      () =>
        list()
          .type('json')
          .send({ tag: { a: { b: 'c' } } }),
      400,
      'tag: parameters nest one level deep, as in tag[NAME]',
    ],
    [
      'a list in a list in JSON',
      () =>
        list()
          .type('json')
          .send({ to: [['1']] }),
      400,
      'to: parameters nest one level deep',
    ],
    [
      'an empty object in place of a text in JSON',
      () => live.post('/v2.1/faxes/1/resend').type('json').send({ callback_url: {} }),
      422,
      'callback_url must be',
    ],
    [
      'an object without values in place of a text in JSON',
      () =>
        live
          .post('/v2.1/faxes/1/resend')
          .type('json')
          .send({ callback_url: { a: null } }),
      422,
      'callback_url must be',
    ],
    [
      'an unknown compression',
      () => list().type('form').set('Content-Encoding', 'zip').send('x'),
      415,
      'unsupported content encoding',
    ],
    [
      'what is said to be compressed, and is not',
      () => list().type('form').set('Content-Encoding', 'gzip').send('x=1'),
      400,
      'The body cannot be read',
    ],
    ['no boundary', () => list().set('Content-Type', 'multipart/form-data').send('x'), 400, 'names no boundary'],
    [
      'another boundary',
      () => list().set('Content-Type', 'multipart/form-data; boundary=b').send('x'),
      400,
      'the boundary b does not occur',
    ],
  ])('a body with %s', async (_what, call, status, message) => {
    expect(await refusalOf(call(), status)).toContain(message);
  });

  test.each([
    ['a query that is not UTF-8', '/v2/faxes?x=%c3%28', '%-escapes do not make UTF-8 text'],
    ['a path that is not UTF-8', '/v2/faxes/%ff', 'The path has %-escapes'],
    ['a broken %-escape', '/v2/faxes?x=50%', '"50%" is not valid'],
    ['a parameter used in two ways', '/v2/faxes?tag=a&tag[b]=c', 'tag is given in more than one way'],
    ['a parameter as list and group', '/v2/faxes?tag[]=a&tag[b]=c', 'tag is given in more than one way'],
    ['a parameter nested deeper', '/v2/faxes?tag[a][b]=c', 'tag: parameters nest one level deep'],
  ])('%s', async (_what, path, message) => {
    expect(await refusalOf(live.get(path), 400)).toContain(message);
  });

  test('nothing of it in v1, whose form it has with the same status', async () => {
    const call = anyone.post('/v1/faxStatus').type('json').send('{');
    expect(await refusalOf(call, 400)).toContain('The body is not JSON');
  });
});

describe('the parameters’ builder', () => {
  const read = (text: string) => {
    const builder = new ParamsBuilder();
    addUrlencoded(builder, text);
    return builder.build();
  };

  test.each([
    ['to[]=1&to[]=2', { to: ['1', '2'] }],
    ['to[0]=1&to[1]=2', { to: { 0: '1', 1: '2' } }],
    ['to=1&to=2', { to: '2' }],
    ['a&b=&=c&&', { a: '', b: '', '': 'c' }],
    ['a[=1&b]=2', { 'a[': '1', 'b]': '2' }],
    ['tag[a+b]=%C3%A4', { tag: { 'a b': 'ä' } }],
    ['tag[toString]=x&hasOwnProperty=y', { tag: { toString: 'x' }, hasOwnProperty: 'y' }],
    ['file[]=a=b', { file: ['a=b'] }],
  ])('reads %p', (text, expected) => {
    expect(JSON.parse(JSON.stringify(read(text)))).toEqual(JSON.parse(JSON.stringify(expected)));
  });

  test('takes any names and values through the encoding and back', () => {
    // All of Unicode but the surrogates, as `unit: 'binary'` has it, which takes a second to make.
    const unit = fc.nat(0x10ffff - 0x800).map((at) => String.fromCodePoint(at < 0xd800 ? at : at + 0x800));
    const name = fc.string({ unit, minLength: 1 }).filter((text) => !/[[\]]/.test(text));
    const pairs = fc.uniqueArray(fc.tuple(name, fc.string({ unit })), {
      selector: ([key]) => key,
      maxLength: 20,
    });
    fc.assert(
      fc.property(pairs, pairs, (plain, tags) => {
        const text = [
          ...plain.map(([key, value]) => [key, value]),
          ...tags.map(([key, value]) => [`tag[${key}]`, value]),
        ]
          .filter(([key]) => key !== 'tag')
          .map(([key = '', value = '']) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
          .join('&');
        const params = read(text);
        for (const [key, value] of plain) if (key !== 'tag') expect(params[key]).toBe(value);
        for (const [key, value] of tags) expect((params['tag'] as Record<string, unknown>)[key]).toBe(value);
      }),
      { numRuns: repeats(25, 1000) },
    );
  });

  test('never takes a name for the object’s prototype', () => {
    const params = Object.assign(read('__proto__[polluted]=1&constructor[prototype]=2'), read('__proto__=3'));
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(Object.keys(params).toSorted()).toEqual(['__proto__', 'constructor']);
    expect('toString' in params).toBe(false);
  });
});

test('credentials may stand in the query, an urlencoded or a multipart body in every version', async () => {
  const params = { ...keyParams, id: 1 };
  for (const path of ['/v1/faxStatus', '/v2/faxes/1', '/v2.1/faxes/1']) {
    await anyone.get(path).query(params).expect(200);
    await anyone.get(path).type('form').send(params).expect(200);
    await anyone.get(path).field(params).expect(200);
  }
});

describe('spaces at the ends of a value', () => {
  test('are cut off, as the assumptions say', async () => {
    const { live } = openSimulator();
    const fields = {
      to: ' +12025550123 ',
      header_text: ' Hello ',
      content_url: ' https://a.example/ ',
      batch_delay: ' 60 ',
    };
    const id = await idOf(live.post('/v2.1/faxes').type('form').send(fields));
    const fax = await dataOf(live.get(`/v2.1/faxes/ ${id} `));
    expect(fax).toMatchObject({ status: 'pendingbatch', recipients: [{ phone_number: '+12025550123' }] });
    const ata = await dataOf(live.post('/v2.1/atas').type('form').send({ name: ' Front desk ' }));
    expect(ata.name).toBe('Front desk');
  });

  test('stay in a tag, in the metadata of a PhaxCode, and in string_data', async () => {
    const { live, clock, v1, fax } = openSimulator();
    const fields = { to: '+12025550123', string_data: ' a ', 'tag[case]': ' 4711 ' };
    const { body } = await v1('send', fields).expect(200);
    expect((await fax(body.faxId)).tags).toEqual({ case: ' 4711 ' });
    await clock.runUntilIdle();
    expect(String((await live.get(`/v2.1/faxes/${body.faxId}/file`).expect(200)).body)).toBe(' a ');
    const { identifier } = await dataOf(live.post('/v2.1/phax_codes').type('form').send({ metadata: ' mine ' }));
    expect((await dataOf(live.get(`/v2.1/phax_codes/${identifier}`))).metadata).toBe(' mine ');
  });
});
