import { saveBundle } from '../bundles/save-bundle.ts';
import type { Invocation } from './invocation.ts';
import { withSimulator } from './simulator-at.ts';

/** `faxsim bundle failure.json.gz`: writes all that went into a world into a file; without one, to stdout. */
export async function bundle({ words: [path], options }: Invocation): Promise<number> {
  const written = await withSimulator(options, ({ history }) => history.bundle());
  if (path === undefined) {
    process.stdout.write(`${JSON.stringify(written, undefined, 1)}\n`);
    return 0;
  }
  await saveBundle(path, written);
  process.stdout.write(
    `${path}: ${written.steps.length} steps${written.left_out.map((what) => `; without ${what}`).join('')}\n`,
  );
  return 0;
}
