export interface KeyPair {
  readonly key: string;
  readonly secret: string;
}

/** Whether a path of the service takes the keys as parameters of the form: v1 documents no other way. */
export const hasKeysInForm = (path: string): boolean => path.startsWith('/v1/');

/** The parameters that give the keys to a path. */
export const keyParameters = (path: string, { key, secret }: KeyPair): readonly (readonly [string, string])[] =>
  hasKeysInForm(path)
    ? [
        ['api_key', key],
        ['api_secret', secret],
      ]
    : [];
