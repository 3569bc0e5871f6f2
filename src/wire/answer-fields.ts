import table from './answer-fields.json' with { type: 'json' };
import type { ApiVersion } from '../model/domain/operation.ts';

type ByRecord<T> = Readonly<Record<string, T>>;

/** The fields of answers and webhooks. `npm run docs` finds new ones. */
export interface AnswerFields {
  /** Number of the table's present state. A bundle names the revision of the faxsim that wrote it. */
  readonly revision: number;
  /** The revision with which each later field came, by record (`v2.1 Fax`) and name. */
  readonly later: ByRecord<ByRecord<number>>;
  /** The names of the fields of each record. */
  readonly known: ByRecord<readonly string[]>;
}

export const answerFields: AnswerFields = table;

/** The revision of bundles that name none. */
export const firstRevision = 1;

/** A field of an answer or a webhook, with the fields around it. */
export interface FieldPlace {
  readonly name: string;
  /** The names of all fields of the mapping. */
  readonly beside: readonly string[];
  /** The version of the answer; undefined for a webhook, whose record can be of any version. */
  readonly version: ApiVersion | undefined;
}

/** Whether a field was added after a revision, so an older mapping of this kind lacks it. */
export function isLaterField({ name, beside, version }: FieldPlace, revision: number, fields = answerFields): boolean {
  return Object.entries(fields.later).some(([record, byName]) => {
    const isOfVersion = version === undefined || record.startsWith(`${version} `);
    return isOfVersion && (byName[name] ?? revision) > revision && isOf(fields, record, beside);
  });
}

const isOf = ({ known }: AnswerFields, record: string, names: readonly string[]): boolean =>
  names.every((name) => known[record]?.includes(name));

/** The names of the fields of a version's answers that came after a revision. */
export const laterNames = (version: ApiVersion, revision: number, fields = answerFields): ReadonlySet<string> =>
  new Set(
    Object.entries(fields.later).flatMap(([record, byName]) =>
      record.startsWith(`${version} `) ? Object.keys(byName).filter((name) => (byName[name] ?? 0) > revision) : [],
    ),
  );

/** Whether the user chooses the names inside this field of an answer or a webhook. */
export const isUserMap = (name: string | undefined): boolean => name !== undefined && userMaps.has(name);

const userMaps: ReadonlySet<string> = new Set(['tags', 'labels', 'coverPageData']);
