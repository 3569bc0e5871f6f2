import { apiVersions } from '../src/model/domain/operation.ts';
import type { ApiVersion } from '../src/model/domain/operation.ts';

/** The version that the explorer has without another in its address. */
export const usualVersion: ApiVersion = 'v2.1';

/** The choices of a filter by version. */
export const versionChoices: Readonly<Record<string, string>> = Object.fromEntries(
  apiVersions.map((version) => [version, version]),
);
