import { expect, test } from '@jest/globals';
import { generate } from '../../fixtures/catalogue.ts';
import { day, noon, sentFax } from '../support/examples.ts';
import { openSimulator } from '../support/simulator.ts';
import type { World } from '../support/simulator.ts';

type Version = 'v1' | 'v2' | 'v2.1';
interface AnyFax {
  id: number;
  [field: string]: unknown;
}

const resend: Record<Version, (world: World, id: number) => Promise<number>> = {
  v1: async (world, id) => (await world.v1('resendFax', { id })).body.data.faxId,
  v2: async (world, id) => (await world.live.post(`/v2/faxes/${id}/resend`)).body.data.id,
  'v2.1': async (world, id) => (await world.live.post(`/v2.1/faxes/${id}/resend`)).body.data.id,
};

const read: Record<Version, (world: World, id: number) => Promise<AnyFax>> = {
  v1: async (world, id) => (await world.v1('faxStatus', { id })).body.data,
  v2: async (world, id) => (await world.live.get(`/v2/faxes/${id}`)).body.data,
  'v2.1': async (world, id) => (await world.live.get(`/v2.1/faxes/${id}`)).body.data,
};

const deleteFile: Record<Version, (world: World, id: number) => Promise<unknown>> = {
  v1: (world, id) => world.v1('deleteFax', { id, files_only: true }).expect(200),
  v2: (world, id) => world.live.delete(`/v2/faxes/${id}/file`).expect(200),
  'v2.1': (world, id) => world.live.delete(`/v2.1/faxes/${id}/file`).expect(200),
};

const versions: Version[] = ['v1', 'v2', 'v2.1'];
const pairs = versions.flatMap((writer) => versions.map((reader) => [writer, reader] as const));

test.each(pairs)('a fax resent by %s is read by %s', async (writer, reader) => {
  const world = openSimulator({ faxes: [sentFax({ id: 1, tags: { case: '4711' } })] });
  const id = await resend[writer](world, 1);
  expect(await read[reader](world, id)).toMatchObject({ id, status: 'queued', tags: { case: '4711' } });
});

test.each(pairs)('%s resends the drawn document of a fixture’s fax, and %s that resend', async (first, second) => {
  const world = openSimulator({ faxes: [sentFax({ id: 1, documentPages: 2, tags: { case: '4711' } })] });
  const again = await resend[first](world, 1);
  await world.clock.runUntilIdle();
  const last = await resend[second](world, again);
  await world.clock.runUntilIdle();
  const documents = [1, again, last].map(async (id) =>
    (await world.live.get(`/v2.1/faxes/${id}/file`)).body.toString(),
  );
  expect(await Promise.all(documents)).toEqual(Array(3).fill('Fax 1\fFax 1'));
});

test.each(pairs)('a file deleted by %s is missed when %s resends', async (deleter, resender) => {
  const world = openSimulator({ faxes: [sentFax({ id: 1 })] });
  await deleteFile[deleter](world, 1);
  await resend[resender](world, 1).catch(() => undefined);
  const { body } = await world.live.get('/v2/faxes');
  expect(body.paging.total).toBe(1);
});

test('all versions list the demo’s faxes with the same facts, each in its form', async () => {
  const contents = await generate('demo', { seed: 3, now: noon, size: 0, fileStorage: true });
  const world = openSimulator(contents);
  const from = noon - 40 * day;
  const range = { created_after: new Date(from).toISOString(), per_page: 1000 };
  const inV1: AnyFax[] = (await world.v1('faxList', { start: from / 1000, maxperpage: 1000 })).body.data;
  const inV2: AnyFax[] = (await world.live.get('/v2/faxes').query(range)).body.data;
  const inV21: AnyFax[] = (await world.live.get('/v2.1/faxes').query(range)).body.data;
  expect(inV2).toHaveLength(contents.faxes.length);
  expect(inV1.map(({ id }) => id)).toEqual(inV2.map(({ id }) => id).reverse());
  expect(inV21).toMatchObject(inV2);
  expect(inV1.map(asInV1)).toEqual(inV2.reverse().map(asInV1));
});

/** The facts that both forms of a fax have, in one form. */
function asInV1(fax: AnyFax) {
  const time = (value: unknown): unknown => (typeof value === 'string' ? Date.parse(value) / 1000 : (value ?? null));
  const text = (value: unknown): unknown => (typeof value === 'number' ? value.toString() : value);
  const digits = (value: unknown): unknown => (typeof value === 'string' ? value.replace(/^\+1/, '') : (value ?? null));
  const recipients = (fax['recipients'] ?? []) as Record<string, unknown>[];
  return {
    id: fax.id,
    direction: fax['direction'],
    pages: fax['num_pages'],
    cost: fax['cost'],
    status: fax['status'],
    isTest: fax['is_test'],
    created: time(fax['created_at'] ?? fax['requested_at']),
    completed: time(fax['completed_at']),
    numbers: [fax['from_number'], fax['to_number'], fax['caller_id']].map(digits),
    tags: fax['tags'] ?? {},
    error: [fax['error_id'] ?? null, fax['error_type'] ?? null, fax['error_message'] ?? fax['error_code'] ?? null],
    recipients: recipients.map((to) => [
      digits(to['phone_number'] ?? to['number']),
      to['status'] ?? fax['status'],
      to['retry_count'] ?? 0,
      time(to['completed_at']),
      to['bitrate'] === undefined ? null : text(to['bitrate']),
      to['resolution'] === undefined ? null : text(to['resolution']),
      to['error_id'] ?? null,
    ]),
  };
}

test('the demo answers byte for byte the same a second time', async () => {
  const answers = async () => {
    const world = openSimulator(await generate('demo', { seed: 3, now: noon, size: 0, fileStorage: true }));
    const paths = ['/v2.1/faxes?per_page=1000', '/v2.1/phone_numbers', '/v2.1/port_orders', '/v2.1/blocking_rules'];
    const texts: string[] = [];
    for (const path of paths) texts.push((await world.live.get(path).expect(200)).text);
    return texts;
  };
  expect(await answers()).toEqual(await answers());
});
