import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { installedMain } from './support/installed-package.ts';
import { temporaryDirectories } from './support/temporary-directory.ts';

interface Step {
  readonly name: string;
  readonly if?: 'failure() || cancelled()' | 'always()';
  readonly 'working-directory'?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const root = new URL('../', import.meta.url).pathname;
const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Action;
const makeDirectory = temporaryDirectories();

/** Runs the steps as GitHub's runner would, with a file in place of what they append to. */
async function runAction(inputs: Readonly<Record<string, string>>) {
  const directory = await makeDirectory();
  const [bin, temp, workspace] = [join(directory, 'bin'), join(directory, 'temp'), join(directory, 'workspace')];
  await Promise.all([mkdir(bin), mkdir(temp), mkdir(join(workspace, 'vendor'), { recursive: true })]);
  await writeFile(join(workspace, 'vendor/faxsim-0.1.0.tgz'), '');
  const programs = {
    faxsim: `exec '${process.execPath}' '${installedMain}' "$@"`,
    // Nothing is fetched from a registry here.
    npm: 'if [ "$1" = pack ]; then echo faxsim.tgz; else echo "npm $*"; fi',
  };
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(join(bin, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(bin, name), 0o755);
  }
  const files = {
    GITHUB_ENV: join(directory, 'env'),
    GITHUB_PATH: join(directory, 'path'),
    GITHUB_OUTPUT: join(directory, 'output'),
  };
  for (const file of Object.values(files)) await writeFile(file, '');
  const given = (text: string): string =>
    text.replaceAll(
      /\$\{\{ inputs\.([\w-]+) \}\}/g,
      (_all, name: string) => inputs[name] ?? action.inputs[name]?.default ?? '',
    );
  const outputs: Record<string, string> = {};
  const uses: string[] = [];
  const failed: string[] = [];
  let isFailed = false;
  for (const step of action.runs.steps) {
    if (step.if?.startsWith('failure()') === true ? !isFailed : isFailed && step.if !== 'always()') continue;
    if (step.uses !== undefined) uses.push(`${step.uses} ${given(step.with?.['name'] ?? '')}`);
    if (step.run === undefined) continue;
    const lines = (await readFile(files.GITHUB_ENV, 'utf8')).split('\n').filter((line) => line !== '');
    const { status, stdout, stderr } = spawnSync('bash', ['-eo', 'pipefail', '-c', step.run], {
      cwd: join(workspace, given(step['working-directory'] ?? '.')),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string])),
        ...Object.fromEntries(Object.entries(step.env ?? {}).map(([name, value]) => [name, given(value)])),
        ...files,
        ...{ PATH: `${bin}${delimiter}${process.env['PATH']}`, RUNNER_TEMP: temp, GITHUB_ACTION_PATH: root },
      },
    });
    outputs[step.name] = stdout + stderr;
    if (status !== 0) failed.push(step.name);
    isFailed ||= status !== 0;
  }
  const left = isFailed ? await readdir(join(temp, 'faxsim-artifact')).catch(() => []) : [];
  const artifact = Object.fromEntries(
    await Promise.all(
      left.map(async (name) => {
        const bytes = await readFile(join(temp, 'faxsim-artifact', name));
        return [name, (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()] as const;
      }),
    ),
  );
  const told = await Promise.all([files.GITHUB_ENV, files.GITHUB_OUTPUT].map((file) => readFile(file, 'utf8')));
  return { isFailed, failed, outputs, uses, artifact, told: told.join('') };
}

const request = 'curl -sf -u "$PHAXIO_API_KEY:$PHAXIO_API_SECRET" "$PHAXIO_BASE_URL/v2.1/faxes?per_page=1"';

describe('the action for GitHub', () => {
  test('runs the command with the variables of a client, and uploads nothing when it passes', async () => {
    const { isFailed, outputs, uses, told } = await runAction({ run: request, options: '--fixture empty' });
    expect({ isFailed, uses }).toEqual({ isFailed: false, uses: [] });
    expect(outputs['Run']).toContain('"success":true');
    // faxsim ends with the action, so later steps hear of no address.
    expect(told).toBe('');
  });

  test('uploads the journal, the webhooks, the world and the bundle when the command fails', async () => {
    const { isFailed, uses, artifact } = await runAction({ run: `${request} && false`, artifact: 'faxes' });
    expect({ isFailed, uses }).toEqual({ isFailed: true, uses: ['actions/upload-artifact@v4 faxes'] });
    expect(Object.keys(artifact).toSorted()).toEqual([
      ...['bundle.json.gz', 'faxsim.log', 'journal.json', 'webhooks.json', 'world.json'],
    ]);
    expect(JSON.parse(artifact['journal.json'] ?? '')).toMatchObject({ total: 1 });
    expect(JSON.parse(artifact['world.json'] ?? '')).toMatchObject({ format: 'faxsim world' });
  });

  test('uploads the bundle of the world whose test failed', async () => {
    const own = `
      world=$(curl -sf "$FAXSIM_URL/_faxsim/worlds" -d id=mine | grep -o '"base_url":"[^"]*' | cut -d'"' -f4)
      curl -sf "$world/v2.1/public/countries" > answer
      curl -sf "$world/_faxsim/failure" -d message=wrong > answer
      false`;
    const { artifact } = await runAction({ run: `${request} > answer; ${own}`, options: '--fixture empty' });
    expect(artifact['bundle.json.gz']).toContain('"id": "mine"');
  });

  test('runs the command in the directory that is asked for', async () => {
    const { outputs } = await runAction({ run: 'pwd', 'working-directory': 'vendor' });
    expect(outputs['Run']).toMatch(/\/workspace\/vendor\n$/);
  });

  test('builds this repository, or installs a given package', async () => {
    const own = (await runAction({ run: 'true' })).outputs['Install faxsim'] ?? '';
    expect(own).toMatch(
      /npm ci --ignore-scripts\nnpm run build\nnpm install --prefix .*\/temp\/faxsim .*faxsim\.tgz\n$/s,
    );
    const installed = async (name: string) =>
      (await runAction({ run: 'true', package: name })).outputs['Install faxsim'] ?? '';
    expect(await installed('faxsim@0.1.0')).toMatch(/^npm install --prefix \S+ --no-audit --no-fund faxsim@0\.1\.0\n$/);
    // npm takes a relative path for one below its prefix.
    expect(await installed('./vendor/faxsim-0.1.0.tgz')).toMatch(/ \/\S+\/workspace\/vendor\/faxsim-0\.1\.0\.tgz\n$/);
  });

  test('collects and stops without a further failure when the command has ended faxsim', async () => {
    const { failed, artifact } = await runAction({ run: 'kill -9 "$(cat "$RUNNER_TEMP/faxsim-pid")" && false' });
    expect(failed).toEqual(['Run']);
    expect(Object.keys(artifact)).toContain('faxsim.log');
  });

  test('says why faxsim does not start, and runs nothing', async () => {
    const { failed, outputs, artifact } = await runAction({ run: request, options: '--seed nonsense' });
    expect(failed).toEqual(['Start faxsim']);
    expect(Object.keys(artifact)).toEqual(['faxsim.log']);
    expect(outputs['Start faxsim']).toContain('--seed must be an integer');
    expect(outputs).not.toHaveProperty('Run');
  });
});
