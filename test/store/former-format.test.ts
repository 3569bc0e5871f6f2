import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { withReplayHost } from '../../src/cli/replay.ts';
import { startSimulator } from '../../src/index.ts';
import type { RunningSimulator } from '../../src/index.ts';
import { plainOptions } from '../../src/model/domain/send-options.ts';
import type { Fax } from '../../src/model/domain/fax.ts';
import { openDataDirectory } from '../../src/store/disk/data-directory.ts';
import { fileText } from '../../src/store/disk/json-files.ts';
import { formatVersion } from '../../src/store/memory/format-version.ts';
import { readBundle } from '../../src/lab/bundles/bundle-file.ts';
import { compare } from '../../src/lab/bundles/compare.ts';
import { repeatBundle, replayBundle } from '../../src/lab/bundles/replay.ts';
import { aFax } from '../support/contents.ts';
import { dataOf, openSimulator } from '../support/simulator.ts';
import { projectIn } from '../support/sinch.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';

const freshDirectory = temporaryDirectories();

/** As a faxsim before version 3 wrote them: the files of a killed directory, and the export and the bundle of its world. */
interface FormerFormat {
  readonly directory: Readonly<Record<string, string>>;
  readonly export: { readonly version: number; readonly contents: { readonly faxes: readonly Fax[] } };
  readonly bundle: { readonly version: number };
}

async function formerFormat(): Promise<FormerFormat> {
  return JSON.parse(await readFile(join(__dirname, '../support/former-format.json'), 'utf8'));
}

async function formerDirectory(): Promise<string> {
  const directory = await freshDirectory();
  await mkdir(join(directory, 'default'));
  const files = Object.entries((await formerFormat()).directory);
  await Promise.all(files.map(([name, text]) => writeFile(join(directory, 'default', name), text)));
  return directory;
}

describe('a data directory of the former format', () => {
  test('opens with the defaults of the fields that its records lack, in its segments and in its log', async () => {
    const directory = await formerDirectory();
    const data = await openDataDirectory(directory);
    const { contents } = data.saved!;
    expect(contents.faxes.map(({ id, options }) => [id, options])).toEqual([
      [323034821, plainOptions],
      [323034829, plainOptions],
      [323034831, plainOptions],
    ]);
    await data.close();
    const again = await openDataDirectory(directory);
    expect(again.saved?.contents).toEqual(contents);
    await again.close();
  });

  test('is one of the present format once it was opened, so that an older faxsim refuses it', async () => {
    const directory = await formerDirectory();
    await (await openDataDirectory(directory)).close();
    const text = await readFile(join(directory, 'default/world.json'), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ version: formatVersion, fixture: 'empty', seed: 7 });
  });
});

