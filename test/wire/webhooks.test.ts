import { describe, expect, test } from '@jest/globals';
import type { Fax } from '../../src/model/domain/fax.ts';
import type { FaxEvent } from '../../src/model/domain/webhook.ts';
import { knowsEvent, webhookWriters } from '../../src/wire/webhooks.ts';
import { project, errorWithId, noon, receivedFax, recipient, sentFax } from '../support/examples.ts';

const faxEvent = (changes: Partial<FaxEvent> = {}): FaxEvent => ({
  event: 'fax_completed',
  faxId: 1001,
  recipientNumber: null,
  page: null,
  retryCount: null,
  ...changes,
});

const failed = sentFax({
  status: 'failure',
  pages: 0,
  costCents: 0,
  isTest: true,
  tags: { case: '4711' },
  recipients: [recipient({ status: 'failure', bitrate: null, resolution: null, error: errorWithId(17) })],
  error: errorWithId(17),
});
const pdf = Buffer.from('%PDF-1.4 test\n');
const shownPdf = { bytes: 14, sha1: '14fde200915b833a773c49698cd9c2281218cf46' };
const received = receivedFax({
  barcodes: [
    { type: 'code128', page: 1, value: 'X', identifier: null, metadata: null },
    { type: 'phaxcode', page: 1, value: 'Y', identifier: 'FqEFAJd31o', metadata: 'order 4711' },
  ],
});

/** In the order in which they are sent. */
const fieldsOf = (version: 'v1' | 'v2' | 'v2.1', fax: Fax, changes: Partial<FaxEvent> = {}) =>
  Object.entries(webhookWriters[version].write({ project, event: faxEvent(changes), fax }).shown.fields);

describe('in v1', () => {
  test('a received fax has the captured form, its document in the part filename', () => {
    const fax = receivedFax({
      id: 12444660,
      createdAt: 1433914489_000,
      completedAt: 1433914488_000,
      fromNumber: '+16504888494',
      toNumber: '+13142666714',
    });
    expect(webhookWriters.v1.write({ project, event: faxEvent(), fax, document: pdf }).shown).toEqual({
      fields: {
        success: 'true',
        is_test: 'false',
        direction: 'received',
        fax: '{"id":12444660,"num_pages":1,"cost":7,"direction":"received","status":"success","is_test":false,"requested_at":1433914489,"completed_at":1433914488,"from_number":"+16504888494","to_number":"+13142666714"}',
      },
      files: [{ name: 'filename', filename: 'fax-12444660.pdf', type: 'application/pdf', ...shownPdf }],
    });
  });

  test('a sent fax has E.164 numbers and error codes', () => {
    const at = (noon - 3_600_000) / 1000;
    expect(fieldsOf('v1', { ...failed, callerId: '+13142666714' })).toEqual([
      ['success', 'false'],
      ['is_test', 'true'],
      ['direction', 'sent'],
      [
        'fax',
        `{"id":1001,"num_pages":0,"cost":0,"direction":"sent","status":"failure","is_test":true,"requested_at":${at},"completed_at":${at + 3},"recipients":[{"number":"+12025550123","status":"failure","completed_at":${at + 2},"error_id":17,"error_type":"lineError","error_code":"Busy"}],"caller_id":"+13142666714","tags":{"case":"4711"},"error_id":17,"error_type":"lineError","error_code":"Busy"}`,
      ],
      ['message', 'Busy'],
    ]);
  });

  test('the form has the metadata of the first PhaxCode', () => {
    expect(fieldsOf('v1', received).at(-1)).toEqual(['metadata', 'order 4711']);
  });
});

describe('in v2', () => {
  test('each key of the fax is a field, lists and objects as JSON, without what is null', () => {
    expect(fieldsOf('v2', failed)).toEqual([
      ['id', '1001'],
      ['direction', 'sent'],
      ['num_pages', '0'],
      ['status', 'failure'],
      ['is_test', 'true'],
      ['created_at', '2026-11-20T05:00:00.000-06:00'],
      ['completed_at', '2026-11-20T05:00:03.000-06:00'],
      ['cost', '0'],
      ['tags', '{"case":"4711"}'],
      [
        'recipients',
        '[{"phone_number":"+12025550123","status":"failure","retry_count":0,"completed_at":"2026-11-20T05:00:02.000-06:00","bitrate":null,"resolution":null,"error_type":"lineError","error_id":17,"error_message":"Busy"}]',
      ],
      ['error_id', '17'],
      ['error_type', 'lineError'],
      ['error_message', 'Busy'],
      ['success', 'false'],
      ['message', 'Busy'],
    ]);
  });

  test('a received fax has its document in the part file', () => {
    expect(webhookWriters.v2.write({ project, event: faxEvent(), fax: received, document: pdf }).shown).toEqual({
      fields: {
        id: '2001',
        direction: 'received',
        num_pages: '1',
        status: 'success',
        is_test: 'false',
        created_at: '2026-11-20T05:00:00.000-06:00',
        from_number: '+16504888494',
        completed_at: '2026-11-20T05:00:03.000-06:00',
        cost: '7',
        tags: '{}',
        to_number: '+13142666714',
        success: 'true',
        metadata: 'order 4711',
      },
      files: [{ name: 'file', filename: 'fax-2001.pdf', type: 'application/pdf', ...shownPdf }],
    });
  });
});

