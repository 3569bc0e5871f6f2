import { commandNamed } from './catalogue.ts';
import type { FlagName } from './flags.ts';
import type { GivenSettings } from './invocation.ts';
import { flagWords, givenFlags } from './report-making.ts';

/** The flags that say which world a command asks. */
const placeFlags: readonly FlagName[] = ['url', 'host', 'port', 'portFile', 'urlFile', 'controlToken', 'world'];

/**
 * A text whose commands ask the same world as the command that prints it: `faxsim requests curl 12` becomes `faxsim --port 7001
 * requests curl 12` after `--port 7001`. Variables hold for the next command too, so they need no flag.
 */
export function withPlace(text: string, settings: GivenSettings): string {
  const given = givenFlags(settings).filter((name) => placeFlags.includes(name));
  return text.replaceAll(/\bfaxsim (?=([a-z]+))/g, (program, command: string) => {
    const words = given.filter((name) => isTaken(name, command)).flatMap((name) => flagWords(name, settings));
    return [program, ...words.map((word) => `${word} `)].join('');
  });
}

/** Whether a command that asks a running simulator takes a flag. The calls of `worlds` name their world themselves. */
function isTaken(name: FlagName, command: string): boolean {
  const { flags = [] } = commandNamed(command) ?? {};
  return flags.includes('url') && flags.includes(name) && !(command === 'worlds' && name === 'world');
}

/** An entry of the activity whose remarks name commands for the same world. */
export const remarksWithPlace = <Entry extends { readonly remarks: readonly string[] }>(
  entry: Entry,
  settings: GivenSettings,
): Entry => ({ ...entry, remarks: entry.remarks.map((remark) => withPlace(remark, settings)) });
