import { describe, expect, test } from '@jest/globals';
import { day, errorWithId, hour, noon, receivedFax, recipient, second, sentFax } from '../support/examples.ts';
import { keyParams, openSimulator } from '../support/simulator.ts';

const at = (text: string): number => Date.parse(text);

const queuedTest = sentFax({
  id: 323034813,
  isTest: true,
  status: 'queued',
  createdAt: at('2021-11-04T16:28:30-05:00'),
  completedAt: null,
  pages: 0,
  costCents: 0,
  recipients: [recipient({ number: '+15558675309', status: null, completedAt: null, bitrate: null, resolution: null })],
});
const sentTest = sentFax({
  id: 55315341,
  isTest: true,
  createdAt: at('2017-10-26T13:09:42-05:00'),
  completedAt: at('2017-10-26T13:09:45-05:00'),
  recipients: [recipient({ number: '+12258675309', completedAt: at('2017-10-26T13:09:44-05:00') })],
});
const cancelled = sentFax({
  id: 55405187,
  status: 'failure',
  createdAt: at('2017-10-27T14:41:11-05:00'),
  completedAt: at('2017-10-27T14:41:31-05:00'),
  costCents: 0,
  error: errorWithId(75),
  recipients: [
    recipient({
      number: '+15558675309',
      status: 'failure',
      completedAt: at('2017-10-27T14:41:31-05:00'),
      bitrate: null,
      resolution: null,
      error: errorWithId(75),
    }),
  ],
});
const dropped = receivedFax({
  id: 55215476,
  status: 'failure',
  createdAt: at('2017-10-25T11:56:45-05:00'),
  completedAt: at('2017-10-25T11:56:44-05:00'),
  fromNumber: '+15042737598',
  toNumber: '+15558675309',
  pages: 0,
  costCents: 0,
  error: errorWithId(11),
});

const { live } = openSimulator({ faxes: [dropped, sentTest, cancelled, queuedTest] });

// The recorded answers, to the letter: the order of keys is part of them.
const recordedV21 =
  '{"success":true,"message":"Metadata for fax","data":{"id":323034813,"direction":"sent","num_pages":0,"status":"queued","is_test":true,"created_at":"2021-11-04T16:28:30.000-05:00","caller_id":null,"from_number":null,"completed_at":null,"caller_name":null,"cost":0,"tags":{},"recipients":[{"phone_number":"+15558675309","status":null,"retry_count":0,"completed_at":null,"bitrate":null,"resolution":null,"error_type":null,"error_id":null,"error_message":null}],"to_number":null,"error_id":null,"error_type":null,"error_message":null,"barcodes":[]}}';
const recordedV2 = {
  55315341:
    '{"id":55315341,"direction":"sent","num_pages":1,"status":"success","is_test":true,"created_at":"2017-10-26T13:09:42.000-05:00","caller_id":null,"from_number":null,"completed_at":"2017-10-26T13:09:45.000-05:00","cost":7,"tags":{},"recipients":[{"phone_number":"+12258675309","status":"success","retry_count":0,"completed_at":"2017-10-26T13:09:44.000-05:00","bitrate":14400,"resolution":7700,"error_type":null,"error_id":null,"error_message":null}],"to_number":null,"error_id":null,"error_type":null,"error_message":null}',
  55405187:
    '{"id":55405187,"direction":"sent","num_pages":1,"status":"failure","is_test":false,"created_at":"2017-10-27T14:41:11.000-05:00","caller_id":null,"from_number":null,"completed_at":"2017-10-27T14:41:31.000-05:00","cost":0,"tags":{},"recipients":[{"phone_number":"+15558675309","status":"failure","retry_count":0,"completed_at":"2017-10-27T14:41:31.000-05:00","bitrate":null,"resolution":null,"error_type":"faxError","error_id":75,"error_message":"Manually canceled by user"}],"to_number":null,"error_id":75,"error_type":"faxError","error_message":"Manually canceled by user"}',
  55215476:
    '{"id":55215476,"direction":"received","num_pages":0,"status":"failure","is_test":false,"created_at":"2017-10-25T11:56:45.000-05:00","caller_id":null,"from_number":"+15042737598","completed_at":"2017-10-25T11:56:44.000-05:00","cost":0,"tags":{},"recipients":null,"to_number":"+15558675309","error_id":11,"error_type":"lineError","error_message":"The call dropped prematurely"}',
};

test('v2.1 answers for a fax as it was recorded', async () => {
  const response = await live.get('/v2.1/faxes/323034813').expect(200);
  expect(response.text).toBe(recordedV21);
});

