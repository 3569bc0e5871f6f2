import { noRecords } from '../../src/store/memory/contents.ts';
import type { Fax } from '../../src/model/domain/fax.ts';
import type { Contents } from '../../src/store/memory/contents.ts';
import {
  account,
  ata,
  blockingRule,
  day,
  minute,
  noon,
  phaxCode,
  phoneNumber,
  portOrder,
  sentFax,
} from './examples.ts';

/** A fax of three pages; a fax with a higher id is a minute younger. */
export function aFax(id: number, changes: Partial<Fax> = {}): Fax {
  return sentFax({ id, pages: 3, createdAt: noon - day + id * minute, tags: { order: `A-${id}` }, ...changes });
}

/** A world with an account, and nothing else but what is given. */
export const sparseContents = (given: Partial<Contents> = {}): Contents => ({
  account: account(),
  ...noRecords,
  ...given,
});

/** A world with faxes 1 to `faxes`, and one record of everything else. */
export function someContents({ faxes = 1 }: { faxes?: number } = {}): Contents {
  return {
    account: account({ balanceCents: 5000 }),
    faxes: Array.from({ length: faxes }, (_, index) => aFax(index + 1)),
    phoneNumbers: [phoneNumber()],
    releasedNumbers: [{ number: '+13142660000', releasedAt: noon }],
    atas: [ata()],
    portOrders: [portOrder()],
    blockingRules: [blockingRule({ id: 1 })],
    phaxCodes: [phaxCode()],
    deliveries: [],
    services: [],
    coverPages: [],
    faxMails: [],
  };
}
