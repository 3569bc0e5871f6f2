import { setTimeout } from 'node:timers/promises';
import { Unreachable } from '../lab/verify/ask.ts';
import { verifyReport } from '../lab/verify/report.ts';
import { UnknownKeysError, verifyServer } from '../lab/verify/verify.ts';
import type { Findings } from '../lab/verify/report.ts';
import { phaxioVersions } from '../model/domain/operation.ts';
import type { PhaxioVersion } from '../model/domain/operation.ts';
import { CliError } from '../model/shared/errors.ts';
import { isThisMachine, withoutFinalSlashes } from '../model/shared/urls.ts';
import { callServer } from '../service/network/own-calls.ts';
import type { FlagValues } from './flags.ts';
import type { Invocation } from './invocation.ts';
import { printReport } from './tool-reports.ts';

const drifted = 3;
const requestsMax = 200;
const politeMs = 1000;

/** Reports where a server differs from the recorded evidence of the service. Exit code 3 for a difference. */
export async function verify({ words, options }: Invocation): Promise<number> {
  const { against } = options;
  if (against === undefined) throw new CliError('--against: the URL of the server is missing');
  const address = withoutCredentials(against);
  const findings = await findDifferences(address, versionsOf(words), options);
  const exitCode = findings.drifts.length === 0 ? 0 : drifted;
  const report = verifyReport(findings, address);
  return printReport({ report, data: { against: address, ...findings } }, options, exitCode);
}

async function findDifferences(
  against: string,
  versions: readonly PhaxioVersion[],
  options: FlagValues,
): Promise<Findings> {
  const { key = options.apiKey, secret = options.apiSecret, interval, timeout } = options;
  const asking = {
    against,
    keys: { key, secret },
    requestsMax,
    intervalMs: interval ?? (isThisMachine(new URL(against)) ? 0 : politeMs),
    timeoutMs: timeout,
    send: callServer,
    sleep: (ms: number) => setTimeout(ms),
  };
  try {
    return await verifyServer(asking, versions);
  } catch (error) {
    if (error instanceof Unreachable) throw new CliError(error.message, { exitCode: 1 });
    throw error instanceof UnknownKeysError ? new CliError(`--key, --secret: ${error.message}`) : error;
  }
}

/** The versions to verify, the latest first because it is the most used. */
function versionsOf(words: readonly string[]): readonly PhaxioVersion[] {
  const versions = words.map((word) => {
    const version = phaxioVersions.find((known) => known === word);
    if (version === undefined) throw new CliError(`there is no version ${JSON.stringify(word)}: v1, v2 or v2.1`);
    return version;
  });
  return versions.length === 0 ? phaxioVersions.toReversed() : [...new Set(versions)];
}

function withoutCredentials(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${withoutFinalSlashes(pathname)}`;
}
