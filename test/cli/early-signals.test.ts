import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { installedMain } from '../support/installed-package.ts';

const asFirst = ['unshare', '--pid', '--fork', '--kill-child'];
const canBeFirst = spawnSync(asFirst[0] ?? '', [...asFirst.slice(1), 'true']).status === 0;

/** Sends the program a signal as soon as it begins to load. */
const hook = `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs';
  const { readFileSync } = fs;
  fs.readFileSync = (path, ...rest) => {
    if (String(path).endsWith('simulator.cjs')) process.kill(process.pid, 'SIGTERM');
    return readFileSync(path, ...rest);
  };`)}`;

const ended = async ([program = '', ...args]: string[]) => {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.once('data', () => child.kill('SIGKILL')); // it has started all the same
  const output = text(child.stdout);
  const [code, signal] = await once(child, 'exit');
  return { code, signal, output: await output };
};

const command = [process.execPath, '--import', hook, installedMain, '--port', '0', '--fixture', 'empty'];

test('a signal that comes before the start is loaded ends the program, as it would any other', async () => {
  expect(await ended(command)).toEqual({ code: null, signal: 'SIGTERM', output: '' });
});

(canBeFirst ? test : test.skip)(
  'it ends the first process of a container too, with the code of the signal',
  async () => {
    expect(await ended([...asFirst, ...command])).toEqual({ code: 143, signal: null, output: '' });
  },
);
