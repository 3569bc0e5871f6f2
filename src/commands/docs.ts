import { CliError } from '../cli-error.ts';
import { nearestText } from '../did-you-mean.ts';
import { guideList, guideNames, guideText } from '../guides.ts';
import type { RunCommand } from './invocation.ts';

/** `faxsim docs webhooks` prints a guide; without a name, the guides with their titles. */
export const docs: RunCommand = ({ words: [name] }) => {
  const names = guideNames();
  if (name === undefined) process.stdout.write(`Guides, printed by faxsim docs NAME:\n\n${guideList()}`);
  else if (names.includes(name)) process.stdout.write(guideText(name));
  else
    throw new CliError(
      `there is no guide ${JSON.stringify(name)}${nearestText(name, names) || '; `faxsim docs` lists them'}`,
    );
  return Promise.resolve(0);
};
