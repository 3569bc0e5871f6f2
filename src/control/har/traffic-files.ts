import * as v from 'valibot';
import { Refusal } from '../../model/domain/refusal.ts';
import { given } from '../../wire/fields.ts';
import { describedBy } from '../../wire/json-schema.ts';
import { entryParts } from '../../worlds/journal/entry.ts';
import { anyValue, controlRoute } from '../control-route.ts';
import { anyNumberOf, text } from '../fields.ts';
import { faultOfHar, harSchema } from './har-document.ts';
import { readHar } from './read-har.ts';
import { writeHar } from './write-har.ts';

/** A HAR file, and additional hosts of the service. */
export interface HarInput {
  readonly log: unknown;
  readonly hosts?: readonly string[] | undefined;
}

const importSchema = v.pipe(
  given<HarInput>(),
  v.looseObject({ hosts: v.optional(anyNumberOf(text), []) }, 'must be a HAR file: an object with log'),
  describedBy({
    type: 'object',
    properties: {
      log: { type: 'object', description: 'The log of a HAR file, of version 1.1 or 1.2' },
      hosts: {
        type: 'array',
        items: { type: 'string' },
        description: 'Hosts of the service beside its own and this machine, such as that of a proxy',
      },
    },
    required: ['log'],
  }),
);

/** The control calls that export the journal as a file for other programs, and import one. */
export const trafficFiles = {
  import: controlRoute('POST /requests/import', {
    summary:
      'Add the requests of a HAR file to the journal, with the answers in the file. Nothing is sent, and no record changes.',
    changesWorld: false,
    schema: importSchema,
    answer: v.strictObject({
      /** The number of added requests. */
      imported: v.number(),
      /** The number of webhooks in the file, which are not imported. */
      webhooks: v.number(),
      /** The parts that are left out, or that the file lacks, in words. */
      left_out: v.array(v.string()),
    }),
    run: async ({ hosted, observe }, { hosts, ...document }) => {
      const fault = faultOfHar(document);
      if (fault !== undefined)
        throw new Refusal('invalid', `log must be that of a HAR file: ${fault}`, { field: 'log' });
      const { exchanges, webhooks, leftOut } = readHar(v.parse(harSchema, document), hosts);
      for (const exchange of exchanges) {
        const { world } = hosted;
        const { observed, body } = await observe(exchange, world);
        world.journal.noteForeign(entryParts(observed, body));
      }
      return { imported: exchanges.length, webhooks: webhooks.length, left_out: [...leftOut] };
    },
  }),
  export: controlRoute('GET /requests/export', {
    summary: 'Show the journal and the webhooks of this world as a HAR file (1.2), without secrets.',
    answer: v.strictObject({ log: v.record(v.string(), anyValue) }),
    run: (context) => writeHar(context),
  }),
};
