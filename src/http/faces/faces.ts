import type { SimulatorParts } from '../../control/simulator-parts.ts';
import type { ApiVersion } from '../../model/domain/operation.ts';
import type { Face } from '../face.ts';
import { v1Face } from './v1.ts';
import { v2Face } from './v2.ts';
import { v21Face } from './v2-1.ts';

/** All faces of the service, oldest first: the app, the documents, and the hints serve this list. */
export const facesOf = ({ strictAuth }: Pick<SimulatorParts, 'strictAuth'>): readonly Face[] => [
  v1Face,
  v2Face,
  v21Face({ strictAuth }),
];

/** The faces for documents and comparisons, which are the same with and without strict authentication. */
export const faces = facesOf({ strictAuth: false });

/** Finds the face of a version. Throws for a version without one. */
export function faceOf(version: ApiVersion): Face {
  const face = faces.find((known) => known.version === version);
  if (face === undefined) throw new Error(`The version ${version} has no face`);
  return face;
}
