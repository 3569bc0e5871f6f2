import * as v from 'valibot';
import { shownAs } from '../wire/json-schema.ts';

/** As much of it as a program is to show it has. */
type ExportGiven =
  | { readonly format: string; readonly [more: string]: unknown }
  | { readonly data: { readonly format: string; readonly [more: string]: unknown }; readonly [more: string]: unknown };

/** The document, by itself or as the answer that it came in. */
export const exportedWorld = v.pipe(
  v.looseObject({}, 'must be what an export gave'),
  v.transform((body): object => {
    const { data } = body as Readonly<Record<string, unknown>>;
    return typeof data === 'object' && data !== null ? data : body;
  }),
  shownAs({ type: 'object', description: 'An export of a world, or the answer that it came in' }),
) as unknown as v.GenericSchema<ExportGiven, object>;
