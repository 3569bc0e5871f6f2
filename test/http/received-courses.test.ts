import { describe, expect, test } from '@jest/globals';
import type { Post } from '../../src/service/webhooks/post.ts';
import { account, minute, phoneNumber } from '../support/examples.ts';
import { answering } from '../support/posts.ts';
import { projectIn } from '../support/sinch.ts';
import { openSimulator, testParams } from '../support/simulator.ts';
import type { World } from '../support/simulator.ts';

const own = '+13142666714';
const fails =
  '{ id: fails, on: fax, where: { fax.direction: received }, do: { course: [{ after: 30s, status: failure, error: 34 }] } }';
const late = '{ id: late, on: fax, where: { fax.direction: received }, do: { delay: 2m } }';

/** A world that posts its webhooks to a receiver, and the number of posts. */
function open(...rules: string[]) {
  let posts = 0;
  const post: Post = (...order) => {
    posts += 1;
    return answering(200)(...order);
  };
  const world = openSimulator({
    account: account({ receiveCallbackUrl: 'http://127.0.0.1:9/in' }),
    phoneNumbers: [phoneNumber({ number: own })],
    parts: { post },
  });
  if (rules.length > 0) world.switchOn(...rules);
  return { ...world, posts: () => posts };
}

const received = async ({ receivedFaxes }: Pick<World, 'receivedFaxes'>) => (await receivedFaxes())[0];

const waysToReceive: readonly (readonly [string, (world: World) => PromiseLike<unknown>])[] = [
  ['by v2.1', (world) => world.receive({ to_number: own }).expect(200)],
  [
    'by v1',
    ({ anyone }) =>
      anyone
        .post('/v1/testReceive')
        .field({ ...testParams, to_number: own })
        .attach('filename', Buffer.from('a page'), 'a.pdf')
        .expect(200),
  ],
  ['by the control API', ({ anyone }) => anyone.post('/_faxsim/receive').send({ to: own }).expect(200)],
  ['from a fax of its own', (world) => world.send({ to: own }).expect(200)],
];

describe.each(waysToReceive)('a fax received %s', (how, receive) => {
  test('fails by the course of a rule, without pages, file and costs, and with one webhook', async () => {
    const world = open(fails);
    await receive(world);
    await world.clock.advance(5 * minute);
    const fax = await received(world);
    expect(fax).toMatchObject({ status: 'failure', error_id: 34, num_pages: 0, cost: 0 });
    await world.live.get(`/v2.1/faxes/${fax.id}/file`).expect(404);
    expect(world.posts()).toBe(1);
    const { body } = await world.anyone.get('/_faxsim/scenarios').expect(200);
    expect(body.data).toMatchObject([{ rule: 'fails', fired: 1 }]);
  });

  test('comes later by a delay, as it would have come at once', async () => {
    const [there, world] = [open(), open(late)];
    for (const each of [there, world]) {
      await receive(each);
      await each.clock.advance(minute);
    }
    const [atOnce, begun] = [await received(there), await received(world)];
    expect(begun).toMatchObject({ status: 'inprogress', completed_at: null, num_pages: 0, cost: 0 });
    expect([there.posts(), world.posts()]).toEqual([1, 0]);
    await world.live.get(`/v2.1/faxes/${begun.id}/file`).expect(404);
    await world.clock.advance(2 * minute);
    const { completed_at: end, ...done } = await received(world);
    const { completed_at: usualEnd, ...usual } = atOnce;
    expect(done).toEqual(usual);
    expect(Date.parse(end) - Date.parse(usualEnd)).toBe(2 * minute);
    await world.live.get(`/v2.1/faxes/${begun.id}/file`).expect(200);
    expect(world.posts()).toBe(1);
  });

  test(`leaves the faxes that are sent alone: ${how}`, async () => {
    const world = open(fails);
    const id = await world.sent({ to: own });
    await receive(world);
    await world.clock.advance(5 * minute);
    expect(await world.fax(id)).toMatchObject({ status: 'success' });
  });
});

test('a received fax under way is in progress in v3, and continues after a restart', async () => {
  const world = open(late);
  await world.anyone.post('/_faxsim/receive').send({ to: own, pages: 3 }).expect(200);
  const { body } = await projectIn(world).get('/faxes').expect(200);
  expect(body.faxes).toMatchObject([{ direction: 'INBOUND', status: 'IN_PROGRESS', hasFile: false, numberOfPages: 0 }]);
  const faxes = world.simulator.parts.worlds.default.store.faxes.find({}).slice();
  const later = openSimulator({ faxes, phoneNumbers: [phoneNumber({ number: own })] });
  await later.clock.advance(3 * minute);
  const { body: end } = await projectIn(later)
    .get(`/faxes/${String(body.faxes[0].id)}`)
    .expect(200);
  expect(end).toMatchObject({ status: 'COMPLETED', hasFile: true, numberOfPages: 3 });
});

test('a rule that waits for reads ends the call of a received fax at the second one', async () => {
  const world = open('{ id: read, on: fax, do: { course: [{ on_read: 2, status: success }] } }');
  await world.anyone.post('/_faxsim/receive').send({ to: own }).expect(200);
  const { id } = await received(world);
  expect([(await world.fax(id)).status, (await world.fax(id)).status]).toEqual(['inprogress', 'success']);
});

test('a call that fails by itself keeps its error, later', async () => {
  const world = open(late.replace('delay: 2m', 'delay: 2m, course: [{ after: 1s, status: success }]'));
  await world.anyone.post('/_faxsim/receive').send({ to: own, error: 11 }).expect(200);
  await world.clock.advance(3 * minute);
  expect(await received(world)).toMatchObject({ status: 'failure', error_id: 11 });
});

test('a fax whose service keeps no files has none after a prolonged call either', async () => {
  const world = open(late);
  const project = projectIn(world);
  const { body } = await project.get('/services').expect(200);
  await project
    .patch(`/services/${String(body.services[0].id)}`)
    .send({ saveInboundFaxDocuments: false })
    .expect(200);
  await world.anyone.post('/_faxsim/receive').send({ to: own }).expect(200);
  await world.clock.advance(3 * minute);
  const { body: list } = await project.get('/faxes').expect(200);
  expect(list.faxes).toMatchObject([{ status: 'COMPLETED', hasFile: false }]);
});

test.each(['busy-line', 'no-answer', 'stuck-in-progress', 'conversion-failure'])(
  'the scenario %s of the library is about sent faxes alone',
  async (name) => {
    const world = open();
    await world.anyone.post('/_faxsim/scenarios').send({ on: name }).expect(200);
    await world.anyone.post('/_faxsim/receive').send({ to: own }).expect(200);
    expect(await received(world)).toMatchObject({ status: 'success' });
  },
);
