import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { readCommandLine } from '../src/cli/command-line.ts';
import { defaultCredentials } from '../src/model/domain/account.ts';
import { startSimulator } from '../src/index.ts';
import type { RunningSimulator } from '../src/index.ts';
import { settingNames, settings } from '../src/model/settings/settings.ts';
import { installedMain } from './support/installed-package.ts';
import { run } from './support/program.ts';
import { temporaryDirectories } from './support/temporary-directory.ts';

const root = new URL('../', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, root), 'utf8');
const newDirectory = temporaryDirectories();
const documented = `http://${settings.host.default}:${settings.port.default}`;
const { key, secret } = defaultCredentials.live;

/** Guides with a test of their own, which runs their commands and reads their examples. */
const testedElsewhere: Readonly<Record<string, string>> = {
  'bundles.md': 'bundles-guide.test.ts',
  'control.md': 'control-guide.test.ts',
  'journal.md': 'worlds/journal/documentation.test.ts',
  'parity.md': 'cli/parity.test.ts',
  'migration.md': 'migration-guide.test.ts',
  'scale.md': 'cli/balancers.test.ts',
  'scenarios.md': 'scenarios-guide.test.ts',
  'sweep.md': 'sweep-guide.test.ts',
  'v3.md': 'v3-guide.test.ts',
};

const commandsOf = (page: string): string[] =>
  [...read(`docs/${page}`).matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) =>
    block.replaceAll('\\\n', '').trim().split('\n'),
  );

const pages = readdirSync(new URL('docs/', root))
  .filter((name) => name.endsWith('.md') && !(name in testedElsewhere))
  .filter((name) => commandsOf(name).length > 0);

/** Where the commands of a page run, one after the other. */
interface Place {
  readonly directory: string;
  readonly running: RunningSimulator;
  /** The output of the last command. */
  output: string;
}

type Check = (command: string, place: Place) => Promise<void> | void;

const wordsOf = (command: string): string[] =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

async function sh(script: string, { directory, running }: Place): Promise<string> {
  const functions = `npx() { shift; '${process.execPath}' '${installedMain}' "$@"; }
    curl() { command curl -sS --fail-with-body "$@"; }`;
  const env = { PATH: process.env['PATH'], FAXSIM_URL: running.baseUrl, FAXSIM_LOG_LEVEL: 'error' };
  const { stdout } = await promisify(execFile)('sh', ['-ec', `${functions}\n${script}`], { cwd: directory, env });
  return stdout;
}

/** `ID` is that of the first record which the command before has shown. */
const isAnswered: Check = async (command, place) => {
  const id = /"id":\s*(\d+)/.exec(place.output)?.[1] ?? 'ID';
  const here = command
    .replaceAll(documented, place.running.baseUrl)
    .replace('KEY:SECRET', `${key}:${secret}`)
    .replace('api_key=KEY', `api_key=${key}`)
    .replace('api_secret=SECRET', `api_secret=${secret}`)
    .replace('/ID/', `/${id}/`);
  place.output = await sh(here, place);
};

const isDone: Check = async (command, place) => {
  place.output = await sh(command, place);
};

/** A start would stay: its options are read as those of a start are. */
const isRead: Check = (command) => {
  const given = command.replaceAll('…', 'value');
  const variables = [...given.matchAll(/(\w+)=(\S+) (?=.*faxsim)/g)].map(([, name = '', value = '']) => [name, value]);
  const words = wordsOf(given.replace(/^.*?(?:npm start(?: --)?|faxsim)(?: |$)/, ''));
  expect(() => readCommandLine(words, Object.fromEntries(variables))).not.toThrow();
};

/** No test has an engine: test/containers.engine.ts runs the image, and these are checked for their names. */
const namesWhatThereIs: Check = (command) => {
  const variables = [...command.matchAll(/ -e (\w+)=/g)].map(([, name]) => name);
  const known = settingNames.map((name): string | undefined => settings[name].env);
  expect(variables.filter((name) => !known.includes(name))).toEqual([]);
  const dockerfile = read('Dockerfile');
  const args = [...command.matchAll(/--build-arg (\w+)=/g)].map(([, name]) => name);
  for (const name of args) expect(dockerfile).toMatch(new RegExp(`^ARG ${name}=`, 'm'));
  const replaced = /^sed 's\/(.*?)\/\/'/.exec(command)?.[1] ?? '';
  expect(dockerfile).toContain(replaced);
};

const isScript: Check = (command) => {
  expect(JSON.parse(read('package.json')).scripts).toHaveProperty([command.replace('npm run ', '')]);
};

const installsThisVersion: Check = (command) => {
  const [, version = JSON.parse(read('package.json')).version] = /faxsim-([\d.]+)\.tgz/.exec(command) ?? [];
  expect(version).toBe(JSON.parse(read('package.json')).version);
};

const trustsTheAuthority: Check = async (command, place) => {
  const certified = { https: 'api.phaxio.com', httpsPort: 0, httpsCa: join(place.directory, 'authority') };
  await using simulator = await startSimulator({ ...certified, fixture: 'empty' });
  expect(simulator.https?.ca).toContain('BEGIN CERTIFICATE');
  place.output = await sh(`command -v keytool > /dev/null || exit 0\n${command}`, place);
};

