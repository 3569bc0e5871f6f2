import type { RunningSimulator } from '../index.ts';
import { CliError, fileReasonOf } from '../model/shared/errors.ts';
import { assertWritable, writeGivenFile } from '../model/shared/given-file.ts';
import { printable } from '../model/shared/words.ts';
import { noRequestOf } from '../lab/sweep/baseline-runs.ts';
import { repeatBundle } from '../lab/bundles/replay.ts';
import { evidenceOfHar } from '../lab/har/har-evidence.ts';
import { loadTraffic } from '../lab/har/har-file.ts';
import { readWorld } from '../lab/migrate/evidence.ts';
import { hasTraffic, reportOf } from '../lab/migrate/report.ts';
import type { MigrationReport } from '../lab/migrate/report.ts';
import { migrationReport } from '../lab/migrate/sections.ts';
import { isPageOf, isReportOf, reportFiles } from '../lab/report/report-files.ts';
import { runWithSimulator } from './exec.ts';
import type { FlagName } from './flags.ts';
import type { Invocation } from './invocation.ts';
import { noTraffic, withEmptyWorld } from './har.ts';
import { hasContent, isOfUser } from './kept-files.ts';
import { withReplayHost } from './replay.ts';
import { noticeWait } from './repeated-program.ts';
import { makingOf } from './report-making.ts';
import { withSimulator } from './simulator-at.ts';
import { placesText, printReport } from './tool-reports.ts';

/** The exit code of `--strict` if a used part has no counterpart, a trap is shown, or a v3 request has a mistake or is refused. */
const hasFindings = 3;

/** `faxsim migrate`, `faxsim migrate FILE`, `faxsim migrate -- npm test`: reports the work for a program that moves to v3. */
export async function migrate(invocation: Invocation): Promise<number> {
  const { words, program, options } = invocation;
  const [file, ...others] = words.slice(0, words.length - program.length);
  if (others.length > 0 || (file !== undefined && program.length > 0)) {
    throw new CliError(
      'migrate takes a bundle, a HAR file or a program: faxsim migrate production.har, faxsim migrate -- npm test',
    );
  }
  await refuseUnwritable(options.html);
  if (program.length > 0) return migrateProgram(invocation);
  if (file === undefined)
    return show(await withSimulator(invocation, async (world) => reportOf([await readWorld(world)])), invocation);
  return show(await reportOfFile(file, options), invocation);
}

/** Throws a CliError before the run for a report that cannot be written after it, or only in place of another file. */
async function refuseUnwritable(html: string | undefined): Promise<void> {
  if (html === undefined) return;
  const data = dataBeside(html);
  for (const path of [html, data]) {
    await assertWritable(path).catch((error: unknown) => {
      throw unwritable(path, error);
    });
  }
  if (await isOfUser(html, (text) => isPageOf(command, text))) {
    throw new CliError(
      `--html must be a new file or an earlier report, got ${JSON.stringify(html)}: it is no report of ${command}, and would be lost`,
    );
  }
  // The user gave the name of the page alone.
  if (await isOfUser(data, (text) => isReportOf(command, text))) {
    throw new CliError(
      `--html must be a file whose data can come beside it, got ${JSON.stringify(html)}: ${JSON.stringify(data)} is no earlier report of ${command}, and would be lost`,
    );
  }
}

const command = 'faxsim migrate';

const unwritable = (path: string, error: unknown): CliError =>
  new CliError(`--html must be a file that can be written, got ${JSON.stringify(path)}: ${fileReasonOf(error)}`);

