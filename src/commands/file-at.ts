import { reasonOf } from '../shared/errors.ts';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { CliError } from '../cli-error.ts';
import { isTooDeep, tooDeepMessage } from '../shared/nesting.ts';

/** The content of a file; `-` is stdin. Throws a CliError when it cannot be read. */
async function bytesAt(path: string) {
  if (path === '') throw new CliError('the path of a file is missing after @');
  const reading = path === '-' ? buffer(process.stdin) : readFile(path);
  return reading.catch((error: unknown) => {
    throw new CliError(`cannot read ${path === '-' ? 'stdin' : JSON.stringify(path)}: ${reasonOf(error)}`);
  });
}

export async function fileAt(path: string): Promise<File> {
  return new File([await bytesAt(path)], path === '-' ? 'stdin' : basename(path));
}

export async function textAt(path: string): Promise<string> {
  return (await bytesAt(path)).toString();
}

export async function jsonAt(path: string): Promise<unknown> {
  const value = parseFile(await textAt(path), JSON.stringify(path));
  if (isTooDeep(value)) throw new CliError(tooDeepMessage(JSON.stringify(path)));
  return value;
}

function parseFile(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new CliError(`${name} must be JSON: ${error.message.replaceAll('\n', String.raw`\n`)}`);
    throw error;
  }
}
