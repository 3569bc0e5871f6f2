import { isUtf8 } from 'node:buffer';
import { gunzipSync } from 'node:zlib';
import * as v from 'valibot';
import { CliError, errorCode, errorText, reasonOf } from '../../model/shared/errors.ts';
import { readGivenBytes } from '../../model/shared/given-file.ts';
import { isPlainObject } from '../../model/shared/objects.ts';
import { describeValue, printable } from '../../model/shared/words.ts';
import { isReadable, readableVersions } from '../../store/memory/format-version.ts';
import { bundle, bundleFormat } from '../../worlds/history/bundle.ts';
import type { Bundle } from '../../worlds/history/bundle.ts';

/** Length as JSON. A compressed file of a few kilobytes can have any. */
const bundleBytesMax = 2 ** 28;

/** Reads a bundle, or the response that contains it. Throws a CliError that names the fault. */
export const loadBundle = async (path: string): Promise<Bundle> => readBundle(await loadJson(path, 'a bundle'), path);

/** Reads a file of JSON, compressed or not. `kind` is its kind in messages: `a bundle`. Throws a CliError that names the fault. */
export async function loadJson(path: string, kind: string): Promise<unknown> {
  const bytes = await readGivenBytes(path, bundleBytesMax).catch((error: unknown) => {
    throw new CliError(`cannot read ${JSON.stringify(path)}: ${reasonOf(error)}`);
  });
  return parseJson(bytes, path, kind);
}

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
  const { success, output, issues } = v.safeParse(bundle, document);
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

function parseJson(bytes: Buffer, path: string, kind: string): unknown {
  const isZipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const text = isZipped ? unzip(bytes, path, kind) : bytes;
  try {
    return JSON.parse(text.toString());
  } catch (error) {
    if (!isUtf8(text)) throw new CliError(`${path} must be ${kind}, as JSON or gzip, got other bytes`);
    throw new CliError(`${path} must be JSON: ${printable(reasonOf(error))}`);
  }
}

function unzip(bytes: Buffer, path: string, kind: string): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: bundleBytesMax });
  } catch (error) {
    if (errorCode(error) === 'ERR_BUFFER_TOO_LARGE')
      throw new CliError(
        `${path}: ${kind} must have at most ${bundleBytesMax / 2 ** 20} MiB when it is unpacked, got more`,
      );
    const isCut = errorCode(error) === 'Z_BUF_ERROR';
    const reason = isCut ? 'it ends too early' : errorText(error);
    throw new CliError(`${path}: it must be a whole gzip file, but ${reason}: write or copy it again`);
  }
}
