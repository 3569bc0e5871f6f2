import { describe, expect, test } from '@jest/globals';
import {
  account,
  blockingRule,
  errorWithId,
  minute,
  noon,
  phoneNumber,
  receivedFax,
  recipient,
  sentFax,
} from '../support/examples.ts';
import { idOf, ids, openSimulator, refusalOf } from '../support/simulator.ts';

const original = sentFax({
  id: 323034811,
  status: 'failure',
  error: errorWithId(17),
  callerId: '+13142666714',
  tags: { case: '4711' },
  callbackUrl: 'https://example.com/own',
  recipients: [recipient({ status: 'failure', retryCount: 2, error: errorWithId(17) })],
});
const noFile = 'The file for this fax has been deleted or is not accessible.';

describe.each(['v2', 'v2.1'])('%s resend', (version) => {
  test('makes a new fax of the original’s recipients and tags, that has yet to be sent', async () => {
    const { live, fax } = openSimulator({ faxes: [original], phoneNumbers: [phoneNumber()] });
    const { text } = await live.post(`/${version}/faxes/323034811/resend`).expect(200);
    expect(text).toMatch(/^{"success":true,"message":"Fax queued for resending","data":{"id":3230348\d\d}}$/);
    const { id } = JSON.parse(text).data;
    expect(id).toBeGreaterThan(original.id);
    expect(await fax(id)).toMatchObject({
      ...{ id, status: 'queued', is_test: false, num_pages: 0, cost: 0, error_id: null },
      ...{ created_at: '2026-11-20T06:00:00.000-06:00', completed_at: null },
      ...{ caller_id: '+13142666714', tags: { case: '4711' } },
      recipients: [{ phone_number: '+12025550123', status: null, retry_count: 0, completed_at: null, error_id: null }],
    });
  });

  test('leaves out a caller id that was released since', async () => {
    const { live, fax } = openSimulator({ faxes: [original], phoneNumbers: [phoneNumber()] });
    await live.delete(`/v2/phone_numbers/${phoneNumber().number}`).expect(200);
    const id = await idOf(live.post(`/${version}/faxes/323034811/resend`));
    expect(await fax(id)).toMatchObject({ caller_id: null });
  });

  test('with the test keys makes a test fax', async () => {
    const { test: caller, fax } = openSimulator({ faxes: [original] });
    const id = await idOf(caller.post(`/${version}/faxes/323034811/resend`));
    expect(await fax(id)).toMatchObject({ is_test: true });
  });

  test.each([
    ['was deleted', { faxes: [{ ...original, file: 'deleted' as const }] }],
    ['was never kept', { faxes: [{ ...original, file: 'not_stored' as const }] }],
    ['is not to be had since storage is off', { faxes: [original], account: account({ fileStorage: false }) }],
  ])('is refused when the file %s, and makes no fax', async (_reason, contents) => {
    const { live } = openSimulator(contents);
    expect(await refusalOf(live.post(`/${version}/faxes/323034811/resend`))).toBe(noFile);
    expect(ids(await live.get('/v2/faxes'))).toEqual([323034811]);
  });

  test.each([
    ['not a url', 'got "not a url"'],
    ['ftp://example.com/x', 'got "ftp://example.com/x"'],
    ['http://localhost/a\r\nX-Evil: 1', '(a URL has no control characters)'],
  ])('is refused with the callback URL %j', async (url, reason) => {
    const { live } = openSimulator({ faxes: [original] });
    const call = live.post(`/${version}/faxes/323034811/resend`).type('form').send({ callback_url: url });
    const message = await refusalOf(call);
    expect(message).toContain('callback_url must be an http, https or mailto URL, got');
    expect(message).toContain(reason);
  });

  test('is refused for an unknown fax and for a received one', async () => {
    const { live } = openSimulator({ faxes: [receivedFax()] });
    await live.post(`/${version}/faxes/1/resend`).expect(404);
    await live.post(`/${version}/faxes/2001/resend`).expect(422);
  });
});

