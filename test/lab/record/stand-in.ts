import { createServer, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSimulator } from '../../../src/index.ts';
import { openSession } from '../../../src/lab/record/session.ts';
import { upstreamOf } from '../../../src/lab/record/upstream.ts';
import type { AccountKeys } from '../../../src/lab/record/key-files.ts';

/** An answer that a plan may change before the program gets it. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

export type Plan = (line: string, answer: Answer) => void;

/** The keys of the account that the stand-in has: no simulator of the recording knows them. */
export const accountKeys = {
  live: { key: 'live-key-of-the-account-4711', secret: 'live+secret/of=the-account&4711' },
  test: { key: 'test-key-of-the-account-4712', secret: 'test-secret-of-the-account-4712' },
};

const bytesOf = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** A server in the place of the real one. */
export interface StandIn {
  readonly url: string;
  /** The requests that came. */
  readonly lines: readonly string[];
  readonly close: () => Promise<void>;
}

/** The id of the project of the account. */
export const projectOfAccount = 'project-of-the-account';

/** A server in the place of the real one: another simulator with other keys, records and times, and with planted differences. */
async function openStandIn(plan: Plan = () => undefined): Promise<StandIn> {
  const account = await startSimulator({
    port: 0,
    fixture: 'demo',
    seed: 99,
    pace: 'fast',
    settings: { projectId: projectOfAccount },
    credentials: accountKeys,
  });
  const lines: string[] = [];
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const body = await bytesOf(incoming);
      const line = `${incoming.method} ${incoming.url}`;
      lines.push(line);
      const { port } = account;
      const answered = await new Promise<IncomingMessage>((resolve) => {
        request(
          { port, host: '127.0.0.1', path: incoming.url, method: incoming.method, headers: incoming.headers },
          resolve,
        ).end(body);
      });
      const bytes = await bytesOf(answered);
      const isText = (answered.headers['content-type'] ?? '').includes('json');
      const answer = { status: answered.statusCode ?? 0, headers: { ...answered.headers }, body: bytes.toString() };
      if (isText) plan(line, answer);
      const content = isText ? Buffer.from(answer.body) : bytes;
      delete answer.headers['content-length'];
      outgoing.writeHead(answer.status, { ...answer.headers, 'content-length': String(content.length) }).end(content);
    })();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lines,
    close: async (): Promise<void> => {
      server.close();
      server.closeAllConnections();
      await account.close();
    },
  };
}

const allKeys: AccountKeys = { ...accountKeys, sinch: { ...accountKeys.live, project: projectOfAccount } };

interface RecordingOptions {
  readonly plan?: Plan;
  readonly mayCost?: boolean;
  readonly keys?: AccountKeys;
  /** Default: a second simulator, with the plan. */
  readonly standIn?: StandIn;
}

/** A recording of a stand-in, and a caller that has the stand-in keys of the recording alone. */
export async function openRecording({ plan, mayCost = false, keys = allKeys, ...given }: RecordingOptions = {}) {
  const standIn = given.standIn ?? (await openStandIn(plan));
  const refused: string[] = [];
  const session = await openSession({
    upstream: upstreamOf(standIn.url, []),
    keys,
    mayCost,
    onRefused: (line) => refused.push(line),
  });
  const { credentials, projectId } = session.simulator;
  const call = async (
    line: string,
    body?: string | URLSearchParams | FormData,
    { as = 'test', headers = {} }: { as?: 'live' | 'test' | 'none'; headers?: Record<string, string> } = {},
  ) => {
    const [method = '', path = ''] = line.split(' ');
    const pair = as === 'none' ? undefined : credentials[as];
    const basic = pair === undefined ? {} : { authorization: `Basic ${btoa(`${pair.key}:${pair.secret}`)}` };
    const response = await fetch(session.baseUrl + path, {
      method,
      headers: { ...basic, ...headers },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    return { status: response.status, text, json: text.startsWith('{') ? JSON.parse(text) : undefined };
  };
  return {
    ...session,
    standIn,
    refused,
    project: `/v3/projects/${projectId}`,
    call,
    close: async (): Promise<void> => {
      await session.close();
      await standIn.close();
    },
  };
}

export type Recording = Awaited<ReturnType<typeof openRecording>>;

/** Many kinds of calls of all versions, none of which costs anything. */
export async function callMuch({ call, project }: Recording): Promise<void> {
  const sent = await call(
    'POST /v2.1/faxes',
    new URLSearchParams({ to: '+12025550123', content_url: 'https://example.com/a', 'tag[a]': '1' }),
  );
  const id = sent.json.data.id;
  for (const path of [
    `/v2.1/faxes/${id}`,
    `/v2/faxes/${id}`,
    '/v2.1/faxes',
    '/v2.1/faxes?created_after=2010-01-01T00:00:00Z&per_page=5',
    '/v2.1/account/status',
    '/v2.1/phone_numbers',
    '/v2.1/public/countries',
    '/v2.1/public/area_codes',
    '/v2.1/phax_code',
    '/v2.1/atas',
    '/v2.1/port_orders',
    '/v2/faxes',
    '/v2.1/faxes/999999999',
    '/v2.1/nothing',
    '/v2.1/phone_numbers/+12025550100',
  ])
    await call(`GET ${path}`);
  await call('POST /v2.1/faxes', new URLSearchParams({ to: 'nonsense', content_url: 'https://example.com/a' }));
  await call('POST /v2.1/faxes', new URLSearchParams({ to: '+12025550123' }));
  await call('POST /v2.1/phax_codes', new URLSearchParams({ metadata: 'a7' }));
  await call(`POST /v2.1/faxes/${id}/cancel`);
  await call(`DELETE /v2.1/faxes/${id}/file`);
  const received = await call('GET /v2.1/faxes?direction=received&created_after=2010-01-01T00:00:00Z', undefined, {
    as: 'live',
  });
  const [first] = received.json?.data ?? [];
  if (first !== undefined) await call(`GET /v2.1/faxes/${first.id}/file`, undefined, { as: 'live' });
  await call('POST /v1/accountStatus', new URLSearchParams({}), {});
  await call('POST /v1/faxList', new URLSearchParams({ start: '1262304000' }));
  const json = { 'content-type': 'application/json' };
  const fax = await call(
    `POST ${project}/faxes`,
    JSON.stringify({ to: '+19898989898', contentUrl: 'https://example.com/b' }),
    { as: 'live', headers: json },
  );
  await call(`GET ${project}/faxes/${fax.json?.id ?? 'x'}`, undefined, { as: 'live' });
  for (const path of ['/faxes?pageSize=3', '/services', '/faxes/01HK153X003B4C316BY00560N9'])
    await call(`GET ${project}${path}`, undefined, { as: 'live' });
}
