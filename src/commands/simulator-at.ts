import { ControlError, connect } from '../client/connect.ts';
import type { WorldHandle } from '../client/connect.ts';
import { CliError } from '../cli-error.ts';
import { localUrl } from '../local-url.ts';
import type { FlagValues } from './flags.ts';
import { readPortFile, readUrlFile } from './port-file.ts';

/** The base URL of the simulator that runs with these settings, or that of the URL that was given. */
export async function simulatorUrl(options: FlagValues): Promise<string> {
  return options.url ?? (await writtenUrl(options)) ?? localUrl(options.host, await portOf(options));
}

/** A file of a program that runs says better than settings where it listens. */
const writtenUrl = async ({ urlFile, portFile }: FlagValues): Promise<string | undefined> =>
  urlFile === undefined || portFile !== undefined ? undefined : readUrlFile(urlFile);

/** The port file is of a program that runs, and so says better than a setting where it listens. */
async function portOf({ port, portFile }: FlagValues): Promise<number> {
  if (portFile !== undefined) return readPortFile(portFile);
  if (port === 0) throw new CliError('--port: 0 does not say which port to ask, unless with --port-file');
  return port;
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
