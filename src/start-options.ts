import type { Credentials } from './domain/credentials.ts';
import type { AnsweredRequest } from './request-log.ts';
import type { AccountSettings, StartSettings } from './settings/start-settings.generated.ts';

/** The options of `startSimulator()`; everything has a default. */
export interface StartOptions extends StartSettings {
  /** Settings of the account, in place of the fixture's or those in the data directory. */
  readonly settings?: AccountSettings | undefined;
  /** Key pairs in place of the documented ones. */
  readonly credentials?: { readonly [Pair in keyof Credentials]?: Credentials[Pair] | undefined } | undefined;
  /** Called with the simulator's own faults. Default: they go to stderr. */
  readonly onFault?: ((fault: unknown) => void) | undefined;
  /** Called for each request once it is answered. */
  readonly onRequest?: ((request: AnsweredRequest) => void) | undefined;
}
