import type { Assumption } from '../assumption.ts';

/** Of PhaxCodes, where they are printed and where they are recognized. */
export const phaxCodeAssumptions: readonly Assumption[] = [
  {
    about: 'createPhaxCode',
    choice: 'Without metadata, another PhaxCode each time; its JSON has no metadata, as that of the default one.',
    because: 'A README shows the call without metadata, but not what comes of it.',
  },
  {
    about: 'createPhaxCode',
    choice: 'v1 has the text of v2, and `data.url` alone, at which the picture is to be had without credentials.',
    because: 'Only that there is a URL to the picture is known.',
  },
  {
    about: 'getPhaxCode',
    choice: 'The bars stand in the middle of the picture, two pixels each, with white on all sides.',
    because: 'Size and format of the picture are recorded, its looks are not.',
  },
  {
    about: 'receiveFax',
    choice: 'A barcode in Code 128 that says a PhaxCode’s identifier is that PhaxCode, and its type is `PhaxCode`.',
    because: 'The fields are documented, the words for types are not.',
  },
  {
    about: 'attachPhaxCodeToPdf',
    choice:
      'The first page by default, and the default PhaxCode; 184 × 31 points large; any file that can be faxed is taken.',
    because: 'Only the parameters are documented; a README names a file that is no PDF.',
  },
  {
    about: 'attachPhaxCodeToPdf',
    choice: 'A page that there is not, and a corner that lies beyond the page, are refused with 200 and a text.',
    because: 'Not documented.',
  },
  {
    about: 'getHostedDocument',
    choice: 'Every account has the same three documents, of one page each, with the code in the upper right corner.',
    because: 'They are uploaded on web pages; no call does it. That the default PhaxCode is used comes from a README.',
  },
];
