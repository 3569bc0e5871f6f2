import * as v from 'valibot';
import { CliError } from '../../model/shared/errors.ts';
import { loadJson } from '../../model/shared/json-file.ts';
import { isPlainObject } from '../../model/shared/objects.ts';
import { describeValue } from '../../model/shared/words.ts';
import { isReadable, readableVersions } from '../../store/memory/format-version.ts';
import { bundleForm, bundleFormat } from '../../worlds/history/bundle.ts';
import type { Bundle } from '../../worlds/history/bundle.ts';

/** Reads a bundle, or the response that contains it. Throws a CliError that names the fault. */
export const loadBundle = async (path: string): Promise<Bundle> => readBundle(await loadJson(path, 'a bundle'), path);

/** Checks a value that may be a bundle. `name` is its name in messages. */
export function readBundle(value: unknown, name: string): Bundle {
  const document = isPlainObject(value) && isPlainObject(value['data']) ? value['data'] : value;
  const { format, version } = isPlainObject(document) ? document : {};
  if (format !== bundleFormat)
    throw new CliError(`${name}: format must be "${bundleFormat}"; faxsim bundle writes one`);
  if (!isReadable('bundle', version)) {
    const found = JSON.stringify(version);
    throw new CliError(`${name}: version is ${found}, but this faxsim reads ${readableVersions('bundle')}`);
  }
  const { success, output, issues } = v.safeParse(bundleForm, document);
  if (success) return output;
  throw new CliError(`${name}: ${faultText(issues[0])}`);
}

const typeNames: Readonly<Record<string, string>> = {
  Array: 'a list',
  Object: 'an object',
  number: 'a number',
  string: 'a string',
};

function faultText(issue: v.BaseIssue<unknown>): string {
  const part = v.getDotPath(issue) ?? 'the bundle';
  if (issue.expected === 'never') return `${part} is not known here`;
  if (issue.input === undefined) return `${part} is required`;
  const type = issue.expected ?? 'valid';
  const expected = typeNames[type] ?? type.replaceAll(/[()]/g, '').replaceAll(' | ', ' or ');
  return `${part} must be ${expected}, got ${describeValue(issue.input)}`;
}
