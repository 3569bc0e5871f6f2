import { asNumber } from '../../model/shared/conversion.ts';
/**
 * The version of the form of stored records, named by data directories, exports and bundles. A new field marked with
 * `later` does not change it. It rises if the same record would have another meaning.
 */
export const formatVersion = 3;

/** The oldest readable version of each. Before version 3, each had its own count. */
const oldest = { directory: 1, export: 2, bundle: 2 } as const;

/** The kind of file that contains records. */
export type RecordHolder = keyof typeof oldest;

export const isReadable = (holder: RecordHolder, version: unknown): boolean =>
  Number.isSafeInteger(version) && asNumber(version) >= oldest[holder] && asNumber(version) <= formatVersion;

/** The readable versions, as the end of "reads …": `versions 1 to 3`. */
export const readableVersions = (holder: RecordHolder): string => `versions ${oldest[holder]} to ${formatVersion}`;
