import type { RecordingSession } from './session.ts';
import { accountFixture } from './account-fixture.ts';
import { driftPage, driftJson } from './drift-report.ts';
import type { RecordingReport } from './drift-report.ts';
import { evidenceLines } from './evidence-lines.ts';
import type { ReportMaking } from '../report/page-frame.ts';
import type { PersonalKind } from './personal-data.ts';

/** The files of a recording by their names, without secrets. */
export async function outputFiles(
  { simulator, recorder, secrets }: RecordingSession,
  report: RecordingReport,
  { keep, making }: { readonly keep: readonly PersonalKind[]; readonly making: ReportMaking },
): Promise<Readonly<Record<string, string>>> {
  const { pairs } = recorder;
  const files = {
    'report.html': driftPage(secrets.cleanRecord(report), { ...making, command: secrets.clean(making.command) }),
    'report.json': `${JSON.stringify(driftJson(report), undefined, 2)}\n`,
    'traffic.har': `${JSON.stringify(await trafficOf(simulator, pairs, report.to), undefined, 1)}\n`,
    'evidence.yaml': evidenceLines(pairs, report, making.at),
    'fixture.yaml': accountFixture(pairs, keep),
  };
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, secrets.clean(text)]));
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
