import { packageVersion } from '../package-version.ts';
import { commandNamed, commandNames } from './catalogue.ts';
import { unknown } from './command-line.ts';
import { helpText } from './help.ts';
import type { Run } from './invocation.ts';

/** `faxsim help COMMAND`, as others have it. */
export const help: Run = ({ words: [name] }) => {
  if (name !== undefined && commandNamed(name) === undefined) throw unknown('command', name, commandNames);
  process.stdout.write(helpText(name));
  return Promise.resolve(0);
};

export const version: Run = () => {
  process.stdout.write(`${packageVersion()}\n`);
  return Promise.resolve(0);
};
