import type { ApiVersion } from '../evidence/evidence.ts';
import type { RefusalForm } from './errors.ts';
import type { Route } from './route.ts';

/** A version of the API: what it serves, and how it refuses. */
export interface Version {
  readonly name: ApiVersion;
  readonly routes: readonly Route[];
  /** Takes HTTP Basic authentication only; else also the parameters `api_key` and `api_secret`. */
  readonly basicOnly: boolean;
  readonly refusals: RefusalForm;
}
