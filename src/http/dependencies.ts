import type { SimulatorParts } from '../control/simulator-parts.ts';
import type { Dependencies } from './api-call.ts';
import { bodyReader } from './body.ts';
import { faceFinder } from './face.ts';
import { facesOf } from './faces/faces.ts';
import { nearestRouteFinder } from './nearest-route.ts';

/** The parts of a simulator with those of its HTTP face. */
export function dependenciesOf(parts: SimulatorParts): Dependencies {
  const faces = facesOf(parts);
  return {
    ...parts,
    faces,
    findFace: faceFinder(faces),
    readBody: bodyReader({ bytesMax: parts.bodyBytesMax, setting: '--max-body' }),
    findNearestRoute: nearestRouteFinder(faces.toReversed()),
  };
}
