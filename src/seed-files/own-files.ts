import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { FileFault } from '../user-files/located.ts';
import { isPlainObject } from '../shared/objects.ts';
import { reasonOf } from '../shared/errors.ts';
import { Upload } from '../wire/upload.ts';

/** Beside the fixture or in a folder below: a fixture that is mounted reads nothing else of the machine. */
const ownPath = /^(?:\.\/)?(?:[\w-][\w .-]*\/)*[\w-][\w .-]*$/;

/** The fixture with the files that its faxes name, and the faults of those that cannot be had. */
export async function withOwnFiles(
  value: unknown,
  file: string | undefined,
): Promise<{ readonly value: unknown; readonly faults: readonly FileFault[] }> {
  const faxes = isPlainObject(value) ? value['faxes'] : undefined;
  if (!isPlainObject(value) || !Array.isArray(faxes)) return { value, faults: [] };
  const faults: FileFault[] = [];
  const read = await Promise.all(
    faxes.map(async (fax: unknown, index) => {
      if (!isPlainObject(fax) || typeof fax['file'] !== 'string') return fax;
      const upload = await readOwn(fax['file'], file);
      if (upload instanceof Upload) return { ...fax, file: upload };
      faults.push({ path: ['faxes', index, 'file'], message: upload });
      return { ...fax, file: undefined };
    }),
  );
  return { value: { ...value, faxes: read }, faults };
}

/** The file, or its fault. */
async function readOwn(path: string, file: string | undefined): Promise<Upload | string> {
  if (file === undefined)
    return 'must be {filename, base64}: a fixture that is sent as text has no files beside it; start faxsim with its path';
  if (!ownPath.test(path)) return `must be a file beside the fixture or below, such as ./referral.pdf, got "${path}"`;
  try {
    return new Upload(basename(path), undefined, await readFile(join(dirname(file), path)));
  } catch (error) {
    return `must be a file that can be read: ${path}: ${reasonOf(error)}`;
  }
}
