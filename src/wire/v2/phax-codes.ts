import * as v from 'valibot';
import type { PhaxCode } from '../../model/domain/phax-code.ts';
import { form, optional, text } from '../fields.ts';
import { jsonWriter, recordWriter } from '../reply.ts';
import { centralTimeText, record } from '../shape.ts';
import type { OutputOf } from '../shape.ts';
import { centralTime } from '../time.ts';

/** Text that is kept as it came, spaces at its ends included. */
export const metadata = v.pipe(v.union([v.string(), v.number(), v.boolean()], 'must be text'), v.transform(String));

export const createPhaxCodeForm = form({ metadata: optional(metadata) });

export const phaxCodeForm = form({ identifier: text });

export const defaultPhaxCodeForm = form({});

/** Only the identifier of a code that was just made. */
export const writeNewPhaxCode = recordWriter<PhaxCode>()('NewPhaxCode', {
  identifier: [v.string(), ({ identifier }) => identifier],
});

const phaxCodeShape = record('PhaxCode', {
  identifier: v.string(),
  created_at: centralTimeText,
  metadata: v.exactOptional(v.string()),
});

/** A code as recorded; the account's default has no metadata at all, nor has another without (assumed). */
function phaxCodeBody({ identifier, createdAt, metadata: text }: PhaxCode): OutputOf<typeof phaxCodeShape> {
  return { identifier, created_at: centralTime(createdAt), ...(text !== null && { metadata: text }) };
}

export const writePhaxCode = jsonWriter(phaxCodeShape, phaxCodeBody);
