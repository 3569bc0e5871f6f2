import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const root = new URL('../', import.meta.url).pathname;
export const main = `${root}dist/main.cjs`;
export const scratch = mkdtempSync(join(tmpdir(), 'faxsim-bench-'));

const running = new Set();

/** A program as a process, once it has printed where it listens. */
export async function serve(args, env = {}, stderr = 'inherit') {
  const begun = performance.now();
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', stderr],
    env: { PATH: process.env.PATH, ...env },
  });
  running.add(child);
  const urls = await printed(child);
  const stop = async () => {
    running.delete(child);
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  /** Lets the program end by itself. */
  const end = async () => {
    running.delete(child);
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { url: urls[0], https: urls[1], pid: child.pid, begun, stop, end };
}

function printed(child) {
  let output = '';
  return new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      const urls = output.match(/https?:\/\/[^\s/]+:\d+/g);
      // faxsim ends what it prints with a request to try.
      if (urls !== null && (!output.includes('faxsim') || output.includes('curl '))) resolve(urls);
    });
    child.once('exit', (code) => reject(new Error(`${child.spawnargs.join(' ')} ended with ${code}`)));
  });
}

/** Without its log, since the servers beside it have none. */
export const faxsim = (...args) => serve([main, '--port', '0', '--log-level', 'error', ...args]);
/** At its default settings, with the log on, which goes to /dev/null. */
export const faxsimWithLog = (...args) => serve([main, '--port', '0', ...args], {}, 'ignore');
export const peer = (name, env) => serve([new URL(`servers/${name}.js`, import.meta.url).pathname], env);

export async function stopAll() {
  for (const child of running) child.kill('SIGKILL');
}

/** A file with these bytes. */
export function fileOf(name, bytes) {
  const path = join(scratch, name);
  writeFileSync(path, bytes);
  return path;
}

/** Resident memory in MB. */
export const residentMb = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

/** Resolves when a process has hardly anything to do: V8 collects its garbage for a while after a load. */
export async function idle(pid) {
  for (let before = NaN, now = cpuMs(pid); !(now - before < 25); now = cpuMs(pid)) {
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** The processor time of a process in ms, from its fields `utime` and `stime`, in hundredths of a second. */
function cpuMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

const pair = 'faced0fa000000000000000000000000000011fe:faced0fa5ec7e7000000000000000000000011fe';
export const authorization = `Basic ${btoa(pair)}`;
