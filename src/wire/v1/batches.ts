import * as v from 'valibot';
import { Refusal } from '../../domain/refusal.ts';
import { form, integer, optional } from '../fields.ts';

const batchId = optional(integer({ min: 1 }));

/** The batch's id, under any of the names that it may have had. */
export const batchForm = v.pipe(
  form({ id: batchId, batchId, batch_id: batchId }),
  v.transform(({ id, batchId: camel, batch_id: snake }) => {
    const text = id ?? camel ?? snake;
    if (text === undefined) throw new Refusal('invalid', 'id is required');
    return { id: text };
  }),
);
