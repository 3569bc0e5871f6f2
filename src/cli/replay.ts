import { withoutFinalSlashes } from '../model/shared/urls.ts';
import type { OwnWorld, WorldHandle } from '../control/client/connect.ts';
import { CliError } from '../model/shared/errors.ts';
import { compareElsewhere } from '../lab/bundles/compare-elsewhere.ts';
import { compareReplay, repeatBundle, replayBundle } from '../lab/bundles/replay.ts';
import { achievementDifferences } from '../lab/bundles/achieved.ts';
import { differing, isDifferent, replayReport } from '../lab/bundles/report.ts';
import type { BundleReport } from '../lab/bundles/report.ts';
import { bisectBundle } from '../lab/bundles/bisect.ts';
import type { ReplayHost } from '../lab/bundles/replay.ts';
import { printable, printableJsonLines, printableLines } from '../model/shared/words.ts';
import { fitLines } from './columns.ts';
import { widthOf } from './output-width.ts';
import { writeJson } from '../model/shared/json-file.ts';
import { keepOther } from './kept-files.ts';
import { loadTraffic } from '../lab/har/har-file.ts';
import { loadBundle, readBundle } from '../lab/bundles/bundle-file.ts';
import { bundleLines, saveBundles } from '../lab/bundles/world-bundles.ts';
import { compare } from '../lab/bundles/compare.ts';
import { comparedParts, loadSide, readState } from '../lab/bundles/sides.ts';
import type { Side } from '../lab/bundles/sides.ts';
import { compareSetups } from '../lab/bundles/setup.ts';
import { RecordedPages, RecordedPosts } from '../lab/bundles/recorded-answers.ts';
import type { ReplayMoment, WorldInternals } from '../lab/bundles/repetition.ts';
import { emptyStart, observeRun, startOf } from '../lab/achievements/run-record.ts';
import type { Start } from '../lab/achievements/run-record.ts';
import { brokenAlone, readInvariants } from '../lab/sweep/user-files.ts';
import type { Invariant } from '../lab/sweep/user-files.ts';
import type { Bundle } from '../worlds/history/bundle.ts';
import type { FlagValues } from './flags.ts';
import type { GivenSettings, Invocation } from './invocation.ts';
import { programEnvironment, runBeside } from './exec.ts';
import { withSimulator } from './simulator-at.ts';
import { print } from './table-output.ts';
import { printReport } from './tool-reports.ts';

/** `faxsim replay failure.json` repeats the steps of a bundle, and compares each response. Exit code 3 for a difference. */
export async function replay({ words: [path], options }: Invocation): Promise<number> {
  if (path === undefined) throw new CliError('replay needs a bundle; faxsim bundle FILE writes one');
  const file = await loadTraffic(path);
  if (file.kind === 'har') throw new CliError(notOfHar(path));
  const { bundle } = file;
  const { against, key = options.apiKey, secret = options.apiSecret } = options;
  if (against !== undefined) {
    const target = {
      baseUrl: withoutFinalSlashes(against),
      credentials: { live: { key, secret }, test: { key, secret } },
    };
    return printReplay({ achieved: [], findings: await compareElsewhere(bundle, target), skipped: [] }, options);
  }
  const { bundle: again, skipped } = await withReplayHost(bundle, (host) => replayBundle(bundle, host));
  const achieved = achievementDifferences(bundle, again);
  const findings = compareReplay(bundle, again);
  return printReplay({ achieved, findings, skipped: [...bundle.left_out, ...skipped] }, options);
}

/** The error for a HAR file: only a bundle has the starting state that a replay needs. */
const notOfHar = (path: string): string =>
  `${path} is a HAR file, and a replay repeats a bundle: a HAR has neither the records before its first request nor the clock. faxsim migrate, lint and requests import read it`;

/** Prints the report of a replay. Exit code 1 for a bundle with nothing to compare, since such a replay proves nothing. */
function printReplay(data: BundleReport, options: Pick<FlagValues, 'json'>): number {
  const exitCode = printComparison(data, options);
  if (data.findings.length > 0) return exitCode;
  process.stderr.write('faxsim: the bundle has nothing to compare: no request, no webhook and no changed record\n');
  return 1;
}

/** Returns the exit code. */
const printComparison = (data: BundleReport, options: Pick<FlagValues, 'json'>): number =>
  printReport({ report: replayReport(data), data }, options, isDifferent(data.findings) ? differing : 0);

/** Whether a world is as expected; true before the first step. */
type Assertion = (world: OwnWorld, start: Start) => Promise<boolean>;

