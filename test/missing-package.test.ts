import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { start } from './support/program.ts';
import { temporaryDirectories } from './support/temporary-directory.ts';

const newDirectory = temporaryDirectories();
const root = new URL('../', import.meta.url).pathname;

/** The built program with all packages but one. */
async function installedWithout(missing: string): Promise<string> {
  const home = await newDirectory();
  await cp(join(root, 'dist'), join(home, 'dist'), { recursive: true });
  await cp(join(root, 'package.json'), join(home, 'package.json'));
  await mkdir(join(home, 'node_modules'));
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name !== missing) await symlink(join(root, 'node_modules', name), join(home, 'node_modules', name));
  }
  return join(home, 'dist/src/main.js');
}

test('a start says which package is not installed, and what cannot be done without it', async () => {
  const program = await start(['--port', '0', '--fixture', 'empty'], {}, await installedWithout('sharp'));
  await fetch(`${program.baseUrl}/_faxsim/livez`);
  const { code, stderr } = await program.stop();
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr:
      'faxsim: the package sharp is not installed: images cannot be converted; install its packages again, as with npm ci\n',
  });
});
