import type { Credentials } from '../domain/credentials.ts';

interface ClientWorld {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly webhookToken: string | null;
}

/** What a client of the service needs to know to work with a world, and `faxsim` itself to find it. */
export function clientVariables({
  baseUrl,
  credentials: { live, test },
  webhookToken,
}: ClientWorld): Record<string, string> {
  return {
    FAXSIM_URL: baseUrl,
    FAXSIM_API_KEY: live.key,
    FAXSIM_API_SECRET: live.secret,
    FAXSIM_TEST_API_KEY: test.key,
    FAXSIM_TEST_API_SECRET: test.secret,
    PHAXIO_BASE_URL: baseUrl,
    PHAXIO_API_KEY: live.key,
    PHAXIO_API_SECRET: live.secret,
    ...(webhookToken !== null && { PHAXIO_CALLBACK_TOKEN: webhookToken }),
  };
}

/** Where a simulator that exec has started serves HTTPS; told to its program, and read by no command. */
export const httpsVariable = 'FAXSIM_HTTPS_URL';
