import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { hour, phoneNumber, receivedFax } from '../../support/examples.ts';
import { openSimulator } from '../../support/simulator.ts';
import { projectIn } from '../../support/sinch.ts';

const page = readFileSync(new URL('../../../docs/coverage.md', import.meta.url), 'utf8');

/** The fields of a record for which the page has a mark of v3. */
function markedFields(record: string): string[] {
  const [, section = ''] = new RegExp(`\n### ${record}\n([^]*?)\n##`).exec(`${page}\n##`) ?? [];
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const at = rows[0]?.indexOf('v3') ?? -1;
  return rows.filter((cells) => /^\w[\w-]*: /.test(cells[at] ?? '')).map(([, name = '']) => name.replaceAll('`', ''));
}

/** The record that stands in a field. */
const inner: Readonly<Record<string, string>> = {
  ...{ faxes: 'Fax', services: 'Service', numbers: 'ServicePhoneNumber', coverPages: 'CoverPage', emails: 'Email' },
  ...{ phoneNumbers: 'EmailNumber', price: 'Money', barCodes: 'BarCode', file: 'CoverPageFile' },
  ...{ details: 'ErrorDetails', fieldViolations: 'FieldViolation' },
};

/** The fields of a record that the page does not have, with those of the records in it: `Fax.id`. */
function unmarked(record: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => unmarked(record, item));
  if (typeof value !== 'object' || value === null) return [];
  const marked = markedFields(record);
  return Object.entries(value).flatMap(([name, item]) => {
    const missing = marked.includes(name) ? [] : [`${record}.${name}`];
    return inner[name] === undefined ? missing : [...missing, ...unmarked(inner[name], item)];
  });
}

test('the page of the coverage has each field of each answer of v3', async () => {
  const { number } = phoneNumber();
  const world = openSimulator({
    phoneNumbers: [phoneNumber({ note: 'a note' })],
    faxes: [receivedFax({ barcodes: [{ type: 'Code128', page: 1, value: 'x', identifier: null, metadata: null }] })],
  });
  const project = projectIn(world);
  const found: string[] = [];
  const seen = (record: string, { body, text }: { body: object; text: string }) => {
    expect(text).not.toBe('');
    found.push(...unmarked(record, body));
    return body as { id: string; services: [{ id: string }] };
  };
  const first = seen('Answer', await project.get('/services')).services[0].id;
  const at = `/services/${first}`;
  const file = { fileContent: Buffer.from('%PDF-1.4').toString('base64'), fileType: 'PDF' };
  const cover = seen('CoverPage', await project.post(`${at}/coverPages`).send({ name: 'Letter', file })).id;
  const service = { coverPageId: cover, defaultFrom: number, resolution: 'FINE', scanIncomingBarcodes: true };
  seen('Service', await project.patch(at).send({ ...service, incomingWebhookUrl: 'http://a.example/in' }));
  const email = { email: 'a@b.c', phoneNumbers: [{ number, permissions: 'both' }] };
  seen('Email', await project.post(`${at}/emails`).send(email));
  for (const path of ['/coverPages', '/numbers', '/emails', '/emails/a@b.c/numbers', `/numbers/${number}/emails`])
    seen('Answer', await project.get(at + path));
  const send = (to: string | string[]) =>
    project.post('/faxes').send({
      ...{
        to,
        contentUrl: 'https://example.com',
        headerText: 'ACME',
        labels: { case: '1' },
        coverPageData: { a: 'b' },
      },
      ...{ callbackUrl: 'http://a.example/out', inProgressNotifications: true },
    });
  const { id } = seen('Fax', await send('+15555551017'));
  seen('Answer', await send(['+12025550123', '+12025550124']));
  await world.clock.advance(hour);
  seen('Fax', await project.get(`/faxes/${id}`));
  seen('Answer', await project.get('/faxes?createTime%3E=2020'));
  seen('Error', await project.get('/faxes/x').expect(404));
  seen('Error', await project.get('/faxes?page=x').expect(422));
  const form = { grant_type: 'client_credentials' };
  seen('Token', await world.live.post('/oauth2/token').type('form').send(form).expect(200));
  seen('TokenError', await world.live.post('/oauth2/token').type('form').send({}).expect(400));
  expect(found).toEqual([]);
  expect(markedFields('Fax').length).toBeGreaterThan(30);
});
