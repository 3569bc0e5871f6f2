import { errorText } from '../../model/shared/errors.ts';
import type { Disk } from '../memory/store.ts';

/**
 * Saves as a disk does, and reports the first save of several that it refuses, and the next one that works. In between the steps of
 * faxes wait without a word, because no request asks for them.
 */
export function reportedSaves(disk: Disk, report: (line: string) => void): Disk['save'] {
  let isRefused = false;
  return async (updates) => {
    try {
      await disk.save(updates);
    } catch (cause) {
      if (!isRefused) report(`the disk refuses changes, so faxes do not go on: ${errorText(cause)}`);
      isRefused = true;
      throw cause;
    }
    if (isRefused) report('the disk saves changes again, and faxes go on');
    isRefused = false;
  };
}
