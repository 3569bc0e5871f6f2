import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { beforeAll, expect, test } from '@jest/globals';
import { run, start } from '../support/program.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';

const newDirectory = temporaryDirectories();

/** The ways to give a file, and the kinds that each takes. */
const options: Readonly<Record<string, { args: (file: string) => string[]; takes: readonly string[] }>> = {
  '--fixture': { args: (file) => ['--port', '0', '--fixture', file], takes: ['fixture'] },
  '--scenarios': { args: (file) => ['--port', '0', '--scenarios', file], takes: ['scenario'] },
  replay: { args: (file) => ['replay', file], takes: ['bundle'] },
  migrate: { args: (file) => ['migrate', file], takes: ['bundle'] },
};

const kinds = ['fixture', 'scenario', 'export', 'bundle', 'picture'];
const files: Record<string, string> = {};

beforeAll(async () => {
  const folder = await newDirectory();
  for (const kind of kinds) files[kind] = join(folder, `${kind}.yaml`);
  await writeFile(files['fixture']!, 'services:\n  - name: Ward\nemails:\n  - email: a@b.example\n');
  await writeFile(
    files['scenario']!,
    'name: a\ndescription: b\nrules:\n  - { id: x, on: getFax, do: { delay: 1s } }\n',
  );
  await writeFile(files['picture']!, Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'));
  const program = await start(['--port', '0', '--fixture', files['fixture']!]);
  const { stdout } = await run(['exchange', 'export', '--url', program.baseUrl]);
  await writeFile(files['export']!, stdout);
  await run(['bundle', files['bundle']!, '--url', program.baseUrl]);
  await program.stop();
});

test.each(Object.entries(options))('%s refuses files of other kinds in one line', async (_name, { args, takes }) => {
  for (const kind of kinds.filter((one) => !takes.includes(one))) {
    const { code, stdout, stderr } = await run(args(files[kind]!));
    expect({ kind, code, stdout }).toEqual({ kind, code: 2, stdout: '' });
    expect(stderr).toMatch(/^faxsim: .+\n$/);
  }
});
