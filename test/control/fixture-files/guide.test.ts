import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { startSimulator } from '../../../src/index.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const newDirectory = temporaryDirectories();
let folder = '';
let fixture = '';

/** The example of the guide, with the file that it names. */
beforeEach(async () => {
  folder = await newDirectory();
  fixture = join(folder, 'clinic.yaml');
  const guide = await readFile(new URL('../../../docs/fixtures.md', import.meta.url), 'utf8');
  await writeFile(fixture, /^```yaml\n(.*?)^```$/ms.exec(guide)?.[1] ?? '');
  await writeFile(join(folder, 'referral.txt'), 'Dear Doctor');
});

async function documentOf(baseUrl: string, credentials: { key: string; secret: string }) {
  const headers = { authorization: `Basic ${btoa(`${credentials.key}:${credentials.secret}`)}` };
  const list = await fetch(`${baseUrl}/v2.1/faxes?tag[case]=C-10101`, { headers });
  const { data } = (await list.json()) as { data: { id: number }[] };
  const file = await fetch(`${baseUrl}/v2.1/faxes/${data[0]?.id}/file`, { headers });
  return (await file.text()).slice(0, 5);
}

test('the guide’s fixture fills the first world and further ones, in memory and on disk', async () => {
  const data = join(folder, 'data');
  for (const options of [{ fixture }, { fixture, data }, { data }]) {
    await using simulator = await startSimulator(options);
    const { faxes } = await simulator.worlds.show();
    expect(faxes).toBe(3);
    expect(await documentOf(simulator.baseUrl, simulator.credentials.live)).toBe('%PDF-');
    await using world = await simulator.world();
    expect(await documentOf(world.baseUrl, world.credentials.live)).toBe('%PDF-');
    await simulator.worlds.reset();
    expect(await documentOf(simulator.baseUrl, simulator.credentials.live)).toBe('%PDF-');
  }
});

test('a start with a wrong fixture reports its faults in the order of the lines', async () => {
  await writeFile(fixture, 'faxes:\n  - kind: lab reslt\n  - file: ../other.pdf\n  - file: ./none.pdf\n');
  const wrong = startSimulator({ fixture });
  await expect(wrong).rejects.toMatchObject({ exitCode: 2, setting: 'fixture' });
  await expect(wrong).rejects.toThrow(
    /^3 faults\n.*clinic.yaml:2: faxes\[0\]\.kind .*\n.*clinic.yaml:3: faxes\[1\]\.file must be a file beside.*\n.*clinic.yaml:4: .*there is no such file or directory$/,
  );
  await expect(startSimulator({ fixture: './none.yaml' })).rejects.toThrow(
    'cannot be read: there is no such file or directory',
  );
  await expect(startSimulator({ fixture: 'demmo' })).rejects.toThrow('the nearest is demo');
});

test('a folder of scenarios adds them to the library', async () => {
  await mkdir(join(folder, 'own'));
  const scenario = 'name: our-outage\ndescription: Down.\nextends: [outage]\n';
  await writeFile(join(folder, 'own/our-outage.yaml'), scenario);
  await using simulator = await startSimulator({ fixture: 'empty', scenariosDir: join(folder, 'own') });
  await simulator.scenarios.switch({ on: 'our-outage' });
  const answer = await fetch(`${simulator.baseUrl}/v2.1/account/status`);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  await rm(join(folder, 'own'), { recursive: true });
  await expect(startSimulator({ scenariosDir: join(folder, 'own') })).rejects.toMatchObject({
    setting: 'scenariosDir',
  });
});

test('the guide’s fixture with a service gives it its number, its cover page and its address', async () => {
  const guide = await readFile(new URL('../../../docs/fixtures.md', import.meta.url), 'utf8');
  const [, , example = ''] = guide.split(/^```(?:yaml)?\n(?=#)/m).map((part) => part.split('```')[0]);
  await using simulator = await startSimulator({ fixture: example });
  const { key, secret } = simulator.credentials.live;
  const services = `${simulator.baseUrl}/v3/projects/${simulator.projectId}/services`;
  const get = async (path: string) => {
    const answer = await fetch(services + path, { headers: { authorization: `Basic ${btoa(`${key}:${secret}`)}` } });
    return (await answer.json()) as { services: { id: string; name: string }[] };
  };
  const list = await get('');
  expect(list.services.map(({ name }) => name)).toEqual(['Default Service', 'Ward']);
  const [, ward] = list.services;
  expect(await get(`/${ward?.id}/numbers`)).toMatchObject({ numbers: [{ phoneNumber: '+12255550165' }] });
  expect(await get(`/${ward?.id}/coverPages`)).toMatchObject({ coverPages: [{ name: 'Letter' }] });
  expect(await get(`/${ward?.id}/emails`)).toMatchObject({ emails: [{ email: 'ward@example.com' }] });
});
