import { CliError } from '../model/shared/errors.ts';
import { isFlagName } from './flags.ts';
import type { FlagName } from './flags.ts';
import { sourceOf } from './invocation.ts';
import type { Invocation } from './invocation.ts';

/** Turns an error that the user can fix into a line that names the setting as it was given. */
export function explainFailure(error: unknown, { options, sources }: Invocation): unknown {
  const { host, data } = options;
  const failure = (setting: FlagName, message: string, exitCode = 2): CliError =>
    new CliError(`${sourceOf(setting, sources)}: ${message}`, { exitCode });
  if (error instanceof CliError) {
    const { setting = '', message, exitCode } = error;
    if (!isFlagName(setting)) return error;
    return failure(setting === 'data' && data === undefined ? 'dataMount' : setting, message, exitCode);
  }
  const setting = portSetting(error, options);
  switch (failedCall(error)) {
    case 'listen EADDRINUSE':
      return failure(setting, `${options[setting]} on ${host} is in use; take another, or a free one with 0`, 4);
    case 'listen EACCES':
      return failure(setting, `this user may not listen on port ${options[setting]}`);
    case 'getaddrinfo ENOTFOUND':
    case 'getaddrinfo EAI_AGAIN':
    case 'listen EADDRNOTAVAIL':
    case 'listen EAFNOSUPPORT':
      return failure('host', `"${host}" is no name or address of this machine`);
    default:
      return error;
  }
}

/** Which of the two ports cannot be had. */
function portSetting(error: unknown, { port, httpsPort }: Invocation['options']): 'port' | 'httpsPort' {
  const failed = error instanceof Error && 'port' in error ? error.port : undefined;
  return failed === httpsPort && failed !== port ? 'httpsPort' : 'port';
}

/** The system call that failed and its error code, as node tells them. */
function failedCall(error: unknown): string | undefined {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return undefined;
  return `${String(error.syscall)} ${String(error.code)}`;
}
