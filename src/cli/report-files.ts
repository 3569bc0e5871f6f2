import { join } from 'node:path';
import { writeWholeFile } from '../model/shared/whole-file.ts';

/** Writes a file of a report into its directory. A link or a pipe of that name is replaced, not followed. */
export const writeReportFile = (out: string, name: string, text: string): Promise<void> =>
  writeWholeFile(join(out, name), text, join(out, `.${name}`));
