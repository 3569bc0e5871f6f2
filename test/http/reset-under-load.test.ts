import { describe, expect, test } from '@jest/globals';
import type { Documents } from '../../src/documents/documents.ts';
import { plainDocuments } from '../support/documents.ts';
import { phoneNumber, sentFax } from '../support/examples.ts';
import { manualDisk } from '../support/manual-disk.ts';
import { dataOf, openSimulator } from '../support/simulator.ts';
import type { World } from '../support/simulator.ts';
import { projectIn } from '../support/sinch.ts';

const pageUrl = 'http://page.test/';

/** A world with a fax, whose reset waits for the disk. */
async function resettingWorld() {
  const manual = manualDisk();
  const world = openSimulator({ phoneNumbers: [phoneNumber()], parts: { disk: manual.disk } });
  const sending = world.sent();
  await manual.saves(1);
  manual.store(0);
  await sending;
  const resetting = world.anyone.post('/_faxsim/reset').then(({ status }) => status);
  await manual.saves(2);
  const answers = (calls: readonly PromiseLike<{ status: number }>[]) =>
    Promise.all(calls.map((call) => call.then(({ status }) => status)));
  const during = answers([
    world.send(),
    world.v1('faxStatus', { id: 1 }),
    world.live.get('/v2.1/faxes'),
    world.anyone.post('/_faxsim/receive').send({ pages: 1 }),
  ]);
  for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
  return { world, resetting, during, manual };
}

test('requests that arrive while their world is reset are answered by the new world', async () => {
  const { world, resetting, during, manual } = await resettingWorld();
  manual.open();
  manual.store(1);
  expect(await resetting).toBe(200);
  const [sent, , listed, received] = await during;
  expect([sent, listed, received]).toEqual([200, 200, 200]);
  expect(await dataOf(world.live.get('/v2.1/faxes'))).toHaveLength(2);
});

test('requests that arrive while a reset fails are answered by the world as it was', async () => {
  const { world, resetting, during, manual } = await resettingWorld();
  manual.open();
  manual.refuse(1);
  expect(await resetting).toBe(503);
  const [sent, , listed, received] = await during;
  expect([sent, listed, received]).toEqual([200, 200, 200]);
  expect(await dataOf(world.live.get('/v2.1/faxes'))).toHaveLength(3);
});

describe('a call that its world has let in before it is reset', () => {
  const calls: Readonly<Record<string, (world: World) => PromiseLike<{ status: number }>>> = {
    'send of v1': ({ v1 }) => v1('send', { to: '+12025550123', string_data: 'a page' }),
    'faxStatus of v1': ({ v1 }) => v1('faxStatus', { id: 1001 }),
    'send of v2': ({ live }) => live.post('/v2/faxes').type('form').send({ to: '+12025550123', content_url: pageUrl }),
    'send of v2.1': ({ send }) => send(),
    'receive of v2.1': ({ receive }) => receive(),
    'block of v2.1': ({ live }) =>
      live.post('/v2.1/blocking_rules/send').type('form').send({ to: '+12025550111', from: '*' }),
    'file of v2.1': ({ live }) => live.get('/v2.1/faxes/1001/file'),
    'send of v3': (world) => projectIn(world).post('/faxes').send({ to: '+12025550123', contentUrl: pageUrl }),
    'list of v3': (world) => projectIn(world).get('/faxes'),
  };

  test.each(Object.entries(calls))('is answered by the world as it was: %s', async (_name, call) => {
    const world = openSimulator({ faxes: [sentFax()], phoneNumbers: [phoneNumber()] });
    world.switchOn('{ id: all, on: "*", do: { delay: 1h } }');
    const { clock } = world;
    const waiting = call(world).then(({ status }) => status);
    while (clock.nextDue === undefined) await new Promise(setImmediate);
    await world.anyone.post('/_faxsim/reset').expect(200);
    expect(await waiting).toBe(200);
    const { store } = world.simulator.parts.worlds.default;
    expect([store.faxes.size, store.blockingRules.size]).toEqual([1, 0]);
  });

  /** Documents that are made once the test lets them. */
  function heldDocuments() {
    const plain = plainDocuments();
    const begun: (() => void)[] = [];
    const wait = () => new Promise<void>((resolve) => begun.push(resolve));
    const documents: Documents = {
      ...plain,
      convert: (inputs) => wait().then(() => plain.convert(inputs)),
      findBarcodes: (pdf) => wait().then(() => plain.findBarcodes(pdf)),
      until: () => documents,
    };
    return { documents, begun };
  }

  const received: Readonly<Record<string, (world: World) => PromiseLike<{ status: number }>>> = {
    'the API': ({ receive }) => receive(),
    'the control API': ({ anyone }) =>
      anyone.post('/_faxsim/receive').send({ file: { filename: 'a.pdf', base64: 'YQ==' } }),
  };

  test.each(
    Object.entries(received).flatMap(([name, receive]) => [
      { name, receive, end: 'store', faxes: 0 } as const,
      { name, receive, end: 'refuse', faxes: 1 } as const,
    ]),
  )('waits while the disk has to $end the reset, in $name', async ({ receive, end, faxes }) => {
    const { documents, begun } = heldDocuments();
    const manual = manualDisk();
    const world = openSimulator({ phoneNumbers: [phoneNumber()], parts: { disk: manual.disk, documents } });
    const { first } = world.simulator.parts.worlds;
    const waiting = receive(world).then(({ status }) => status);
    while (begun.length === 0) await new Promise(setImmediate);
    const sending = world.send().then(() => undefined); // a change for the reset to store
    await manual.saves(1);
    manual.store(0);
    await sending;
    const resetting = world.anyone.post('/_faxsim/reset').then(({ status }) => status);
    await manual.saves(2);
    begun[0]!();
    while (begun.length === 1) await new Promise(setImmediate);
    begun[1]!();
    for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
    manual.open();
    manual[end](1);
    expect(await resetting).toBe(end === 'store' ? 200 : 503);
    expect(await waiting).toBe(200);
    expect([...first.world.store.faxes.values()].filter(({ direction }) => direction === 'received')).toHaveLength(
      faxes,
    );
  });

  test('leaves no trace in the memory of a world that is rewound', async () => {
    const { documents, begun } = heldDocuments();
    const world = openSimulator({ phoneNumbers: [phoneNumber()], parts: { documents } });
    await world.live.get('/v2.1/faxes').expect(200);
    const waiting = world.receive().then(({ status }) => status);
    while (begun.length === 0) await new Promise(setImmediate);
    const { history } = world.simulator.parts.worlds.default;
    await world.anyone.post('/_faxsim/rewind').send({ request: 1 }).expect(200);
    const { mark } = history;
    begun[0]!();
    while (begun.length === 1) await new Promise(setImmediate);
    begun[1]!();
    expect(await waiting).toBe(200);
    expect(history.mark).toBe(mark);
  });
});
