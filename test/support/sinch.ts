import { projectIdOf } from '../../src/model/domain/project.ts';
import type { Fax } from '../../src/model/domain/fax.ts';
import { transmissionId } from '../../src/model/domain/ulid.ts';
import type { openSimulator } from './simulator.ts';

/** The project of the default world, and calls of its v3 API with the live key, by Basic. Paths begin after the project. */
export function projectIn({ simulator, live }: Pick<ReturnType<typeof openSimulator>, 'simulator' | 'live'>) {
  const world = simulator.parts.worlds.default;
  const id = projectIdOf(world);
  const base = `/v3/projects/${id}`;
  return {
    id,
    base,
    get: (path: string) => live.get(`${base}${path}`),
    post: (path: string) => live.post(`${base}${path}`),
    patch: (path: string) => live.patch(`${base}${path}`),
    put: (path: string) => live.put(`${base}${path}`),
    delete: (path: string) => live.delete(`${base}${path}`),
    /** The id in v3 of a fax, or of what was sent to one of its numbers. */
    idOf: (fax: Fax, index = 0) => transmissionId(world.seed, { fax, index }),
  };
}

/** A time as v3 writes it. */
export const inSeconds = (time: number): string => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
