import type { RecordedRequest } from '../achievements/run-record.ts';

/** The kinds of differences, worst first, with their meanings in reports. */
export const findingKinds = {
  'not finished': 'the new program fails, crashes or does not end',
  'not moved': 'the new program still sends requests of v1, v2 or v2.1, and none of v3',
  lost: 'a document does not reach a number',
  'other document': 'a number gets another document',
  doubled: 'a number gets a document too often',
  'other result': 'a fax ends otherwise',
  'file lost': 'a file is deleted that the old program keeps',
  'not fetched': 'the document of a fax is not fetched',
  'page unread': 'a page of a list is not read',
  'not listed': 'a list does not show a fax',
  'not notified': 'the application does not accept a notification',
  'end unread': 'the new program does not learn how a fax ends',
  'endless wait': 'the program waits for a status that does not come',
  'file kept': 'a file is not deleted',
  'mistaken request': 'a request has what the service ignores or takes for something else',
  'other records': 'the account has other numbers, rules or codes',
  'other options': 'a fax has another tag, header line or caller id',
  'done twice': 'the new program reads the same again',
  'other price': 'the account pays another amount',
  'no receiver': 'nothing takes the webhooks of the old program, so their acceptance is not compared',
  'other callback': 'the webhooks of the new program go to another URL',
  'open webhook': 'a stranger can send the new program a webhook',
  'other retries': 'a failed call is repeated more often or less often',
} as const;
export type FindingKind = keyof typeof findingKinds;

/** A difference between the achievements of the two programs. */
export interface Finding {
  readonly kind: FindingKind;
  /** Sentence without a full stop. */
  readonly sentence: string;
  /** The old program's requests that achieved it, if any. */
  readonly old: readonly RecordedRequest[];
  /** The new program's requests that failed to achieve it, or did too much. */
  readonly new: readonly RecordedRequest[];
  /** Names of the letters or faxes concerned, comparable between runs. Default: the kind is enough. */
  readonly subjects?: readonly string[];
  /** Subjects of findings that report the same about the letters themselves; then this finding is left out. */
  readonly echoes?: readonly string[];
  /** Whether the sentence tells that the service refuses a request, which may explain other findings. */
  readonly isRefusal?: boolean;
  /** Differences that result from this one, such as from a crash. */
  readonly follows?: readonly Finding[];
  /** The line in which the new program said what went wrong. */
  readonly outputLine?: string | undefined;
}