const isVariable: Check = (command) => {
  expect(command).toMatch(/^export JAVA_TOOL_OPTIONS='-D\S+=trust\.p12 -D\S+=changeit'$/);
};

const kinds: readonly (readonly [RegExp, Check])[] = [
  [/^curl /, isAnswered],
  [/^echo |^npx faxsim (?:settings|worlds|exchange|faxes) /, isDone],
  [/^(?:\w+=\S+ )*(?:npm start|(?:npx )?faxsim)(?: |$)/, isRead],
  [/^docker |^sed .* docker build /, namesWhatThereIs],
  [/^npm run /, isScript],
  [/^npm (?:ci|install)|^mkdir /, installsThisVersion],
  [/^keytool /, trustsTheAuthority],
  [/^export /, isVariable],
];

test.each(pages)('each command of docs/%s is answered, or has options that exist', async (page) => {
  await using running = await startSimulator({
    controlToken: page === 'docker.md' ? 'local-control-token' : undefined,
  });
  const place: Place = { directory: await newDirectory(), running, output: '' };
  for (const name of ['letter.pdf', 'scan.tiff']) await writeFile(join(place.directory, name), 'a file of this name');
  for (const [, name = '', text = ''] of read(`docs/${page}`).matchAll(/^```yaml\n# (\S+\.yaml)\n(.*?)^```$/gms)) {
    await writeFile(join(place.directory, name), text);
  }
  for (const command of commandsOf(page)) {
    const check = kinds.find(([pattern]) => pattern.test(command))?.[1];
    if (check === undefined) throw new Error(`no test knows how to run ${command}`);
    await check(command, place);
  }
});

test('openssl computes the signature of a webhook, and its bytes are in a file, as docs/webhooks.md shows', async () => {
  const block = /^```console\n(.*?)^```$/ms.exec(read('docs/webhooks.md'))?.[1] ?? '';
  const [raw = '', bytes = '', header = '', record = '', ...computed] = block.trim().split('\n');
  const webhookToken = /-hmac (\S+)/.exec(block)?.[1] ?? '';
  await using running = await startSimulator({ fixture: 'empty', settings: { webhookToken } });
  const { id: fax } = await running.faxes.create({ status: 'success', to: ['+12025550123'] });
  const { id } = await running.webhooks.send({ fax, url: 'http://127.0.0.1:9/fax?a=b' });
  await running.webhooks.wait({ id });
  const place: Place = { directory: await newDirectory(), running, output: '' };
  const output = (command: string) =>
    sh(command.replace('ID', String(id)).replaceAll(documented, running.baseUrl), place);
  expect(await output(raw)).toContain('POST /fax?a=b HTTP/1.1');
  await output(bytes);
  const signature = /^X-Phaxio-Signature: ([0-9a-f]{40})$/.exec((await output(header)).trim())?.[1];
  expect(signature).toBeDefined();
  await output(record);
  expect((await output(computed.join('\n'))).trim().endsWith(`= ${signature}`)).toBe(true);
});

test('each guide leads to the installation before its first npx faxsim', () => {
  const guides = readdirSync(new URL('docs/', root)).filter((name) => name.endsWith('.md'));
  const leading = guides.filter((name) => {
    const [before = '', ...after] = read(`docs/${name}`).split(/^.*npx faxsim/m);
    return after.length > 0 && !/testing\.md#installation|npm install --save-dev \.\/vendor\//.test(before);
  });
  expect(leading).toEqual([]);
});

test.each(Object.entries(testedElsewhere))('docs/%s is tested by test/%s', (page, file) => {
  expect(read(`test/${file}`)).toContain(page);
});

test('a data directory has the files that docs/data.md shows', async () => {
  const data = join(await newDirectory(), 'data');
  await (await startSimulator({ data })).close();
  const shown = [...read('docs/data.md').matchAll(/^ +(\S+\.\w+)$/gm)].map(([, name]) => name);
  expect(shown.length).toBeGreaterThan(4);
  const files = readdirSync(data, { recursive: true }).map((path) => basename(String(path)));
  expect([...files, 'faxsim.lock']).toEqual(expect.arrayContaining(shown));
});

test('the message of a directory in use is that of docs/data.md', async () => {
  const data = await newDirectory();
  const lock = { pid: process.ppid, hostname: hostname(), started: null };
  await writeFile(join(data, 'faxsim.lock'), JSON.stringify(lock));
  const { code, stderr } = await run(['--data', data, '--port', '0']);
  const [shown] = /^faxsim: --data: .*\n/m.exec(read('docs/data.md')) ?? [];
  expect(code).toBe(2);
  expect(stderr.replace(data, 'faxsim-data').replace(String(process.ppid), '4711')).toBe(shown);
});

