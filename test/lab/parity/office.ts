import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { OwnWorld } from '../../../src/index.ts';

/** The mistakes of a migration that the new program can have. */
export const mistakes = [
  'number without plus',
  'deleted before it is read',
  'success is a field',
  'only the first recipient',
  'only the first page',
  'file is kept',
  'signature is required',
  'old word of a status',
  'resend is another document',
  'money is in cents',
  'old name of a parameter',
  'another status',
] as const;
export type Mistake = (typeof mistakes)[number];

export interface OfficeOptions {
  readonly mistake?: Mistake;
  /** Ms before each step. */
  readonly slowMs?: number;
  /** Other names, senders, recipients, times and texts in each run. */
  readonly isRandom?: boolean;
}

const invoiced = ['+12025550101', '+12025550102'];
const busyNumber = '+15555551017';
const senders = ['+12025550161', '+12025550162', '+12025550163'];

/** A fax as both versions have it. */
interface Seen {
  readonly id: string;
  readonly isDone: boolean;
  readonly isFailure: boolean;
  readonly cents: number;
}

interface Line {
  readonly to: readonly string[];
  readonly text: string;
  readonly hook: string;
}

/** The part of the service that the office needs. */
interface Service {
  send(line: Line): Promise<readonly string[]>;
  get(id: string): Promise<Seen>;
  again(id: string, line: Line): Promise<readonly string[]>;
  /** The ids of the sent faxes that failed. */
  failures(): Promise<readonly string[]>;
  received(page: number): Promise<readonly string[]>;
  fetch(id: string): Promise<unknown>;
  deleteFile(id: string): Promise<unknown>;
  readonly isGenuine: (request: IncomingMessage) => boolean;
}

/** The program of v2.1. */
export const oldOffice =
  (options: OfficeOptions = {}) =>
  (world: OwnWorld) =>
    work(world, oldService(world), options);

/** The same for v3. */
export const newOffice =
  (options: OfficeOptions = {}) =>
  (world: OwnWorld) =>
    work(world, newService(world, options.mistake), options);

/** Archives what has come, sends an invoice and a letter, and reports the costs. */
async function work(world: OwnWorld, service: Service, { mistake, slowMs = 0, isRandom = false }: OfficeOptions) {
  const from = isRandom ? senders.map(() => `+1202555${randomInt(1000, 9999)}`) : senders;
  for (const number of from) await world.simulate.receive({ from: number });
  const { hook, arrived, close } = await listen(service);
  const mark = isRandom ? `${randomUUID()} at ${new Date().toISOString()}` : 'May';
  try {
    for (let page = 1; page < (mistake === 'only the first page' ? 2 : 9); page++) {
      const ids = await service.received(page);
      for (const id of ids) {
        await pause(slowMs);
        if (mistake === 'deleted before it is read') await service.deleteFile(id);
        await service.fetch(id).catch(() => undefined);
        await service.deleteFile(id);
      }
      if (ids.length < 2) break;
    }
    const to = mistake === 'only the first recipient' ? invoiced.slice(0, 1) : invoiced;
    const invoices = await service.send({ to, text: `Invoice 17 of ${mark} Total 12.00`, hook });
    const letter = { to: [busyNumber], text: `Dear customer of ${mark}`, hook };
    const letters = await service.send(letter);
    await pause(slowMs);
    const ends = await untilDone(service, [...invoices, ...letters], slowMs);
    await service.failures();
    for (const { id, isFailure } of ends) {
      if (isFailure)
        await service.again(id, mistake === 'resend is another document' ? { ...letter, text: 'Second try' } : letter);
    }
    for (const id of mistake === 'file is kept' ? [] : invoices) await service.deleteFile(id);
    const cents = ends.reduce((sum, one) => sum + one.cents, 0);
    const office = isRandom ? `+1202556${randomInt(1000, 9999)}` : '+12025550100';
    await service.send({ to: [office], text: `Costs ${(cents / 100).toFixed(2)} USD, ${mark}`, hook });
    for (let wait = 0; wait < 40 && arrived() === 0; wait++) await pause(50);
  } finally {
    close();
  }
}

async function untilDone(service: Service, ids: readonly string[], slowMs: number): Promise<Seen[]> {
  const ends: Seen[] = [];
  for (const id of ids) {
    for (let poll = 0; poll < 60; poll++) {
      const seen = await service.get(id);
      if (!seen.isDone) await pause(30 + slowMs / 10);
      if (seen.isDone || poll === 59) {
        ends.push(seen);
        break;
      }
    }
  }
  return ends;
}

