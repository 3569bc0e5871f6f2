import type { RequestRecord } from '../control/client/named-types.ts';
import type { WorldHandle } from '../control/client/world-handle.ts';
import { allRequests } from '../lab/achievements/run-record.ts';
import { loadHar } from '../lab/har/har-file.ts';
import { ofConsoleText, printable, pluralize } from '../model/shared/words.ts';
import { noTraffic, withEmptyWorld } from './har.ts';
import type { Invocation } from './invocation.ts';
import { withSimulator } from './simulator-at.ts';
import { print } from './table-output.ts';

/** The exit code if a request has a warning. */
const hasWarnings = 3;

interface LintedTraffic {
  readonly requests: readonly RequestRecord[];
  /** The requests of the console, which are not linted. */
  readonly ofConsole: readonly RequestRecord[];
  readonly leftOut: readonly string[];
}

/** `faxsim lint production.har` prints the journal's warnings about requests in a file; without a file, of a running simulator. */
export async function lint({ words: [path], options, sources }: Invocation): Promise<number> {
  const { requests, ofConsole, leftOut } =
    path === undefined
      ? await withSimulator({ options, sources }, async (world) => ({ ...(await allRequests(world)), leftOut: [] }))
      : await lintFile(path, options.harHost ?? []);
  const remarks = requests.flatMap(({ id, method, path: at, operation, version, lint: found }) =>
    found.map((remark) => ({ request: id, method, path: at, operation, version, ...remark })),
  );
  const lines = remarks.map(
    ({ request, method, path: at, level, message }) => `${request} ${method} ${at}: ${level}: ${message}`,
  );
  const sum = `${pluralize(requests.length, 'request')}, ${pluralize(remarks.length, 'remark')}${ofConsoleText(ofConsole.length)}`;
  const text = [...lines, ...leftOut.map((what) => `left out: ${what}`), sum].map(printable).join('\n');
  const exitCode = remarks.some(({ level }) => level === 'warning') ? hasWarnings : 0;
  const report = { requests: requests.length, of_console: ofConsole.length, remarks, left_out: leftOut };
  return print(report, options, { text: `${text}\n`, exitCode });
}

async function lintFile(path: string, hosts: readonly string[]): Promise<LintedTraffic> {
  const har = await loadHar(path);
  return withEmptyWorld(async (world: WorldHandle) => {
    const { imported, left_out: leftOut } = await world.requests.import({ ...har, hosts });
    if (imported === 0) throw noTraffic(path, leftOut);
    return { ...(await allRequests(world)), leftOut };
  });
}
