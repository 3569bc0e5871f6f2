import { lines } from '../client/lines.ts';
import { Failure } from '../failure.ts';
import { commandNames, commands, spelled } from './catalogue.ts';
import type { Command } from './catalogue.ts';
import { rows } from './flags.ts';
import type { Invocation } from './invocation.ts';
import { shorthands } from './shorthands.ts';

/** What can follow a command: calls and flags, or the words that it takes. */
function followers(name: string, { group, flags, words = '' }: Command): string[] {
  const calls = group === undefined ? [] : Object.keys(lines[group] ?? {}).map(spelled);
  const literals = [...words.matchAll(/\b[a-z]+\b/g)].map(([word]) => word);
  const short = Object.keys(shorthands[name] ?? {});
  return [...new Set([...calls, ...short, ...literals, ...flags.map((flag) => rows[flag].flag), '--help'])];
}

const table = (): [string, string[]][] =>
  Object.entries(commands).map(([name, command]) => [
    name,
    name === 'completion' ? shellNames : followers(name, command),
  ]);

const scripts: Readonly<Record<string, () => string>> = {
  bash: () => `# eval "$(faxsim completion bash)"
_faxsim() {
  local word=\${COMP_WORDS[COMP_CWORD]} words
  case \${COMP_WORDS[1]} in
${table()
  .map(([name, words]) => `    ${name}) words='${words.join(' ')}' ;;`)
  .join('\n')}
  esac
  [ "$COMP_CWORD" -eq 1 ] && words='${commandNames.join(' ')} --help --version'
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _faxsim faxsim
`,
  zsh: () => `#compdef faxsim
# eval "$(faxsim completion zsh)", after compinit
_faxsim() {
  local -a words_here
  if (( CURRENT == 2 )); then
    words_here=(${commandNames.join(' ')} --help --version)
  else
    case $words[2] in
${table()
  .map(([name, words]) => `      ${name}) words_here=(${words.join(' ')}) ;;`)
  .join('\n')}
    esac
  fi
  compadd -a words_here || _files
}
compdef _faxsim faxsim
`,
  fish: () => `# faxsim completion fish | source
complete -c faxsim -n __fish_use_subcommand -f -a '${commandNames.join(' ')} --help --version'
${table()
  .map(([name, words]) => `complete -c faxsim -n '__fish_seen_subcommand_from ${name}' -a '${words.join(' ')}'`)
  .join('\n')}
`,
};

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
