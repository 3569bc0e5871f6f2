import { expect, test } from '@jest/globals';
import { readCommandLine } from '../../src/cli/command-line.ts';
import { commandText, repeatCommand, secretVariablesOf } from '../../src/cli/report-making.ts';

const textOf = (...words: string[]): string => {
  const [command = ''] = words;
  return commandText(command, readCommandLine(words, { FAXSIM_SEED: '7' })).replace(
    /^.*? (?=migrate|sweep|parity)/,
    '',
  );
};

test.each([
  [['migrate', '--fixture', 'empty', '--html', 'a b.html', '--', 'npm', 'test', '--', '-x']],
  [['migrate', 'production.har', '--html', 'report.html']],
  [['sweep', '--all', '--', 'npm', 'test']],
  [['parity', '--old', 'npm run old', '--new', 'npm run new']],
])('the command in a report is that of the command line: %j', (words) => {
  const text = textOf(...words);
  for (const word of words) expect(text).toContain(word);
  expect(text).not.toContain('FAXSIM_SEED');
  expect(text).not.toContain('--seed');
});

test('the command in a report has no secrets', () => {
  const url = 'http://me:password@127.0.0.1:9999';
  const text = textOf('migrate', '--webhook-token', '0123456789abcdef', '--', 'node', 'client.mjs', url);
  expect(text).toContain('--webhook-token "$FAXSIM_WEBHOOK_TOKEN" -- node client.mjs ');
  expect(text).not.toMatch(/0123456789abcdef|:password@/);
});

test('a secret that a command assigns is read from its variable, which the report names', () => {
  const invocation = readCommandLine(
    ['parity', '--old', 'A=1 npm run old', '--new', "DB_PASSWORD=hunter2 api_key='a b' X_TOKEN=$T node x"],
    {},
  );
  const shown = "--new 'DB_PASSWORD=$DB_PASSWORD api_key=$api_key X_TOKEN=$T node x'";
  for (const text of [
    commandText('parity', invocation),
    repeatCommand('parity', invocation, { without: [], words: [] }),
  ])
    expect(text).toContain(`--old 'A=1 npm run old' ${shown}`);
  expect(secretVariablesOf(invocation)).toEqual(['DB_PASSWORD', 'api_key']);
});

test('a command that repeats a part is quoted for a shell, keeps the flags that it needs, and has no secrets', () => {
  const words = [
    'sweep',
    '--webhook-token',
    '0123456789abcdef',
    '--seed',
    '3',
    '--before',
    "rm 'a b'",
    '--json',
    '--',
    'x',
  ];
  const invocation = readCommandLine(words, {});
  const text = repeatCommand('sweep', invocation, { without: ['json'], words: ['--only', 'busy', '--', 'npm', '$a'] });
  expect(text).toBe(
    String.raw`npx faxsim sweep --seed 3 --webhook-token "$FAXSIM_WEBHOOK_TOKEN" --before 'rm '\''a b'\''' --only busy -- npm '$a'`,
  );
});

test('a copied command says which variable its secret lacks, and the report names each such variable', () => {
  const secrets = { '--webhook-token': '0123456789abcdef', '--control-token': 'abc', '--api-secret': 'def' };
  const words = ['sweep', ...Object.entries(secrets).flat(), '--', 'x'];
  const variables = secretVariablesOf(readCommandLine(words, {}));
  expect(variables.toSorted()).toEqual(['FAXSIM_API_SECRET', 'FAXSIM_CONTROL_TOKEN', 'FAXSIM_WEBHOOK_TOKEN']);
  const copied = (flag: string) => () => readCommandLine(['sweep', flag, '', '--', 'x'], {});
  for (const flag of Object.keys(secrets)) {
    const variable = `FAXSIM_${flag.slice(2).replaceAll('-', '_').toUpperCase()}`;
    expect(copied(flag)).toThrow(`got nothing; if it came from $${variable}, that variable is not set`);
  }
  expect(secretVariablesOf(readCommandLine(['sweep', '--seed', '3', '--', 'x'], {}))).toEqual([]);
});

test.each([
  [['sweep', '--recovery=off', '--skip-waits=off', '--', 'x'], '--skip-waits=off --recovery=off'],
  [['parity', '--sweep', '--skip-waits=on', '--old', 'a', '--new', 'b'], '--skip-waits --old a --new b --sweep'],
])('a switch that is off stays off in the commands of a report: %j', (words, flags) => {
  const invocation = readCommandLine(words, {});
  const [command = ''] = words;
  expect(commandText(command, invocation)).toContain(` ${command} ${flags}`);
  expect(repeatCommand(command, invocation, { without: [], words: [] })).toBe(`npx faxsim ${command} ${flags}`);
});
