import { Failure } from '../failure.ts';
import type { SettingName } from '../options.ts';
import { sourceOf } from './invocation.ts';
import type { Invocation } from './invocation.ts';

/** Turns what the user can mend into a line that names the setting as it was given. */
export function explained(error: unknown, { options: { host, port, data }, sources }: Invocation): unknown {
  const failure = (setting: SettingName, message: string, exitCode = 2): Failure =>
    new Failure(`${sourceOf(setting, sources)}: ${message}`, { exitCode });
  if (error instanceof Failure) {
    const { setting, message, exitCode } = error;
    if (setting === undefined) return error;
    return failure(setting === 'data' && data === undefined ? 'dataMount' : setting, message, exitCode);
  }
  switch (failedCall(error)) {
    case 'listen EADDRINUSE':
      return failure('port', `${port} on ${host} is in use`, 4);
    case 'listen EACCES':
      return failure('port', `this user may not listen on port ${port}`);
    case 'getaddrinfo ENOTFOUND':
    case 'getaddrinfo EAI_AGAIN':
    case 'listen EADDRNOTAVAIL':
    case 'listen EAFNOSUPPORT':
      return failure('host', `"${host}" is no name or address of this machine`);
    default:
      return error;
  }
}

/** The system call that failed and its error code, as node tells them. */
function failedCall(error: unknown): string | undefined {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return undefined;
  return `${String(error.syscall)} ${String(error.code)}`;
}
