import { assignGiven, isPlainObject, keysOf } from '../shared/objects.ts';
import { namesWith, usualRecord } from '../fields/record-table.ts';
import { changedFax, faxTable, newRecipient } from './fax.ts';
import type { Fax } from './fax.ts';
import { optionTable, plainOptions } from './send-options.ts';
import type { SendOptions } from './send-options.ts';

/** A sent, queued, live fax without recipients and documents. */
const blankFax: Fax = changedFax(usualRecord(faxTable), {});

/** The names of all fields, in the order in which a fax is stored. */
export const faxFields = keysOf(blankFax);

/** A fax with these fields; all others are those of a blank fax. */
export const newFax = (fields: Partial<Fax> & Pick<Fax, 'id' | 'createdAt'>): Fax => changedFax(blankFax, fields);

type Resent = Pick<Fax, 'id' | 'isTest' | 'createdAt' | 'callerId' | 'callbackUrl' | 'due'>;

const resentFields = namesWith(faxTable, 'isResent');
const resentOptions = namesWith(optionTable, 'isResent');

/** A fax that sends the document of another one to its recipients again. */
export function resentCopy(original: Fax, fields: Resent): Fax {
  const { id, createdAt } = fields;
  const copy = assignGiven(newFax({ id, createdAt }), original, resentFields);
  const recipients = original.recipients.map(({ number }) => newRecipient(number, null));
  return Object.assign(copy, { recipients, options: optionsAgain(original.options), resentFrom: original.id }, fields);
}

/** The options that a resend copies. Most faxes have none of them. */
const optionsAgain = (options: SendOptions): SendOptions =>
  resentOptions.every((name) => isUsual(options, name))
    ? plainOptions
    : assignGiven({ ...plainOptions }, options, resentOptions);

/** Replaces empty lists and plain options of a parsed fax by shared ones, which saves 200 bytes. */
export function shareBlankParts(fax: Fax): void {
  const shared: { -readonly [Name in keyof Fax]: Fax[Name] } = fax;
  if (fax.barcodes.length === 0) shared.barcodes = blankFax.barcodes;
  if (fax.sources.length === 0) shared.sources = blankFax.sources;
  if (isPlain(fax.options)) shared.options = plainOptions;
}

const isEmpty = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : isPlainObject(value) && Object.keys(value).length === 0;

const optionNames = keysOf(plainOptions);
const emptyOptions: ReadonlySet<string> = new Set(optionNames.filter((name) => isEmpty(plainOptions[name])));

const isUsual = (options: SendOptions, name: keyof SendOptions): boolean =>
  emptyOptions.has(name) ? isEmpty(options[name]) : options[name] === plainOptions[name];

/** Called for each fax of a data directory as it opens. */
const isPlain = (options: SendOptions): boolean => optionNames.every((name) => isUsual(options, name));
