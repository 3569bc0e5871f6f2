import { detailsOfEntry } from '../journal.ts';
import type { JournalEntry } from '../journal.ts';
import { emptyRange, noEffect, pageSize, spelling } from './effects.ts';
import { credentials, jsonBody, late } from './habits.ts';
import type { Check, Remark } from './remark.ts';
import { unknownParameters } from './unknown-parameters.ts';

const checks: readonly Check[] = [
  unknownParameters,
  noEffect,
  spelling,
  emptyRange,
  pageSize,
  credentials,
  jsonBody,
  late,
];

/** The remarks about a request for the developer of its client. */
export function lintOf(entry: JournalEntry, details = detailsOfEntry(entry)): readonly Remark[] {
  const request = { observed: entry.observed, details, params: details.params ?? {} };
  return checks.flatMap((check) => check(request));
}
