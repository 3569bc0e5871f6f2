import { readFileSync } from 'node:fs';
import { CliError } from '../model/shared/errors.ts';
import { nearestOrAll, nearestText } from '../model/shared/words.ts';
import { guideList, guideNames, guideText, packageNames, packageRoot } from '../model/shared/package-root.ts';
import { yamlOf } from '../model/shared/yaml-document.ts';
import { fitLines } from './columns.ts';
import type { RunCommand } from './invocation.ts';
import { widthOf } from './output-width.ts';

/** `faxsim docs webhooks` prints a guide; without a name, the guides with their titles. */
export const docs: RunCommand = ({ words: [name] }) => {
  const names = guideNames();
  if (name === undefined)
    process.stdout.write(fitLines(`Guides, printed by faxsim docs NAME:\n\n${guideList()}`, widthOf()));
  else if (names.includes(name)) process.stdout.write(guideText(name));
  else
    throw new CliError(
      `there is no guide ${JSON.stringify(name)}${nearestText(name, names) || '; `faxsim docs` lists them'}`,
    );
  return Promise.resolve(0);
};

const folder = new URL('docs/openapi/', packageRoot);

/** `faxsim openapi v2.1` prints the OpenAPI document of that version; without a name, the documents with their titles. */
export const openapi: RunCommand = ({ words: [name], options: { format } }) => {
  const names = packageNames('docs/openapi/', '.json');
  if (name === undefined) process.stdout.write(fitLines(listOf(names), widthOf()));
  else if (names.includes(name))
    process.stdout.write(format === 'json' ? textOf(name) : yamlOf(JSON.parse(textOf(name))));
  else throw new CliError(`there is no OpenAPI document ${JSON.stringify(name)}${nearestOrAll(name, names)}`);
  return Promise.resolve(0);
};

const textOf = (name: string): string => readFileSync(new URL(`${name}.json`, folder), 'utf8');

function listOf(names: readonly string[]): string {
  const rows = names.map((name) => `  ${name.padEnd(7)}  ${titleOf(textOf(name))}\n`);
  return `OpenAPI documents, printed by faxsim openapi NAME:\n\n${rows.join('')}`;
}

const titleOf = (text: string): string => (JSON.parse(text) as { info: { title: string } }).info.title;
