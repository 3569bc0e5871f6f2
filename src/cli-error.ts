import type { SettingName } from './settings/settings.ts';

interface CliErrorOptions {
  readonly exitCode?: number;
  readonly setting?: SettingName;
}

/** An error that the user can fix: the program prints one line and exits with its code. */
export class CliError extends Error {
  readonly exitCode: number;
  /** The setting that is to blame, where the message does not name it. */
  readonly setting: SettingName | undefined;

  constructor(message: string, { exitCode = 2, setting }: CliErrorOptions = {}) {
    super(message);
    this.name = 'Failure';
    this.exitCode = exitCode;
    this.setting = setting;
  }
}
