import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { alternating, asker, median, ratio } from './load.js';
import { faxsim, residentMb, peer, root, scratch } from './servers.js';
import { runners, ways, writeModules, writeSuite } from './suites.js';

const rounds = Number(process.env.ROUNDS ?? 5);
const files = Number(process.env.FILES ?? 20);
const run = promisify(execFile);

/** What a suite of tests pays: for whole suites in two runners, for worlds, for a first fax and for a moved clock. */
export async function suites() {
  const rows = [
    ...(await wholeSuites()),
    ...(await firstFax()),
    await idleMemory(),
    ...(await worlds()),
    ...(await month()),
  ];
  return rows.map((row) => ({ ...row, isOfSuite: true }));
}

/** Suites of 20 files with five tests each, in turn. */
async function wholeSuites() {
  const folder = join(scratch, 'suites');
  mkdirSync(folder);
  writeModules(folder);
  const rows = [];
  for (const runner of Object.keys(runners)) {
    const measures = Object.keys(ways).map((way) => {
      const runSuite = writeSuite(folder, { runner, way, files });
      return [way, () => elapsed(runSuite)];
    });
    const times = await alternating(Object.fromEntries(measures), rounds);
    rows.push(...rowsOf(runner, times));
  }
  return rows;
}

const titles = { jest: 'Jest', vitest: 'Vitest' };
const inEachFile = { jest: 1.3, vitest: 1.2 };

export const costName = (way, runner) => `a file of five tests, ${way}, in ${titles[runner]}`;

function rowsOf(runner, times) {
  const title = titles[runner];
  const costs = Object.entries(times).map(([way, all]) => ({
    name: costName(way, runner),
    value: median(all) / files,
    unit: 'ms',
  }));
  return [
    {
      name: `suite with faxsim in each file, in ${title}, against a stub in Express`,
      value: ratio(times['faxsim in each file'], times.express),
      most: inEachFile[runner],
    },
    {
      name: `suite with faxsim for the run, in ${title}, against nock`,
      value: ratio(times['faxsim for the run'], times.nock),
      most: 1.1,
    },
    ...costs,
  ];
}

async function elapsed(work) {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** The first fax of a fresh process, from the import on, beside the same without the fax. Both load the client: fetch takes 60 ms. */
async function firstFax() {
  const script = (fax) => `
    const { startSimulator } = await import('${root}dist/index.cjs');
    const simulator = await startSimulator();
    await (await fetch(simulator.baseUrl + '/_faxsim/livez')).text();
    if (${fax}) {
      const { live } = simulator.credentials;
      const body = new URLSearchParams({ to: '+12025550123', content_url: 'https://example.com' });
      const headers = { authorization: 'Basic ' + btoa(live.key + ':' + live.secret) };
      await (await fetch(simulator.baseUrl + '/v2.1/faxes', { method: 'POST', headers, body })).json();
      await simulator.clock.advance('1h');
    }
    await simulator.close();`;
  const processOf = (fax) => () => elapsed(() => run(process.execPath, ['--input-type=module', '-e', script(fax)]));
  const times = await alternating({ start: processOf(false), fax: processOf(true) }, rounds * 2);
  const value = median(times.fax.map((ms, round) => ms - times.start[round]));
  return [{ name: firstFaxName, value, most: 60, unit: 'ms' }];
}

export const firstFaxName = 'first fax that is sent in a fresh process, more than its start';

async function idleMemory() {
  const memory = { faxsim: [], express: [] };
  for (let round = 0; round < rounds; round++) {
    for (const [name, start] of [
      ['faxsim', () => faxsim()],
      ['express', () => peer('express')],
    ]) {
      const { url, pid, stop } = await start();
      await asker(url)(name === 'faxsim' ? '/_faxsim/livez' : '/');
      memory[name].push(residentMb(pid));
      await stop();
    }
  }
  return { name: 'idle memory, against a stub in Express', value: ratio(memory.faxsim, memory.express), most: 1.2 };
}

const many = Number(process.env.WORLDS ?? 1000);

/** Worlds over HTTP in a process of their own, all of which stay until the end. */
async function worlds() {
  const rows = [];
  for (const fixture of ['empty', 'demo']) {
    const { url, stop } = await faxsim('--fixture', 'empty');
    const ask = asker(url);
    const json = { type: 'application/json' };
    const times = { create: [], reset: [], delete: [] };
    for (let at = 0; at < many; at++) {
      const body = JSON.stringify({ fixture, clock: 'manual' });
      times.create.push((await ask(`/_faxsim/worlds/w${at}`, { method: 'PUT', body, ...json })).ms);
      times.reset.push((await ask(`/w/w${at}/_faxsim/reset`, { method: 'POST' })).ms);
    }
    for (let at = 0; at < many; at++) times.delete.push((await ask(`/_faxsim/worlds/w${at}`, { method: 'DELETE' })).ms);
    await stop();
    for (const [what, all] of Object.entries(times))
      rows.push({ name: `${what} a world of ${fixture}`, value: median(all), most: 1, unit: 'ms' });
    const growth = median(times.create.slice(-100)) / median(times.create.slice(50, 150));
    rows.push({ name: `create the last of ${many} worlds of ${fixture}, against the first`, value: growth, most: 1.2 });
  }
  return rows;
}

/** A clock that moves over many faxes, in processes of their own: their first move runs code that V8 has yet to compile. */
async function month() {
  const first = [];
  const later = [];
  const posts = [];
  for (let round = 0; round < rounds; round++) {
    const { stdout } = await run(process.execPath, [join(root, 'bench/month.js')]);
    const { moved, posted } = JSON.parse(stdout);
    first.push(moved[0]);
    later.push(...moved.slice(1));
    posts.push(...posted.slice(1));
  }
  return [
    { name: monthName, value: median(later) / 1000, most: 1, unit: 's' },
    { name: firstMonthName, value: median(first) / 1000, most: 1, unit: 's' },
    { name: `${monthName}: as many posts by node:http alone`, value: median(posts) / 1000, unit: 's' },
  ];
}

export const monthName = '30 days moved over 2,000 faxes with webhooks';
export const firstMonthName = `${monthName}: the first move of a process`;
