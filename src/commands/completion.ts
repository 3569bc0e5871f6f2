import { lines } from '../client/lines.ts';
import { Failure } from '../failure.ts';
import { ScenarioLibrary, scenarioFolder } from '../scenarios/library.ts';
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

/** The flags that a value follows. */
const valued = Object.values(rows).filter(({ placeholder }) => placeholder !== undefined);
/** What can be their value, where that is known. */
const choices = new Map<string, string>(valued.map(({ flag, kind }) => [flag, (kind.choices ?? []).join(' ')]));

const runners = Object.entries(commands).flatMap(([name, { runsAnother }]) => (runsAnother === true ? [name] : []));
/** The words of `scenarios` that a scenario follows. */
const beforeScenario = ['on', 'show', 'explain'];

/** What bash and zsh do alike: from the words in `typed`, of which the last is not whole, to those that can be meant. */
const inShell = (scenarios: string): string => `_faxsim_offer() {
  local one value= command= call= given=0 words flags
  for one in "\${typed[@]:0:\${#typed[@]}-1}"; do
    case $value/$one in
      --*) value= ;;
      /--) return ;;
      /${valued.map(({ flag }) => flag).join('|/')}) value=$one ;;
      /-*) ;;
      *) given=$((given + 1)); case $given in 1) command=$one ;; 2) call=$one ;; esac ;;
    esac
  done
  case $command in
${forEach((name, words, flags) => `    ${name}) words='${words}' flags='${flags.join(' ')}' ;;`)}
    '') words='${first.words.join(' ')}' flags='${first.flags.join(' ')}' ;;
  esac
  case $value in
${[...choices].flatMap(([flag, words]) => (words === '' ? [] : [`    ${flag}) offer='${words}' ;;`])).join('\n')}
  esac
  case $value/$given/$command/$call/\${typed[@]: -1} in
    --*|/[2-9]/${runners.join('/*|/[2-9]/')}/*) ;;
    /*/*/*/-*) offer=$flags ;;
    /[01]/*) offer=$words ;;
    /2/scenarios/${beforeScenario.join('/*|/2/scenarios/')}/*) offer='${scenarios}' ;;
  esac
}`;

const scripts: Readonly<Record<string, (scenarios: string) => string>> = {
  bash: (scenarios) => `# eval "$(faxsim completion bash)"
${inShell(scenarios)}
_faxsim() {
  local offer typed=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  _faxsim_offer
  COMPREPLY=($(compgen -W "$offer" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _faxsim faxsim
`,
  zsh: (scenarios) => `#compdef faxsim
# eval "$(faxsim completion zsh)", after compinit
${inShell(scenarios)}
_faxsim() {
  local offer; local -a follow typed=("\${(@)words[2,CURRENT]}")
  _faxsim_offer
  follow=(\${=offer})
  compadd -a follow || _files
}
compdef _faxsim faxsim
`,
  fish: (scenarios) => `# faxsim completion fish | source
function __faxsim_at
  set -l typed
  set -l value
  for one in (commandline -opc)[2..-1]
    if test -n "$value"
      set value
    else
      switch $one
        case --
          return 1
        case ${valued.map(({ flag }) => flag).join(' ')}
          set value $one
        case '-*'
        case '*'
          set -a typed $one
      end
    end
  end
  test "$typed[1]" = "$argv[1]"; or return 1
  test (count $typed) -le $argv[2]; or return 1
  test (count $argv) -lt 3; or contains -- "$typed[2]" $argv[3..-1]
end
${asCompletions('', first.words.join(' '), first.flags)}
${forEach(asCompletions)}
complete -c faxsim -n '__faxsim_at scenarios 2 ${beforeScenario.join(' ')}' -f -a '${scenarios}'
`,
};

/** What fish is told of a command: the words after it, for which no files are offered, and its options. */
function asCompletions(name: string, words: string, flags: readonly string[]): string {
  const at = (most: number): string => `complete -c faxsim -n '__faxsim_at "${name}" ${most}'`;
  const deepest = runners.includes(name) ? 1 : 99;
  const options = flags.map((flag) => {
    const known = choices.get(flag);
    const value = known === undefined ? '' : known === '' ? ' -r' : ` -x -a '${known}'`;
    return `${at(deepest)} -l ${flag.replace('--', '')}${value}`;
  });
  return [...(words === '' ? [] : [`${at(name === '' ? 0 : 1)} -f -a '${words}'`]), ...options].join('\n');
}

const shellNames = Object.keys(scripts);

/** Prints what has a shell complete commands, calls and flags. */
export async function completion({ words: [shell] }: Invocation): Promise<number> {
  const script = shell === undefined ? undefined : scripts[shell];
  if (script === undefined)
    throw new Failure(
      `expected ${shellNames.join(', ')}, got ${shell === undefined ? 'nothing' : JSON.stringify(shell)}`,
    );
  const scenarios = await new ScenarioLibrary(scenarioFolder).names();
  process.stdout.write(script(scenarios.join(' ')));
  return 0;
}
