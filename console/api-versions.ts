import { apiVersions } from '../src/model/domain/operation.ts';
import type { ApiVersion } from '../src/model/domain/operation.ts';

/** The version of the explorer unless its address names another one. */
export const usualVersion: ApiVersion = 'v2.1';

/** The choices of a filter by version. */
export const versionChoices: Readonly<Record<string, string>> = Object.fromEntries(
  apiVersions.map((version) => [version, version]),
);
