import { join } from 'node:path';
import { writeWholeFile } from '../model/shared/whole-file.ts';

/** Writes a file of a report into its directory. Replaces a link or a pipe of that name. */
export const writeReportFile = (out: string, name: string, text: string): Promise<void> =>
  writeWholeFile(join(out, name), text, join(out, `.${name}`));