/** The report of a bundle or HAR file. A bundle is replayed in a world of its own; the requests of a HAR file are only imported. */
async function reportOfFile(path: string, { harHost: hosts = [] }: Invocation['options']): Promise<MigrationReport> {
  const file = await loadTraffic(path);
  if (file.kind === 'har') {
    return withEmptyWorld(async (world) => {
      const { evidence, leftOut, unknown } = await evidenceOfHar(file.har, world, hosts);
      if (evidence.requests.length === 0 && evidence.webhooks.length === 0) throw noTraffic(path, leftOut);
      return reportOf([evidence], { leftOut: [...leftOut, ...unknown] });
    });
  }
  const { bundle } = file;
  return withReplayHost(bundle, (host) =>
    repeatBundle(bundle, host, {
      work: async (world, skipped) => reportOf([await readWorld(world)], { leftOut: [...bundle.left_out, ...skipped] }),
    }),
  );
}

/** Settings whose environment variables describe another simulator. */
const notOfProgram: readonly FlagName[] = ['port', 'httpsPort', 'portFile', 'urlFile', 'data', 'dataMount'];

/** Reports on the requests of a program. Returns the exit code of the program if it fails. */
async function migrateProgram(invocation: Invocation): Promise<number> {
  const { program, options, sources, ...rest } = invocation;
  const isGiven = (name: FlagName): boolean => sources[name]?.startsWith('--') === true;
  const others = notOfProgram.filter((name) => !isGiven(name));
  const without = Object.fromEntries(others.map((name) => [name, undefined]));
  const own = { ...rest, program, options: { ...options, ...without }, sources: { ...sources, ...without } };
  return runWithSimulator(own, {
    words: program,
    // The program writes to stderr if the report on stdout is JSON.
    stdio: options.json ? ['inherit', process.stderr, 'inherit'] : 'inherit',
    during: ({ baseUrl }) => noticeWait({ run: 'the program', end: '', baseUrl }, console.error),
    after: async (running, { code, signal }) => {
      const program = { exit_code: code, signal };
      const report = reportOf(await worldsOf(running), { program });
      if (code === 0 && signal === null && !hasTraffic(report)) throw noRequestOf('the program', 'the simulator');
      const exitCode = await show(report, invocation);
      return code === 0 ? exitCode : code;
    },
  });
}

/** All worlds of the simulator, those of tests included. */
async function worldsOf(simulator: RunningSimulator) {
  const worlds = (await simulator.worlds.list()).filter(({ requests }) => requests > 0);
  return Promise.all(
    worlds.map(({ id, name }) => readWorld(simulator.world(id), worlds.length === 1 ? null : (name ?? id))),
  );
}

async function show(found: MigrationReport, invocation: Invocation): Promise<number> {
  const { options } = invocation;
  const { html, strict, json } = options;
  const made = makingOf('migrate', invocation);
  const data: MigrationReport = { ...found, made };
  const report = migrationReport(data);
  const isKept = html !== undefined && !hasTraffic(data) && hasContent(html);
  const files = html === undefined || isKept ? {} : pairOf(html, reportFiles({ report, data }, made));
  for (const [path, text] of Object.entries(files)) {
    await writeGivenFile(path, text).catch((error: unknown) => {
      throw unwritable(path, error);
    });
  }
  const exitCode = printReport({ report, data }, options, strict && isToMend(data) ? hasFindings : 0);
  if (isKept) console.error(`faxsim: there was no request, so the former ${printable(html)} is kept`);
  else if (html !== undefined && !json) process.stdout.write(`\n${placesText(Object.keys(files))}`);
  return exitCode;
}

/** Whether `--strict` fails. */
function isToMend({ gaps, mistakes, traps, refused_requests: refused = [] }: MigrationReport): boolean {
  const isShown = traps.some(({ certainty }) => certainty === 'shown');
  return isShown || gaps.length + mistakes.length > 0 || refused.some((one) => one.is_wrong);
}

/** The files of a report by their paths: the page, and beside it the data, which the console opens. */
const pairOf = (html: string, files: ReturnType<typeof reportFiles>): Readonly<Record<string, string>> => ({
  [html]: files['report.html'],
  [dataBeside(html)]: files['report.json'],
});

const dataBeside = (html: string): string => `${html.replace(/\.html?$/i, '')}.json`;
