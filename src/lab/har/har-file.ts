import * as v from 'valibot';
import { faultOfHar, harSchema } from '../../control/har/har-document.ts';
import type { HarDocument } from '../../control/har/har-document.ts';
import { asText } from '../../model/shared/conversion.ts';
import { CliError } from '../../model/shared/errors.ts';
import { loadJson } from '../../model/shared/json-file.ts';
import { isPlainObject, isTooDeep, tooDeepMessage } from '../../model/shared/objects.ts';
import type { Bundle } from '../../worlds/history/bundle.ts';
import { readBundle } from '../bundles/bundle-file.ts';

/** A file that shows what a program did: a bundle of a world, or a HAR of any program. */
export type TrafficFile =
  { readonly kind: 'bundle'; readonly bundle: Bundle } | { readonly kind: 'har'; readonly har: HarDocument };

/** Reads a bundle or a HAR file, compressed or not; its content decides which. Throws a CliError that names the fault. */
export async function loadTraffic(path: string): Promise<TrafficFile> {
  const value = await loadJson(path, isNamedHar(path) ? 'a HAR file' : 'a bundle or a HAR file');
  refuseReport(value, path);
  return isHar(value, path)
    ? { kind: 'har', har: readHarDocument(value, path) }
    : { kind: 'bundle', bundle: readBundle(value, path) };
}

/** Throws a CliError for a report of faxsim, which has no requests to read. */
function refuseReport(value: unknown, path: string): void {
  const format = isPlainObject(value) ? asText(value['format']) : '';
  const [, tool] = /^faxsim (migrate|parity|sweep)$/.exec(format) ?? [];
  if (tool !== undefined)
    throw new CliError(
      `${path} is a report of faxsim ${tool}; a bundle or a HAR file is needed, as faxsim bundle writes one`,
    );
}

/** Reads a HAR file. Throws a CliError that names the fault. */
export async function loadHar(path: string): Promise<HarDocument> {
  return readHarDocument(await loadJson(path, 'a HAR file'), path);
}

const isNamedHar = (path: string): boolean => /\.har(?:\.gz)?$/i.test(path);

const isHar = (value: unknown, path: string): boolean =>
  isNamedHar(path) || (isPlainObject(value) && Object.hasOwn(value, 'log'));

/** Reads a HAR document, or the control API's answer that contains it. */
export function readHarDocument(value: unknown, path: string): HarDocument {
  if (isTooDeep(value)) throw new CliError(tooDeepMessage(path));
  const document = isPlainObject(value) && isPlainObject(value['data']) ? value['data'] : value;
  const fault = faultOfHar(document);
  if (fault !== undefined) throw new CliError(`${path} must be a HAR file: ${fault}`);
  return v.parse(harSchema, document);
}
