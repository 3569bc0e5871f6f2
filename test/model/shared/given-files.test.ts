import { execFileSync } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { lockOut } from '../../../src/cli/sweep.ts';
import { keepOther, keepOthersIn } from '../../../src/cli/kept-files.ts';
import { bytesAt } from '../../../src/cli/control-args.ts';
import { CliError } from '../../../src/model/shared/errors.ts';
import { makeFolder } from '../../../src/model/shared/folders.ts';
import { readGivenBytes } from '../../../src/model/shared/given-file.ts';
import { writeJson } from '../../../src/model/shared/json-file.ts';
import { writeWholeFile } from '../../../src/model/shared/whole-file.ts';
import { loadBundle } from '../../../src/lab/bundles/bundle-file.ts';
import { readReport } from '../../../src/lab/sweep/report/findings.ts';
import { readAccepted, readInvariants } from '../../../src/lab/sweep/user-files.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const newDirectory = temporaryDirectories();

async function pipe(): Promise<string> {
  const path = join(await newDirectory(), 'pipe.json');
  execFileSync('mkfifo', [path]);
  return path;
}

const readers = { loadBundle, readReport, readAccepted, readInvariants, bytesAt };

test.each(Object.entries(readers))('a named pipe or a device ends the reading: %s', async (_name, read) => {
  await expect(read(await pipe())).rejects.toThrow('it must be a regular file, got a named pipe');
  await expect(read('/dev/zero')).rejects.toThrow('it must be a regular file, got a device');
});

test('a named pipe or a device ends the writing of a bundle', async () => {
  await expect(writeJson(await pipe(), {})).rejects.toThrow('it must be a regular file, got a named pipe');
  await expect(writeJson('/dev/full', {})).rejects.toThrow('it must be a regular file, got a device');
});

test('a small file that unpacks to more than a bundle may have is refused', async () => {
  const path = join(await newDirectory(), 'zeros.json.gz');
  await writeFile(path, gzipSync(Buffer.alloc(2 ** 28 + 1), { level: 1 }));
  await expect(loadBundle(path)).rejects.toThrow('a bundle must have at most 256 MiB when it is unpacked, got more');
});

test('a file with more bytes than its reader takes is refused', async () => {
  const path = join(await newDirectory(), 'long');
  await writeFile(path, Buffer.alloc(2 ** 20 + 1));
  expect(await readGivenBytes(path)).toHaveLength(2 ** 20 + 1);
  await expect(readGivenBytes(path, 2 ** 20)).rejects.toThrow('it must have at most 1 MiB, got more');
});

test('a folder is made with those above it, once', async () => {
  const path = join(await newDirectory(), 'a', 'b', 'c');
  await makeFolder(path);
  await makeFolder(path);
  await writeFile(join(path, 'file'), '');
  await expect(makeFolder(join(path, 'file'))).rejects.toThrow('EEXIST');
});

const isLinux = process.platform === 'linux';

(isLinux ? test : test.skip)('a folder that the system never makes is refused', async () => {
  await expect(makeFolder('/proc/faxsim/out')).rejects.toThrow('ENOENT');
  await expect(writeJson('/proc/faxsim/out.json', {})).rejects.toThrow('there is no such file or directory');
  await expect(lockOut('/proc/faxsim', [])).rejects.toThrow(
    '--out must be a directory that can be written: there is no such file or directory',
  );
});

test('--out refuses a link and what is no directory, and makes one that is missing', async () => {
  const folder = await newDirectory();
  const [link, file] = [join(folder, 'link'), join(folder, 'file')];
  await symlink(await newDirectory(), link);
  await writeFile(file, '');
  for (const out of [link, `${link}/`])
    await expect(lockOut(out, [])).rejects.toThrow(
      '--out must be a directory that can be written: it is a symbolic link: name the directory itself',
    );
  await expect(lockOut(file, [])).rejects.toThrow(
    '--out must be a directory that can be written: it is another kind of file',
  );
  await (await lockOut(join(folder, 'new', 'out'), [])).release();
});

test('a draft that is a link is not followed', async () => {
  const folder = await newDirectory();
  const [elsewhere, draft] = [join(folder, 'elsewhere'), join(folder, '.report.html')];
  await writeFile(elsewhere, 'kept');
  await symlink(elsewhere, draft);
  await expect(writeWholeFile(join(folder, 'report.html'), 'report', draft)).rejects.toThrow('ELOOP');
  expect((await readGivenBytes(elsewhere)).toString()).toBe('kept');
});

test.each(['report.html', 'junit.xml'])(
  'a directory for reports keeps a file of the user under the name %s',
  async (name) => {
    const folder = await newDirectory();
    const names = ['report.html', 'report.json', 'junit.xml'];
    await writeFile(join(folder, name), 'mine');
    await expect(lockOut(folder, names)).rejects.toThrow(`${name}" is of no earlier report, and would be lost`);
    await writeFile(join(folder, 'report.json'), '{"name": "mine"}');
    await expect(lockOut(folder, names)).rejects.toThrow('would be lost');
    await writeFile(join(folder, 'report.json'), '{"format": "faxsim sweep"}');
    await (await lockOut(folder, names)).release();
  },
);

test('a bundle replaces an earlier bundle alone', async () => {
  const path = join(await newDirectory(), 'failure.json');
  for (const mine of ['{"name": "mine"}', 'not JSON']) {
    await writeFile(path, mine);
    await expect(keepOther(path)).rejects.toThrow('failure.json" is no bundle of faxsim, and would be lost');
  }
  await writeJson(path, { format: 'faxsim bundle' });
  await keepOther(path);
  await writeJson(`${path}.gz`, { format: 'faxsim bundle' });
  await keepOther(`${path}.gz`);
  await keepOther('/dev/null');
});

describe('a path that cannot lead to a file', () => {
  const reasons: readonly (readonly [name: string, reason: string])[] = [
    ['file/x.json', 'a part of its path is no directory'],
    ['loop', 'its symbolic links lead round in a circle'],
    ['a'.repeat(300), 'its name is too long'],
  ];

  test.each(reasons)('is named in one line: %.20s', async (name, reason) => {
    const folder = await newDirectory();
    await writeFile(join(folder, 'file'), 'mine');
    await symlink('loop', join(folder, 'loop'));
    const path = join(folder, name);
    const message = `${JSON.stringify(path)} cannot be written: ${reason}`;
    await expect(keepOther(path)).rejects.toEqual(new CliError(message));
    await expect(keepOthersIn(path, ['report.html'])).rejects.toThrow(`cannot be written: ${reason}`);
  });
});
