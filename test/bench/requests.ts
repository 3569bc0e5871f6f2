// Requests a second, against a bare node server that answers the same bytes, in one run: only the ratio means anything on
// a machine that others use too. Run it with `npm run bench`.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { startSimulator } from '../../src/index.ts';

const paths = ['/v2.1/faxes/ID', '/v2.1/faxes', '/v1/faxStatus?id=ID', '/v2.1/faxes?status=failure&per_page=5'];
const rounds = 4;
const perRound = 4000;
const connections = 20;

const [role, body = ''] = process.argv.slice(2);
if (role === 'bare') await serveBare(body);
else if (role === 'faxsim') await serveFaxsim();
else await compare();

async function serveFaxsim(): Promise<void> {
  const { port, credentials } = await startSimulator();
  process.send?.({ port, auth: `${credentials.live.key}:${credentials.live.secret}` });
}

async function serveBare(answer: string): Promise<void> {
  const server = createServer((_request, response) => response.end(answer)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.send?.({ port: (server.address() as AddressInfo).port, auth: '' });
}

interface Served {
  readonly port: number;
  readonly auth: string;
}

async function serve(...args: string[]) {
  const child = fork(import.meta.filename, args, { execArgv: process.execArgv });
  const [served] = (await once(child, 'message')) as [Served];
  return { ...served, stop: () => child.kill() };
}

async function compare(): Promise<void> {
  const faxsim = await serve('faxsim');
  const { data } = JSON.parse(await answerOf(faxsim, '/v2.1/faxes?per_page=1')) as { data: { id: number }[] };
  for (const path of paths.map((pattern) => pattern.replace('ID', String(data[0]?.id)))) {
    const answer = await answerOf(faxsim, path);
    const bare = await serve('bare', answer);
    const ratios: number[] = [];
    let best = 0;
    for (let round = 0; round < rounds; round++) {
      const [ours, theirs] = [await rate(faxsim, path), await rate(bare, path)];
      best = Math.max(best, ours);
      ratios.push(ours / theirs);
    }
    bare.stop();
    const median = ratios.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
    console.log(`${path}: ${answer.length} bytes, up to ${Math.round(best)}/s, ${median.toFixed(2)} of a bare server`);
  }
  faxsim.stop();
}

async function answerOf(served: Served, path: string): Promise<string> {
  const [response] = (await once(get({ ...served, path }), 'response')) as [NodeJS.ReadableStream];
  return text(response);
}

/** Requests a second over a few connections that stay open. */
async function rate(served: Served, path: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const start = performance.now();
  let left = perRound;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (left-- > 0) {
        const [response] = (await once(get({ ...served, path, agent }), 'response')) as [NodeJS.ReadableStream];
        await once(response.resume(), 'end');
      }
    }),
  );
  agent.destroy();
  return (perRound / (performance.now() - start)) * 1000;
}
