/** A successful answer in one version's form; written by `http/`, always with status 200. */
export interface Reply {
  readonly body: Body;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The envelope of an answer. The order of its keys is part of the form. */
export interface Body {
  readonly success: boolean;
  readonly message: string;
  readonly [further: string]: unknown;
}

/** An answer with nothing but its message, or with data. Source: recorded; `data` is absent where there is none. */
export function reply(message: string, data?: unknown): Reply {
  return { body: data === undefined ? { success: true, message } : { success: true, message, data } };
}

/** How every version tells that it refused; no more than this was ever recorded. */
export function failure(message: string): Body {
  return { success: false, message };
}
