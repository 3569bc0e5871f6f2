import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import * as v from 'valibot';
import { CliError } from '../cli-error.ts';
import { errorCode, errorText, reasonOf } from '../shared/errors.ts';
import { isPlainObject } from '../shared/objects.ts';
import { describeValue } from '../shared/words.ts';
import { bundle, bundleFormat, bundleVersions } from './bundle.ts';
import type { Bundle } from './bundle.ts';

/** Reads a bundle, or the response that contains it. Throws a CliError that names the fault. */
export async function loadBundle(path: string): Promise<Bundle> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new CliError(`cannot read ${JSON.stringify(path)}: ${reasonOf(error)}`);
  });
  return readBundle(parseBundle(bytes, path), path);
}

/** Checks a value that may be a bundle. `name` is its name in messages. */
export function readBundle(value: unknown, name: string): Bundle {
  const document = isPlainObject(value) && isPlainObject(value['data']) ? value['data'] : value;
  const { format, version } = isPlainObject(document) ? document : {};
  if (format !== bundleFormat)
    throw new CliError(`${name}: format must be "${bundleFormat}"; faxsim bundle writes one`);
  if (!bundleVersions.includes(version)) {
    const known = bundleVersions.join(' or ');
    throw new CliError(`${name}: version must be ${known}, got ${JSON.stringify(version)}: use another faxsim`);
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

function parseBundle(bytes: Buffer, path: string): unknown {
  const text = isZipped(bytes) ? unzip(bytes, path) : bytes;
  try {
    return JSON.parse(text.toString());
  } catch (error) {
    throw new CliError(`${path} must be JSON: ${reasonOf(error).replaceAll('\n', String.raw`\n`)}`);
  }
}

const isZipped = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

function unzip(bytes: Buffer, path: string): Buffer {
  try {
    return gunzipSync(bytes);
  } catch (error) {
    const isCut = errorCode(error) === 'Z_BUF_ERROR';
    const reason = isCut ? 'it ends too early' : errorText(error);
    throw new CliError(`${path}: it must be a whole gzip file, but ${reason}: write or copy it again`);
  }
}
