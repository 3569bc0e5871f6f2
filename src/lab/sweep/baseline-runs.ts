import { CliError } from '../../model/shared/errors.ts';
import { beyond } from '../achievements/beside.ts';
import { contentOf, paramKey, varyingParams } from '../achievements/noise.ts';
import type { Baselines } from '../achievements/noise.ts';
import { isRead } from '../achievements/run-record.ts';
import type { Ending, RunRecord } from '../achievements/run-record.ts';
import { whileWatched } from './machine.ts';
import { hasSamePoints } from './points.ts';
import { limitFor } from './run-limit.ts';
import type { SweepOptions } from './sweep-result.ts';
import { runIn } from './trial-run.ts';
import type { RunOptions } from './trial-run.ts';

const unlimitedMs = 600_000;

/**
 * Runs a program twice, and computes the time limit of further runs in real ms. The first run is slower, because the simulator
 * loads modules at their first use.
 */
export async function runTwice<T extends { readonly ending: Ending }>(
  given: number | undefined,
  runOnce: (limitMs: number) => Promise<T>,
) {
  const longest = given === undefined ? unlimitedMs : 10 * given;
  const [former, later] = [await runOnce(longest), await runOnce(longest)];
  return { former, later, limitMs: given ?? limitFor(Math.max(former.ending.ms, later.ending.ms)) };
}

/**
 * Makes two runs without a fault. If they differ on a busy machine, a third run decides which one is typical. In the other, the
 * program gave up on a response, so the points after it are missing.
 */
export async function runTwiceWithoutFault(
  options: Omit<RunOptions, 'limitMs'> & Pick<SweepOptions, 'limitMs' | 'leastLimitMs'>,
) {
  const runOnce = (limitMs: number) => runWithoutFault({ ...options, limitMs });
  const { former, later, limitMs: usualMs } = await runTwice(options.limitMs, runOnce);
  const limitMs = options.limitMs ?? Math.max(usualMs, options.leastLimitMs ?? 0);
  const measured = { former, later, limitMs };
  if (!(former.wasBusy || later.wasBusy) || hasSamePoints(former.run, later.run)) return measured;
  const third = await runOnce(limitMs);
  const usual = [later, former].find(({ run }) => hasSamePoints(run, third.run));
  return usual === undefined ? measured : { former: usual, later: third, limitMs };
}

async function runWithoutFault(options: RunOptions) {
  const { done: once, wasBusy } = await whileWatched(() => runIn(options), options.watch);
  const done = wasBusy && once.ending.how === 'failed' ? await runIn(options) : once;
  const { ending, run } = done;
  if (ending.how === 'stopped')
    throw new CliError('stopped before the runs without a fault were done', { exitCode: 130 });
  assertPassed(done, options, ['the program', ' without a fault']);
  const [fault] = options.check?.({ ending, run, baseline: run, former: run }) ?? [];
  if (fault !== undefined) throw new CliError(`without a fault, ${fault}`, { exitCode: 1 });
  return { ...done, wasBusy };
}

/** Throws a CliError if the run did not pass, or sent no request. */
export function assertPassed(
  { ending, run }: { readonly ending: Ending; readonly run: RunRecord },
  { skipsWaits }: Pick<RunOptions, 'skipsWaits'>,
  [program, condition]: readonly [string, string],
): void {
  if (ending.how !== 'passed') {
    const end = ending.how === 'endless' ? 'does not end' : `ends with ${ending.detail}`;
    const isSkipped = skipsWaits && run.calls.length > 0;
    const hint = isSkipped ? '\nThe clock of the world skips waits; --skip-waits=off leaves it alone.' : '';
    const text = `${program} must pass${condition}, but it ${end}${hint}\n${ending.output}`;
    throw new CliError(text.trimEnd(), { exitCode: 1 });
  }
  if (run.calls.length > 0) return;
  throw noRequestOf(program, 'its world');
}

/** The error for a program that passes without a request. */
export const noRequestOf = (program: string, receiver: string): CliError =>
  new CliError(
    `${program} sends no request to ${receiver}; it must use the base URL in FAXSIM_URL, and start no simulator and make no world of its own: tests call openSimulator() of faxsim in place of startSimulator()`,
    { exitCode: 1 },
  );

/** Whether two runs make the same changes in different order, as with a runner that shuffles its tests. Then ids differ too. */
export function isShuffled(baselines: Baselines): boolean {
  const varying = varyingParams(baselines);
  const changesIn = ({ calls }: RunRecord): string[] =>
    calls
      .filter(({ operation }) => operation !== null && !isRead(operation))
      .map((call) => contentOf(call, new Set([...varying, paramKey(call, 'id')])));
  const [ones, others] = [changesIn(baselines.former), changesIn(baselines.baseline)];
  const isSame = ones.length === others.length && beyond(ones, others, (content) => content).length === 0;
  return isSame && ones.some((content, at) => content !== others[at]);
}
