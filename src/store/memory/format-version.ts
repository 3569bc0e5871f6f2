import { asNumber } from '../../model/shared/conversion.ts';
/**
 * The version of the form of stored records, which data directories, exports and bundles name. A field that `later` marks
 * leaves it as it is. It rises where the same record would mean something else.
 */
export const formatVersion = 3;

/** The oldest version that opens. Each of these counted for itself before version 3. */
const oldest = { directory: 1, export: 2, bundle: 2 } as const;

/** The form that holds the records. */
export type RecordHolder = keyof typeof oldest;

export const isReadable = (holder: RecordHolder, version: unknown): boolean =>
  Number.isSafeInteger(version) && asNumber(version) >= oldest[holder] && asNumber(version) <= formatVersion;

/** The versions that open, to be put after "reads": `versions 1 to 3`. */
export const readableVersions = (holder: RecordHolder): string => `versions ${oldest[holder]} to ${formatVersion}`;
