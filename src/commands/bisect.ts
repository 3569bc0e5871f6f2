import { bisect as bisectBundle } from '../bundles/bisect.ts';
import { loadBundle } from '../bundles/bundle-file.ts';
import type { Bundle } from '../bundles/bundle.ts';
import { repeatBundle } from '../bundles/replay.ts';
import type { ReplayHost } from '../bundles/replay.ts';
import { CliError } from '../cli-error.ts';
import type { OwnWorld } from '../client/connect.ts';
import { brokenAlone, readInvariants } from '../sweep/invariants.ts';
import type { Invariant } from '../sweep/invariants.ts';
import { observe, startOf } from '../sweep/observation.ts';
import type { Start } from '../sweep/observation.ts';
import type { Invocation } from './invocation.ts';
import { runBeside } from './program.ts';
import { programEnvironment } from './program-environment.ts';
import { momentData, momentText } from './moment-text.ts';
import { withReplayHost } from './replay-host.ts';

/** Whether a world is as it must be, which was so before its first step. */
type Assertion = (world: OwnWorld, start: Start) => Promise<boolean>;

/**
 * `faxsim bisect failure.json -- node check.js`: checks worlds in which more and fewer of the steps are done, by a program, by
 * invariants, or both. Names the first step after which they do not hold. Exit code 1 where there is no such step.
 */
export async function bisect({ words: [path, ...program], options }: Invocation): Promise<number> {
  if (path === undefined || (program.length === 0 && options.invariants === undefined)) {
    throw new CliError(
      'bisect needs a bundle, and a program or --invariants: faxsim bisect failure.json -- node check.js',
    );
  }
  const invariants = options.invariants === undefined ? [] : await readInvariants(options.invariants);
  const assertions = [invariantsHold(invariants), ...(program.length === 0 ? [] : [programSucceeds(program)])];
  const bundle = await loadBundle(path);
  const found = await withReplayHost(bundle, (host) =>
    bisectBundle(bundle, (moments) => allHold(assertions, bundle, { host, moments })),
  );
  const check = options.invariants === undefined ? 'the program' : 'the check';
  if (found.first === undefined) throw new CliError(`${check} ${reasons[found.why]}`, { exitCode: 1 });
  const { first, after, runs } = found;
  const data = { ...momentData(first), after_request: after, runs };
  const text = `${momentText(first, after)}: ${check} fails from here on (${runs} runs)\n`;
  process.stdout.write(options.json ? `${JSON.stringify(data, undefined, 2)}\n` : text);
  return 0;
}

const reasons = {
  'always holds': 'succeeds even after the last step',
  'never holds': 'fails even before the first step',
} as const;

/** Whether all assertions hold in a world after so many moments of a bundle. */
async function allHold(
  assertions: readonly Assertion[],
  bundle: Bundle,
  { host, moments }: { readonly host: ReplayHost; readonly moments: number },
): Promise<boolean> {
  let start: Start = { fax: 0, delivery: 0 };
  return repeatBundle(bundle, host, {
    moments,
    begin: async (world) => {
      start = await startOf(world);
    },
    work: async (world) => {
      for (const holds of assertions) if (!(await holds(world, start))) return false;
      return true;
    },
  });
}

const invariantsHold =
  (invariants: readonly Invariant[]): Assertion =>
  async (world, start) =>
    brokenAlone(invariants, await observe(world, start)).length === 0;

const programSucceeds =
  ([program = '', ...args]: readonly string[]): Assertion =>
  async (world) =>
    (await runBeside(await programEnvironment(world), program, args)) === 0;
