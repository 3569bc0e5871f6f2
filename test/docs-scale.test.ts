import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { startSimulator } from '../src/index.ts';
import { settingNames, settings } from '../src/model/settings/settings.ts';
import { temporaryDirectories } from './support/temporary-directory.ts';

const example = (name: string): string => readFileSync(new URL(`../docs/examples/${name}`, import.meta.url), 'utf8');

interface Container {
  readonly name: string;
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly securityContext: { readonly readOnlyRootFilesystem: boolean };
  readonly image: string;
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly [probe: string]: unknown;
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

interface PodSpec {
  readonly securityContext: { readonly runAsUser: number };
  readonly enableServiceLinks: boolean;
  readonly containers: readonly Container[];
  readonly volumes: readonly { readonly name: string }[];
}

interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly template?: { readonly metadata: { readonly labels: Labels }; readonly spec: PodSpec };
    readonly selector?: Labels;
    readonly ports?: readonly { readonly name: string; readonly port: number; readonly targetPort?: string }[];
  };
}

type Labels = Readonly<Record<string, string>>;

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

  const own = pods.flatMap(({ containers }) => containers.filter((container) => container.name === 'faxsim'));

  test('gives faxsim settings that it takes', () => {
    expect(own).toHaveLength(1);
    for (const { name: variable, value } of own[0]?.env ?? []) {
      const known = settingNames.find((candidate) => settings[candidate].env === variable);
      expect({ variable, value: known && settings[known].kind.read(value ?? 'token') }).not.toMatchObject({
        value: undefined,
      });
    }
  });

  test('asks faxsim for what it answers without a token, at the port that it listens on', async () => {
    await using simulator = await startSimulator({ fixture: 'empty', controlToken: 'token' });
    const kinds = ['startupProbe', 'readinessProbe', 'livenessProbe'];
    const probes = own.flatMap((container) => kinds.map((kind) => container[kind] as Probe));
    const asked = probes.map(async ({ httpGet: { path, port } }) => {
      // As from another machine.
      const { status } = await fetch(`${simulator.baseUrl}${path}`, { headers: { Via: '1.1 kubelet' } });
      return { path, port, status };
    });
    expect(await Promise.all(asked)).toEqual([
      { path: '/_faxsim/readyz', port: 'http', status: 200 },
      { path: '/_faxsim/readyz', port: 'http', status: 200 },
      { path: '/_faxsim/livez', port: 'http', status: 200 },
    ]);
    expect(own[0]?.ports).toEqual([{ name: 'http', containerPort: settings.port.default }]);
  });

  test('has the version of the package, and the user and the data directory of the image', () => {
    const text = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
    const dockerfile = text('Dockerfile');
    expect(own[0]?.image.split(':')[1]).toBe(JSON.parse(text('package.json')).version);
    const pod = pods.find(({ containers }) => containers.includes(own[0]!));
    expect(dockerfile).toContain(`adduser -D -H -u ${pod?.securityContext.runAsUser} node`);
    const paths = own[0]?.volumeMounts.map(({ mountPath }) => mountPath).filter((path) => path !== '/tmp') ?? [];
    for (const path of paths) expect(dockerfile).toContain(`FAXSIM_DATA_MOUNT=${path} `);
  });

  test('leads each service to a port of a pod', () => {
    const services = resources.filter(({ kind }) => kind === 'Service');
    expect(services.length).toBeGreaterThan(0);
    for (const { spec } of services) {
      const selected = resources.find(
        ({ spec: other }) => other?.template?.metadata.labels['app'] === spec?.selector?.['app'],
      );
      const ports = selected?.spec?.template?.spec.containers.flatMap((container) => container.ports) ?? [];
      for (const { port, targetPort } of spec?.ports ?? []) {
        expect(ports.map((each) => each.name)).toContain(targetPort ?? 'http');
        if (targetPort === undefined) expect(ports.map(({ containerPort }) => containerPort)).toContain(port);
      }
    }
  });
});

describe('the nginx of the fleet', () => {
  const config = resourcesOf('kubernetes/fleet.yaml').find(({ kind }) => kind === 'ConfigMap')?.data?.['nginx.conf'];
  const worldMap = /map \$uri \$world \{.*?\}\n/s;
  const makeDirectory = temporaryDirectories();

  test('reaches the pods by their names, at the port that faxsim listens on', () => {
    const servers = [...(config ?? '').matchAll(/server (faxsim-\d)\.(\S+?)\.ci\.svc\.cluster\.local:(\d+)/g)];
    const port = String(settings.port.default);
    expect(servers.map(([, ...parts]) => parts)).toEqual(
      ['faxsim-0', 'faxsim-1', 'faxsim-2'].map((pod) => [pod, 'faxsim-processes', port]),
    );
  });

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
