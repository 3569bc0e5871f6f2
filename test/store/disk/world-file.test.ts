import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openDataDirectory } from '../../../src/store/disk/data-directory.ts';
import { Store } from '../../../src/store/memory/store.ts';
import { aFax, someContents } from '../../support/contents.ts';
import { ata } from '../../support/examples.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const freshDirectory = temporaryDirectories();
const origin = { fixture: 'demo', fixtureSize: 10, seed: 7, dataTime: 1_790_000_000_000 };

/** A new world of 500 faxes, so that the next one begins a new part. */
async function createWorld() {
  const directory = await freshDirectory();
  const data = await openDataDirectory(directory);
  const { contents, disk } = await data.create(someContents({ faxes: 500 }), origin);
  const file = (name: string): string => join(directory, 'default', name);
  const addFaxes = async (...ids: number[]): Promise<void> =>
    store.commit(() => {
      for (const id of ids) store.faxes.put(aFax(id));
    });
  const store = new Store(contents, disk);
  return { directory, data, file, addFaxes };
}

const parts = async (worldFile: string): Promise<string[]> => JSON.parse(await readFile(worldFile, 'utf8')).parts;

async function idsIn(directory: string): Promise<number[]> {
  const data = await openDataDirectory(directory);
  await data.close();
  return (data.saved?.contents.faxes ?? []).map(({ id }) => id);
}

const upTo500 = Array.from({ length: 500 }, (_none, index) => index + 1);

test('a part that was added is in the list once it is written, and missed when it is gone', async () => {
  const { directory, data, file, addFaxes } = await createWorld();
  await Promise.all([addFaxes(501), addFaxes(502)]);
  await data.close();
  expect(await parts(file('world.json'))).toEqual([
    'account-00001.json',
    'atas-00001.json',
    'blockingRules-00001.json',
    'faxes-00001.json',
    'faxes-00002.json',
    'journal-1.jsonl',
    'journal-2.jsonl',
    'phaxCodes-00001.json',
    'phoneNumbers-00001.json',
    'portOrders-00001.json',
    'releasedNumbers-00001.json',
  ]);
  await rm(file('faxes-00002.json'));
  await expect(openDataDirectory(directory)).rejects.toThrow(/faxes-00002\.json is missing\. Restore it/);
});

test('a part that was written, but not listed before a kill, is taken as it is, and missed from then on', async () => {
  const { directory, data, file, addFaxes } = await createWorld();
  await cp(file('world.json'), file('world.json.before'));
  await addFaxes(501);
  await data.close();
  await cp(file('world.json.before'), file('world.json'));
  expect(await idsIn(directory)).toEqual([...upTo500, 501]);
  await rm(file('faxes-00002.json'));
  await expect(openDataDirectory(directory)).rejects.toThrow(/faxes-00002\.json is missing/);
});

test('a part that was neither written nor listed before a kill is not asked for, although a later one was written', async () => {
  const { directory, data, file, addFaxes } = await createWorld();
  await cp(file('world.json'), file('world.json.before'));
  await addFaxes(...Array.from({ length: 501 }, (_none, index) => 501 + index));
  await data.close();
  await cp(file('world.json.before'), file('world.json'));
  await rm(file('faxes-00002.json'));
  for (let time = 0; time < 2; time++) expect(await idsIn(directory)).toEqual([...upTo500, 1001]);
});

test('a change whose new part cannot be listed is kept in the journal, and listed with the next start', async () => {
  const { directory, data, file, addFaxes } = await createWorld();
  await mkdir(file('.world.json.tmp'));
  await addFaxes(501);
  await expect(data.close()).rejects.toThrow(/faxes-00002\.json cannot be written: .*world\.json cannot be written: /);
  expect(await parts(file('world.json'))).not.toContain('faxes-00002.json');
  await rm(file('.world.json.tmp'), { recursive: true });
  expect(await idsIn(directory)).toEqual([...upTo500, 501]);
  expect(await parts(file('world.json'))).toContain('faxes-00002.json');
});

test('a directory of a time without journals gets them', async () => {
  const { directory, data, file, addFaxes } = await createWorld();
  await addFaxes(501);
  await data.close();
  const world = JSON.parse(await readFile(file('world.json'), 'utf8'));
  const journals = world.parts.filter((name: string) => name.startsWith('journal'));
  for (const name of journals) await rm(file(name));
  const listed = world.parts.filter((name: string) => !journals.includes(name));
  await writeFile(file('world.json'), JSON.stringify({ ...world, checksum: undefined, parts: listed }));
  expect(await idsIn(directory)).toEqual([...upTo500, 501]);
  expect(await parts(file('world.json'))).toEqual(world.parts);
  expect(await idsIn(directory)).toEqual([...upTo500, 501]);
});

test('a directory of a time without some of the collections has them empty', async () => {
  const { directory, data, file } = await createWorld();
  await data.close();
  const world = JSON.parse(await readFile(file('world.json'), 'utf8'));
  const later = ['atas-00001.json', 'releasedNumbers-00001.json'];
  for (const name of later) await rm(file(name));
  const listed = world.parts.filter((name: string) => !later.includes(name));
  await writeFile(file('world.json'), JSON.stringify({ ...world, checksum: undefined, parts: listed }));
  const again = await openDataDirectory(directory);
  const { contents, disk } = again.saved!;
  expect(contents).toMatchObject({ ...someContents({ faxes: 500 }), atas: [], releasedNumbers: [] });
  const store = new Store(contents, disk);
  await store.commit(() => store.atas.put(ata()));
  await again.close();
  const last = await openDataDirectory(directory);
  await last.close();
  expect(last.saved?.contents).toMatchObject({ atas: [ata()] });
});
