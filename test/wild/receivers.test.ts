import { afterEach, describe, expect, test } from '@jest/globals';
import { hour, phoneNumber } from '../support/examples.ts';
import { projectIn } from '../support/sinch.ts';
import { keyParams, openSimulator } from '../support/simulator.ts';
import type { World } from '../support/simulator.ts';
import { startReceiver } from '../support/webhook-receiver.ts';
import type { WebhookReceiver } from '../support/webhook-receiver.ts';
import { wildReceivers } from './receivers.ts';
import type { WildReceiver } from './receivers.ts';

const to = '+12025550123';
let receiver: WebhookReceiver | undefined;

afterEach(async () => {
  await receiver?.close();
  receiver = undefined;
});

describe('a receiver in the wild', () => {
  test.each(wildReceivers.map((row) => [row.by, row.gets, row] as const))('%s: %s', async (_by, _gets, row) => {
    receiver = await startReceiver((webhook) => row.answers(webhook));
    const world = openSimulator({ phoneNumbers: [phoneNumber()] });
    const url = `${receiver.url}/hook`.replace('//', row.userinfo === undefined ? '//' : `//${row.userinfo}@`);
    await notify[row.gets](world, url);
    await world.clock.advance(hour);
    const { body } = await world.anyone.get('/_faxsim/webhooks').expect(200);
    const [{ state, attempts }] = body.data as [{ state: string; attempts: [{ failure: string | null }] }];
    if (row.told === null)
      expect({ state, failure: attempts[0].failure }).toEqual({ state: 'delivered', failure: null });
    else expect(attempts[0].failure).toContain(row.told);
  });
});

const sendV3 = (world: World, fields: object) =>
  projectIn(world)
    .post('/faxes')
    .send({ to, contentUrl: 'https://example.com', ...fields })
    .expect(200);

/** Makes a fax whose webhook goes to a URL. */
const notify: Readonly<Record<WildReceiver['gets'], (world: World, url: string) => Promise<unknown>>> = {
  'v1 sent': (world, url) =>
    world.anyone
      .post('/v1/send')
      .type('form')
      .send({ ...keyParams, to, string_data: 'a page', callback_url: url })
      .expect(200),
  'v2.1 sent': (world, url) => world.send({ callback_url: url }).expect(200),
  'v3 sent': async (world, url) => sendV3(world, { callbackUrl: url }),
  'v3 sent, as JSON': async (world, url) =>
    sendV3(world, { callbackUrl: url, callbackUrlContentType: 'application/json' }),
  'v3 received': async (world, url) => {
    const project = projectIn(world);
    const { body } = await project.get('/services').expect(200);
    await project
      .patch(`/services/${String(body.services[0].id)}`)
      .send({ incomingWebhookUrl: url })
      .expect(200);
    await world.anyone.post('/_faxsim/receive').send({}).expect(200);
  },
};
