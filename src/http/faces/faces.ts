import type { SimulatorParts } from '../../control/simulator-parts.ts';
import type { ApiVersion } from '../../model/domain/operation.ts';
import type { Face } from '../face.ts';
import { oauth2Face } from './oauth2.ts';
import { v1Face } from './v1.ts';
import { v2Face } from './v2.ts';
import { v21Face } from './v2-1.ts';
import { v3Face } from './v3.ts';

/** All faces of the service, oldest first. The app, the documents and the hints use this list. */
export const facesOf = ({
  strictAuth,
  sinchErrors,
}: Pick<SimulatorParts, 'strictAuth' | 'sinchErrors'>): readonly Face[] => [
  v1Face,
  v2Face,
  v21Face({ strictAuth }),
  v3Face({ sinchErrors }),
  oauth2Face,
];

/** The faces for documents and comparisons, which do not depend on strict authentication. */
export const faces = facesOf({ strictAuth: false, sinchErrors: 'docs' });

/** Finds the face of a version. Throws if the version has no face. */
export function faceOf(version: ApiVersion): Face {
  const face = faces.find((known) => known.version === version);
  if (face === undefined) throw new Error(`The version ${version} has no face`);
  return face;
}
