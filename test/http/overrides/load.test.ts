import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { checkOverrides, loadOverrides } from '../../../src/http/overrides.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { run } from '../../support/program.ts';

const temporaryDirectory = temporaryDirectories();

const wanted = {
  refusals: { unauthorized: { status: 401, message: 'HTTP Basic: Access denied.' }, malformed: { status: 422 } },
  messages: { getBlockingRule: 'Blocking rule retrieved' },
};

test.each([
  ['JSON', JSON.stringify(wanted)],
  [
    'YAML',
    `refusals:
  unauthorized: { status: 401, message: "HTTP Basic: Access denied." }
  malformed: { status: 422 }
messages:
  getBlockingRule: Blocking rule retrieved
`,
  ],
])('overrides can be written as %s', async (_name, text) => {
  const file = join(await temporaryDirectory(), 'overrides');
  writeFileSync(file, text);
  expect(await loadOverrides(file)).toEqual(wanted);
});

test('an empty file overrides nothing', async () => {
  const file = join(await temporaryDirectory(), 'overrides');
  writeFileSync(file, '# later\n');
  expect(await loadOverrides(file)).toEqual({});
});

describe('overrides are refused', () => {
  test.each([
    [[], 'the whole must be a mapping'],
    [{ texts: {} }, 'texts is not known here; known are refusals, messages'],
    [{ refusals: { forbiden: {} } }, 'refusals.forbiden is not known here; the nearest is forbidden'],
    [{ refusals: { invalid: { code: 4 } } }, 'refusals.invalid.code is not known here; known are status, message'],
    [
      { refusals: { malformed: { status: '422' } } },
      "refusals.malformed.status must be a status, got the string '422': write it without quotes",
    ],
    [{ refusals: { malformed: { status: 42 } } }, 'refusals.malformed.status must be a status from 200 to 599'],
    [{ messages: { getRule: 'x' } }, 'messages.getRule is not known here'],
    [{ messages: { getBlockingRule: '' } }, 'messages.getBlockingRule must not be empty'],
    [
      { messages: { getFax: 'Here you are' } },
      'messages.getFax is recorded (v2.1 traffic of 2021); only what is assumed can be overridden',
    ],
    [{ messages: { getFaxFile: 'Here you are' } }, 'messages.getFaxFile has no effect: it answers a file'],
    [
      { refusals: { unauthorized: { status: 403 } } },
      'refusals.unauthorized.status is client (Ruby, PHP, Java and .NET clients); only what is assumed can be overridden',
    ],
    [
      { refusals: { unknown_route: { message: 'No' } } },
      'refusals.unknown_route.message is recorded (a 404 of June 2021); only what is assumed can be overridden',
    ],
  ])('such as %j', (overrides, complaint) => {
    expect(() => checkOverrides(overrides)).toThrow(complaint);
  });
});

describe('the program ends with one line and exit code 2', () => {
  test.each([
    ['messages: { getFax: Here }', /^faxsim: --overrides: \S+: messages\.getFax is recorded .*\n$/],
    ['a: [', /^faxsim: --overrides: \S+overrides\.yaml:1: .*\n$/],
  ])('for overrides that say %s', async (text, line) => {
    const file = join(await temporaryDirectory(), 'overrides.yaml');
    writeFileSync(file, text);
    const { code, stdout, stderr } = await run(['--port', '0', '--overrides', file]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(line);
  });

  test('for a file that is not there', async () => {
    const { code, stderr } = await run([], { FAXSIM_OVERRIDES: '/no/such/file' });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^faxsim: FAXSIM_OVERRIDES: \/no\/such\/file cannot be read: ENOENT\n$/);
  });
});
