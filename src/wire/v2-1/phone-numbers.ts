import type { PhoneNumber } from '../../domain/phone-number.ts';
import * as v2 from '../v2/phone-numbers.ts';

/** v2's number with the ATA that it is attached to. */
export const phoneNumberBody = (number: PhoneNumber) => ({ ...v2.phoneNumberBody(number), ata_name: number.ataName });