describe('in v2.1', () => {
  test('a done fax is JSON, with its event', () => {
    expect(fieldsOf('v2.1', failed)).toEqual([
      [
        'fax',
        '{"id":1001,"direction":"sent","num_pages":0,"status":"failure","is_test":true,"created_at":"2026-11-20T05:00:00.000-06:00","caller_id":null,"from_number":null,"completed_at":"2026-11-20T05:00:03.000-06:00","caller_name":null,"cost":0,"tags":{"case":"4711"},"recipients":[{"phone_number":"+12025550123","status":"failure","retry_count":0,"completed_at":"2026-11-20T05:00:02.000-06:00","bitrate":null,"resolution":null,"error_type":"lineError","error_id":17,"error_message":"Busy"}],"to_number":null,"error_id":17,"error_type":"lineError","error_message":"Busy","barcodes":[]}',
      ],
      ['event_type', 'fax_completed'],
      ['success', 'false'],
      ['is_test', 'true'],
      ['direction', 'sent'],
      ['message', 'Busy'],
    ]);
  });

  test('a received fax has its document in the part file', () => {
    const { fields, files } = webhookWriters['v2.1'].write({
      project,
      event: faxEvent(),
      fax: received,
      document: pdf,
    }).shown;
    expect(Object.keys(fields)).toEqual(['fax', 'event_type', 'success', 'is_test', 'direction', 'metadata']);
    expect(JSON.parse(fields['fax'] ?? '')).toMatchObject({ id: 2001, recipients: null, barcodes: received.barcodes });
    expect(files).toEqual([{ name: 'file', filename: 'fax-2001.pdf', type: 'application/pdf', ...shownPdf }]);
  });

  const underWay = sentFax({ status: 'inprogress', completedAt: null });

  test('a page that is being transmitted has its number and recipient', () => {
    const page = { event: 'transmitting_page', page: 2, recipientNumber: '+12025550123' } as const;
    expect(fieldsOf('v2.1', underWay, page).slice(1)).toEqual([
      ['event_type', 'transmitting_page'],
      ['page', '2'],
      ['recipient_phone_number', '+12025550123'],
      ['success', 'true'],
      ['is_test', 'false'],
      ['direction', 'sent'],
    ]);
  });

  test('a retry that is scheduled has its number and recipient', () => {
    const retry = { event: 'retry_scheduled', retryCount: 1, recipientNumber: '+12025550123' } as const;
    expect(fieldsOf('v2.1', underWay, retry).slice(1, 4)).toEqual([
      ['event_type', 'retry_scheduled'],
      ['retry_count', '1'],
      ['recipient_phone_number', '+12025550123'],
    ]);
  });
});

describe('a webhook', () => {
  test.each(['v1', 'v2', 'v2.1'] as const)('of version %s calls a partial success none', (version) => {
    const fax = sentFax({ status: 'partialsuccess', error: errorWithId(17) });
    expect(Object.fromEntries(fieldsOf(version, fax))).toMatchObject({ success: 'false', message: 'Busy' });
  });

  test.each(['v1', 'v2', 'v2.1'] as const)('of version %s has no file when there is none', (version) => {
    expect(webhookWriters[version].write({ project, event: faxEvent(), fax: sentFax() }).shown.files).toEqual([]);
  });

  test('tells what happens during transmission in v2.1 alone', () => {
    expect((['v1', 'v2', 'v2.1'] as const).map((version) => knowsEvent(version, 'transmitting_page'))).toEqual([
      false,
      false,
      true,
    ]);
    expect((['v1', 'v2', 'v2.1'] as const).every((version) => knowsEvent(version, 'fax_completed'))).toBe(true);
  });

  test('of every version has the document of a received fax, unless that failed', () => {
    for (const version of ['v1', 'v2', 'v2.1'] as const) {
      const { hasDocument } = webhookWriters[version];
      const faxes = [received, receivedFax({ status: 'failure' }), sentFax()];
      expect(faxes.map((fax) => hasDocument(fax))).toEqual([true, false, false]);
    }
  });

  test('is edited before it is written, so that the body and the signature have the change', () => {
    const message = webhookWriters.v1.write({ project, event: faxEvent(), fax: received, document: pdf }, (form) => ({
      ...form,
      fields: { text: 'another' },
    }));
    const { type, chunks } = message.encode();
    const boundary = type.slice('multipart/form-data; boundary='.length);
    expect(message.shown.fields).toEqual({ text: 'another' });
    expect(message.signable?.()).toBe(`textanotherfilename${shownPdf.sha1}`);
    expect(Buffer.concat(chunks).toString()).toBe(
      [
        `--${boundary}`,
        'Content-Disposition: form-data; name="text"',
        '',
        'another',
        `--${boundary}`,
        'Content-Disposition: form-data; name="filename"; filename="fax-2001.pdf"',
        'Content-Type: application/pdf',
        '',
        '%PDF-1.4 test\n',
        `--${boundary}--`,
        '',
      ].join('\r\n'),
    );
  });
});
