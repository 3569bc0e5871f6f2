import type { ErrorType, FaxError } from '../../model/domain/fax-error.ts';
import { entriesOf } from '../../model/shared/objects.ts';

/** The types of errors by their names in the Phaxio API. Source: the tables of the API reference of v3. */
const typeNames = {
  documentConversionError: 'DOCUMENT_CONVERSION_ERROR',
  lineError: 'CALL_ERROR',
  faxError: 'FAX_ERROR',
  fatalError: 'FATAL_ERROR',
  generalError: 'GENERAL_ERROR',
} as const satisfies Record<ErrorType, string>;

export const errorTypeNames = entriesOf(typeNames).map(([, name]) => name);

/** The texts that differ from the Phaxio API, by type and number: number 133 has two meanings. Source: the same tables. */
const ownTexts: Readonly<Partial<Record<ErrorType, Readonly<Record<number, string>>>>> = {
  documentConversionError: { 69: 'There was a problem storing the file you provided.' },
  lineError: { 30: 'No answer from a fax machine.', 49: 'The destination phone number Is not active' },
  faxError: {
    46: 'Insufficient funds to send fax and not able to auto recharge; There was a problem charging your credit card. Please check your payment information and try again.',
  },
};

/** Id of the error for a URL that could not be read. */
const unreadUrl = 54;

/** An error in v3's form. Its number is the same in all versions. */
export const sinchError = ({ type, id, message }: FaxError, urls: readonly string[]) => ({
  type: typeNames[type],
  code: id,
  message: id === unreadUrl ? [message, ...urls].join(' ') : (ownTexts[type]?.[id] ?? message),
});
