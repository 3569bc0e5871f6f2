import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { alternating, asker, median, rate, ratio, upload } from './load.js';
import { faxsim, main, peer, residentMb, root, serve } from './servers.js';

const rounds = Number(process.env.ROUNDS ?? 5) * 3;
const run = promisify(execFile);

/** Milliseconds from the start of a process to its first response. */
async function firstAnswer(start, path) {
  const server = await start();
  await asker(server.url)(path);
  const ms = performance.now() - server.begun;
  const mb = residentMb(server.pid);
  await server.stop();
  return { ms, mb };
}

async function processMs(args) {
  const begun = performance.now();
  const { stdout } = await run(process.execPath, args, { cwd: root });
  return { ms: performance.now() - begun, stdout };
}

const embedded = `
  const { startSimulator } = await import('${root}dist/index.cjs');
  const simulator = await startSimulator();
  const begun = performance.now();
  const second = await startSimulator();
  console.log(performance.now() - begun);
  await Promise.all([simulator.close(), second.close()]);`;
const express = `
  const { default: express } = await import('${root}node_modules/express/index.js');
  const server = express().listen(0, () => server.close());`;
const script = (text) => ['--input-type=module', '-e', text];

/** The time and the memory of a start, beside Express. The first round fills the code cache. */
export async function starts() {
  const memory = [];
  const second = [];
  const times = await alternating(
    {
      express: async () => (await firstAnswer(() => peer('express'), '/')).ms,
      faxsim: async () => {
        const { ms, mb } = await firstAnswer(() => faxsim(), '/_faxsim/livez');
        memory.push(mb);
        return ms;
      },
      exec: async () => (await processMs([main, 'exec', '--', 'true'])).ms,
      expressListens: async () => (await processMs(script(express))).ms,
      embedded: async () => {
        const { ms, stdout } = await processMs(script(embedded));
        second.push(Number(stdout));
        return ms;
      },
    },
    rounds,
  );
  return [
    { name: 'start to first response, against Express', value: ratio(times.faxsim, times.express), most: 1.3, times },
    { name: '`faxsim exec -- true`, against a start of Express', value: ratio(times.exec, times.express), most: 2 },
    {
      name: 'import and two starts in a program, against Express',
      value: ratio(times.embedded, times.expressListens),
      most: 1.3,
    },
    { name: 'second start in a process', value: median(second.slice(1)), most: 15, unit: 'ms' },
    { name: 'memory after the start', value: median(memory.slice(1)), most: 80, unit: 'MB' },
    await firstDocument(),
    await memoryAfterLoad(),
  ];
}

async function firstDocument() {
  const measure = async () => {
    const { url, stop } = await faxsim();
    const ask = asker(url);
    await ask('/_faxsim/livez');
    const begun = performance.now();
    const sent = await ask('/v2.1/faxes', { method: 'POST', ...upload() });
    const path = `/v2.1/faxes/${JSON.parse(sent.text).data.id}/file`;
    while (!(await ask(path).catch(() => ({ text: '' }))).text.startsWith('%PDF'));
    const ms = performance.now() - begun;
    await new Promise((resolve) => setTimeout(resolve, 1500)); // the code cache is written
    await stop();
    return ms;
  };
  const { document } = await alternating({ document: measure }, 5);
  return { name: 'first document after a start', value: median(document), most: 300, unit: 'ms' };
}

async function memoryAfterLoad() {
  const { url, pid, stop } = await faxsim('--clock', 'manual');
  const { data } = JSON.parse((await asker(url)('/v2.1/faxes?per_page=1')).text);
  for (let sent = 0; sent < 100_000;) sent += (await rate(`${url}/v2.1/faxes/${data[0].id}`)) * 2;
  const mb = residentMb(pid);
  await stop();
  return { name: 'memory after 100,000 requests', value: mb, most: 150, unit: 'MB' };
}
