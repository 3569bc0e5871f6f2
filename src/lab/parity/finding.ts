import type { RecordedRequest } from '../achievements/run-record.ts';

/** The kinds of differences, worst first, with their meanings in reports. */
export const findingKinds = {
  'not finished': 'the new program fails, crashes or does not end',
  lost: 'a document does not reach a number',
  'other document': 'a number gets another document',
  doubled: 'a number gets a document too often',
  'other result': 'a fax ends otherwise',
  'file lost': 'a file is deleted that the old program keeps',
  'not fetched': 'the document of a fax is not fetched',
  'page unread': 'a page of a list is not read',
  'not listed': 'a list does not show a fax',
  'not notified': 'the application does not accept a notification',
  'endless wait': 'the program waits for a status that does not come',
  'file kept': 'a file is not deleted',
  'mistaken request': 'a request has what the service ignores or takes for something else',
  'other records': 'the account has other numbers, rules or codes',
  'done twice': 'the new program reads the same again',
  'other price': 'the account pays another amount',
} as const;
export type FindingKind = keyof typeof findingKinds;

/** A difference between what the old program achieves and what the new one does. */
export interface Finding {
  readonly kind: FindingKind;
  /** Sentence without a full stop. */
  readonly sentence: string;
  /** The requests of the old program that achieved it; empty: none did. */
  readonly old: readonly RecordedRequest[];
  /** The requests of the new program that did not, or that did too much. */
  readonly new: readonly RecordedRequest[];
  /**
   * Names of the letters or faxes that it is about, which hold in each run, whatever the words of the sentence. Default: the kind says it
   * all.
   */
  readonly subjects?: readonly string[];
  /** Subjects of findings that say the same of the letters themselves, beside which it is left out. */
  readonly echoes?: readonly string[];
  /** Differences that follow from this one, since a program that died does no more. */
  readonly follows?: readonly Finding[];
}