test('a resent fax keeps the callback URL of the original unless it is given its own', async () => {
  const { live, simulator } = openSimulator({ faxes: [original] });
  const urlOfNext = async (fields: object) => {
    const id = await idOf(live.post('/v2.1/faxes/323034811/resend').type('form').send(fields));
    return simulator.parts.worlds.default.store.faxes.get(id)?.callbackUrl;
  };
  expect(await urlOfNext({})).toBe('https://example.com/own');
  expect(await urlOfNext({ callback_url: 'http://localhost:3000/hook?x=1' })).toBe('http://localhost:3000/hook?x=1');
});

test('the same seed gives resent faxes the same ids, and ids go up by 1 to 20', async () => {
  const run = async () => {
    const { live } = openSimulator({ faxes: [original] });
    for (let count = 0; count < 5; count++) await live.post('/v2/faxes/323034811/resend').expect(200);
    return ids(await live.get('/v2/faxes')).reverse() as number[];
  };
  const [first, second] = [await run(), await run()];
  expect(first).toEqual(second);
  first.slice(1).forEach((id, index) => {
    const step = id - (first[index] ?? 0);
    expect(step).toBeGreaterThanOrEqual(1);
    expect(step).toBeLessThanOrEqual(20);
  });
});

describe('a blocking rule', () => {
  const abroad = sentFax({ id: 1, recipients: [recipient({ number: '+4930901820' })] });
  test.each([
    ['of a country', blockingRule({ to: 'DE' }), true],
    ['of another country', blockingRule({ to: 'FR' }), false],
    ['of the number', blockingRule({ to: '+4930901820' }), true],
    ['of another number', blockingRule({ to: '+4930901821' }), false],
    ['of everything', blockingRule({ to: '*' }), true],
    ['of one of the account’s numbers that did not call', blockingRule({ from: '+13142666714', to: '*' }), false],
    ['of calls that come in', blockingRule({ direction: 'receive', to: '*' }), false],
  ])('%s decides whether a fax is resent to Germany', async (_what, rule, isBlocked) => {
    const { live } = openSimulator({ faxes: [abroad], blockingRules: [rule] });
    const { body, status } = await live.post('/v2.1/faxes/1/resend');
    expect(status).toBe(isBlocked ? 422 : 200);
    if (isBlocked) {
      expect(body).toEqual({
        success: false,
        message: 'Phone number is not permitted: blocking rule 34567 stops calls to +4930901820',
      });
    }
  });

  test('is the oldest of those that stop the call, whatever they stop it by', async () => {
    const blockingRules = [
      blockingRule({ id: 5, to: 'FR' }),
      blockingRule({ id: 6, to: '*' }),
      blockingRule({ id: 7, to: '+4930901820' }),
      blockingRule({ id: 8, to: '*' }),
    ];
    const { live } = openSimulator({ faxes: [abroad], blockingRules });
    expect(await refusalOf(live.post('/v2.1/faxes/1/resend'))).toContain('blocking rule 6 stops');
    await live.delete('/v2.1/blocking_rules/6').expect(200);
    expect(await refusalOf(live.post('/v2.1/faxes/1/resend'))).toContain('blocking rule 7 stops');
  });

  test('of one recipient stops the whole fax', async () => {
    const faxes = [sentFax({ id: 1, recipients: [recipient(), recipient({ number: '+4930901820' })] })];
    const { live } = openSimulator({ faxes, blockingRules: [blockingRule()] });
    await live.post('/v2.1/faxes/1/resend').expect(422);
    expect(ids(await live.get('/v2/faxes'))).toEqual([1]);
  });
});

