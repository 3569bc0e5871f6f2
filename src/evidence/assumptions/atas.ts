import type { Assumption } from '../assumption.ts';

/** Of ATAs. */
export const ataAssumptions: readonly Assumption[] = [
  {
    about: 'createAta',
    choice: 'name is required; mac_address is checked; the domain is ata.phaxio.com unless given.',
    because: 'Only the domain of a staging system is recorded; limits are not documented.',
  },
  {
    about: 'updateAta',
    choice: 'Empty and absent fields do not change.',
    because: 'An empty value means that a parameter is not set, as everywhere.',
  },
  {
    about: 'addAtaNumber',
    choice: 'An ATA has one number, shown in E.164. A second number gets 422; the same number again succeeds.',
    because: 'An ATA has one field for it, which is empty in all recordings.',
  },
  {
    about: 'addAtaNumber',
    choice: 'A number of another ATA moves to the new one.',
    because: 'A recording shows it on two ATAs within 43 seconds; it may have been detached by hand.',
  },
  {
    about: 'getProvisioningUrls',
    choice: 'The URLs have the host provision.phaxio.com, and a key for the account and the group.',
    because: 'The recording leaves parts out.',
  },
];
