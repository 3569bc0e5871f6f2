import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connect } from '../../src/control/client/connect.ts';
import { clientGuides } from '../../console/client-snippets.ts';
import { start } from '../support/program.ts';
import type { StartedProgram } from '../support/program.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';

// The official clients of other languages are not installed here, but the HTTP libraries under them may be. Each program
// makes the same calls by those of its language, in the clients' encodings, and says what was answered.

interface Language {
  readonly command: string;
  readonly program: string;
  /** Arguments with which the command succeeds where all is there that the program needs. */
  readonly probe: readonly string[];
  /** How it is made to trust the authority in a file, as docs/clients.md says. */
  readonly trust: (ca: string) => Trust | Promise<Trust>;
  /** The names that its files have in requests. */
  readonly files: readonly string[];
  /** Arguments, a file's path after them, with which the command reads a snippet and does not run it. */
  readonly check?: readonly string[];
}

interface Trust {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const runFile = promisify(execFile);
const files = ['page.txt', 'Seite é.html'];

const languages: readonly (readonly [string, Language])[] = [
  [
    'Ruby',
    {
      command: 'ruby',
      program: 'fax.rb',
      probe: ['-e', 'require "faraday"; require "net/http/post/multipart"; Faraday::FilePart'],
      trust: (ca) => ({ env: { SSL_CERT_FILE: ca } }),
      files,
      check: ['-c'],
    },
  ],
  [
    'PHP',
    {
      command: 'php',
      program: 'fax.php',
      probe: ['-r', 'exit(class_exists("CURLStringFile") ? 0 : 1);'],
      trust: (ca) => ({ args: ['-d', `openssl.cafile=${ca}`] }),
      files: ['string.txt', 'string.html'],
      check: ['-l'],
    },
  ],
  [
    'Python',
    {
      command: 'python3',
      program: 'fax.py',
      probe: ['-c', 'import requests, urllib3'],
      trust: (ca) => ({ env: { REQUESTS_CA_BUNDLE: ca } }),
      files,
      check: ['-c', 'import ast, sys; ast.parse(open(sys.argv[1]).read())'],
    },
  ],
  [
    'Java',
    {
      command: 'java',
      program: 'Fax.java',
      probe: ['--describe-module', 'jdk.compiler'],
      trust: javaTrust,
      files,
    },
  ],
];

async function javaTrust(ca: string): Promise<Trust> {
  const store = `${ca}.p12`;
  const into = ['-keystore', store, '-storepass', 'changeit'];
  await runFile('keytool', ['-importcert', '-noprompt', '-alias', 'faxsim', '-file', ca, ...into]);
  const options = { trustStore: store, trustStorePassword: 'changeit' };
  return { args: Object.entries(options).map(([name, value]) => `-Djavax.net.ssl.${name}=${value}`) };
}

const answers = `\
v1 send 200 application/json
v1 list 200 application/json
send 200 application/json
send a page 200 application/json
list 200 application/json 1
file 200 application/pdf %PDF
thumbnail 200 image/jpeg
cancel 422 application/json
number 404 application/json
wrong key 401 application/json
delete 200 application/json
https 200 application/json 250
`;

const newDirectory = temporaryDirectories();
let folder: string;
let ca: string;
let faxsim: StartedProgram;
let httpsUrl: string | undefined;

beforeAll(async () => {
  folder = await newDirectory();
  await writeFile(join(folder, 'page.txt'), 'a page');
  await writeFile(join(folder, 'Seite é.html'), 'eine<br>Seite');
  const authority = join(folder, 'authority');
  const https = ['--https', '127.0.0.1', '--https-port', '0', '--https-ca', authority];
  faxsim = await start(['--port', '0', '--fixture', 'empty', '--pace', 'instant', ...https]);
  httpsUrl = /https:\/\/[\d.:]+/.exec(faxsim.output.stdout)?.[0];
  ca = join(authority, 'ca.pem');
});
afterAll(() => faxsim.stop());

/** Of a list, as `file[]` makes it, or of what `file[0]` does. */
const namesIn = (shown: unknown) => Object.values(shown as object).map(({ file }) => file);

describe.each(languages)('%s', (name, { command, program, probe, trust, files: names, check }) => {
  if (spawnSync(command, probe).status !== 0) {
    test.skip(`is not here, or a library that ${program} needs`, () => undefined);
    return;
  }

  test('sends, finds and downloads faxes, by HTTP and HTTPS', async () => {
    await using world = await connect({ baseUrl: faxsim.baseUrl }).world();
    const { key, secret } = world.credentials.test;
    const { args = [], env = {} } = await trust(ca);
    const { stdout } = await runFile(command, [...args, new URL(`programs/${program}`, import.meta.url).pathname], {
      env: {
        ...process.env,
        ...{ LC_ALL: 'C.UTF-8', NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1', ...env },
        ...{ BASE: world.baseUrl, HTTPS: httpsUrl, FOLDER: folder, KEY: key, SECRET: secret },
      },
    });
    expect(stdout).toBe(answers);
    const { requests } = await world.requests.list({ operation: 'sendFax' });
    expect(requests).toMatchObject([
      { params: { filename: expect.anything(), tag: { client: 'v1' } } },
      { params: { file: expect.anything(), tag: { 'order no': 'a & ü' } } },
      { params: { content_url: expect.anything() } },
    ]);
    expect(namesIn(requests[1]?.params?.['file'])).toEqual(names);
  });

  if (check === undefined) return;
  const target = { baseUrl: 'http://127.0.0.1:8329', key: 'a', secret: 'b', projectId: 'p' };
  const snippets = clientGuides
    .filter(({ language }) => language === name)
    .map(({ id, snippet }) => [id, snippet(target)] as const);

  test.each(snippets)('can read the snippet %s', async (id, snippet) => {
    const file = join(folder, `${id}-${program}`);
    await writeFile(file, name === 'PHP' ? `<?php\n${snippet}` : snippet);
    await runFile(command, [...check, file]);
  });
});
