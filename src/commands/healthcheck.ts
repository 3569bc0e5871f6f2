import { CliError } from '../cli-error.ts';
import type { Invocation } from './invocation.ts';
import { askRunning } from './running.ts';

/** Asks the simulator that runs with these settings whether it lives. */
export async function healthcheck({ options }: Invocation): Promise<number> {
  const { url, status } = await askRunning(options, 'livez');
  if (status !== 200) throw new CliError(`${url} answers with status ${status}`, { exitCode: 1 });
  process.stdout.write(`faxsim: ${url} is alive\n`);
  return 0;
}