test.each(Object.entries(recordedV2))('v2 answers for fax %s as it was recorded', async (id, recorded) => {
  const response = await live.get(`/v2/faxes/${id}`).expect(200);
  expect(response.text).toBe(`{"success":true,"message":"Metadata for fax","data":${recorded}}`);
});

describe('v1', () => {
  const fax = sentFax({
    id: 123458,
    createdAt: noon - day,
    completedAt: noon - day + 40 * second,
    callerId: '+13142666714',
    tags: { case: '4711' },
    status: 'partialsuccess',
    recipients: [
      recipient({ number: '+14141234567', retryCount: 1, completedAt: noon - day + 30 * second, resolution: 8040 }),
      recipient({
        number: '+442079460123',
        status: 'failure',
        bitrate: null,
        resolution: null,
        error: errorWithId(17),
      }),
    ],
  });
  const queued = sentFax({ ...queuedTest, id: 123459, createdAt: noon - hour });
  const { anyone } = openSimulator({ faxes: [fax, queued, receivedFax({ id: 123460, callerName: 'ACME' })] });
  const status = async (id: number) =>
    anyone
      .post('/v1/faxStatus')
      .type('form')
      .send({ ...keyParams, id });

  test('shows Unix times, numbers of ten digits and bitrates as text', async () => {
    const { text } = await status(123458);
    expect(text).toBe(
      JSON.stringify({
        success: true,
        message: 'Retrieved fax successfully',
        data: {
          id: 123458,
          num_pages: 1,
          cost: 7,
          direction: 'sent',
          status: 'partialsuccess',
          is_test: false,
          requested_at: (noon - day) / 1000,
          completed_at: (noon - day) / 1000 + 40,
          recipients: [
            {
              number: '4141234567',
              status: 'success',
              retry_count: 1,
              bitrate: '14400',
              resolution: '8040',
              completed_at: (noon - day) / 1000 + 30,
            },
            {
              number: '+442079460123',
              status: 'failure',
              completed_at: (noon - hour) / 1000 + 2,
              error_id: 17,
              error_type: 'lineError',
              error_code: 'Busy',
            },
          ],
          caller_id: '3142666714',
          tags: { case: '4711' },
        },
      }),
    );
  });

  test('leaves out what is not known yet, and shows the fax’s status for a recipient that has none', async () => {
    const { body } = await status(123459);
    expect(body).toEqual({
      success: true,
      message: 'Retrieved fax successfully',
      data: {
        id: 123459,
        num_pages: 0,
        cost: 0,
        direction: 'sent',
        status: 'queued',
        is_test: true,
        requested_at: (noon - hour) / 1000,
        recipients: [{ number: '5558675309', status: 'queued' }],
      },
    });
  });

  test('shows a received fax without recipients and tags, and with its two numbers', async () => {
    const { body } = await status(123460);
    const { data } = body as { data: object };
    expect(Object.keys(data).slice(-2)).toEqual(['from_number', 'to_number']);
    expect(data).toMatchObject({ from_number: '6504888494', to_number: '3142666714' });
    expect(data).not.toHaveProperty('recipients');
  });

  test('answers for an unknown fax with 200, success false and its own text', async () => {
    const response = await status(1);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ success: false, message: 'Fax with this ID does not exist' });
  });
});

test('v2.1 shows who called and the barcodes of a received fax', async () => {
  const barcode = { type: 'phaxcode', page: 1, value: 'FqEFAJd31o', identifier: 'FqEFAJd31o', metadata: 'x' };
  const { live: caller } = openSimulator({ faxes: [receivedFax({ callerName: 'ACME', barcodes: [barcode] })] });
  const { body } = await caller.get('/v2.1/faxes/2001').expect(200);
  expect(body).toMatchObject({ data: { caller_name: 'ACME', barcodes: [barcode], recipients: null } });
});

test.each(['v2', 'v2.1'])('%s answers for an unknown fax with 404', async (version) => {
  const response = await live.get(`/${version}/faxes/99`).expect(404);
  expect(response.text).toBe('{"success":false,"message":"Not found"}');
});

test.each(['abc', '1.5', '-1', '0', '99999999999999999999', '1e3', 'undefined'])(
  'refuses %p as the id of a fax, saying what was expected',
  async (id) => {
    const { body } = await live.get(`/v2.1/faxes/${id}`).expect(404);
    expect(body).toEqual({
      success: false,
      message: `Not found: id must be an integer from 1 up, got "${id}"`,
    });
  },
);
