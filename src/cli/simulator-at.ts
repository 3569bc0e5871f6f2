import { connect, ControlError } from '../control/client/connect.ts';
import type { WorldHandle } from '../control/client/connect.ts';
import { readGivenFile } from '../model/shared/given-file.ts';
import { CliError, reasonOf } from '../model/shared/errors.ts';
import { localUrl } from '../model/shared/urls.ts';
import type { FlagValues } from './flags.ts';

/** The base URL of the simulator that runs with these settings, or that of the URL that was given. */
export async function simulatorUrl(options: FlagValues): Promise<string> {
  const { url, host, port, portFile, urlFile } = options;
  if (url !== undefined) return url;
  // A file of a program that runs says better than settings where it listens.
  if (portFile !== undefined) return localUrl(host, Number(await readWritten(portFile, 'port')));
  if (urlFile !== undefined) return readWritten(urlFile, 'URL');
  if (port === 0) throw new CliError('--port: 0 does not say which port to ask, unless with --port-file');
  return localUrl(host, port);
}

/** Works with the world that the options name. Throws a CliError when the simulator refuses or does not answer. */
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

/** A wrong argument has the same exit code, whether the program or the simulator finds it. */
const exitCodeOf = ({ status }: ControlError): number => (status === 400 || status === 422 ? 2 : 1);

/** A message that ends with such a reason, and with advice where no program listens. */
export const withAdvice = (message: string, advice = startOrLocate): string =>
  message.endsWith('ECONNREFUSED') ? `${message}; ${advice}` : message;

const startOrLocate = 'is faxsim running? Start it with faxsim start, or say where it is with --url';

/** The checks of what a program writes into its files. */
const contents = {
  port: (text: string) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535,
  URL: (text: string) => /^https?:\/\/\S+$/.test(text) && URL.canParse(text),
};

/**
 * The port or the base URL of the program that wrote the file. Throws a CliError, with exit code 1 while there is no file:
 * another simulator must not be taken for it.
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
