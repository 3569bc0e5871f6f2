import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { projectOfAccount } from './stand-in.ts';
import type { Answer, Plan, StandIn } from './stand-in.ts';

/** Bodies of the service as traffic of 2017, 2021 and 2026 has them, with the fields in their order. */
const fax = {
  ...{ id: 323034813, direction: 'sent', num_pages: 0, status: 'queued', is_test: true },
  ...{ created_at: '2021-11-04T16:28:30.000-05:00', caller_id: null, from_number: null, completed_at: null },
  ...{ caller_name: null, cost: 0, tags: {} },
  recipients: [
    {
      ...{ phone_number: '+15558675309', status: null, retry_count: 0, completed_at: null, bitrate: null },
      ...{ resolution: null, error_type: null, error_id: null, error_message: null },
    },
  ],
  ...{ to_number: null, error_id: null, error_type: null, error_message: null, barcodes: [] },
};
const sentIn2017 = {
  ...{ id: 55405187, direction: 'sent', num_pages: 1, status: 'failure', is_test: false },
  ...{ created_at: '2017-10-27T14:41:11.000-05:00', caller_id: null, from_number: null },
  ...{ completed_at: '2017-10-27T14:41:31.000-05:00', cost: 0, tags: {} },
  recipients: [
    {
      ...{ phone_number: '+15558675309', status: 'failure', retry_count: 0 },
      ...{ completed_at: '2017-10-27T14:41:31.000-05:00', bitrate: null, resolution: null },
      ...{ error_type: 'faxError', error_id: 75, error_message: 'Manually canceled by user' },
    },
  ],
  ...{ to_number: null, error_id: 75, error_type: 'faxError', error_message: 'Manually canceled by user' },
};
const receivedIn2017 = {
  ...{ id: 55215476, direction: 'received', num_pages: 0, status: 'failure', is_test: false },
  ...{ created_at: '2017-10-25T11:56:45.000-05:00', caller_id: null, from_number: '+15042737598' },
  ...{ completed_at: '2017-10-25T11:56:44.000-05:00', cost: 0, tags: {}, recipients: null },
  ...{ to_number: '+15558675309', error_id: 11, error_type: 'lineError' },
  error_message: 'The call dropped prematurely',
};
const number = {
  ...{ phone_number: '+12252547769', city: 'Baton Rouge', state: 'Louisiana', country: 'United States of America' },
  ...{ cost: 200, last_billed_at: '2021-11-04T17:03:25.000-05:00', provisioned_at: '2021-11-04T17:03:25.000-05:00' },
  ...{ callback_url: null, ata_name: null },
};
const portOrder = {
  ...{ id: 31, contact_number: '+15558675309', contact_email: 'someone@example.com' },
  ...{ name_on_account: 'THIS IS A TEST', account_identifier: '1234', name_of_business: null },
  ...{ provider_name: 'DO NOT PORT', port_out_pin: null, port_type: 'residential', billing_number: null },
  ...{ billing_address1: null, billing_address2: null, billing_city: null, billing_state: null, billing_zip: null },
  ...{ esig: 'NOT A VALID SIGNATURE', status: 'open', quantity: 1, created_at: '2021-11-04T17:07:49.000-05:00' },
  ...{ updated_at: '2021-11-04T17:07:49.000-05:00', completed_at: null, requested_for: null, bill_received_at: null },
  port_numbers: [{ id: 3154, port_number: '+15558675309', status: 'open' }],
};
const ata = {
  ...{ id: 335, name: 'Test ATA', description: null, user_phone_number: null, domain: 'ata.staging.phaxio.com' },
  ...{ last_registered: null, expiry_time: null, user_agent: null, sip_uri: null, mac_address: null, group: null },
};
const countries = [
  { name: 'United States of America', alpha2: 'US', country_code: 1, price_per_page: 7 },
  { name: 'Canada', alpha2: 'CA', country_code: 1, price_per_page: 7 },
].map((one) => ({ ...one, send_support: 'full', receive_support: 'full' }));
const areaCode = {
  ...{ country_code: 1, area_code: 225, city: 'Baton Rouge', state: 'Louisiana' },
  ...{ country: 'United States of America', toll_free: false },
};
const code = { identifier: 'zGdRkLaYVc', created_at: '2021-11-04T17:05:11.000-05:00' };
const balance = {
  balance: 1076,
  faxes_today: { sent: 0, received: 0 },
  faxes_this_month: { sent: 0, received: 0 },
};

const one = (message: string, data?: unknown) => ({ success: true, message, ...(data !== undefined && { data }) });
const list = (message: string, data: readonly unknown[], perPage = 25) => ({
  ...one(message, data),
  paging: { total: data.length, per_page: perPage, page: 1 },
});

