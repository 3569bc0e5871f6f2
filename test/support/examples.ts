import type { Project } from '../../src/model/domain/project.ts';
import { serviceDefaults } from '../../src/model/domain/sinch-service.ts';
import { accountDefaults } from '../../src/model/domain/account.ts';
import type { Account } from '../../src/model/domain/account.ts';
import { ataDefaults } from '../../src/model/domain/ata.ts';
import type { Ata } from '../../src/model/domain/ata.ts';
import type { BlockingRule } from '../../src/model/domain/blocking-rule.ts';
import { faxErrorById } from '../../src/model/domain/fax-error.ts';
import type { FaxError } from '../../src/model/domain/fax-error.ts';
import { newFax } from '../../src/model/domain/fax-record.ts';
import type { Fax, Recipient } from '../../src/model/domain/fax.ts';
import type { PhaxCode } from '../../src/model/domain/phax-code.ts';
import { numberDefaults } from '../../src/model/domain/phone-number.ts';
import type { PhoneNumber } from '../../src/model/domain/phone-number.ts';
import type { PortNumber, PortOrder } from '../../src/model/domain/port-order.ts';

/** Noon, 20 November 2026 UTC: six in the morning in US Central time, which is at -06:00 then. */
export const noon = Date.parse('2026-11-20T12:00:00Z');

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

export function errorWithId(id: number): FaxError {
  const error = faxErrorById(id);
  if (error === undefined) throw new Error(`no error ${id}`);
  return error;
}

export function recipient(changes: Partial<Recipient> = {}): Recipient {
  return {
    number: '+12025550123',
    status: 'success',
    retryCount: 0,
    completedAt: noon - hour + 2 * second,
    bitrate: 14400,
    resolution: 7700,
    error: null,
    ...changes,
  };
}

export function account(changes: Partial<Account> = {}): Account {
  return { ...accountDefaults, balanceCents: 1000, ...changes };
}

/** A fax of one page that was sent an hour before noon. */
export function sentFax(changes: Partial<Fax> = {}): Fax {
  return newFax({
    id: 1001,
    status: 'success',
    createdAt: noon - hour,
    completedAt: noon - hour + 3 * second,
    pages: 1,
    costCents: 7,
    documentPages: 1,
    file: 'stored',
    recipients: [recipient()],
    ...changes,
  });
}

export function receivedFax(changes: Partial<Fax> = {}): Fax {
  return sentFax({
    id: 2001,
    direction: 'received',
    fromNumber: '+16504888494',
    toNumber: '+13142666714',
    recipients: [],
    ...changes,
  });
}

export function phoneNumber(changes: Partial<PhoneNumber> = {}): PhoneNumber {
  return {
    number: '+13142666714',
    countryCode: 1,
    areaCode: 314,
    city: 'St. Louis',
    state: 'Missouri',
    country: 'United States of America',
    costCents: 200,
    lastBilledAt: noon - day,
    provisionedAt: noon - 30 * day,
    callbackUrl: null,
    ataName: null,
    ...numberDefaults,
    ...changes,
  };
}

export function portNumber(changes: Partial<PortNumber> = {}): PortNumber {
  return { id: 3154, number: '+15558675309', status: 'open', notes: [], ...changes };
}

export function ata(changes: Partial<Ata> = {}): Ata {
  return {
    ...ataDefaults,
    id: 335,
    name: 'Test ATA',
    username: 'u5er1234ab',
    password: 'pa55word1234abcd',
    ...changes,
  };
}

export function portOrder(changes: Partial<PortOrder> = {}): PortOrder {
  return {
    id: 31,
    contactNumber: '+15558675309',
    contactEmail: 'porting@example.com',
    nameOnAccount: 'THIS IS A TEST',
    accountIdentifier: '1234',
    nameOfBusiness: null,
    providerName: 'DO NOT PORT',
    portOutPin: null,
    portType: 'residential',
    billing: null,
    esig: 'NOT A VALID SIGNATURE',
    status: 'open',
    createdAt: noon - hour,
    updatedAt: noon - hour,
    completedAt: null,
    requestedFor: null,
    billReceivedAt: null,
    numbers: [portNumber()],
    script: [],
    due: null,
    ...changes,
  };
}

/** The least that was ever accepted of a new port order. */
export const portOrderParams = {
  'port_numbers[]': ['+15558675309'],
  contact_number: '+15558675309',
  contact_email: 'porting@example.com',
  account_identifier: '1234',
  name_on_account: 'THIS IS A TEST',
  provider_name: 'DO NOT PORT',
  port_type: 'residential',
  has_bill: 'true',
  legal_agreement: 'true',
  esig: 'NOT A VALID SIGNATURE',
};

/** A code as recorded. */
export function phaxCode(changes: Partial<PhaxCode> = {}): PhaxCode {
  return {
    identifier: 'FqEFAJd31o',
    createdAt: Date.parse('2021-11-04T16:48:08-05:00'),
    metadata: 'Test Phax Code',
    isDefault: false,
    ...changes,
  };
}

export function blockingRule(changes: Partial<BlockingRule> = {}): BlockingRule {
  return { id: 34_567, direction: 'send', to: 'DE', from: '*', isLocked: false, ...changes };
}

/** A project of v3 with its first service. */
export const project: Project = {
  id: 'a-project',
  seed: 7,
  retries: 0,
  retryDelayMs: 60_000,
  completedFile: 'both',
  pagePrice: 0.07,
  services: [{ ...serviceDefaults, id: 1, isDefault: true, createdAt: noon, updatedAt: noon }],
  coverPages: [],
};
