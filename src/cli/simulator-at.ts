import { readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { connect, ControlError } from '../control/client/connect.ts';
import type { WorldHandle } from '../control/client/connect.ts';
import { CliError, reasonOf } from '../model/shared/errors.ts';
import { localUrl } from '../model/shared/urls.ts';
import { writeWholeFile } from '../model/shared/whole-file.ts';
import type { FlagValues } from './flags.ts';

/** The base URL of the simulator that runs with these settings, or that of the URL that was given. */
export async function simulatorUrl(options: FlagValues): Promise<string> {
  return options.url ?? (await writtenUrl(options)) ?? localUrl(options.host, await portOf(options));
}

/** A file of a program that runs says better than settings where it listens. */
const writtenUrl = ({ urlFile, portFile }: FlagValues): Promise<string> | undefined =>
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

/**
 * Keeps the port in the file until the returned function is called or the program ends, also by a closed output. Throws a
 * CliError when the file cannot be written.
 */
export async function keepPortFile(file: string, port: number): Promise<() => void> {
  return keepFile(file, String(port)).catch((error: unknown) => {
    throw new CliError(`cannot write ${JSON.stringify(file)}: ${reasonOf(error)}`, { setting: 'portFile' });
  });
}

/** The same with the base URL. Where the file cannot be written, as in some containers, stderr says so and the start goes on. */
export async function keepUrlFile(file: string, url: string): Promise<() => void> {
  return keepFile(file, url).catch((error: unknown) => {
    console.error(`faxsim: --url-file: cannot write ${JSON.stringify(file)}: ${reasonOf(error)}`);
    return () => undefined;
  });
}

async function keepFile(file: string, text: string): Promise<() => void> {
  await writeWholeFile(file, `${text}\n`, `${file}.${process.pid}.tmp`);
  const remove = (): void => {
    process.off('exit', remove);
    if (holds(file, text)) removeFile(file);
  };
  process.on('exit', remove);
  return remove;
}

/** Whether the file is still ours: another program may have written its own text over it. */
function holds(file: string, text: string): boolean {
  try {
    return readFileSync(file, 'utf8').trim() === text;
  } catch {
    return false;
  }
}

/** Does nothing when it is gone already, or cannot be removed: that is no reason to end otherwise than well. */
function removeFile(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // It stays.
  }
}

/** The port at which the program listens that wrote the file. Throws a CliError, with exit code 1 while there is no file. */
async function readPortFile(file: string): Promise<number> {
  const text = await readWritten(file, 'port');
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65_535) return port;
  throw wrongContent(file, 'port', text);
}

/** The base URL of the program that wrote the file. Throws as for a port file: another simulator must not be taken for it. */
async function readUrlFile(file: string): Promise<string> {
  const text = await readWritten(file, 'URL');
  if (/^https?:\/\/\S+$/.test(text) && URL.canParse(text)) return text;
  throw wrongContent(file, 'URL', text);
}

type Content = 'port' | 'URL';

async function readWritten(file: string, content: Content): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const reason = reasonOf(error);
    const advice = reason === 'ENOENT' ? ': faxsim writes it when it listens, and removes it at its end' : '';
    throw new CliError(`cannot read the ${content} file ${JSON.stringify(file)}: ${reason}${advice}`, { exitCode: 1 });
  });
  return text.trim();
}

const wrongContent = (file: string, content: Content, text: string): CliError =>
  new CliError(
    `the ${content} file ${JSON.stringify(file)} has no ${content} in it, but ${JSON.stringify(text.slice(0, 40))}`,
  );
