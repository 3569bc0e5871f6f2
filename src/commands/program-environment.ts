import type { WorldHandle } from '../client/connect.ts';
import type { Credentials } from '../domain/credentials.ts';
import { clientVariables } from './client-variables.ts';
import { variablePrefix } from './flags.ts';

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