describe('deleting the file of a fax', () => {
  test.each(['v2', 'v2.1'])('in %s keeps the fax, which cannot be resent then', async (version) => {
    const { live } = openSimulator({ faxes: [original] });
    const { text } = await live.delete(`/${version}/faxes/323034811/file`).expect(200);
    expect(text).toBe('{"success":true,"message":"Deleted files successfully!"}');
    await live.get(`/${version}/faxes/323034811`).expect(200);
    await live.post(`/${version}/faxes/323034811/resend`).expect(422);
    await live.delete(`/${version}/faxes/323034811/file`).expect(200);
    await live.delete(`/${version}/faxes/1/file`).expect(404);
  });

  test('leaves a fax that was resent from it its own file', async () => {
    const { live } = openSimulator({ faxes: [original] });
    const id = await idOf(live.post('/v2/faxes/323034811/resend'));
    await live.delete('/v2/faxes/323034811/file').expect(200);
    await live.post(`/v2/faxes/${id}/resend`).expect(200);
  });
});

describe('deleting a fax', () => {
  test.each(['v2', 'v2.1'])('in %s is for test faxes only', async (version) => {
    const { live } = openSimulator({ faxes: [sentFax({ id: 1, isTest: true }), sentFax({ id: 2 })] });
    const { text } = await live.delete(`/${version}/faxes/1`).expect(200);
    expect(text).toBe('{"success":true,"message":"Deleted fax successfully!"}');
    await live.get(`/${version}/faxes/1`).expect(404);
    await live.delete(`/${version}/faxes/2`).expect(422);
    await live.get(`/${version}/faxes/2`).expect(200);
  });

  test('does not give its id to a later fax', async () => {
    const faxes = [sentFax({ id: 1 }), sentFax({ id: 900, isTest: true, createdAt: noon - minute })];
    const { live } = openSimulator({ faxes });
    await live.delete('/v2/faxes/900').expect(200);
    expect(await idOf(live.post('/v2/faxes/1/resend'))).toBeGreaterThan(900);
  });
});

describe('v1', () => {
  const open = () => openSimulator({ faxes: [original, sentFax({ id: 5, isTest: true })] });

  test('resends with its own text and a faxId', async () => {
    const { v1 } = open();
    const { text } = await v1('resendFax', { id: 323034811 }).expect(200);
    expect(text).toMatch(/^{"success":true,"message":"Fax queued for resend","data":{"faxId":\d+}}$/);
  });

  test('refuses to resend without a file, with 200', async () => {
    const { v1 } = open();
    await v1('deleteFax', { id: 323034811, files_only: 'true' }).expect(200);
    expect(await refusalOf(v1('resendFax', { id: 323034811 }), 200)).toBe(noFile);
  });

  test.each(['1', 'true', 'True'])('deletes only the file with files_only=%s', async (value) => {
    const { v1, live } = open();
    const { text } = await v1('deleteFax', { id: 5, files_only: value }).expect(200);
    expect(text).toBe('{"success":true,"message":"Deleted files successfully!"}');
    await live.get('/v2/faxes/5').expect(200);
  });

  test.each(['', '0', 'false', undefined])('deletes a test fax with files_only=%p', async (value) => {
    const { v1, live } = open();
    const { text } = await v1('deleteFax', { id: 5, ...(value !== undefined && { files_only: value }) }).expect(200);
    expect(text).toBe('{"success":true,"message":"Deleted fax successfully!"}');
    await live.get('/v2/faxes/5').expect(404);
  });

  test.each([
    ['faxStatus', {}, 'id is required'],
    ['faxStatus', { id: 'abc' }, 'id must be an integer from 1 up, got "abc"'],
    ['resendFax', { id: 1 }, 'Fax with this ID does not exist'],
    ['deleteFax', { id: 5, files_only: 'maybe' }, 'files_only must be true or false, got "maybe"'],
    ['deleteFax', { id: 323034811 }, 'Only faxes made with test credentials can be deleted; of others, only the file'],
  ])('refuses %s of %j with 200 and success false', async (operation, params, message) => {
    const { v1 } = open();
    expect(await refusalOf(v1(operation, params), 200)).toBe(message);
  });
});
