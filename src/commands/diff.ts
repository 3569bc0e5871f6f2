import { loadBundle, readBundle } from '../bundles/bundle-file.ts';
import type { Bundle } from '../bundles/bundle.ts';
import { compare } from '../bundles/compare.ts';
import { CliError } from '../cli-error.ts';
import type { FlagValues } from './flags.ts';
import type { Invocation } from './invocation.ts';
import { printFindings } from './replay.ts';
import { withSimulator } from './simulator-at.ts';

/** `faxsim diff A B`: compares two bundles, or worlds by their base URLs. Exit code 3 where they differ. */
export async function diff({ words: [one, other], options }: Invocation): Promise<number> {
  if (one === undefined || other === undefined) {
    throw new CliError('diff needs two bundles, or the base URLs of two worlds');
  }
  const [first, second] = [await bundleAt(one, options), await bundleAt(other, options)];
  return printFindings(compare(first, second), [...first.left_out, ...second.left_out], options);
}

async function bundleAt(place: string, options: FlagValues): Promise<Bundle> {
  if (!/^https?:\/\//i.test(place)) return loadBundle(place);
  const target = { ...options, url: place, world: undefined };
  const advice = 'is faxsim running there?';
  return readBundle(await withSimulator(target, ({ history }) => history.bundle(), advice), place);
}
