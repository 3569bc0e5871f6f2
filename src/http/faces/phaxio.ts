import type { ApiVersion } from '../../model/domain/operation.ts';
import { findEvidence, findRefusalEvidence, readEvidence } from '../../wire/evidence.ts';
import { formBody } from '../body.ts';
import { refusals } from '../errors.ts';
import type { Face } from '../face.ts';
import { recordedHeaders } from '../response.ts';
import { byKeyPair } from './key-pair.ts';
import { parameterMeanings } from './parameter-meanings.ts';

interface PhaxioParts extends Pick<Face, 'routes'>, Partial<Pick<Face, 'authentication' | 'refusals'>> {
  readonly description: string;
}

/** A version of the Phaxio API: the three have all but these parts in common. */
export const phaxioFace = (version: ApiVersion, { description, ...parts }: PhaxioParts): Face => ({
  name: version,
  version,
  authentication: byKeyPair(),
  body: formBody,
  refusals,
  scriptedBody: (status, message) => JSON.stringify({ success: status < 300, message }),
  headers: recordedHeaders,
  overridesMethod: true,
  evidence: {
    ofOperation: (id) => findEvidence(id, version),
    ofRefusal: (kind, id) => findRefusalEvidence(version, kind, id),
    ofRecords: () => readEvidence().records[version],
  },
  document: { title: `Phaxio API ${version}, as faxsim has it`, description, meanings: parameterMeanings },
  ...parts,
});
