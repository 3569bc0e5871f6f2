import { lstatSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { CliError, fileReasonOf } from '../model/shared/errors.ts';
import { readGivenBytes, readGivenFile } from '../model/shared/given-file.ts';
import { parseJson } from '../model/shared/json-file.ts';
import { isPlainObject } from '../model/shared/objects.ts';
import { isReportOf } from '../lab/report/report-files.ts';
import { bundleFormat } from '../worlds/history/bundle.ts';

/** Whether a file with content is there that faxsim did not write: a command that writes this file would lose it. */
export async function isOfUser(path: string, isOwn: (text: string) => boolean): Promise<boolean> {
  return hasContent(path) && !isOwn(await readGivenFile(path));
}

/** Whether a regular file has content. The streams below /dev have none of the user's, even if a shell sends them to a file. */
export function hasContent(path: string): boolean {
  const found = path.startsWith('/dev/') ? undefined : look(statSync, path);
  return found !== undefined && found.isFile() && found.size > 0;
}

/** Looks at a file. Returns undefined if there is none, and throws a CliError for a path that cannot lead to one. */
function look(
  statOf: (path: string, options: { throwIfNoEntry: false }) => Stats | undefined,
  path: string,
): Stats | undefined {
  try {
    return statOf(path, { throwIfNoEntry: false });
  } catch (error) {
    throw new CliError(`${JSON.stringify(path)} cannot be written: ${fileReasonOf(error)}`);
  }
}

const isReport = (text: string): boolean => isReportOf(/^faxsim /, text);

/**
 * Throws a CliError for a directory that has a file of one of these names, but no report of faxsim beside it. Links and pipes of
 * these names are no obstacle: a new file replaces them, and what they lead to stays.
 */
export async function keepOthersIn(out: string, names: readonly string[]): Promise<void> {
  const data = join(out, 'report.json');
  if (isRegular(data) && !(await isOfUser(data, isReport))) return;
  const other = names.map((name) => join(out, name)).find((path) => isRegular(path) && hasContent(path));
  if (other === undefined) return;
  throw new CliError(
    `--out must be a directory for the files of faxsim, got ${JSON.stringify(out)}: ${JSON.stringify(other)} is of no earlier report, and would be lost`,
  );
}

const isRegular = (path: string): boolean => look(lstatSync, path)?.isFile() === true;

/** Throws a CliError for the name of a bundle whose file is something else. */
export async function keepOther(path: string): Promise<void> {
  if (!hasContent(path) || isBundle(await readGivenBytes(path), path)) return;
  throw new CliError(`${JSON.stringify(path)} is no bundle of faxsim, and would be lost: give another name`);
}

function isBundle(bytes: Buffer, path: string): boolean {
  try {
    const read = parseJson(bytes, path, 'a bundle');
    return isPlainObject(read) && read['format'] === bundleFormat;
  } catch {
    return false;
  }
}
