import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { temporaryDirectories } from './support/temporary-directory.ts';

const newDirectory = temporaryDirectories();
const root = new URL('../', import.meta.url).pathname;
const run = promisify(execFile);

/** What is published, without building it anew, and without a registry. */
async function pack(into: string): Promise<{ filename: string; files: { path: string }[] }> {
  const args = ['pack', '--json', '--ignore-scripts', '--offline', '--pack-destination', into];
  const { stdout } = await run('npm', args, { cwd: root });
  return JSON.parse(stdout)[0];
}

test('the package has what it needs, and no tests, and works where it is unpacked', async () => {
  const folder = await newDirectory();
  const { filename, files } = await pack(folder);
  const paths = files.map(({ path }) => path);
  for (const path of [
    'package.json',
    'README.md',
    'scenarios/outage.yaml',
    'dist/src/main.js',
    'dist/fixtures/demo.js',
  ]) {
    expect(paths).toContain(path);
  }
  expect(
    paths.filter((path) => !/^(package\.json|README\.md|LICENSE|scenarios\/|dist\/(src|fixtures)\/|docs\/)/.test(path)),
  ).toEqual([]);

  // As npm lays it, with the packages that it depends on beside it.
  const home = join(folder, 'node_modules/faxsim');
  await mkdir(home, { recursive: true });
  await run('tar', ['-xzf', join(folder, filename), '-C', home, '--strip-components', '1']);
  await symlink(join(root, 'node_modules'), join(home, 'node_modules'));
  // Without one, node would take that of a folder above for the project's own.
  await writeFile(join(folder, 'package.json'), '{}');
  const script = `
    import { startSimulator } from 'faxsim';
    import { connect } from 'faxsim/client';
    import { matchers } from 'faxsim/jest';
    const simulator = await startSimulator();
    const { faxes } = await connect({ baseUrl: simulator.baseUrl }).worlds.show();
    await simulator.close();
    console.log(faxes, Object.keys(matchers).join());`;
  const used = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: folder });
  expect(used).toEqual({ stdout: '250 toHaveReceived,toHaveDelivered,toHaveFailedWith\n', stderr: '' });
  const { stdout } = await run(process.execPath, [join(home, 'dist/src/main.js'), 'scenarios', 'show', 'outage']);
  expect(stdout).toContain('name: outage');
});
