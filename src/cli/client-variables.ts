import type { Credentials } from '../model/domain/account.ts';

interface ClientWorld {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly projectId: string;
  readonly webhookToken: string | null;
}

/** The environment variables with which a client of the service, and `faxsim` itself, find a world. */
export function clientVariables({
  baseUrl,
  credentials: { live, test },
  projectId,
  webhookToken,
}: ClientWorld): Record<string, string> {
  return {
    FAXSIM_URL: baseUrl,
    FAXSIM_API_KEY: live.key,
    FAXSIM_API_SECRET: live.secret,
    FAXSIM_TEST_API_KEY: test.key,
    FAXSIM_TEST_API_SECRET: test.secret,
    FAXSIM_PROJECT_ID: projectId,
    PHAXIO_BASE_URL: baseUrl,
    PHAXIO_API_KEY: live.key,
    PHAXIO_API_SECRET: live.secret,
    ...(webhookToken !== null && { PHAXIO_CALLBACK_TOKEN: webhookToken }),
  };
}

/** The HTTPS address of the simulator that `exec` starts. Only the program of `exec` reads this variable. */
export const httpsVariable = 'FAXSIM_HTTPS_URL';

/** Set to `true` for a program whose simulator ends with it, so that messages name no page of the console. No command reads it. */
export const endVariable = 'FAXSIM_ENDS_WITH_PROGRAM';

/** The shells whose syntax `faxsim env` prints. */
export const shells = ['sh', 'fish', 'powershell', 'dotenv'] as const;
export type ShellName = (typeof shells)[number];

const forms: Readonly<Record<ShellName, (name: string, value: string) => string>> = {
  sh: (name, value) => `export ${name}='${value.replaceAll("'", `'\\''`)}'`,
  fish: (name, value) => `set -gx ${name} '${value.replace(/['\\]/g, '\\$&')}'`,
  powershell: (name, value) => `$env:${name} = '${value.replaceAll("'", "''")}'`,
  dotenv: (name, value) => `${name}=${/^[\w@%+=:,./-]*$/.test(value) ? value : JSON.stringify(value)}`,
};

/** The lines that set the variables, for a shell or a `.env` file. */
export function assignments(variables: Readonly<Record<string, string>>, shell: ShellName): string {
  return Object.entries(variables)
    .map(([name, value]) => `${forms[shell](name, value)}\n`)
    .join('');
}