async function listen({ isGenuine }: Service) {
  let count = 0;
  const server = createServer((request, response) => {
    const status = isGenuine(request) ? 200 : 401;
    request.resume().on('end', () => {
      if (status === 200) count++;
      response.writeHead(status).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { hook: `http://127.0.0.1:${port}/${randomUUID()}`, arrived: () => count, close: () => server.close() };
}

/** A filter that moves from page to page. */
const dayAgo = (): string => new Date(Date.now() - 86_400_000).toISOString();

const basic = ({ credentials: { live } }: OwnWorld): string => `Basic ${btoa(`${live.key}:${live.secret}`)}`;

interface OldFax {
  readonly id: number;
  readonly status: string;
  readonly cost: number;
}

function oldService(world: OwnWorld): Service {
  const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const answer = await fetch(`${world.baseUrl}/v2.1${path}`, { ...init, headers: { authorization: basic(world) } });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return answer;
  };
  const read = async <T>(path: string, init?: RequestInit) =>
    ((await (await call(path, init)).json()) as { data: T }).data;
  return {
    send: async ({ to, text, hook }) => {
      const form = new FormData();
      for (const number of to) form.append('to[]', number);
      form.append('file', new Blob([text]), `${randomUUID()}.txt`);
      form.append('callback_url', hook);
      form.append('header_text', 'Office');
      return [String((await read<OldFax>('/faxes', { method: 'POST', body: form })).id)];
    },
    get: async (id) => {
      const { status, cost } = await read<OldFax>(`/faxes/${id}`);
      return { id, isDone: status === 'success' || status === 'failure', isFailure: status === 'failure', cents: cost };
    },
    again: async (id) => [String((await read<OldFax>(`/faxes/${id}/resend`, { method: 'POST' })).id)],
    failures: async () => (await read<OldFax[]>('/faxes?direction=sent&status=failure')).map(({ id }) => String(id)),
    received: async (page) => {
      const faxes = await read<OldFax[]>(
        `/faxes?direction=received&per_page=2&page=${page}&created_after=${dayAgo()}&_=${Date.now()}`,
      );
      return faxes.map(({ id }) => String(id));
    },
    fetch: async (id) => (await call(`/faxes/${id}/file`)).arrayBuffer(),
    deleteFile: (id) => call(`/faxes/${id}/file`, { method: 'DELETE' }),
    isGenuine: ({ headers }) => headers['x-phaxio-signature'] !== undefined,
  };
}

interface NewFax {
  readonly id: string;
  readonly status: string;
  readonly success?: boolean;
  readonly price?: { readonly amount: string };
}

function newService(world: OwnWorld, mistake: Mistake | undefined): Service {
  const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { authorization: basic(world), 'content-type': 'application/json' };
    const answer = await fetch(`${world.baseUrl}/v3/projects/${world.projectId}${path}`, { ...init, headers });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return answer;
  };
  const read = async <T>(path: string, init?: RequestInit) => (await (await call(path, init)).json()) as T;
  const send = async ({ to, text, hook }: Line): Promise<readonly string[]> => {
    const files = [{ file: btoa(text), fileType: 'TXT' }];
    const numbers = mistake === 'number without plus' ? to.map((number) => number.replace('+1', '')) : to;
    const header = mistake === 'old name of a parameter' ? { header_text: 'Office' } : { headerText: 'Office' };
    const body = JSON.stringify({ to: numbers, files, callbackUrl: hook, labels: { name: randomUUID() }, ...header });
    const post = () => read<NewFax & { faxes?: NewFax[] }>('/faxes', { method: 'POST', body });
    if (mistake === 'number without plus') return post().then(idsOf, () => []);
    const sent = await post();
    return idsOf(mistake === 'success is a field' && sent.success !== true ? await post() : sent);
  };
  const idsOf = (sent: NewFax & { faxes?: NewFax[] }) => (sent.faxes ?? [sent]).map(({ id }) => id);
  const [done, failed] = mistake === 'old word of a status' ? ['success', 'failure'] : ['COMPLETED', 'FAILURE'];
  return {
    send,
    get: async (id) => {
      const { status, price } = await read<NewFax>(`/faxes/${id}`);
      const amount = Number(price?.amount ?? 0);
      const cents = mistake === 'money is in cents' ? amount : Math.round(100 * amount);
      return { id, isDone: status === done || status === failed, isFailure: status === failed, cents };
    },
    again: (_id, line) => send(line),
    failures: async () => {
      const status = mistake === 'another status' ? 'COMPLETED' : 'FAILURE';
      const { faxes } = await read<{ faxes: NewFax[] }>(`/faxes?direction=OUTBOUND&status=${status}`);
      return faxes.map(({ id }) => id);
    },
    received: async (page) => {
      const { faxes } = await read<{ faxes: NewFax[] }>(
        `/faxes?direction=INBOUND&pageSize=2&page=${page}&createTime>=${dayAgo()}&_=${Date.now()}`,
      );
      return faxes.map(({ id }) => id);
    },
    fetch: async (id) => (await call(`/faxes/${id}/file`)).arrayBuffer(),
    deleteFile: (id) => call(`/faxes/${id}/file`, { method: 'DELETE' }),
    isGenuine: ({ headers }) => mistake !== 'signature is required' || headers['x-phaxio-signature'] !== undefined,
  };
}
