import { saveBundle } from '../bundles/save-bundle.ts';
import type { Invocation } from './invocation.ts';
import { withSimulator } from './simulator-at.ts';

/** `faxsim bundle failure.json.gz`: writes all that went into a world into a file; without one, to stdout. */
export async function bundle({ words: [path], options }: Invocation): Promise<number> {
  const document = await withSimulator(options, ({ history }) => history.bundle());
  if (path === undefined) {
    process.stdout.write(`${JSON.stringify(document, undefined, 1)}\n`);
    return 0;
  }
  await saveBundle(path, document);
  process.stdout.write(
    `${path}: ${document.steps.length} steps${document.left_out.map((what) => `; without ${what}`).join('')}\n`,
  );
  return 0;
}
