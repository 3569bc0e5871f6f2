import { loadBundle } from '../bundles/bundle-file.ts';
import { compare } from '../bundles/compare.ts';
import type { Finding } from '../bundles/compare.ts';
import { compareElsewhere } from '../bundles/elsewhere.ts';
import { replay as replayBundle } from '../bundles/replay.ts';
import { differing, isDifferent, reportText } from '../bundles/report.ts';
import { CliError } from '../cli-error.ts';
import type { FlagValues } from './flags.ts';
import type { Invocation } from './invocation.ts';
import { withReplayHost } from './replay-host.ts';

/**
 * `faxsim replay failure.json`: repeats the steps of a bundle, and grades each response. Exit code 3 for a difference.
 */
export async function replay({ words: [path], options }: Invocation): Promise<number> {
  if (path === undefined) throw new CliError('replay needs a bundle; faxsim bundle FILE writes one');
  const bundle = await loadBundle(path);
  const { against, key = options.apiKey, secret = options.apiSecret } = options;
  if (against !== undefined) {
    const target = {
      baseUrl: against.replace(/\/+$/, ''),
      credentials: { live: { key, secret }, test: { key, secret } },
    };
    return printFindings(await compareElsewhere(bundle, target), [], options);
  }
  const { bundle: again, skipped } = await withReplayHost(bundle, (host) => replayBundle(bundle, host));
  return printFindings(compare(bundle, again), [...bundle.left_out, ...skipped], options);
}

/** Returns the exit code. */
export function printFindings(
  findings: readonly Finding[],
  skipped: readonly string[],
  { json }: Pick<FlagValues, 'json'>,
): number {
  const data = { findings, skipped };
  process.stdout.write(json ? `${JSON.stringify(data, undefined, 2)}\n` : reportText(findings, skipped));
  return isDifferent(findings) ? differing : 0;
}
