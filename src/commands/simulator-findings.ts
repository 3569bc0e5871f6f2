import { createServer } from 'node:net';
import { hostName } from './container.ts';
import type { Finding } from './finding.ts';
import type { Values } from './flags.ts';
import { portHolder } from './port-holder.ts';
import { reasonOf } from './reason.ts';
import { simulatorUrl } from './simulator-at.ts';

const timeoutMs = 3000;

/** Whether a simulator is there and, when there is none at a port of this machine, whether one could be. */
export async function simulatorFindings(options: Values, isContained: boolean): Promise<Finding[]> {
  const url = await simulatorUrl(options);
  const there = await simulatorFinding(url, isContained);
  if (there.isWell || options.url !== undefined) return [there];
  return [there, await portFinding(options.host, Number(new URL(url).port) || 80)];
}

async function simulatorFinding(url: string, isContained: boolean): Promise<Finding> {
  const about = 'simulator';
  try {
    if (!(await isSimulator(url))) {
      return {
        about,
        isWell: false,
        found: `what answers at ${url} is not faxsim`,
        advice: 'Look for it elsewhere: --url.',
      };
    }
    return { about, isWell: true, found: `faxsim${await versionAt(url)} answers at ${url}` };
  } catch (error) {
    const elsewhere = isContained
      ? `In a container, 127.0.0.1 is the container itself: name the other service, or ${hostName}, in --url.`
      : 'Start it with faxsim; or say with --url, or --host and --port, where it is. One in a container needs -p 8329:8329.';
    return { about, isWell: false, found: `no answer from ${url}: ${causeOf(error)}`, advice: elsewhere };
  }
}

const ask = (url: string): Promise<Response> => fetch(url, { signal: AbortSignal.timeout(timeoutMs) });

async function isSimulator(url: string): Promise<boolean> {
  const answer: unknown = await (await ask(`${url}/_faxsim/livez`)).json().catch(() => undefined);
  return typeof answer === 'object' && answer !== null && 'status' in answer && answer.status === 'ok';
}

/** Empty when it does not say. */
async function versionAt(url: string): Promise<string> {
  const answer: unknown = await (await ask(`${url}/_faxsim/info`)).json().catch(() => undefined);
  const { data } = (answer ?? {}) as { data?: { version?: unknown } };
  return typeof data?.version === 'string' ? ` ${data.version}` : '';
}

async function portFinding(host: string, port: number): Promise<Finding> {
  const about = 'port';
  const failure = await listenFailure(host, port);
  if (failure === undefined) return { about, isWell: true, found: `${port} on ${host} is free` };
  if (failure !== 'EADDRINUSE') {
    return {
      about,
      isWell: false,
      found: `cannot listen at ${port} on ${host}: ${failure}`,
      advice: 'Take another: --port.',
    };
  }
  const holder = await portHolder(port);
  const by = holder === undefined ? '' : ` by ${holder}`;
  return {
    about,
    isWell: false,
    found: `${port} on ${host} is in use${by}`,
    advice: 'End that, or take another: --port.',
  };
}

function listenFailure(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => {
      resolve(reasonOf(error));
    });
    server.listen(port, host, () =>
      server.close(() => {
        resolve(undefined);
      }),
    );
  });
}

function causeOf(error: unknown): string {
  return reasonOf(error instanceof Error ? (error.cause ?? error) : error);
}
