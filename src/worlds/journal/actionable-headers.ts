/** The response headers that clients act on, in lower case. Bundles contain them, and replays compare them. */
const actionableHeaders = ['retry-after', 'www-authenticate'] as const;

/**
 * Headers of a response that clients act on, by their names. `header` returns a header of the answer by its name, or
 * undefined.
 */
export function actionableHeadersIn(header: (name: string) => string | undefined): Record<string, string> {
  const found = actionableHeaders.map((name) => [name, header(name)] as const);
  return Object.fromEntries(found.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])));
}
