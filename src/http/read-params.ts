import type { Params } from '../wire/fields.ts';
import type { ApiCall } from './api-call.ts';
import type { BodyReader } from './body.ts';
import { ParamsBuilder, addUrlencoded, mergeParams } from './params.ts';

/**
 * Reads all parameters of a request: those in the path go before those in the body, and they before those in the query. Only
 * a body has to be waited for. Throws the Refusal `malformed`, and what the reader of bodies throws.
 */
export function readParams(call: ApiCall, { readBody }: { readonly readBody: BodyReader }): Promise<void> | undefined {
  const query = readQuery(call.originalUrl);
  const body = readBody(call);
  if (!(body instanceof Promise)) {
    call.params = mergeParams(query, body, call.pathParams);
    return undefined;
  }
  return body.then((read) => {
    call.params = mergeParams(query, read, call.pathParams);
  });
}

function readQuery(url: string): Params {
  const builder = new ParamsBuilder();
  const start = url.indexOf('?');
  if (start >= 0) addUrlencoded(builder, url.slice(start + 1));
  return builder.build();
}
