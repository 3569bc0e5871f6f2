import { bisect as bisectBundle } from '../bundles/bisect.ts';
import { loadBundle } from '../bundles/bundle-file.ts';
import { repeated } from '../bundles/replay.ts';
import { CliError } from '../cli-error.ts';
import type { OwnWorld } from '../client/connect.ts';
import type { Invocation } from './invocation.ts';
import { runBeside } from './program.ts';
import { programEnvironment } from './program-environment.ts';
import { withReplayHost } from './replay-host.ts';

/**
 * `faxsim bisect failure.json -- node check.js`: runs the program against worlds that have seen more and fewer of the
 * requests, and names the first request after which it fails. Exit code 1 where there is no such request.
 */
export async function bisect({ words: [path, ...rest], options }: Invocation): Promise<number> {
  const [program, ...args] = rest[0] === '--' ? rest.slice(1) : rest;
  if (path === undefined || program === undefined) {
    throw new CliError('bisect: expected a bundle and a program: faxsim bisect failure.json -- node check.js');
  }
  const bundle = await loadBundle(path);
  const found = await withReplayHost(bundle, (host) =>
    bisectBundle(bundle, (last) =>
      repeated(bundle, host, {
        last,
        work: async (world) => (await runBeside(await environmentOf(world), program, args)) === 0,
      }),
    ),
  );
  if (found.first === undefined) throw new CliError(`the program ${reasons[found.why]}`, { exitCode: 1 });
  const { id, at, method, url } = found.first;
  const data = { request: id, at, method, url, runs: found.runs };
  const text = `request ${id}, ${method} ${url} at ${at}: the program fails from here on (${found.runs} runs)\n`;
  process.stdout.write(options.json ? `${JSON.stringify(data, undefined, 2)}\n` : text);
  return 0;
}

const reasons = {
  'always holds': 'succeeds even after the last request',
  'never holds': 'fails even before the first request',
} as const;

async function environmentOf(world: OwnWorld): Promise<NodeJS.ProcessEnv> {
  const { webhook_token: webhookToken } = await world.settings.show();
  return programEnvironment({ ...world, webhookToken });
}
