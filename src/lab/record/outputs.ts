import { fromNames, keysOf } from '../../model/shared/objects.ts';
import type { RecordingSession } from './session.ts';
import { accountFixture } from './account-fixture.ts';
import { driftJson, recordReport } from './drift-report.ts';
import type { RecordingReport } from './drift-report.ts';
import { evidenceLines } from './evidence-lines.ts';
import type { ReportMaking } from '../report/form.ts';
import { reportFiles, reportNames } from '../report/report-files.ts';
import type { PersonalKind } from './personal-data.ts';

/** The names of a recording's files. */
export const recordedNames = [...reportNames, 'traffic.har', 'evidence.yaml', 'fixture.yaml'] as const;

/** The report of a recording, and its files by their names, without secrets. */
export async function recordingOutputs(
  { simulator, recorder, secrets }: RecordingSession,
  whole: RecordingReport,
  { keep, making }: { readonly keep: readonly PersonalKind[]; readonly making: ReportMaking },
) {
  const { pairs } = recorder;
  const clean = secrets.cleanRecord(whole);
  const report = recordReport(clean);
  const files: Readonly<Record<(typeof recordedNames)[number], string>> = {
    ...reportFiles({ report, data: driftJson(clean) }, { ...making, command: secrets.clean(making.command) }),
    'traffic.har': `${JSON.stringify(await trafficOf(simulator, pairs, whole.to), undefined, 1)}\n`,
    'evidence.yaml': evidenceLines(pairs, whole, new Date(making.at)),
    'fixture.yaml': accountFixture(pairs, keep),
  };
  return { report, files: fromNames<typeof files>(keysOf(files), (name) => secrets.clean(files[name])) };
}

/**
 * The traffic with the service as a HAR document, written and masked by the journal of a separate world, whose own ids are left
 * out.
 */
async function trafficOf(
  simulator: RecordingSession['simulator'],
  pairs: RecordingSession['recorder']['pairs'],
  to: string,
): Promise<unknown> {
  const world = await simulator.world({ fixture: 'empty' });
  await world.requests.import({ log: { version: '1.2', entries: pairs.map(({ exchange }) => rawEntry(exchange)) } });
  const { log } = await world.requests.export();
  await world.close();
  const shown = Object.entries(log).filter(([name]) => name !== '_faxsim');
  return JSON.parse(JSON.stringify({ log: Object.fromEntries(shown) }).replaceAll(world.baseUrl, to));
}

type Exchange = RecordingSession['recorder']['pairs'][number]['exchange'];

const named = (pairs: Exchange['headers']) => pairs.map(([name, value]) => ({ name, value }));

/** An entry for use within this process, including secrets. */
const rawEntry = ({ at, tookMs, method, url, headers, body, answer }: Exchange) => ({
  startedDateTime: new Date(at).toISOString(),
  time: tookMs,
  request: {
    method,
    url: `https://api.phaxio.com${url}`,
    headers: named(headers),
    ...(body !== undefined && { postData: { text: body.toString('base64'), encoding: 'base64' } }),
  },
  response: {
    status: answer.status ?? 0,
    headers: named(answer.headers),
    content: { size: answer.bytes, text: answer.body?.toString('base64'), encoding: 'base64' },
  },
});
