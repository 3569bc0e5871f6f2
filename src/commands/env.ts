import { assignments, clientVariables } from './client-variables.ts';
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
