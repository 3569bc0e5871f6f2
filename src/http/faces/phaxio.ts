import type { Fax } from '../../model/domain/fax.ts';
import { identifiedRecord } from '../../model/domain/operation.ts';
import type { ApiVersion, OperationId } from '../../model/domain/operation.ts';
import { readPhoneNumber } from '../../model/numbering/e164.ts';
import { isSingle } from '../../model/shared/objects.ts';
import type { Params } from '../../wire/fields.ts';
import { formBody } from '../body.ts';
import { refusals } from '../errors.ts';
import { evidenceOf } from '../evidence.ts';
import type { Face } from '../face.ts';
import { recordedHeaders } from '../response.ts';
import { routeWith } from '../route.ts';
import type { Route } from '../route.ts';
import { byKeyPair } from './key-pair.ts';
import { parameterMeanings } from './parameter-meanings.ts';

/** Makes the function that declares a version's routes, with that version's messages. */
export const phaxioRoute = (messages: Readonly<Partial<Record<OperationId, string>>>) =>
  routeWith({ messages, recordOf });

/** The record that `id` or `number` names. v1 may send it outside of the path. */
function recordOf(operation: OperationId): Route['record'] {
  const kind = identifiedRecord(operation);
  if (kind === undefined) return undefined;
  const idIn = kind === 'number' ? ownedNumber : recordId;
  return (params) => {
    const id = idIn(params);
    return id === undefined ? undefined : { kind, id };
  };
}

/** The id of the fax that a call created, as a list. */
export const createdFax = ({ id }: Fax): readonly number[] => [id];

const ownedNumber = ({ number }: Params): string | undefined =>
  isSingle(number) ? readPhoneNumber(String(number)) : undefined;

function recordId({ id: value }: Params): number | undefined {
  const id = isSingle(value) && value !== '' ? Number(value) : NaN;
  return Number.isSafeInteger(id) ? id : undefined;
}

interface PhaxioParts extends Pick<Face, 'routes'>, Partial<Pick<Face, 'authentication' | 'refusals'>> {
  readonly description: string;
}

/** The face of a version of the Phaxio API. The three versions differ only in these parts. */
export const phaxioFace = (version: ApiVersion, { description, ...parts }: PhaxioParts): Face => ({
  name: version,
  version,
  authentication: byKeyPair(),
  body: formBody,
  refusals,
  scriptedBody: (status, message) => JSON.stringify({ success: status < 300, message }),
  headers: recordedHeaders,
  overridesMethod: true,
  evidence: evidenceOf(version),
  document: { title: `Phaxio API ${version}, as faxsim has it`, description, meanings: parameterMeanings },
  ...parts,
});
