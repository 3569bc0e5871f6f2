import type { WorldHandle } from '../control/client/connect.ts';
import type { Credentials } from '../model/domain/account.ts';
import { assignments, clientVariables } from './client-variables.ts';
import { variablePrefix } from './flags.ts';
import type { Invocation } from './invocation.ts';
import { withSimulator } from './simulator-at.ts';

/** Prints the variables for a client: `eval "$(faxsim env)"`. */
export async function env({ options }: Invocation): Promise<number> {
  const variables = await withSimulator(options, async ({ worlds, settings, baseUrl }) => {
    const [{ credentials }, { webhook_token: webhookToken }] = await Promise.all([worlds.show(), settings.show()]);
    return clientVariables({ baseUrl, credentials, webhookToken });
  });
  const text = options.json ? `${JSON.stringify(variables, undefined, 2)}\n` : assignments(variables, options.shell);
  process.stdout.write(text);
  return 0;
}

interface ProgramWorld extends Pick<WorldHandle, 'baseUrl' | 'settings'> {
  readonly credentials: Credentials;
}

/**
 * The environment of a program beside a simulator. Of faxsim's own variables it has only those that a client needs. The
 * others would give a simulator that the program starts the same data directory or port.
 */
export async function programEnvironment({ baseUrl, credentials, settings }: ProgramWorld): Promise<NodeJS.ProcessEnv> {
  const { webhook_token: webhookToken } = await settings.show();
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith(variablePrefix));
  return { ...Object.fromEntries(inherited), ...clientVariables({ baseUrl, credentials, webhookToken }) };
}
