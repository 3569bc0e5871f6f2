import { expect, test } from '@jest/globals';
import { receivedFax, sentFax } from '../support/examples.ts';
import { openSimulator } from '../support/simulator.ts';

test('a webhook has the numbers of its fax, that of the other end first, even before its first attempt', async () => {
  const sent = sentFax();
  const received = receivedFax();
  const { anyone } = openSimulator({ faxes: [sent, received] });
  await anyone.post('/_faxsim/scenarios').send({ on: 'webhook-late' }).expect(200);
  for (const { id } of [sent, received]) {
    await anyone.post('/_faxsim/webhooks').send({ fax: id, url: 'http://127.0.0.1:9/fax' }).expect(200);
  }
  const { body } = await anyone.get('/_faxsim/webhooks').expect(200);
  expect(body.data).toMatchObject([
    { attempts: [], numbers: sent.recipients.map(({ number }) => number) },
    { attempts: [], numbers: [received.fromNumber, received.toNumber] },
  ]);
  await anyone.delete(`/_faxsim/faxes/${sent.id}`).expect(200);
  const { body: later } = await anyone.get('/_faxsim/webhooks').expect(200);
  expect(later.data[0]).toMatchObject({ fax_id: sent.id, numbers: [] });
});
