import { join } from 'node:path';
import { writeOwnJson } from '../../model/shared/json-file.ts';
import { isPlainObject } from '../../model/shared/objects.ts';
import { shellWord } from '../../model/shared/words.ts';

interface FailedExpectation {
  readonly folder: string;
  /** The name of the test, if the runner tells it. */
  readonly test: unknown;
}

/**
 * Saves a bundle of the world in which an expectation failed. Returns an empty line and the command that replays the
 * bundle; an empty text for an expectation about a log whose world is unknown.
 */
export async function bundleText(world: unknown, { folder, test }: FailedExpectation): Promise<string> {
  const history = isPlainObject(world) ? world['history'] : undefined;
  if (!isHistory(history)) return '';
  const path = join(folder, nameOf(test));
  await writeOwnJson(path, await history.bundle());
  return `\n\nSee it again: npx faxsim replay ${shellWord(path)}`;
}

let count = 0;

/** A file name made of the test's name: small letters, digits and hyphens. */
function nameOf(test: unknown): string {
  const words = typeof test === 'string' ? test.toLowerCase().replace(/[^a-z\d]+/g, '-') : '';
  return `${words.slice(0, 80).replace(/^-|-$/g, '') || 'test'}-${++count}.json.gz`;
}

const isHistory = (history: unknown): history is { bundle(): Promise<object> } =>
  isPlainObject(history) && typeof history['bundle'] === 'function';
