import type { Assumption } from '../assumption.ts';

/** Of PhaxCodes, where they are printed and where they are recognized. */
export const phaxCodeAssumptions: readonly Assumption[] = [
  {
    about: 'createPhaxCode',
    choice: 'Each request without metadata creates a new PhaxCode, without metadata in its JSON, like the default one.',
    because: 'A README shows the request without metadata, but not its result.',
  },
  {
    about: 'createPhaxCode',
    choice: 'v1 has the text of v2, and only `data.url`, the URL of the picture, which needs no credentials.',
    because: 'It is known only that there is a URL of the picture.',
  },
  {
    about: 'getPhaxCode',
    choice: 'The bars are in the middle of the picture, two pixels wide, with white on all sides.',
    because: 'Size and format of the picture are recorded; its content is not.',
  },
  {
    about: 'receiveFax',
    choice: 'A Code 128 barcode with the identifier of a PhaxCode is that PhaxCode, and has the type `PhaxCode`.',
    because: 'The fields are documented; the names of types are not.',
  },
  {
    about: 'attachPhaxCodeToPdf',
    choice:
      'The defaults are the first page and the default PhaxCode; it is 184 × 31 points large; any file that can be faxed is accepted.',
    because: 'Only the parameters are documented; a README names a file that is no PDF.',
  },
  {
    about: 'attachPhaxCodeToPdf',
    choice: 'A missing page, and a corner outside the page, are refused with 200 and a text.',
    because: 'Not documented.',
  },
  {
    about: 'getHostedDocument',
    choice: 'Every account has the same three documents, of one page each, with the code in the upper right corner.',
    because:
      'The documents are uploaded on web pages, not by the API. A README says that the default PhaxCode is used.',
  },
];
