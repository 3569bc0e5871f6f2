import type { DescribedSetting } from '../../src/control/client/named-types.ts';
import { ask } from '../api.ts';
import { useResource } from '../resource.ts';
import type { Resource } from '../resource.ts';
import { world } from '../router.ts';

/** The settings of the current world, and how the simulator was started. */
export const useSettings = (): Resource<readonly DescribedSetting[]> =>
  useResource(
    `${world.value} described`,
    (signal) => ask<readonly DescribedSetting[]>('/settings/described', { signal }),
    { changedBy: ({ kind }) => kind === 'settings' },
  );
