import type { Assumption } from '../assumption.ts';

/** Of ATAs. */
export const ataAssumptions: readonly Assumption[] = [
  {
    about: 'createAta',
    choice: 'name is required; mac_address is checked; the domain is ata.phaxio.com unless given.',
    because: 'Recorded is the domain of a staging system; limits are not documented.',
  },
  {
    about: 'updateAta',
    choice: 'What is empty or absent stays as it is.',
    because: 'As everywhere, empty means not given.',
  },
  {
    about: 'addAtaNumber',
    choice: 'An ATA has one number, shown in E.164; a second gets 422; the same again succeeds.',
    because: 'An ATA has one field for it, only seen empty.',
  },
  {
    about: 'addAtaNumber',
    choice: 'A number of another ATA moves to the new one.',
    because: 'Recorded on two ATAs within 43 seconds; whether it was taken off the first by hand is not known.',
  },
  {
    about: 'getProvisioningUrls',
    choice: 'The host provision.phaxio.com, and a key of the account and the group.',
    because: 'Recorded with parts left out.',
  },
];
