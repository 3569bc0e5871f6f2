/** A file that came with a request. */
export class Upload {
  /** The base name alone; some clients send a whole path. */
  readonly filename: string;
  /** Type that the client declares, often wrongly: `application/pdf`; undefined if it declares none. */
  readonly type: string | undefined;
  readonly bytes: Uint8Array;

  constructor(filename: string, type: string | undefined, bytes: Uint8Array) {
    this.filename = filename;
    this.type = type;
    this.bytes = bytes;
  }
}

/** A request's parameters from path, query and body, merged: text, uploads, lists of them, or values of a JSON body. */
export type Params = Readonly<Record<string, unknown>>;

/** A prototype without names to inherit. V8 would keep objects with a null prototype as dictionaries of three times the size. */
const nameless = Object.freeze(Object.create(null)) as object;

/** Makes empty parameters, or an empty group, in which every name is data. */
export const emptyParams = (): Record<string, unknown> => Object.create(nameless) as Record<string, unknown>;

/** Whether a parameter is a group. */
export const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === nameless;

/**
 * The parameters with a value: without empty texts and null. Inside a mapping, an empty text counts as a value. So does
 * an empty list of JSON.
 */
export function setParams(params: Params): Params {
  for (const name in params) if (!isSetText(params[name])) return withoutUnset(params);
  return params;
}

const isSetText = (value: unknown): boolean => typeof value === 'string' && value !== '';

function withoutUnset(params: Params): Params {
  const set = emptyParams();
  for (const name in params) {
    const value = setItems(params[name]);
    const hasLostAll = isEmptyList(value) && !isEmptyList(params[name]);
    if (isSet(value) && !hasLostAll) set[name] = value;
  }
  return set;
}

export const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

export const isSet = (value: unknown): boolean => value !== '' && value !== null;

function setItems(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter(isSet);
  if (typeof value !== 'object' || value === null || value instanceof Upload) return value;
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== null));
}
