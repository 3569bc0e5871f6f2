import formats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { expect, test } from '@jest/globals';
import { generate } from '../../fixtures/catalogue.ts';
import type { Fax } from '../../src/model/domain/fax.ts';
import { webhookEvents } from '../../src/model/domain/webhook.ts';
import type { FaxEvent } from '../../src/model/domain/webhook.ts';
import { openApiDocumentOf } from '../../src/http/openapi/documents.ts';
import { webhookWriters } from '../../src/wire/webhooks.ts';
import { errorWithId, noon, project, receivedFax, sentFax } from '../support/examples.ts';

type Schema = Readonly<Record<string, unknown>> & {
  readonly properties: Readonly<Record<string, { readonly contentSchema?: object }>>;
};

const pdf = Buffer.from('%PDF-1.4 test\n');

/** The complaints about webhooks of a document: of bodies, and of the JSON texts within them. */
function checkerOf(name: string) {
  const document = JSON.parse(JSON.stringify(openApiDocumentOf(name, ''))) as {
    webhooks: Record<string, { post: { requestBody: { content: Record<string, { schema: Schema }> } } }>;
  };
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  formats.default(ajv);
  ajv.addSchema(document, 'document');
  const validators = new Map<string, ValidateFunction>();
  const faults = (value: unknown, pointer: string): string[] => {
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` });
    validators.set(pointer, validate);
    return validate(value) ? [] : validate.errors!.map((error) => `${error.instancePath} ${error.message}`);
  };
  const check = (event: string, type: string, body: Readonly<Record<string, unknown>>): string[] => {
    const { schema } = document.webhooks[event]!.post.requestBody.content[type]!;
    const pointer = `/webhooks/${event}/post/requestBody/content/${type.replace('/', '~1')}/schema`;
    const texts = Object.entries(schema.properties).filter(([field, one]) => one.contentSchema && field in body);
    const within = texts.flatMap(([field]) =>
      faults(JSON.parse(String(body[field])), `${pointer}/properties/${field}/contentSchema`),
    );
    return [...faults(body, pointer), ...within].map((fault) => `${event} ${type}${fault}`);
  };
  return { check, events: Object.keys(document.webhooks) };
}

async function faxesOfAllKinds(): Promise<readonly Fax[]> {
  const { faxes } = await generate('demo', { seed: 1, now: noon, size: 0, fileStorage: true });
  const barcodes = [{ type: 'phaxcode', page: 1, value: 'Y', identifier: 'FqEFAJd31o', metadata: 'order 4711' }];
  return [
    ...faxes,
    sentFax({ callerId: '+13142666714', tags: { case: '4711' } }),
    sentFax({ status: 'failure', error: errorWithId(17) }),
    receivedFax({ barcodes }),
  ];
}

const eventOf = (event: FaxEvent['event'], faxId: number): FaxEvent => ({
  event,
  faxId,
  recipientNumber: event === 'fax_completed' ? null : '+12025550123',
  page: event === 'transmitting_page' ? 1 : null,
  retryCount: event === 'retry_scheduled' ? 1 : null,
});

const withFiles = (fields: object, files: readonly { name: string }[]) => ({
  ...fields,
  ...Object.fromEntries(files.map(({ name }) => [name, 'a file'])),
});

test('each webhook of v2.1 is one that its document describes', async () => {
  const { check, events } = checkerOf('v2.1');
  expect(events).toEqual(webhookEvents);
  for (const fax of await faxesOfAllKinds()) {
    for (const event of webhookEvents) {
      const isReceived = event === 'fax_completed' && fax.direction === 'received';
      const { shown } = webhookWriters['v2.1'].write({
        event: eventOf(event, fax.id),
        fax,
        project,
        document: isReceived ? pdf : undefined,
      });
      expect(check(event, 'multipart/form-data', withFiles(shown.fields, shown.files))).toEqual([]);
    }
  }
});

test.each(['both', 'file', 'files'] as const)(
  'each webhook of v3 with its document under %s is one that its document describes',
  async (completedFile) => {
    const { check, events } = checkerOf('v3');
    const seen = new Set<unknown>();
    for (const fax of await faxesOfAllKinds()) {
      const subject = {
        event: eventOf('fax_completed', fax.id),
        fax,
        project: { ...project, completedFile },
        document: pdf,
      };
      const message = webhookWriters['v3 json'].write(subject);
      const body = JSON.parse(Buffer.concat(message.encode().chunks).toString()) as Record<string, unknown>;
      const { shown } = webhookWriters['v3 multipart'].write(subject);
      seen.add(body['event']);
      expect(check(String(body['event']), 'application/json', body)).toEqual([]);
      expect(check(String(shown.fields['event']), 'multipart/form-data', withFiles(shown.fields, shown.files))).toEqual(
        [],
      );
    }
    expect([...seen].sort()).toEqual(events.sort());
  },
);

test.each([
  ['v2.1', 'fax_completed', 'multipart/form-data', { event_type: 'fax_completed' }],
  ['v3', 'INCOMING_FAX', 'application/json', { event: 'INCOMING_FAX' }],
])('a webhook of %s without its fax is none of its document', (name, event, type, body) => {
  expect(checkerOf(name).check(event, type, body)).toContainEqual(
    expect.stringContaining("must have required property 'fax'"),
  );
});
