import { connect, ControlError } from '../control/client/connect.ts';
import type { WorldHandle } from '../control/client/connect.ts';
import { readGivenFile } from '../model/shared/given-file.ts';
import { CliError, reasonOf } from '../model/shared/errors.ts';
import { localUrl } from '../model/shared/urls.ts';
import type { FlagValues } from './flags.ts';

/** The base URL of the simulator: the given one, or where these settings make it listen. */
export async function simulatorUrl(options: FlagValues): Promise<string> {
  const { url, host, port, portFile, urlFile } = options;
  if (url !== undefined) return url;
  // The port file of a running simulator is more reliable than settings.
  if (portFile !== undefined) return localUrl(host, Number(await readWritten(portFile, 'port')));
  if (urlFile !== undefined) return readWritten(urlFile, 'URL');
  if (port === 0) throw new CliError('--port: 0 does not say which port to ask, unless with --port-file');
  return localUrl(host, port);
}

/** Runs work with the world that the options name. Throws a CliError if the simulator refuses or does not answer. */
export async function withSimulator<T>(
  options: FlagValues,
  work: (world: WorldHandle) => Promise<T>,
  advice?: string,
): Promise<T> {
  const { controlToken: token, world } = options;
  try {
    return await work(connect({ baseUrl: await simulatorUrl(options), token, world }));
  } catch (error) {
    throw error instanceof ControlError
      ? new CliError(withAdvice(error.message, advice), { exitCode: exitCodeOf(error) })
      : error;
  }
}

/** The exit code of an error: 2 for a wrong argument, whether this program or the simulator finds it. */
const exitCodeOf = ({ status }: ControlError): number => (status === 400 || status === 422 ? 2 : 1);

/** The message, with advice if no program listens. */
export const withAdvice = (message: string, advice = startOrLocate): string =>
  message.endsWith('ECONNREFUSED') ? `${message}; ${advice}` : message;

const startOrLocate = 'is faxsim running? Start it with faxsim start, or say where it is with --url';

/** The checks of the content of port and URL files. */
const contents = {
  port: (text: string) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535,
  URL: (text: string) => /^https?:\/\/\S+$/.test(text) && URL.canParse(text),
};

/**
 * The port or the base URL in a file that a simulator wrote. Throws a CliError, with exit code 1 while the file is missing: falling
 * back to settings could find another simulator.
 */
async function readWritten(file: string, content: keyof typeof contents): Promise<string> {
  const written = await readGivenFile(file).catch((error: unknown) => {
    const reason = reasonOf(error);
    const advice = reason === 'ENOENT' ? ': faxsim writes it when it listens, and removes it at its end' : '';
    throw new CliError(`cannot read the ${content} file ${JSON.stringify(file)}: ${reason}${advice}`, { exitCode: 1 });
  });
  const text = written.trim();
  if (contents[content](text)) return text;
  throw new CliError(
    `the ${content} file ${JSON.stringify(file)} has no ${content} in it, but ${JSON.stringify(text.slice(0, 40))}`,
  );
}
