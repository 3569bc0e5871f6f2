import { field, fieldsOf, listOf, orNull, usualRecord, words } from '../fields/record-table.ts';
import type { RecordOf } from '../fields/record-table.ts';
import { errorTable, errorTypes } from './fax-error.ts';
import { sinchTable } from './sinch-options.ts';
import { webhookVersions } from './webhook.ts';

/** The statuses of a scripted course; `willretry` is the status of recipients after a failed call. */
export const scriptedStatuses = ['inprogress', 'willretry', 'success', 'partialsuccess', 'failure'] as const;

const scriptedStep = {
  /** Time until the step, in ms; null for the time of the world's pace. */
  afterMs: orNull('number'),
  /** The number of reads of the fax until the step is done; null if only time counts. */
  reads: orNull('integer'),
  status: words(scriptedStatuses),
  /** Error of a failed call; null for other results. */
  error: orNull(fieldsOf(errorTable)),
  /** The numbers that a `partialsuccess` reaches. Default: only the first one. */
  reached: field(listOf('phoneNumber'), { isOptional: true }),
  /** The page on which the call of a `failure` breaks, from 1. Default: not known. */
  page: field('integer', { isOptional: true }),
} as const;

/** A step that a scenario prescribes for a fax: some ms after the previous one, or when the fax is read. */
export interface ScriptedStep extends RecordOf<typeof scriptedStep> {}

/** The fields of `SendOptions`. */
export const optionTable = {
  /** The simulated failure that `test_fail` asked for. */
  testFail: field(orNull(words(errorTypes)), {
    usual: null,
    isUndocumented: true,
    isPlain: true,
    about: 'The simulated error of a test fax',
  }),
  /** The id of the fax that opened this fax's batch, which can be this fax; null without a batch. */
  batch: field(orNull('key'), { usual: null, isPlain: true, about: 'The id of the batch' }),
  /** Whether no further fax joins that batch. */
  isBatchClosed: field('flag', { usual: false }),
  avoidsCollisions: field('flag', { usual: false, isUndocumented: true, isResent: true }),
  /** Instant at which the fax is cancelled unless it is done; null if never. */
  cancelAt: field(orNull('time'), {
    usual: null,
    isUndocumented: true,
    isPlain: true,
    about: 'The time at which the service cancels the fax',
  }),
  /** The course that a scenario prescribes in place of the usual calls; empty without one. */
  script: field(listOf(fieldsOf(scriptedStep)), { usual: [], isUndocumented: true }),
  /** The number of retries after a call that fails on the line, such as 2; null for that of the account. */
  retries: field(orNull('count'), { usual: null, isLater: true, isUndocumented: true }),
  /** The time from a failed call to its retry, in ms; null for that of the account. */
  retryDelayMs: field(orNull('ms'), { usual: null, isLater: true, isUndocumented: true }),
  /** The URLs among its contents, in order. They stay when `sources` is emptied. */
  contentUrls: field(listOf('text'), { usual: [], isLater: true, isUndocumented: true, isResent: true }),
  /** The options of a v3 send; null if another version sent it. */
  sinch: field(orNull(fieldsOf(sinchTable)), { usual: null, isLater: true, isUndocumented: true }),
  /** The service of the receiving number, or of the control call; null for the service of the v3 send, or else the first. */
  service: field(orNull('key'), { usual: null, isLater: true, isUndocumented: true }),
  /** The form of webhooks that the version of the request expects, such as v1; null if that is not known. */
  webhookVersion: field(orNull(words(webhookVersions)), {
    usual: null,
    isLater: true,
    isUndocumented: true,
    isResent: true,
  }),
} as const;

/** The options of the request that created a sent fax, which the API does not show. */
export interface SendOptions extends RecordOf<typeof optionTable> {}

/** The options of a send that states none. */
export const plainOptions: SendOptions = usualRecord(optionTable);
