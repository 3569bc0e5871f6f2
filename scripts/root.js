import { fileURLToPath } from 'node:url';

/** The folder of the project, with a slash at its end; with slashes on Windows too, where a URL's own path begins with one. */
export const root = fileURLToPath(new URL('../', import.meta.url)).replaceAll('\\', '/');
