import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { project } from './support/installed-package.ts';
import { start } from './support/program.ts';
import { temporaryDirectories } from './support/temporary-directory.ts';

const newDirectory = temporaryDirectories();

test('a start says which package is not installed, and what cannot be done without it', async () => {
  const home = join(await newDirectory(), 'node_modules/faxsim');
  await cp(join(project, 'node_modules/faxsim'), home, { recursive: true });
  const program = await start(['--port', '0', '--fixture', 'empty'], {}, { main: join(home, 'dist/main.cjs') });
  await fetch(`${program.baseUrl}/_faxsim/livez`);
  const { code, stderr } = await program.stop();
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr:
      'faxsim: the package sharp is not installed: images cannot be converted; install its packages again, as with npm ci\n',
  });
});
