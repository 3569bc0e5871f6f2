import { once } from 'node:events';
import { Session } from 'node:inspector/promises';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { startSimulator } from '../../src/index.ts';

/** The requests whose way through the source is counted; `ID` stands for a fax that was sent. */
const lines = ['GET /v2.1/faxes/ID', 'POST /v2.1/faxes/ID/resend'] as const;

/** The files of `src` with a function that runs for the request, sorted. The same request came twice before. */
export async function enteredFiles(): Promise<Readonly<Record<(typeof lines)[number], readonly string[]>>> {
  const simulator = await startSimulator({ clock: 'manual' });
  const session = new Session();
  session.connect();
  try {
    const { key, secret } = simulator.credentials.live;
    const send = async (line: string): Promise<string> => {
      const [method, path] = line.split(' ');
      const call = request(simulator.baseUrl + (path ?? ''), { method, auth: `${key}:${secret}`, agent: false }).end();
      const [response] = (await once(call, 'response')) as [IncomingMessage];
      const body = await text(response);
      if (response.statusCode !== 200) throw new Error(`${line}: ${body}`);
      return body;
    };
    const { id } = await simulator.faxes.create({ to: ['+12025550123', '+12025550124'], status: 'success' });
    await session.post('Profiler.enable');
    /** A timer can fire meanwhile, so the fewest of some traces are those of the request alone. */
    const entered = async (line: string): Promise<readonly string[]> => {
      const known = line.replace('ID', String(id));
      await send(known);
      const traces: (readonly string[])[] = [];
      for (let trace = 0; trace < 5; trace++) traces.push(await traced(known));
      return traces.reduce((fewest, files) => (files.length < fewest.length ? files : fewest));
    };
    const traced = async (known: string): Promise<readonly string[]> => {
      await send(known);
      await setImmediate();
      await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
      await session.post('Profiler.takePreciseCoverage');
      await send(known);
      await setImmediate();
      const { result } = await session.post('Profiler.takePreciseCoverage');
      await session.post('Profiler.stopPreciseCoverage');
      const files = result
        .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
        .flatMap(({ url }) => /\/src\/(.*\.ts)$/.exec(url)?.[1] ?? []);
      return [...new Set(files)].sort();
    };
    return { [lines[0]]: await entered(lines[0]), [lines[1]]: await entered(lines[1]) };
  } finally {
    session.disconnect();
    await simulator.close();
  }
}
