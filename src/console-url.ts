/** The address of the console, for a browser that gets the control token with it. */
export const consoleStart = (baseUrl: string, token: string | undefined): string =>
  `${baseUrl}/_faxsim/ui/${token === undefined ? '' : `#token=${token}`}`;

/** The address of a place in the console, such as `faxes/7`, of the simulator or the world with this base URL. */
export function consoleUrl(baseUrl: string, place: string): string {
  const [, root = '', world = 'default'] = /^(.*?)(?:\/w\/([^/]+))?\/*$/s.exec(baseUrl) ?? [];
  return `${root}/_faxsim/ui/w/${world}/${place}`;
}
