import { describe, expect, test } from '@jest/globals';
import { namesInPath } from '../../../src/model/shared/urls.ts';
import { phoneNumber } from '../../support/examples.ts';
import { projectIn } from '../../support/sinch.ts';
import { keyParams, openSimulator } from '../../support/simulator.ts';
import { faceOf } from '../../../src/http/faces/faces.ts';

const to = '+12025550123';
const sent = { to, content_url: 'http://a/' };

/** The remarks on a request by the live key, as rule and message. */
async function remarksOn(method: 'get' | 'post', path: string, body?: object, type = 'form'): Promise<string[]> {
  const { live, anyone } = openSimulator();
  const call = live[method](path);
  await (body === undefined ? call : call.type(type).send(body));
  const { requests } = (await anyone.get('/_faxsim/requests').expect(200)).body.data;
  return requests[0].lint.map(({ rule, level, parameter, message }: Record<string, string>) =>
    [rule, level, parameter, message].join(' | '),
  );
}

const pdf = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>\nendobj\n', 'latin1');

describe('lint of files', () => {
  test.each([
    ['base64 text', Buffer.from(pdf.toString('base64')), 'is base64 text: send the bytes that it stands for'],
    ['lines of base64', Buffer.from(pdf.toString('base64').replace(/.{40}/g, '$&\r\n')), 'is base64 text'],
    ['a data URL', Buffer.from(`data:application/pdf;base64,${pdf.toString('base64')}`), 'is a data URL'],
    ['a PDF decoded as UTF-8', Buffer.from(pdf.toString('utf8')), 'went through a text encoding'],
    ['a PDF taken for Latin-1', Buffer.from(pdf.toString('latin1'), 'utf8'), 'went through a text encoding'],
  ])('tells of %s', async (_what, bytes, message) => {
    const { live, anyone } = openSimulator();
    await live.post('/v2.1/faxes').field('to', to).attach('file', bytes, 'a.pdf');
    const { requests } = (await anyone.get('/_faxsim/requests').expect(200)).body.data;
    expect(requests[0].lint).toEqual([
      { rule: 'encoded-file', level: 'warning', parameter: 'file', message: expect.stringContaining(message) },
    ]);
  });

  test.each([
    ['a PDF as it is', pdf],
    ['a PDF whose mark is UTF-8', Buffer.from('%PDF-1.7\n%\u00b5\u00b6\u00b5\u00b6\n')],
    ['a letter', Buffer.from('JVBERi is how a PDF begins in base64.')],
    ['a word', Buffer.from('/9j/')],
  ])('has nothing against %s', async (_what, bytes) => {
    const { live, anyone } = openSimulator();
    await live.post('/v2.1/faxes').field('to', to).attach('file', bytes, 'a.txt');
    const { requests } = (await anyone.get('/_faxsim/requests').expect(200)).body.data;
    expect(requests[0].lint).toEqual([]);
  });
});

describe('lint of a name that comes twice', () => {
  const remarksOf = async (version: string, file: string) => {
    const { live, anyone, simulator } = openSimulator({ phoneNumbers: [phoneNumber()] });
    const path = version === 'v3' ? `${projectIn({ live, simulator }).base}/faxes` : `/${version}/faxes`;
    const call = live.post(path).field('to', to);
    await call.attach(file, Buffer.from('one'), 'a.txt').attach(file, Buffer.from('two'), 'b.txt').expect(200);
    const { requests } = (await anyone.get('/_faxsim/requests').expect(200)).body.data;
    return requests[0].lint;
  };

  test.each(['v2', 'v2.1'])('tells in %s that only the last file is faxed', async (version) => {
    expect(await remarksOf(version, 'file')).toEqual([
      {
        rule: 'repeated-parameter',
        level: 'warning',
        parameter: 'file',
        message: 'file came more than once, and only the last one counts: name each one file[]',
      },
    ]);
    expect(await remarksOf(version, 'file[]')).toEqual([]);
  });

  test('has nothing against it in v3, which faxes both', async () => {
    expect(await remarksOf('v3', 'file')).toEqual([]);
  });

  test('tells of it in a query and in a urlencoded body', async () => {
    const twice = 'per_page | per_page came more than once, and only the last one counts';
    expect(await remarksOn('get', '/v2.1/faxes?per_page=1&per_page=2')).toEqual([
      `repeated-parameter | warning | ${twice}`,
    ]);
    expect(await remarksOn('get', '/v2.1/faxes?per_page=&per_page=2')).toEqual([]);
  });
});