/** The recorded answers of v2 and v2.1 by the request. */
const recordedBodies: Readonly<Record<string, unknown>> = {
  'POST /v2.1/faxes': one('Fax queued for sending', { id: fax.id }),
  'GET /v2.1/faxes/323034813': one('Metadata for fax', fax),
  'GET /v2.1/faxes': list('Retrieved faxes successfully', []),
  'POST /v2.1/faxes/323034813/cancel': one('Fax cancellation scheduled successfully.', { id: fax.id }),
  'DELETE /v2.1/faxes/323034813/file': one('Deleted files successfully!'),
  'GET /v2/faxes/55405187': one('Metadata for fax', sentIn2017),
  'GET /v2/faxes/55215476': one('Metadata for fax', receivedIn2017),
  'GET /v2.1/phone_numbers': list('Retrieved user phone numbers successfully', [number]),
  'GET /v2.1/phone_numbers/+12252547769': one('Retrieved user phone numbers successfully', number),
  'GET /v2.1/port_orders': list('Retrieved port orders successfully', [portOrder]),
  'GET /v2.1/port_orders/31': one('Retrieved port order', portOrder),
  'GET /v2.1/port_numbers/3154': one('Retrieved port number', portOrder.port_numbers[0]),
  'GET /v2.1/port_numbers/3154/notes': one('Retrieved port number notes', []),
  'GET /v2.1/atas': list('Retrieved ATAs successfully', [ata]),
  'GET /v2.1/atas/335': one('Metadata for ATA', ata),
  'GET /v2.1/account/status': one('Account status retrieved successfully', balance),
  'GET /v2.1/public/countries?per_page=2': list('Data contains countries info', countries, 2),
  'GET /v2.1/public/area_codes?per_page=1': list('Data contains found available area codes', [areaCode], 1),
  'POST /v2.1/phax_codes': one('PhaxCode generated', { identifier: code.identifier }),
  'GET /v2.1/phax_code': one('Info for PhaxCode', code),
  'GET /v2.1/phax_codes/zGdRkLaYVc': one('Info for PhaxCode', { ...code, metadata: 'a7' }),
};

/** The recorded session with v3; names in angle brackets stand for values that differ from run to run. */
const session = JSON.parse(readFileSync(new URL('../../wild/recorded-session.json', import.meta.url), 'utf8')) as {
  readonly token: object;
  readonly calls: readonly {
    readonly method: string;
    readonly path: string;
    readonly body: object | null;
    readonly status: number;
    readonly answer: object | null;
  }[];
};
const places: Readonly<Record<string, string>> = {
  ...{ '<own>': '01JRXV3B8N4C316BY00560N9AA', '<new>': '01JS2M1R6M4C316BY00560N9AB', '<time>': '2026-04-17T20:08:26Z' },
  ...{ '<project>': projectOfAccount, '<token>': 'a-token-of-the-service-4730' },
};
const filled = (text: string): string =>
  Object.entries(places).reduce((rest, [place, value]) => rest.replaceAll(place, value), text);

/** The requests whose answers are recorded, in their order; `{project}` stands for that of the caller. */
export const recordedRequests: readonly { readonly line: string; readonly body: object | null }[] = [
  ...Object.keys(recordedBodies).map((line) => ({ line, body: null })),
  { line: 'GET /v2.1/nothing', body: null },
  ...session.calls.map(({ method, path, body }) => ({ line: filled(`${method} /v3/projects/{project}${path}`), body })),
];

const headers = {
  'cache-control': 'max-age=0, private, must-revalidate',
  'content-type': 'application/json; charset=utf-8',
  'strict-transport-security': 'max-age=15768000; preload',
  'x-robots-tag': 'noindex, nofollow, nosnippet, noarchive',
};

const withPaging = (body: unknown): Record<string, string> => {
  const { paging } = body as { paging?: { total: number; per_page: number; page: number } };
  if (paging === undefined) return {};
  const { total, per_page: perPage, page } = paging;
  return { 'x-total': `${total}`, 'x-per-page': `${perPage}`, 'x-page': `${page}` };
};

/** A server that gives the recorded answers, as a plan changes them. */
export async function openRecordedService(plan: Plan = () => undefined): Promise<StandIn> {
  const lines: string[] = [];
  const waiting = [...session.calls];
  const answerTo = (line: string): Answer => {
    const body = recordedBodies[line];
    if (body !== undefined)
      return { status: 200, headers: { ...headers, ...withPaging(body) }, body: JSON.stringify(body) };
    const call = waiting[0];
    if (call !== undefined && filled(`${call.method} /v3/projects/<project>${call.path}`) === line) {
      waiting.shift();
      const text = call.answer === null ? '' : filled(JSON.stringify(call.answer));
      return { status: call.status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: text };
    }
    return {
      status: 404,
      headers: { 'cache-control': 'no-cache', 'content-type': headers['content-type'] },
      body: '{"success":false,"message":"Not found"}',
    };
  };
  const server = createServer((incoming, outgoing) => {
    incoming.resume().on('end', () => {
      const line = `${incoming.method} ${incoming.url}`;
      lines.push(line);
      const answer = answerTo(line);
      if (!line.includes('/v3/')) answer.headers['x-request-id'] = 'e9708d49-deff-443c-92cb-2d89a3ef7272';
      plan(line, answer);
      if (answer.status === 200 && answer.headers['x-request-id'] !== undefined)
        answer.headers['etag'] = `W/"${createHash('sha256').update(answer.body).digest('hex').slice(0, 32)}"`;
      outgoing.writeHead(answer.status, answer.headers).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lines,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
