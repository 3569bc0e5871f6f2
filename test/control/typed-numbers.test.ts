import { expect, test } from '@jest/globals';
import type { RequestRecord, WebhookRecord } from '../../src/control/client/named-types.ts';
import { hasWords, searchedWords, valuesText, withNumbers } from '../../src/model/shared/searched-words.ts';
import { answering } from '../support/posts.ts';
import { openSimulator } from '../support/simulator.ts';

const typed = [
  'tel:+14085550190',
  '+1\u2011408\u2011555\u20110190',
  '+1\u00a0(408)\u202f555\u20130190',
  '408.555.0190',
  '\u202a+1 408 555 0190\u202c',
];

/** Whether the console's search of a list finds a record. */
const isFound = (record: unknown, words: readonly string[]): boolean =>
  hasWords(withNumbers(valuesText(record)), words);

/** A world with a fax to the number and one to another. */
async function openWorld() {
  const simulator = openSimulator({ parts: { post: answering(200) } });
  const { anyone, send, clock } = simulator;
  const sent = async (to: string): Promise<number> =>
    (await send({ to, callback_url: 'http://127.0.0.1:9/' }).expect(200)).body.data.id;
  const [id] = [await sent('+14085550190'), await sent('+12025550199')];
  await clock.advance(600_000);
  const read = async (path: string, query: object = {}) =>
    (await anyone.get(`/_faxsim${path}`).query(query).expect(200)).body.data;
  return { ...simulator, id, read };
}

test.each(typed)('%j finds the fax, its activity, its request and its webhook', async (number) => {
  const { id, read } = await openWorld();
  for (const query of [{ number }, { q: number }, { q: `to:${number}` }])
    expect((await read('/faxes', query)).faxes).toMatchObject([{ id }]);
  for (const query of [{ number }, { search: number }])
    expect((await read('/activity/entries', { ...query, kind: 'request' })).entries).toMatchObject([{ fax_id: id }]);
  const words = searchedWords(number);
  const requests: RequestRecord[] = (await read('/requests')).requests;
  expect(requests.filter((request) => isFound(request, words))).toMatchObject([{ fax_id: id }]);
  const webhooks: WebhookRecord[] = await read('/webhooks');
  expect(webhooks.filter((webhook) => isFound(webhook, words))).toMatchObject([{ fax_id: id }]);
});

test.each(typed)('%j is a number for fields and rules of the control API, but not for the service', async (number) => {
  const { anyone, send, clock, read } = await openWorld();
  const { body } = await anyone.post('/_faxsim/faxes').send({ to: number, status: 'success' }).expect(200);
  expect(body.data.recipients).toMatchObject([{ number: '+14085550190' }]);
  await anyone
    .post('/_faxsim/scenarios')
    .send({ on: `busy-line(number=${number})` })
    .expect(200);
  const { id } = (await send({ to: '+14085550190' }).expect(200)).body.data;
  await clock.advance(600_000);
  expect((await read(`/faxes/${id}`)).error).toMatchObject({ id: 17 });
  if (/[\u2010-\u202f]|tel/.test(number)) await send({ to: number }).expect(422);
});
