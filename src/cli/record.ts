import { CliError, fileReasonOf } from '../model/shared/errors.ts';
import { makeFolder } from '../model/shared/folders.ts';
import { printable } from '../model/shared/words.ts';
import { readKeyFiles } from '../lab/record/key-files.ts';
import { recordedNames, recordingOutputs } from '../lab/record/outputs.ts';
import { openSession } from '../lab/record/session.ts';
import type { RecordingSession } from '../lab/record/session.ts';
import { upstreamOf } from '../lab/record/upstream.ts';
import { programEnvironment, runBeside } from './exec.ts';
import type { Invocation } from './invocation.ts';
import { keepOthersIn } from './kept-files.ts';
import { makingOf } from './report-making.ts';
import { leaveSignals, stopSignal } from './signals.ts';
import { writeReport } from './tool-reports.ts';

/** The exit code of a recording with differences. */
const drifted = 3;

/** The exit code of a recording that proves nothing. */
const nothingCompared = 1;

/** `faxsim record --to https://api.phaxio.com --keys account.env -- npm test`: records a program's requests to the real service. */
export async function record(invocation: Invocation): Promise<number> {
  const { program, options, sources, words } = invocation;
  const { to, keys = [], allowCost: mayCost, trustHost = [] } = options;
  if (to === undefined) throw new CliError('--to is missing: the URL of the service, such as https://api.phaxio.com');
  if (words.length > program.length)
    throw new CliError('record takes its program after --: faxsim record --to URL -- npm test');
  await keepOthersIn(outOf(invocation), recordedNames);
  const upstream = upstreamOf(to, trustHost);
  const session = await openSession({
    upstream,
    keys: await readKeyFiles(keys),
    mayCost,
    port: sources.port === undefined ? 0 : options.port,
    onRefused: (line) => process.stderr.write(`faxsim: ${printable(line)}\n`),
  });
  try {
    const code = await useSession(session, program, { host: upstream.base.host, mayCost });
    return await report(session, invocation, { code, to: upstream.base.href });
  } finally {
    await session.close();
  }
}

/** Runs the program, or waits for Ctrl-C if there is no program. Resolves to the exit code of the program. */
async function useSession(
  { baseUrl, simulator, keys }: RecordingSession,
  program: readonly string[],
  { host, mayCost }: { readonly host: string; readonly mayCost: boolean },
): Promise<number> {
  if (program.length > 0) {
    const { projectId, settings } = simulator;
    const { live: own, test: tests } = simulator.credentials;
    // The program gets stand-ins of the test keys unless live sends are allowed, because a send with live keys would be refused.
    const isTest = keys.test !== undefined && (!mayCost || keys.live === undefined);
    const credentials = { live: isTest ? tests : own, test: tests };
    const env = await programEnvironment({ baseUrl, credentials, projectId, settings });
    const { code } = await runBeside({ env, stdio: ['inherit', process.stderr, 'inherit'] }, program);
    return code;
  }
  const { live, test } = simulator.credentials;
  const lines = [
    `faxsim records requests to ${baseUrl}, and sends them to ${host}`,
    `  keys in place of the real ones: live ${live.key} ${live.secret}, test ${test.key} ${test.secret}`,
    `  project id in place of the real one: ${simulator.projectId}`,
    '  Ctrl-C ends the recording, and writes its report',
  ];
  const stopped = stopSignal(process);
  leaveSignals();
  process.stderr.write(`${lines.join('\n')}\n`);
  await stopped;
  return 0;
}

interface Ended {
  readonly code: number;
  readonly to: string;
}

const outOf = ({ options, sources }: Invocation): string => (sources.out === undefined ? 'faxsim-record' : options.out);

async function report(session: RecordingSession, invocation: Invocation, { code, to }: Ended): Promise<number> {
  const { json, keep = [] } = invocation.options;
  const out = outOf(invocation);
  const findings = await session.finish();
  const whole = { ...findings, to: to.replace(/\/$/, ''), refused: session.recorder.refused };
  const { at, version, command } = makingOf('record', invocation);
  const outputs = await recordingOutputs(session, whole, { keep, making: { at, version, command } });
  await makeFolder(out).catch((error: unknown) => {
    throw new CliError(`--out must be a directory that can be made: ${fileReasonOf(error)}`, { exitCode: 1 });
  });
  await writeReport(outputs, { out, json, label: 'Written' });
  if (code !== 0) return code;
  return findings.drifts.length > 0 ? drifted : findings.compared === 0 ? nothingCompared : 0;
}
