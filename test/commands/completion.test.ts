import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { commandNames } from '../../src/commands/catalogue.ts';
import { run } from '../support/program.ts';

/** How each shell is asked, without a terminal, what it offers for the last of some words; a line each. */
const shells = {
  bash: (completion: string, words: readonly string[]) => `${completion}
    COMP_WORDS=(${quoted(words)}); COMP_CWORD=${words.length - 1}; _faxsim; printf '%s\\n' "\${COMPREPLY[@]}"`,
  // compinit and compadd work in a terminal alone: what zsh itself does with the offer is to pick those that begin so.
  zsh: (completion: string, words: readonly string[]) => `compdef() { : }; _files() { : }
    compadd() { print -rl -- \${(M)\${(P)2}:#\${words[CURRENT]}*} }
    ${completion}
    words=(${quoted(words)}); CURRENT=${words.length}; _faxsim`,
  fish: (completion: string, words: readonly string[]) => `${completion}
    complete -C ${quoted([words.join(' ')])}`,
};

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' ');

function isInstalled(shell: string): boolean {
  try {
    execFileSync(shell, ['-c', 'exit 0']);
    return true;
  } catch {
    return false;
  }
}

describe.each(Object.entries(shells))('in %s', (shell, ask) => {
  const whereInstalled = isInstalled(shell) ? test : test.skip;

  whereInstalled.each<[string[], readonly string[]]>([
    [[''], commandNames],
    [['clo'], ['clock']],
    [['--po'], ['--port', '--port-file']],
    [
      ['--port', '80', '--fixture'],
      ['--fixture', '--fixture-size'],
    ],
    [['clock', 'adv'], ['advance']],
    [
      ['scenarios', 'o'],
      ['on', 'off'],
    ],
    [['wait', '--t'], ['--timeout']],
    [['requests', 'wait', '--w'], ['--world']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [
      ['clock', '--json', ''],
      ['show', 'move', 'advance', 'set', 'run', 'pace', 'freeze'],
    ],
    [['--port', '80', 'clo'], ['clock']],
    [['clock', '--url', 'http://a', 'adv'], ['advance']],
    [
      ['--fixture', ''],
      ['demo', 'empty', 'large'],
    ],
    [
      ['exec', '--pace', ''],
      ['real', 'fast', 'instant'],
    ],
    [
      ['env', '--shell', ''],
      ['sh', 'fish', 'powershell', 'dotenv'],
    ],
    [
      ['start', '--log-level', ''],
      ['silent', 'error', 'info'],
    ],
    [
      ['start', '--webhook-version', 'v2'],
      ['v2', 'v2.1'],
    ],
    [
      ['exec', '--fix'],
      ['--fixture', '--fixture-size'],
    ],
    [['scenarios', 'on', 'outa'], ['outage']],
    [['scenarios', '--json', 'show', 'outa'], ['outage']],
    [['exec', '--', 'npm', '--po'], []],
    [['exec', '--', '--po'], []],
    [['exec', 'npm', '--po'], []],
    [['reset', 'adva'], []],
    [['scenarios', 'lint', 'outa'], []],
  ])('%j goes on with %j', async (words, offered) => {
    const { stdout: completion } = await run(['completion', shell]);
    const { stdout } = await promisify(execFile)(shell, ['-c', ask(completion, ['faxsim', ...words])]);
    expect(stdout.split('\n').filter(Boolean).toSorted()).toEqual(offered.toSorted());
  });
});

test('there is completion for no other shell', async () => {
  expect(await run(['completion', 'ksh'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'faxsim: expected bash, zsh, fish, got "ksh"\n',
  });
});
