import type { FaxRecord } from '../../src/control/client/named-types.ts';

type FaxError = NonNullable<FaxRecord['error']>;

const badLine = 'The line could not be reached, or the call broke off: send the fax again later.';
const isTest = 'A test asked for this failure.';
const noMachine = 'check with its owner that a fax machine has this number.';

/** Advice on most errors of a kind. */
const adviceOnTypes: Readonly<Record<FaxError['type'], string>> = {
  documentConversionError: 'The document cannot be converted: send another one, such as a PDF without a password.',
  lineError: badLine,
  faxError: 'A machine answered, but the call broke while the fax was sent: send it again.',
  fatalError: 'The service itself failed: send the fax again later, and ask its support if that fails too.',
  generalError: 'The service failed outside of the call: ask its support.',
};

/** Advice on errors whose message tells more than their kind, or something else. With an empty text, nothing can be advised. */
const adviceOnIds: ReadonlyMap<number, string> = idsWith([
  [isTest, 119, 120, 121, 122, 126],
  ['The service could not read the URL of the document: check that it is public, or attach the file.', 54],
  ['The URL of the document is not valid: correct it, or attach the file.', 55],
  ['The service could not store the file: send the fax again, and ask its support if that fails too.', 57],
  ['The service does not take files of this format: send a PDF.', 128, 129, 130],
  ['The account has too little money: add some, and send the fax again.', 5, 46, 86, 105, 125],
  ['The line was busy: send the fax again later.', 17, 35, 90, 118],
  ['No one took the call: check that the machine is on, and send the fax again later.', 16, 30, 39, 87, 94, 112],
  ['This number takes no faxes any more: check it with its owner before you send again.', 34, 47, 49, 73, 91],
  ['This number takes no faxes any more: check it with its owner before you send again.', 115, 116, 123],
  [`The call was taken and ended at once: ${noMachine}`, 19],
  ['The other side rejected the call: ask its owner whether it takes calls from your number.', 50, 85],
  [`This number cannot take the call: ${noMachine}`, 32, 71, 92, 95],
  ['The machine of the recipient does not work with the service: ask for the number of another.', 31, 33, 45, 68],
  ['The machine of the recipient cannot print pages of this size: send the document in another size.', 7],
  ['The machine of the recipient cannot print this resolution: send the document in another one.', 25],
  [`No fax machine responded to the call: ${noMachine}`, 13, 14, 26, 132],
  ['The machine hung up before it received a page: send the fax again.', 38, 41, 80],
  ['The machine may be out of paper: ask its owner to check it, and send the fax again.', 48],
  [badLine, 40, 42, 44, 78],
  ['No page arrived: send the fax again.', 117],
  ['The fax was cancelled: send it again if that was a mistake.', 75],
  ['The fax took too long, so the service cancelled it: send it again later.', 76],
  ['The file of this fax is gone: send the document as a new fax.', 113],
  ['', 79],
]);

function idsWith(table: readonly (readonly [advice: string, ...ids: number[]])[]): ReadonlyMap<number, string> {
  return new Map(table.flatMap(([advice, ...ids]) => ids.map((id) => [id, advice] as const)));
}

/** Advice on an error, or an empty text. Two errors have the id 133: that of a document, and a forbidden number. */
export function adviceOn({ id, type }: FaxError): string {
  if (id === 133 && type === 'faxError') return 'The service does not call this number: ask its support.';
  return adviceOnIds.get(id) ?? adviceOnTypes[type];
}
