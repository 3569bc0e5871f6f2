import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { startSimulator } from '../src/index.ts';
import { settingNames, settings } from '../src/settings/settings.ts';
import { temporaryDirectories } from './support/temporary-directory.ts';

const example = (name: string): string => readFileSync(new URL(`../docs/examples/${name}`, import.meta.url), 'utf8');

interface Container {
  readonly name: string;
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly volumeMounts: readonly { readonly name: string }[];
  readonly securityContext: { readonly readOnlyRootFilesystem: boolean };
  readonly [probe: string]: unknown;
}

interface PodSpec {
  readonly enableServiceLinks: boolean;
  readonly containers: readonly Container[];
  readonly volumes: readonly { readonly name: string }[];
}

interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: { readonly template?: { readonly spec: PodSpec } };
}

const resourcesOf = (name: string): Resource[] =>
  parseAllDocuments(example(name)).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as Resource;
  });

describe.each(['kubernetes/faxsim.yaml', 'kubernetes/fleet.yaml'])('docs/examples/%s', (name) => {
  const resources = resourcesOf(name);
  const pods = resources.flatMap(({ spec }) => (spec?.template === undefined ? [] : [spec.template.spec]));

  test('runs each pod with a read-only root, without service links, and with the volumes that it mounts', () => {
    expect(pods.length).toBeGreaterThan(0);
    for (const { enableServiceLinks, containers, volumes } of pods) {
      expect(enableServiceLinks).toBe(false);
      for (const { securityContext, volumeMounts } of containers) {
        expect(securityContext.readOnlyRootFilesystem).toBe(true);
        expect(volumes.map((volume) => volume.name)).toEqual(volumeMounts.map((mount) => mount.name));
      }
    }
  });

  test('gives faxsim settings that it takes, and probes that it answers', () => {
    const own = pods.flatMap(({ containers }) => containers.filter((container) => container.name === 'faxsim'));
    expect(own).toHaveLength(1);
    for (const { name: variable, value } of own[0]?.env ?? []) {
      const known = settingNames.find((candidate) => settings[candidate].env === variable);
      expect({ variable, value: known && settings[known].kind.read(value ?? 'token') }).not.toMatchObject({
        value: undefined,
      });
    }
    expect(own[0]).toMatchObject({
      readinessProbe: { httpGet: { path: '/_faxsim/readyz' } },
      livenessProbe: { httpGet: { path: '/_faxsim/livez' } },
    });
  });
});

describe('the nginx of the fleet', () => {
  const config = resourcesOf('kubernetes/fleet.yaml').find(({ kind }) => kind === 'ConfigMap')?.data?.['nginx.conf'];
  const worldMap = /map \$uri \$world \{.*?\}\n/s;
  const makeDirectory = temporaryDirectories();

  test('finds the world of a request as the tested example does', () => {
    const squeezed = (text = ''): string => (worldMap.exec(text)?.[0] ?? '').replaceAll(/\s+/g, ' ');
    expect(squeezed(config)).not.toBe('');
    expect(squeezed(config)).toBe(squeezed(example('scale/nginx.conf')));
  });

  const hasNginx = spawnSync('nginx', ['-v']).status === 0;
  (hasNginx ? test : test.skip)('is a configuration that nginx takes', async () => {
    const directory = await makeDirectory();
    const file = join(directory, 'nginx.conf');
    // Debian's nginx is older than `resolve`, and has no cluster to ask for names.
    const here = config!
      .replaceAll(/ resolve;/g, ';')
      .replaceAll(/[\w.-]+\.cluster\.local/g, '127.0.0.1')
      .replaceAll('/tmp/', `${directory}/`);
    await writeFile(file, here);
    const { status, stderr } = spawnSync('nginx', ['-t', '-p', directory, '-c', file], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining('test is successful') });
  });
});

test('the program of docs/scale.md makes its world, by the built package', async () => {
  const [, program = ''] =
    /^```js\n(.*?)^```$/ms.exec(readFileSync(new URL('../docs/scale.md', import.meta.url), 'utf8')) ?? [];
  await using simulator = await startSimulator({ fixture: 'empty' });
  const run = promisify(execFile);
  await run(process.execPath, ['--input-type=module', '-e', program], {
    cwd: new URL('../', import.meta.url).pathname,
    env: { ...process.env, FAXSIM_URL: simulator.baseUrl },
  });
  expect(await simulator.worlds.list()).toMatchObject([{ id: 'default' }, { id: 'suite-7', faxes: 0 }]);
});
