import { lines } from '../client/lines.ts';
import { Failure } from '../failure.ts';
import { commandNames, commands, spelled } from './catalogue.ts';
import type { Command } from './catalogue.ts';
import { rows } from './flags.ts';
import type { Invocation } from './invocation.ts';
import { shorthands } from './shorthands.ts';

const flagsOf = ({ flags }: Command): string[] => [...new Set([...flags.map((flag) => rows[flag].flag), '--help'])];

/** What can follow a command besides flags: calls, or the words that it takes. */
function wordsOf(name: string, { group, words = '' }: Command): string[] {
  if (name === 'completion') return shellNames;
  const calls = group === undefined ? [] : Object.keys(lines[group] ?? {}).map(spelled);
  const literals = [...words.matchAll(/\b[a-z]+\b/g)].map(([word]) => word);
  return [...new Set([...calls, ...Object.keys(shorthands[name] ?? {}), ...literals])];
}

/** Whoever gives flags alone starts a simulator. */
const first = { words: commandNames, flags: commands['start'] ? flagsOf(commands['start']) : [] };

/** A line for each command, with what can follow it. */
const forEach = (line: (name: string, words: string, flags: readonly string[]) => string): string =>
  Object.entries(commands)
    .map(([name, command]) => line(name, wordsOf(name, command).join(' '), flagsOf(command)))
    .join('\n');

const scripts: Readonly<Record<string, () => string>> = {
  bash: () => `# eval "$(faxsim completion bash)"
_faxsim() {
  local word=\${COMP_WORDS[COMP_CWORD]} words flags
  case \${COMP_WORDS[1]} in
${forEach((name, words, flags) => `    ${name}) words='${words}' flags='${flags.join(' ')}' ;;`)}
    -*) flags='${first.flags.join(' ')}' ;;
  esac
  case $COMP_CWORD/$word in
    */-*) words=$flags ;;
    1/*) words='${first.words.join(' ')}' ;;
    2/*) ;;
    *) words= ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _faxsim faxsim
`,
  zsh: () => `#compdef faxsim
# eval "$(faxsim completion zsh)", after compinit
_faxsim() {
  local -a follow flags
  case $words[2] in
${forEach((name, words, flags) => `    ${name}) follow=(${words}) flags=(${flags.join(' ')}) ;;`)}
    -*) flags=(${first.flags.join(' ')}) ;;
  esac
  case $CURRENT/$words[CURRENT] in
    */-*) follow=($flags) ;;
    2/*) follow=(${first.words.join(' ')}) ;;
    3/*) ;;
    *) follow=() ;;
  esac
  compadd -a follow || _files
}
compdef _faxsim faxsim
`,
  fish: () => `# faxsim completion fish | source
function __faxsim_at
  set -l typed (commandline -opc)
  string match -q -- '-*' "$typed[2]"; and set typed[2] start
  test "$typed[2]" = "$argv[1]"; and test (count $typed) -ge $argv[2]; and test (count $typed) -le $argv[3]
end
${asCompletions('', first.words.join(' '), first.flags)}
${forEach(asCompletions)}
`,
};

/** What fish is told of a command: the word after it, for which no files are offered, and its options. */
function asCompletions(name: string, words: string, flags: readonly string[]): string {
  const depth = name === '' ? 1 : 2;
  const word = `complete -c faxsim -n '__faxsim_at "${name}" ${depth} ${depth}' -f -a '${words}'`;
  const options = flags.map((flag) => ` -l ${flag.replace('--', '')}`).join('');
  return `${words === '' ? '' : `${word}\n`}complete -c faxsim -n '__faxsim_at "${name}" ${depth} 99'${options}`;
}

const shellNames = Object.keys(scripts);

/** Prints what has a shell complete commands, calls and flags. */
export function completion({ words: [shell] }: Invocation): Promise<number> {
  const script = shell === undefined ? undefined : scripts[shell];
  if (script === undefined)
    throw new Failure(
      `expected ${shellNames.join(', ')}, got ${shell === undefined ? 'nothing' : JSON.stringify(shell)}`,
    );
  process.stdout.write(script());
  return Promise.resolve(0);
}
