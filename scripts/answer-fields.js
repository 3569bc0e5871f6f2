// The names of the fields of answers and webhooks, and the revision of each that came later: an older bundle lacks those.
import { faxErrorById } from '../src/model/domain/fax-error.ts';
import { newFax } from '../src/model/domain/fax-record.ts';
import { webhookFormats } from '../src/model/domain/webhook.ts';
import { readEvidence } from '../src/wire/evidence.ts';
import { webhookWriters } from '../src/wire/webhooks.ts';

/**
 * The file with the fields of now. A field that the file does not know came with the next revision. Those that went stay in it: an
 * older bundle has them.
 */
export function answerFields(before) {
  const former = before === '' ? { revision: 1, later: {}, known: {} } : JSON.parse(before);
  const added = Object.entries(fieldsOfNow()).flatMap(([record, names]) =>
    names.filter((name) => !former.known[record]?.includes(name)).map((name) => ({ record, name })),
  );
  if (added.length === 0) return before;
  const revision = before === '' ? 1 : former.revision + 1;
  const known = { ...former.known };
  const later = { ...former.later };
  for (const { record, name } of added) {
    known[record] = [...(known[record] ?? []), name];
    if (revision > 1) later[record] = { ...later[record], [name]: revision };
  }
  return JSON.stringify({ revision, later, known });
}

/** The names of the fields by record: `v2.1 Fax`. Each field of an answer has its evidence, as a test requires. */
function fieldsOfNow() {
  const answers = Object.entries(readEvidence().records).flatMap(([version, records]) =>
    Object.entries(records).map(([record, proofs]) => [`${version} ${record}`, Object.keys(proofs)]),
  );
  const webhooks = webhookFormats.map((format) => [`webhook ${format}`, webhookFields(webhookWriters[format])]);
  return Object.fromEntries([...answers, ...webhooks]);
}

const barcode = { type: 'QR', page: 1, value: 'a', identifier: 'a', metadata: 'a' };
const some = { id: 1, createdAt: 0, completedAt: 0, documentPages: 1, pages: 1, callerName: 'a', tags: { a: 'b' } };

/** Faxes that fill every field of a webhook. */
const samples = [
  newFax({ ...some, status: 'failure', error: faxErrorById(17), barcodes: [barcode], callerId: '+12025550123' }),
  newFax({ ...some, status: 'success', direction: 'received', fromNumber: '+12025550123', toNumber: '+12025550124' }),
];

function webhookFields({ events, write }) {
  const project = { id: '', seed: 1, retries: 0, retryDelayMs: 0, completedFile: 'both', services: [], coverPages: [] };
  const names = samples.flatMap((fax) =>
    events.flatMap((name) => {
      const event = { event: name, faxId: 1, recipientNumber: '+12025550123', page: 1, retryCount: 1 };
      return Object.keys(write({ event, fax, project }).shown.fields);
    }),
  );
  return [...new Set(names)];
}
