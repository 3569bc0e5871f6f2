import type { OwnWorld } from '../../../src/index.ts';
import { harRecorder } from '../../support/har-recorder.ts';
import type { HarRecorder } from '../../support/har-recorder.ts';

type Fields = readonly (readonly [string, string | File])[];

const letter = new File([Uint8Array.from([37, 80, 68, 70, 45, 255, 0, 128])], 'letter.pdf', {
  type: 'application/pdf',
});
const note = new File(['Dear Ms Müller'], 'note.txt', { type: 'text/plain' });

const formOf = (fields: Fields): FormData => {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
};

/** Forty requests of a program in three versions and some of v3, through a proxy that writes them down. */
export async function dayOfRequests(world: OwnWorld): Promise<HarRecorder> {
  const recorder = await harRecorder(world.baseUrl);
  const { key, secret } = world.credentials.live;
  const authorization = `Basic ${btoa(`${key}:${secret}`)}`;
  let count = 0;
  const call = async (line: string, body?: Fields | string | URLSearchParams, more: Record<string, string> = {}) => {
    const [method = '', path = ''] = line.split(' ');
    const headers = { authorization, 'user-agent': 'clinic/1', ...more };
    const given = Array.isArray(body) ? formOf(body) : body;
    const response = await fetch(recorder.proxyUrl + path, {
      method,
      headers,
      ...(given !== undefined && { body: given as FormData | string }),
    });
    count += 1;
    const text = await response.text();
    return (text.startsWith('{') ? JSON.parse(text) : {}) as { data?: { id?: number }; faxId?: number; id?: string };
  };
  const callback = `${recorder.receiverUrl}/hook?token=a-token-of-a-receiver`;
  const sent = await call('POST /v2.1/faxes', [
    ['to[]', '2025550123'],
    ['to[]', '+12025550124'],
    ['file', letter],
    ['tag[order]', '17'],
    ['header_text', 'Clinic'],
    ['callback_url', callback],
  ]);
  const second = await call(
    'POST /v2.1/faxes',
    new URLSearchParams({ to: '+12025550125', content_url: 'https://example.com/a' }),
  );
  const third = await call('POST /v2/faxes', [
    ['to', '+12025550126'],
    ['file', note],
    ['caller_id', '+12025550100'],
    ['cancel_timeout', '5'],
  ]);
  await world.clock.advance('10m');
  await world.settle();
  for (const { data } of [sent, second, third]) {
    await call(`GET /v2.1/faxes/${data?.id}`);
    await call(`GET /v2/faxes/${data?.id}`);
  }
  await call(`GET /v2.1/faxes/${sent.data?.id}/file`);
  await call(`GET /v2.1/faxes/${sent.data?.id}/file?thumbnail=s`);
  await call('GET /v2.1/faxes?created_after=2026-01-01T00:00:00-06:00&status=success&per_page=1000');
  await call('GET /v2/faxes?phone_number=+12025550123&statu=failure');
  await call(`POST /v2.1/faxes/${second.data?.id}/resend`, new URLSearchParams({ callback_url: callback }));
  await call(`POST /v2.1/faxes/${second.data?.id}/cancel`);
  await call('GET /v2.1/account/status');
  await call('GET /v2.1/phone_numbers');
  await call('GET /v2.1/public/countries?per_page=2');
  await call('GET /v2.1/public/area_codes?toll_free=true');
  await call('POST /v2.1/phax_codes', new URLSearchParams({ metadata: 'a7' }));
  await call('GET /v2.1/phax_code');
  const old = await call('POST /v1/send', [
    ['api_key', key],
    ['api_secret', secret],
    ['to', '2025550127'],
    ['string_data', 'A letter'],
    ['batch', 'True'],
    ['batch_delay', '5'],
  ]);
  await call('POST /v1/faxStatus', new URLSearchParams({ id: String(old.faxId), api_key: key, api_secret: secret }));
  await call(
    'POST /v1/faxList',
    new URLSearchParams({ start: '1767247200', end: '1767333600', api_key: key, api_secret: secret }),
  );
  const project = `/v3/projects/${world.projectId}`;
  const json = { 'content-type': 'application/json' };
  await call(
    `POST ${project}/faxes`,
    JSON.stringify({ to: '+12025550128', contentUrl: 'https://example.com/b', header_text: 'x' }),
    json,
  );
  await call(`GET ${project}/faxes?pageSize=5`);
  await call(`GET ${project}/services`);
  await call('GET /v2.1/faxes/999999999');
  await call('POST /v2.1/faxes', new URLSearchParams({ to: 'nonsense' }));
  await call('GET /v2.1/faxes', undefined, { authorization: 'Basic d3Jvbmc6a2V5' });
  await call('GET /v2.1/nothing');
  await call(`DELETE /v2.1/faxes/${third.data?.id}/file`);
  await call(`DELETE /v2.1/faxes/${third.data?.id}`);
  await call('GET /v2.1/atas');
  await call('GET /v2.1/port_orders');
  for (let times = count; times < 40; times++) await call(`GET /v2.1/faxes/${sent.data?.id}`);
  await world.clock.advance('10m');
  await world.settle();
  return recorder;
}
