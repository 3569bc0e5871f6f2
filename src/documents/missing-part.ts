import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { errorText } from '../model/shared/errors.ts';
import { packageFile } from './package-files.ts';
import type { PackageFile } from './package-files.ts';

/** The error for a missing part that documents need. It is a fault of the installation, not of a document. */
export class MissingPart extends Error {
  override readonly name = 'MissingPart';

  constructor(cause: unknown) {
    super(`a part of faxsim cannot be loaded: ${reasonOf(cause)}`, { cause });
  }
}

/** Waits until a module or library is loaded. Rejects with MissingPart if this fails. */
export async function loadPart<T>(loading: Promise<T>): Promise<T> {
  try {
    return await loading;
  } catch (error) {
    throw isWasmCrash(error) || error instanceof MissingPart ? error : new MissingPart(error);
  }
}

/** The bytes of a file that belongs to a package. Throws MissingPart when it cannot be read. */
export function fileOfPackage(name: PackageFile): Buffer {
  try {
    const path = packageFile(name);
    const bytes = readFileSync(path);
    return path.endsWith('.br') ? brotliDecompressSync(bytes) : bytes;
  } catch (error) {
    throw new MissingPart(error);
  }
}

/**
 * Whether WebAssembly itself failed, for example because memory ran out. Its module is then unusable, and the thread
 * must end.
 */
export function isWasmCrash(error: unknown): boolean {
  return error instanceof Error && error.name === 'RuntimeError';
}

/** The reason on one line, and without the page of advice that some libraries add. */
function reasonOf(cause: unknown): string {
  const text = errorText(cause);
  const [reason = ''] = text.split(/\nPossible solutions|\nRequire stack/, 1);
  return reason
    .split('\n')
    .flatMap((line) => line.trim() || [])
    .join('; ');
}
