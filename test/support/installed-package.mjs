// Jest runs this once before the tests that start programs: they use the package as npm packs and unpacks it.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = new URL('../../', import.meta.url).pathname;
const run = promisify(execFile);

export default async function install() {
  const project = await mkdtemp(join(tmpdir(), 'faxsim-installed-'));
  const home = join(project, 'node_modules/faxsim');
  const args = ['pack', '--json', '--ignore-scripts', '--offline', '--pack-destination', project];
  const { stdout } = await run('npm', args, { cwd: root });
  const [{ filename }] = JSON.parse(stdout);
  await mkdir(home, { recursive: true });
  await run('tar', ['-xzf', join(project, filename), '-C', home, '--strip-components', '1']);
  // The one package that it needs; npm would install the same.
  await symlink(join(root, 'node_modules/sharp'), join(project, 'node_modules/sharp'));
  // Without one, node would take that of a folder above for the project's own.
  await writeFile(join(project, 'package.json'), '{}');
  Object.assign(process.env, { INSTALLED_PROJECT: project, INSTALLED_TARBALL: join(project, filename) });
}

export const remove = () => rm(process.env.INSTALLED_PROJECT, { recursive: true });
