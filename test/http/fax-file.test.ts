import { describe, expect, test } from '@jest/globals';
import { account, sentFax } from '../support/examples.ts';
import { openSimulator } from '../support/simulator.ts';

describe('the file of a fax', () => {
  const notYet = { success: false, message: 'The file for this fax is not there yet: its document is not converted.' };
  const noFile = { success: false, message: 'The file for this fax has been deleted or is not accessible.' };

  test.each([{}, { batch_delay: '60' }])(
    'is not there before it is converted, and every refusal says so: %j',
    async (fields) => {
      const world = openSimulator();
      const id = await world.sent(fields);
      const refusals = async () => [
        (await world.live.get(`/v2.1/faxes/${id}/file`).expect(404)).body,
        (await world.live.get(`/v2/faxes/${id}/file?thumbnail=s`).expect(404)).body,
        (await world.live.post(`/v2.1/faxes/${id}/resend`).expect(422)).body,
        (await world.live.get(`/v1/faxFile?id=${id}`).expect(404)).body,
        (await world.live.get(`/v1/resendFax?id=${id}`).expect(200)).body,
      ];
      expect(await refusals()).toEqual(Array(5).fill(notYet));
      await world.live.delete(`/v2.1/faxes/${id}/file`).expect(200);
      await world.clock.runUntilIdle();
      expect(await world.fax(id)).toMatchObject({ status: 'success' });
      expect(await refusals()).toEqual(Array(5).fill(noFile));
    },
  );

  test('never comes where none are stored', async () => {
    const world = openSimulator({ account: account({ fileStorage: false }) });
    const id = await world.sent();
    for (const status of ['queued', 'success']) {
      expect(await world.fax(id)).toMatchObject({ status });
      await world.live.get(`/v2.1/faxes/${id}/file`).expect(404, noFile);
      await world.live.post(`/v2.1/faxes/${id}/resend`).expect(422, noFile);
      await world.clock.runUntilIdle();
    }
  });

  test('is a PDF with the recorded headers, or a JPEG of its first page', async () => {
    const world = openSimulator();
    const id = await world.sent();
    await world.clock.runUntilIdle();
    const { headers, body } = await world.live.get(`/v2.1/faxes/${id}/file`).expect(200);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="fax-${id}.pdf"`,
      'content-transfer-encoding': 'binary',
      'cache-control': 'private',
      'content-length': '6',
      etag: expect.stringMatching(/^W\/"[0-9a-f]{32}"$/),
    });
    expect(body.toString()).toBe('a page');
    const thumbnail = await world.live.get(`/v2.1/faxes/${id}/file?thumbnail=s`).expect(200);
    expect(thumbnail.headers['content-type']).toBe('image/jpeg');
    expect(thumbnail.body.toString()).toBe('s of a page');
    await world.live.get(`/v2.1/faxes/${id}/file?thumbnail=x`).expect(422);
  });

  test('of a fax of the fixture is made when it is asked for', async () => {
    const { live } = openSimulator({ faxes: [sentFax({ id: 1, documentPages: 3 })] });
    const { body } = await live.get('/v2/faxes/1/file').expect(200);
    expect(body.toString()).toBe('Fax 1\fFax 1\fFax 1');
  });
});
