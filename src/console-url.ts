/** The address of a place in the console, such as `faxes/7`, of the simulator or the world with this base URL. */
export function consoleUrl(baseUrl: string, place: string): string {
  const [, root = '', world = 'default'] = /^(.*?)(?:\/w\/([^/]+))?\/*$/s.exec(baseUrl) ?? [];
  return `${root}/_faxsim/ui/w/${world}/${place}`;
}
