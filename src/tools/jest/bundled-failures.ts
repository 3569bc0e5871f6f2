import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { saveBundle } from '../bundles/bundle-file.ts';
import { matchers } from './matchers.ts';
import type { MatcherResult } from './matchers.ts';
import { isPlainObject } from '../../model/shared/objects.ts';
import { shellWord } from '../../model/shared/words.ts';

/**
 * The matchers, which also bundle the world when an expectation about it fails. `expect.extend(matchersWith({ bundles:
 * 'failures' }))` writes a file for `faxsim replay` into that folder, and the message names it.
 */
export function matchersWith({ bundles: folder }: { readonly bundles: string }): typeof matchers {
  return {
    ...matchers,
    async toHaveReceived(this: unknown, received, operation, expected) {
      const result = await matchers.toHaveReceived.call(this, received, operation, expected);
      return withBundle(result, received, { folder, context: this });
    },
    async toHaveDelivered(this: unknown, received, expected) {
      const result = await matchers.toHaveDelivered.call(this, received, expected);
      return withBundle(result, received, { folder, context: this });
    },
  };
}

async function withBundle(
  result: MatcherResult,
  received: unknown,
  { folder, context }: { readonly folder: string; readonly context: unknown },
): Promise<MatcherResult> {
  const { isNot, currentTestName } = isPlainObject(context) ? context : {};
  if (result.pass !== (isNot === true)) return result;
  const path = await writeBundle(received, join(folder, nameOf(currentTestName)));
  if (path === undefined) return result;
  return { ...result, message: () => `${result.message()}\n\nSee it again: npx faxsim replay ${shellWord(path)}` };
}

let count = 0;

/** The test's name, as far as it can be one of a file. */
function nameOf(test: unknown): string {
  const words = typeof test === 'string' ? test.toLowerCase().replace(/[^a-z\d]+/g, '-') : '';
  return `${words.slice(0, 80).replace(/^-|-$/g, '') || 'test'}-${++count}.json.gz`;
}

/** Undefined: the test expects something of a log, not of a world. */
async function writeBundle(world: unknown, path: string): Promise<string | undefined> {
  const history = isPlainObject(world) ? world['history'] : undefined;
  if (!isHistory(history)) return undefined;
  const bundle = await history.bundle();
  await mkdir(join(path, '..'), { recursive: true });
  await saveBundle(path, bundle);
  return path;
}

const isHistory = (history: unknown): history is { bundle(): Promise<object> } =>
  isPlainObject(history) && typeof history['bundle'] === 'function';
