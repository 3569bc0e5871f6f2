import { CliError } from '../model/shared/errors.ts';
import { shellWord } from '../model/shared/words.ts';

/** Throws a CliError for parameters of a scenario that follow its name: they belong into its name. */
export function refuseLooseParams(what: string, [name = '', ...more]: readonly string[]): void {
  const params = more.filter((word) => /^(?!(?:on|off|source|name)=)\w+=/.test(word));
  if ((what !== 'on' && what !== 'off') || params.length === 0 || name.includes('=')) return;
  const form = shellWord(`${name}(${params.join(',')})`);
  throw new CliError(`parameters belong into the name of a scenario: faxsim scenarios ${what} ${form}`);
}
