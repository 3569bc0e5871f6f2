export interface KeyPair {
  readonly key: string;
  readonly secret: string;
}

/** Whether a path of the service takes the keys as parameters of the form: v1 documents no other way. */
export const hasKeysInForm = (path: string): boolean => path.startsWith('/v1/');

/** The URL with the parameters added to its query. */
export function withQuery(url: string, parameters: readonly (readonly [name: string, value: string])[]): string {
  const query = new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value])).toString();
  if (query === '') return url;
  return `${url}${url.includes('?') ? '&' : '?'}${query}`;
}

/** The parameters that give the keys to a path. */
export const keyParameters = (path: string, { key, secret }: KeyPair): readonly (readonly [string, string])[] =>
  hasKeysInForm(path)
    ? [
        ['api_key', key],
        ['api_secret', secret],
      ]
    : [];