describe('lint', () => {
  test.each([
    ['//v2.1/faxes?created_after=2026-01-01', true],
    ['/w/default//v2.1/faxes', true],
    ['/v2.1//faxes', true],
    ['/v2.1/faxes?callback=http://a/', false],
  ])('tells of slashes in a row: %s', async (path, isDoubled) => {
    const remarks = await remarksOn('get', path);
    expect(remarks.some((one) => one.startsWith('doubled-slash | hint'))).toBe(isDoubled);
  });

  test('names a request with slashes in a row by the path that it stands for', async () => {
    const { live, anyone } = openSimulator();
    await live.get('//v2.1/faxes');
    const found = async (path: string): Promise<string[]> => {
      const { requests } = (await anyone.get('/_faxsim/requests').query({ path }).expect(200)).body.data;
      return requests.map((request: { path: string }) => request.path);
    };
    expect(await found('/v2.1/faxes')).toEqual(['//v2.1/faxes']);
  });

  test.each([
    [
      '/v2/faxes',
      { ...sent, callback: 'http://a/' },
      'callback | callback is not known here: the real service ignores it; the nearest is callback_url',
    ],
    [
      '/v2/faxes',
      { ...sent, Caller_Id: to },
      'Caller_Id | Caller_Id is not known here: the real service ignores it; the nearest is caller_id',
    ],
    [
      '/v2/faxes',
      { ...sent, string_data: 'x' },
      'string_data | string_data is not known here: the real service ignores it; what v1 calls so is file or content_url in v2',
    ],
    [
      '/v1/send',
      { to, string_data: 'x', content_url: 'x' },
      'content_url | content_url is not known here: the real service ignores it; what v2 calls so is string_data with string_data_type=url in v1',
    ],
    ['/v2.1/faxes/1/resend', { urgently: 'yes' }, 'urgently | urgently is not known here: the real service ignores it'],
  ])('tells of what is not known: %s with %j', async (path, body, remark) => {
    const remarks = await remarksOn('post', path, body);
    expect(remarks.filter((one) => one.startsWith('unknown'))).toEqual([`unknown-parameter | warning | ${remark}`]);
  });

  test.each([
    ['post', '/v2.1/faxes', { ...sent, number: '1' }],
    ['post', '/v2/faxes', { ...sent, start: '1' }],
    ['post', '/v2.1/faxes', { ...sent, end: '1' }],
    ['post', '/v2.1/faxes', { ...sent, maxperpage: '1' }],
    ['post', '/v1/send', { to, string_data: 'x', per_page: '1' }],
    ['get', '/v2.1/faxes?constructor=1', undefined],
  ] as const)('proposes nothing that the operation called does not take: %s %s with %j', async (method, path, body) => {
    const remarks = await remarksOn(method, path, body);
    expect(remarks.filter((one) => one.startsWith('unknown'))).toEqual([
      expect.stringMatching(/is not known here: the real service ignores it$/),
    ]);
  });

  test.each([
    ['get', '/v2.1/faxes?number=1', 'what v1 calls so is phone_number in v2.1'],
    ['get', '/v2.1/faxes?maxperpage=1', 'what v1 calls so is per_page in v2.1'],
    ['post', '/v2/faxes/1?_method=DELETE&files_only=true', 'what v1 calls so is DELETE /faxes/{id}/file in v2'],
    ['get', '/v1/faxList?created_after=1', 'what v2 calls so is start in v1'],
  ] as const)('proposes what the operation calls otherwise: %s %s', async (method, path, remark) => {
    expect(await remarksOn(method, path)).toContainEqual(expect.stringContaining(remark));
  });

  test.each([
    [
      'post',
      '/v2/faxes',
      { ...sent, batch_collision_avoidance: 'true' },
      'batch_collision_avoidance has no effect without batch_delay',
    ],
    ['post', '/v1/send', { to, string_data: 'x', batch_delay: '5' }, 'batch_delay has no effect without batch=true'],
    ['post', '/v1/send', { to, string_data_type: 'html' }, 'string_data_type has no effect without string_data'],
    ['post', '/v2/faxes', { ...sent, to: '2025550123' }, 'to is documented in E.164 form'],
    ['get', '/v2.1/faxes?phone_number=+12025550123', undefined, 'the + of phone_number came as a space'],
    ['get', '/v2.1/faxes?created_after=2026-11-20T09:30:00+00:00', undefined, 'the + of created_after came as a space'],
    [
      'get',
      '/v2.1/faxes?created_before=2026-11-01T00:00:00Z',
      undefined,
      'created_before finds nothing without created_after',
    ],
    ['get', '/v1/faxList?end=1700000000', undefined, 'end finds nothing without start'],
    ['get', '/v2/faxes?per_page=2000', undefined, 'per_page is at most 1000'],
    [
      'get',
      `/v2.1/faxes?${new URLSearchParams(keyParams).toString()}`,
      undefined,
      'v2.1 of the real service is believed to take Basic authentication only',
    ],
    ['get', `/v2/faxes?${new URLSearchParams(keyParams).toString()}`, undefined, 'Credentials in a URL end up in logs'],
    ['post', '/v1/faxList', keyParams, 'Basic authentication wins'],
    ['get', '/v1/faxList', undefined, 'v1 documents the parameters api_key and api_secret'],
    [
      'post',
      '/v2/faxes/1/resend',
      { callback_url: 'http://a/' },
      'Whether the real service reads JSON here is not known',
    ],
  ] as const)('of %s %s with %j says what is to be said', async (method, path, body, remark) => {
    const type = remark.includes('JSON') ? 'json' : 'form';
    expect(await remarksOn(method, path, body, type)).toContainEqual(expect.stringContaining(remark));
  });

  test.each([
    ['post', '/v2/faxes', { ...sent, batch_collision_avoidance: 'true', batch_delay: '5' }],
    ['post', '/v2/faxes', { ...sent, batch_collision_avoidance: 'False', 'tag[a]': '1' }],
    ['post', '/v2/faxes', { direction: 'received', from_number: to, to_number: to }],
    ['get', '/v2.1/phone_numbers/12025550123', undefined],
    ['get', '/v2.1/faxes?created_before=2026-11-01T00:00:00Z&created_after=2026-10-01T00:00:00Z', undefined],
    ['get', '/v2.1/faxes?created_before=2026-11-20T00:00:00Z&per_page=1000&page=&tag[a]=b', undefined],
    ['post', '/v2.1/faxes/1/file?_method=DELETE', undefined],
    ['post', '/v2.1/phone_numbers', { country_code: '1', area_code: '225', address_id: '12' }],
    ['get', '/v2.1/nothing?a=b', undefined],
  ] as const)('has nothing against %s %s with %j', async (method, path, body) => {
    expect(await remarksOn(method, path, body)).toEqual([]);
  });

  test('knows the parameters of every row of the tables, those in its path among them', () => {
    for (const { path, parameters } of [...faceOf('v1').routes, ...faceOf('v2.1').routes]) {
      expect([path, parameters]).toEqual([path, expect.arrayContaining([...namesInPath(path)])]);
    }
    expect(faceOf('v1').routes.find(({ path }) => path === '/faxList')?.parameters).toContain('maxperpage');
    expect(faceOf('v2.1').routes.find(({ path }) => path === '/port_orders')?.parameters).toContain('created_after');
  });
});
