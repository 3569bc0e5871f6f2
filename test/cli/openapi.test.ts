import { cp, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { installedMain } from '../support/installed-package.ts';
import { launch, run } from '../support/program.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';

const newDirectory = temporaryDirectories();

const documentText = (name: string): Promise<string> =>
  readFile(new URL(`../../docs/openapi/${name}.json`, import.meta.url), 'utf8');

describe('faxsim openapi', () => {
  test.each(['v1', 'v2', 'v2.1', 'control'])('prints the OpenAPI document of %s', async (name) => {
    expect(await run(['openapi', name])).toEqual({ code: 0, stdout: await documentText(name), stderr: '' });
  });

  test('prints the same document as YAML', async () => {
    const { code, stdout, stderr } = await run(['openapi', 'v2.1', '--format', 'yaml']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^openapi: 3\.1/);
    expect(parse(stdout)).toEqual(JSON.parse(await documentText('v2.1')));
  });

  test('lists the documents without a name', async () => {
    expect((await run(['openapi'])).stdout).toMatch(/^ {2}v2\.1 +Phaxio API v2\.1, as faxsim has it$/m);
  });

  test.each([
    [['openapi', 'v2.2'], 'there is no OpenAPI document "v2.2"; the nearest is v2'],
    [['openapi', 'contorl'], 'there is no OpenAPI document "contorl"; the nearest is control'],
    [['openapi', 'v7x'], 'known are control, oauth2, v1, v2, v2.1, v3'],
    [['openapi', 'v1', '--format', 'xml'], '--format must be json or yaml, got "xml"'],
  ])('refuses %j with advice', async (args, message) => {
    expect(await run(args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
  });
});

test.each([
  ['openapi', 'docs/openapi/'],
  ['docs', 'docs/'],
])('faxsim %s says in one line that a package lacks the folder', async (command, folder) => {
  const incomplete = await newDirectory();
  await cp(dirname(installedMain), join(incomplete, 'dist'), { recursive: true });
  expect(await launch([command], {}, { main: join(incomplete, 'dist/main.cjs') }).ended).toEqual({
    code: 1,
    stdout: '',
    stderr: `faxsim: the package has no folder ${folder}: install faxsim again\n`,
  });
});