/**
 * `faxsim bisect failure.json -- node check.js` names the first step after which a program or an invariant fails. It searches by
 * halves, in worlds with some of the steps done. Exit code 1 if no step makes it fail.
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
    bisectBundle(bundle, (moments) => {
      let start = emptyStart;
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
    }),
  );
  const check = options.invariants === undefined ? 'the program' : 'the check';
  if (found.first === undefined) throw new CliError(`${check} ${reasons[found.why]}`, { exitCode: 1 });
  const { first, after, runs } = found;
  const data = { ...momentData(first), after_request: after, runs };
  const text = `${momentText(first, after)}: ${check} fails from here on (${runs} runs)\n`;
  return print(data, options, { text });
}

const reasons = {
  'always holds': 'succeeds even after the last step',
  'never holds': 'fails even before the first step',
} as const;

const invariantsHold =
  (invariants: readonly Invariant[]): Assertion =>
  async (world, start) =>
    brokenAlone(invariants, await observeRun(world, start)).length === 0;

const programSucceeds =
  (words: readonly string[]): Assertion =>
  async (world) => {
    const { code } = await runBeside({ env: await programEnvironment(world) }, words);
    return code === 0;
  };

/** `faxsim diff A B` compares two bundles, exports, or worlds by their base URLs. Exit code 3 if they differ. */
export async function diff({ words: [one, other], options }: Invocation): Promise<number> {
  if (one === undefined || other === undefined) {
    throw new CliError('diff needs two bundles, two exports, or the base URLs of two worlds');
  }
  const sides = [await sideAt(one, options), await sideAt(other, options)] as const;
  const [first, second] = comparedParts(...sides);
  const [{ state: before }, { state: after }] = sides;
  const settings = before && after ? compareSetups(before.setup, after.setup) : [];
  const achieved = achievementDifferences(first, second);
  const skipped = [...first.left_out, ...second.left_out];
  return printComparison({ achieved, findings: [...settings, ...compare(first, second)], skipped }, options);
}

function sideAt(place: string, options: FlagValues): Promise<Side> {
  if (!/^https?:\/\//i.test(place)) return loadSide(place);
  const target = { options: { ...options, url: place, world: undefined }, sources: { url: 'diff' } };
  const read = async ({ history, exchange }: WorldHandle): Promise<Side> => ({
    bundle: readBundle(await history.bundle(), place),
    state: readState(await exchange.export(), place),
  });
  return withSimulator(target, read, 'is faxsim running there?');
}

/** `faxsim bundle failure.json.gz` writes the session of a world into a file, or to stdout for `-` or without one. */
export async function bundle({ words: [word], options, sources }: Invocation): Promise<number> {
  const path = word === '-' ? undefined : word;
  if (path !== undefined) await keepOther(path);
  if (options.eachWorld) return bundleWorlds(path, { options, sources });
  const document = await withSimulator({ options, sources }, ({ history }) => history.bundle());
  if (path === undefined) {
    process.stdout.write(printableJsonLines(document, 1));
    return 0;
  }
  await writeJson(path, document);
  const leftOut = document.left_out.map((what) => `; without ${printable(what)}`).join('');
  process.stdout.write(fitLines(`${printable(path)}: ${document.steps.length} steps${leftOut}\n`, widthOf()));
  return 0;
}

async function bundleWorlds(path: string | undefined, settings: GivenSettings): Promise<number> {
  if (path === undefined) throw new CliError('--each-world needs a file: faxsim bundle --each-world failure.json.gz');
  const written = await withSimulator(settings, (simulator) => saveBundles(path, simulator));
  process.stdout.write(fitLines(printableLines(`${bundleLines(written).join('\n')}\n`), widthOf()));
  return 0;
}

const gigabyte = 2 ** 30;

/**
 * Runs work with a simulator that connects to nothing. The bundle has the answers of webhooks and the content of URLs. The worlds
 * begin no work by themselves: the replay does.
 */
export async function withReplayHost<T>(bundle: Bundle, work: (host: ReplayHost) => Promise<T>): Promise<T> {
  const { startFrom } = await import('../index.ts');
  const { strict_auth: strictAuth, max_body: maxBody, trusts_proxy: trustsProxy = false } = bundle;
  const trustedProxies = trustsProxy ? ['127.0.0.1', '::1'] : [];
  const options = { port: 0, fixture: 'empty', journal: gigabyte, strictAuth, maxBody, trustedProxies } as const;
  const posts = new RecordedPosts(bundle);
  const pages = new RecordedPages(bundle);
  const worlds = new Map<string, WorldInternals>();
  const simulator = await startFrom(options, {
    post: posts.post,
    fetchPage: pages.fetchPage,
    checkUrl: () => Promise.resolve({ isWell: false, found: 'a replay connects to nothing' }),
    onWorld: (world) => {
      pages.restart();
      world.clock.namedPlans.hold();
      worlds.set(world.id, world);
    },
  });
  const inside = (id: string): WorldInternals => {
    const world = worlds.get(id);
    if (world === undefined) throw new Error(`the host of a replay has no world ${id}`);
    return world;
  };
  try {
    return await work({ world: (order) => simulator.world(order), inside, posts });
  } finally {
    await simulator.close();
  }
}

/** `control call POST /receive at 2026-01-01T00:00:00.000Z, after request 4`. `after` is null before the first request. */
export function momentText(moment: ReplayMoment, after: number | null): string {
  const place = after === null ? 'before the first request' : `after request ${after}`;
  return moment.step?.kind === 'request' ? nameOf(moment) : `${nameOf(moment)}, ${place}`;
}

function nameOf({ at, step }: ReplayMoment): string {
  if (step === undefined) return `clock move to ${at}`;
  if (step.kind === 'request') return `request ${step.id}, ${step.method} ${step.url} at ${step.at}`;
  return step.kind === 'control' ? `control call ${step.call} at ${at}` : `progress of ${step.name} at ${at}`;
}

/** A moment as JSON, with the fields of its kind. */
export function momentData({ at, step }: ReplayMoment) {
  if (step === undefined) return { kind: 'clock', at };
  if (step.kind === 'control') return { kind: step.kind, at, call: step.call };
  if (step.kind === 'progress') return { kind: step.kind, at, name: step.name };
  const { kind, id, method, url } = step;
  return { kind, at: step.at, request: id, method, url };
}