/** The examples that are no commands, each with the test that runs or reads it, or with the reason why none can. */
const examples: Readonly<Record<string, string>> = {
  'README.md python': 'readme.test.ts',
  'api.md text': 'docs-commands.test.ts',
  'api.md json': 'docs-commands.test.ts',
  'architecture.md text': 'walls.test.ts',
  'bundles.md js': 'bundles-guide.test.ts',
  'bundles.md text': 'bundles-guide.test.ts',
  'bundles.md yaml': 'bundles-guide.test.ts',
  'ci.md yaml': 'docs-clients.test.ts',
  'clients.md csharp': 'no .NET is at hand',
  'clients.md java': 'no client of Java is at hand',
  'clients.md js': 'docs-clients.test.ts',
  'clients.md php': 'clients/other-languages.test.ts',
  'clients.md python': 'clients/other-languages.test.ts',
  'clients.md ruby': 'clients/other-languages.test.ts',
  'cookbook-csharp.md csharp': 'cookbook-languages.test.ts',
  'cookbook-java.md java': 'cookbook-languages.test.ts',
  'cookbook-php.md php': 'cookbook-languages.test.ts',
  'cookbook-python.md python': 'cookbook-languages.test.ts',
  'cookbook-ruby.md ruby': 'cookbook-languages.test.ts',
  'cookbook.md js': 'cookbook.test.ts',
  'control.md json': 'control/long-work.test.ts',
  'control.md text': 'a path, not an example',
  'control.md console': 'both commands run until they are interrupted: commands/tail.test.ts',
  'data.md text': 'docs-commands.test.ts',
  'docker.md ts': 'testcontainers.test.ts',
  'faxes.md text': 'control/fax-history.test.ts',
  'fixtures.md yaml': 'control/fixture-files/guide.test.ts',
  'javascript.md ts': 'javascript-guide.test.ts',
  'journal.md json': 'worlds/journal/documentation.test.ts',
  'log.md text': 'main.test.ts',
  'migration.md text': 'migration-guide.test.ts',
  'options.md text': 'options.test.ts',
  'parity.md text': 'cli/parity.test.ts',
  'record.md ini': 'a file of keys; its names are those of lab/record',
  'record.md text': 'lab/record/drift.test.ts',
  'scale.md console': 'no Kubernetes is at hand: docs-scale.test.ts reads its manifests',
  'scale.md js': 'docs-scale.test.ts',
  'scenarios.md text': 'scenarios-guide.test.ts',
  'scenarios.md yaml': 'scenarios-guide.test.ts',
  'sweep.md js': 'sweep-guide.test.ts',
  'sweep.md text': 'sweep-guide.test.ts',
  'sweep.md yaml': 'sweep-guide.test.ts',
  'testing.md csharp': 'cli/language-runners.test.ts',
  'testing.md java': 'cli/language-runners.test.ts',
  'testing.md js': 'testing-guide.test.ts',
  'testing.md mjs': 'cli/language-runners.test.ts',
  'testing.md php': 'cli/language-runners.test.ts',
  'testing.md py': 'cli/language-runners.test.ts',
  'testing.md python': 'testing-guide.test.ts',
  'testing.md ruby': 'testing-guide.test.ts',
  'testing.md text': 'testing-guide.test.ts',
  'testing.md ts': 'jest-projects.test.ts',
  'verification.md csharp': 'no .NET is at hand',
  'verification.md java': 'verification-guide.test.ts',
  'verification.md php': 'verification-guide.test.ts',
  'verification.md python': 'verification-guide.test.ts',
  'verification.md ruby': 'verification-guide.test.ts',
  'webhooks.md console': 'docs-commands.test.ts',
  'webhooks.md js': 'service/webhooks/documentation.test.ts',
  'webhooks.md text': 'an answer of the reader, with a placeholder',
};

test('each example of README and guides is known here with its test, or with the reason why it has none', () => {
  const guides = readdirSync(new URL('docs/', root)).filter((name) => name.endsWith('.md'));
  const files = [['README.md', 'README.md'], ...guides.map((name) => [name, `docs/${name}`])];
  const found = files.flatMap(([name, file = '']) =>
    [...read(file).matchAll(/^```(\w*)\n.*?^```$/gms)].map(
      ([, language]) => `${name} ${language === '' ? 'text' : language}`,
    ),
  );
  const known = [...new Set(found)].filter((example) => !example.endsWith(' sh'));
  expect(known.toSorted()).toEqual(Object.keys(examples).toSorted());
  const tests = Object.values(examples).filter((reason) => /^\S+\.test\.ts$/.test(reason));
  for (const name of tests) expect(read(`test/${name}`)).toMatch(/\btest\b/);
});

test('the examples of docs/api.md are what faxsim takes and answers', async () => {
  const example = (language: string): string =>
    new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(read('docs/api.md'))?.[1] ?? '';
  await using running = await startSimulator();
  const headers = { Authorization: `Basic ${btoa(`${key}:${secret}`)}`, 'X-Faxsim-Evidence': '1' };
  const wrong = await fetch(`${running.baseUrl}/v2.1/faxes?page=two`, { headers });
  expect(await wrong.json()).toEqual(JSON.parse(example('json')));
  const status = await fetch(`${running.baseUrl}/v2.1/account/status`, { headers });
  expect(`X-Faxsim-Evidence: ${status.headers.get('x-faxsim-evidence')}\n`).toBe(example('text'));
});
