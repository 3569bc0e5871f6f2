import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { OwnWorld } from '../../../src/index.ts';

/** The mistakes of a migration that the new program can have. */
export type ClinicMistake = 'no callback' | 'file is deleted' | 'number is wrong' | 'crash';

const patients = ['+12025550111', '+12025550112', '+12025550113', '+12025550114'];

interface Service {
  /** Has received faxes posted to this URL. */
  receiveAt(url: string): Promise<unknown>;
  send(to: string, text: string, hook: string): Promise<unknown>;
  /** The numbers of sent faxes that have ended. */
  ended(): Promise<readonly string[]>;
}

/** A program that is led by webhooks, and works on many faxes at the same time. */
export const oldClinic = () => (world: OwnWorld) => work(world, oldService(world));
export const newClinic = (mistake?: ClinicMistake) => (world: OwnWorld) =>
  work(world, newService(world, mistake), mistake);

/** Waits for a fax, sends a letter to each patient in any order, and reads the list until all have it. */
async function work(world: OwnWorld, service: Service, mistake?: ClinicMistake): Promise<void> {
  const posted: string[] = [];
  const server = createServer((request, response) => {
    posted.push(request.url ?? '');
    request.resume().on('end', () => response.writeHead(200).end());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    await service.receiveAt(`${base}/received`);
    await world.simulate.receive({ from: '+12025550199' });
    await until(() => posted.includes('/received'));
    if (mistake === 'crash') throw new Error('unexpected word of a status');
    const order = patients.toSorted(() => randomInt(3) - 1);
    await Promise.all(order.map((to) => service.send(to, `To ${to} ${randomUUID()} see you soon`, `${base}/sent`)));
    await until(async () => (await service.ended()).length === patients.length);
    await until(() => posted.filter((url) => url === '/sent').length === patients.length);
  } finally {
    server.close();
  }
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let poll = 0; poll < 50 && !(await isSo()); poll++) await pause(30 + randomInt(20));
}

const basic = ({ credentials: { live } }: OwnWorld): string => `Basic ${btoa(`${live.key}:${live.secret}`)}`;

function oldService(world: OwnWorld): Service {
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${world.baseUrl}/v2.1${path}`, { ...init, headers: { authorization: basic(world) } });
  return {
    receiveAt: (url) => world.settings.change({ receive_callback_url: url }),
    send: async (to, text, hook) => {
      const body = new FormData();
      for (const [name, value] of Object.entries({ to, callback_url: hook })) body.append(name, value);
      body.append('file', new Blob([text]), 'letter.txt');
      return call('/faxes', { method: 'POST', body });
    },
    ended: async () => {
      const { data } = (await (await call('/faxes?direction=sent&per_page=100')).json()) as {
        data: { status: string; to_number: string }[];
      };
      return data.filter(({ status }) => status === 'success').map((fax) => fax.to_number);
    },
  };
}

function newService(world: OwnWorld, mistake: ClinicMistake | undefined): Service {
  const call = (path: string, init: RequestInit = {}) => {
    const type = typeof init.body === 'string' ? { 'content-type': 'application/json' } : undefined;
    const headers = { authorization: basic(world), ...type };
    return fetch(`${world.baseUrl}/v3/projects/${world.projectId}${path}`, { ...init, headers });
  };
  return {
    receiveAt: async (url) => {
      const { services } = (await (await call('/services')).json()) as { services: { id: string }[] };
      const body = JSON.stringify({ incomingWebhookUrl: url });
      return call(`/services/${services[0]?.id ?? ''}`, { method: 'PATCH', body });
    },
    send: async (given, text, hook) => {
      const to = mistake === 'number is wrong' && given === patients[0] ? '+12025550119' : given;
      const body = new FormData();
      const callback = mistake === 'no callback' ? {} : { callbackUrl: hook };
      for (const [name, value] of Object.entries({ to, ...callback })) body.append(name, value);
      body.append('file', new Blob([text], { type: 'text/plain' }), 'letter.txt');
      return call('/faxes', { method: 'POST', body });
    },
    ended: async () => {
      const { faxes } = (await (await call('/faxes?direction=OUTBOUND&pageSize=20')).json()) as {
        faxes: { id: string; status: string; to: string }[];
      };
      const done = faxes.filter(({ status }) => status === 'COMPLETED');
      if (mistake === 'file is deleted')
        for (const { id } of done) await call(`/faxes/${id}/file`, { method: 'DELETE' });
      return done.map(({ to }) => to);
    },
  };
}
