import { portOrderStatuses, portSteps } from '../../model/domain/port-order.ts';
import { fields, integer, key, listOf, nullOr, number, oneOf, text, time } from './value-schemas.ts';
import type { ValueSchemas } from './value-schemas.ts';

const portNote = fields({
  id: key,
  text,
  author: text,
  createdAt: time,
  updatedAt: time,
});

const scriptedPortStep = fields({
  afterMs: nullOr(number),
  status: oneOf(portOrderStatuses),
  note: nullOr(text),
});

const portDue = fields({ at: time, step: oneOf(portSteps), index: integer });

export function portOrderSchema({ phoneNumber }: ValueSchemas) {
  const billing = fields({
    number: nullOr(phoneNumber),
    address1: nullOr(text),
    address2: nullOr(text),
    city: nullOr(text),
    state: nullOr(text),
    zip: nullOr(integer),
  });
  const portNumber = fields({
    id: key,
    number: phoneNumber,
    status: oneOf(portOrderStatuses),
    notes: listOf(portNote),
  });
  return fields({
    id: key,
    contactNumber: phoneNumber,
    contactEmail: text,
    nameOnAccount: text,
    accountIdentifier: text,
    nameOfBusiness: nullOr(text),
    providerName: text,
    portOutPin: nullOr(text),
    portType: oneOf(['business', 'residential']),
    billing: nullOr(billing),
    esig: text,
    status: oneOf(portOrderStatuses),
    createdAt: time,
    updatedAt: time,
    completedAt: nullOr(time),
    requestedFor: nullOr(time),
    billReceivedAt: nullOr(time),
    numbers: listOf(portNumber),
    script: listOf(scriptedPortStep),
    due: nullOr(portDue),
  });
}
