import { connect, ControlError } from '../control/client/connect.ts';
import type { WorldHandle } from '../control/client/connect.ts';
import { routes } from '../control/client/routes.generated.ts';
import { readGivenFile } from '../model/shared/given-file.ts';
import { CliError, errorCode, fileReasonOf } from '../model/shared/errors.ts';
import { localUrl, rootAndWorld } from '../model/shared/urls.ts';
import { kebabCase, nearestOrAll } from '../model/shared/words.ts';
import type { FlagValues } from './flags.ts';
import type { GivenSettings } from './invocation.ts';
import { assertSimulator } from './simulator-check.ts';

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

/** Runs work with the world that the settings name. Throws a CliError if the simulator refuses or does not answer. */
export async function withSimulator<T>(
  { options, sources }: GivenSettings,
  work: (world: WorldHandle) => Promise<T>,
  advice?: string,
): Promise<T> {
  const baseUrl = await simulatorUrl(options);
  const world = connect({ baseUrl, token: options.controlToken, world: options.world });
  await assertSimulator(rootAndWorld(baseUrl).root, sources);
  try {
    return await work(world);
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    const near = error.status === misdirected ? await nearWorldText(world) : '';
    throw new CliError(withAdvice(`${withCommands(error.message)}${near}`, advice), { exitCode: exitCodeOf(error) });
  }
}

/** The status of a call to a world that does not exist. */
const misdirected = 421;

/** The end of a message about a world that does not exist: the nearest one. */
async function nearWorldText({ id, worlds }: WorldHandle): Promise<string> {
  const known = await worlds.list().catch(() => []);
  return nearestOrAll(
    id,
    known.map((world) => world.id),
  );
}

/** The message of the simulator, in which a call of the control API is the command that makes the call. */
const withCommands = (message: string): string =>
  message.replaceAll(
    /\b([A-Z]+) \/_faxsim(\/[\w./-]*\w)(\?[\w=&]+)?/g,
    (call, method: string, path: string, query: string | undefined) =>
      commandOf(method, path) === ''
        ? call
        : [commandOf(method, path), (query ?? '').slice(1).replaceAll('&', ' ')].join(' ').trim(),
  );

/** `faxsim worlds put orders` for `PUT /worlds/orders`; empty if no command makes that call. */
function commandOf(method: string, path: string): string {
  const parts = path.split('/');
  for (const [group, calls] of Object.entries(routes)) {
    for (const [name, route] of Object.entries(calls)) {
      const places = route.path.split('/');
      const fits =
        places.length === parts.length && places.every((place, at) => place.startsWith(':') || place === parts[at]);
      if (!fits || route.method !== method) continue;
      return ['faxsim', group, kebabCase(name), ...parts.filter((_, at) => places[at]?.startsWith(':'))].join(' ');
    }
  }
  return '';
}

/** The exit code of an error: 2 for a wrong argument or a wrong control token, whether this program or the simulator finds it. */
const exitCodeOf = ({ status }: ControlError): number => (wrongUse.includes(status) ? 2 : 1);

const wrongUse: readonly (number | undefined)[] = [400, 401, 403, 422];

/** The message, with advice if no program listens. */
export const withAdvice = (message: string, advice = startOrLocate): string =>
  message.endsWith('ECONNREFUSED') ? `${message}; ${advice}` : message;

const startOrLocate =
  'is faxsim running? Start it with faxsim start, or say where it is with --url, --port or FAXSIM_PORT';

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
    const reason = fileReasonOf(error);
    const advice = errorCode(error) === 'ENOENT' ? ': faxsim writes it when it listens, and removes it at its end' : '';
    throw new CliError(`cannot read the ${content} file ${JSON.stringify(file)}: ${reason}${advice}`, { exitCode: 1 });
  });
  const text = written.trim();
  if (contents[content](text)) return text;
  throw new CliError(
    `the ${content} file ${JSON.stringify(file)} has no ${content} in it, but ${JSON.stringify(text.slice(0, 40))}`,
  );
}