describe('v3 reads the faxes of the former format', () => {
  const facts = { direction: 'OUTBOUND', headerTimeZone: 'America/New_York', retryDelaySeconds: 60, maxRetries: 0 };

  /** The faxes that v3 lists, the oldest first, and each as v3 shows it alone. */
  async function readAll(simulator: Pick<RunningSimulator, 'baseUrl' | 'credentials' | 'projectId'>) {
    const { key, secret } = simulator.credentials.live;
    const base = `${simulator.baseUrl}/v3/projects/${simulator.projectId}`;
    const get = async (path: string) => {
      const answer = await fetch(base + path, { headers: { Authorization: basicOf(key, secret) } });
      expect(answer.status).toBe(200);
      return (await answer.json()) as { faxes: { id: string }[] };
    };
    const { faxes } = await get('/faxes?createTime%3E=2025-01-01');
    const alone = await Promise.all(faxes.map(({ id }) => get(`/faxes/${id}`)));
    expect(alone).toEqual(faxes);
    return faxes.reverse();
  }

  const basicOf = (key: string, secret: string) => `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;

  test('from a data directory, a snapshot of it, and again after a restart', async () => {
    const data = await formerDirectory();
    const first = await startSimulator({ data, port: 0 });
    const before = await readAll(first);
    expect(before).toMatchObject([
      { ...facts, to: '+12025550123', status: 'COMPLETED', price: { amount: '0.07' } },
      { ...facts, to: '+12025550124', status: 'IN_PROGRESS' },
      { ...facts, status: 'IN_PROGRESS' },
    ]);
    await first.snapshots.save({ name: 'old' });
    await first.faxes.delete({ id: before[0]!.id });
    expect(await readAll(first)).toHaveLength(2);
    await first.snapshots.restore({ name: 'old' });
    expect(await readAll(first)).toEqual(before);
    await first.clock.move({ advance: '1h' });
    const after = await readAll(first);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    await first.close();
    const second = await startSimulator({ data, port: 0 });
    expect(await readAll(second)).toEqual(after);
    await second.close();
  });

  test('from an export, with the same ids in every world of its seed', async () => {
    const { export: document } = await formerFormat();
    const worlds = [openSimulator(), openSimulator()];
    const lists = await Promise.all(
      worlds.map(async (world) => {
        await world.anyone.post('/_faxsim/import').send(document).expect(200);
        const project = projectIn(world);
        const { body } = await project.get('/faxes?createTime%3E=2025-01-01').expect(200);
        await project.get(`/faxes/${body.faxes[0].id}`).expect(200);
        return body;
      }),
    );
    expect(lists[0]).toMatchObject({ totalItems: 2, faxes: [{ to: '+12025550124' }, { to: '+12025550123' }] });
    expect(lists[1]).toEqual(lists[0]);
    const { faxes } = await dataOf(worlds[0]!.anyone.get('/_faxsim/faxes'));
    expect(faxes.map(({ v3_ids: ids }: { v3_ids: string[] }) => ids[0])).toEqual(
      lists[0].faxes.map(({ id }: Fax) => id),
    );
  });

  test('from the replay of a bundle', async () => {
    const { bundle: document } = await formerFormat();
    const bundle = readBundle(document, 'former.json');
    const faxes = await withReplayHost(bundle, (host) => repeatBundle(bundle, host, { work: readAll }));
    expect(faxes).toMatchObject([
      { to: '+12025550123', status: 'COMPLETED' },
      { to: '+12025550124', contentUrl: ['https://example.com/a'] },
    ]);
  });
});

test('a field that only a later faxsim knows stays in its record', async () => {
  const directory = await formerDirectory();
  const fax = { ...aFax(7), coverSheet: 'plain' };
  const segment = fileText({ highestKey: 7 }, [JSON.stringify(fax)]);
  await writeFile(join(directory, 'default/faxes-00002.json'), segment);
  const data = await openDataDirectory(directory);
  expect(data.saved?.contents.faxes).toContainEqual(fax);
  await data.close();
});

test('an export of the former format is imported with the defaults of the fields that its records lack', async () => {
  const { anyone, live } = openSimulator();
  const { export: document } = await formerFormat();
  expect([document.version, document.contents.faxes[0]?.options.contentUrls]).toEqual([2, undefined]);
  await anyone.post('/_faxsim/import').send(document).expect(200);
  const { contents, version } = await dataOf(anyone.get('/_faxsim/export'));
  expect(version).toBe(formatVersion);
  expect(contents).toMatchObject(document.contents);
  expect(contents.faxes.map(({ options }: Fax) => options)).toEqual([plainOptions, plainOptions]);
  const { body } = await live.get('/v2.1/faxes/323034821').expect(200);
  expect(body.data).toMatchObject({ status: 'success', recipients: [{ phone_number: '+12025550123' }] });
});

test('an export without a collection has no records of it, as a data directory without its segments', async () => {
  const { anyone } = openSimulator();
  const document = structuredClone(await dataOf(anyone.get('/_faxsim/export')));
  delete document.contents.atas;
  await anyone.post('/_faxsim/import').send(document).expect(200);
  expect((await dataOf(anyone.get('/_faxsim/export'))).contents.atas).toEqual([]);
});

test('a bundle of the former format is replayed, and fields that it does not know are no difference', async () => {
  const { bundle: document } = await formerFormat();
  expect(document.version).toBe(2);
  const bundle = readBundle(document, 'former.json');
  const again = await withReplayHost(bundle, (host) => replayBundle(bundle, host));
  expect(again.bundle.version).toBe(formatVersion);
  expect(again.bundle.records['faxes']?.['323034829']).toMatchObject({
    options: { contentUrls: ['https://example.com/a'] },
  });
  const findings = compare(bundle, again.bundle);
  expect(findings.filter(({ grade }) => grade === 'differs')).toEqual([]);
  expect(findings).toContainEqual({ kind: 'record', what: 'faxes 323034829', grade: 'same', differences: [] });
});

test('a record from a program that does not know the later fields is stored with their defaults', async () => {
  const { anyone } = openSimulator({ faxes: [aFax(1)] });
  const record = await dataOf(anyone.get('/_faxsim/records/faxes/1'));
  const { retries, retry_delay_ms, content_urls, ...former } = record.options;
  expect([retries, retry_delay_ms, content_urls]).toEqual([null, null, []]);
  const stored = await dataOf(anyone.put('/_faxsim/records/faxes/1').send({ ...record, options: former }));
  expect(stored).toEqual(record);
});
