import type { DescribedSetting } from '../../src/control/client/named-types.ts';
import { ask } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { useResource } from '../resource.ts';
import type { Resource } from '../resource.ts';
import { world } from '../router.ts';
import { rememberToken } from './tokens-seen.ts';

/** The current world, with its keys. */
export const useWorld = (): Resource<AnswerOf<'worlds', 'show'>> =>
  useResource(world.value, (signal) => ask<AnswerOf<'worlds', 'show'>>('/world', { signal }));

/** The settings of the current world, and how the simulator was started. */
export const useSettings = (): Resource<readonly DescribedSetting[]> =>
  useResource(
    `${world.value} described`,
    async (signal) => {
      const settings = await ask<readonly DescribedSetting[]>('/settings/described', { signal });
      const token = settings.find(({ name }) => name === 'webhook_token')?.value;
      if (typeof token === 'string') rememberToken(token);
      return settings;
    },
    { changedBy: ({ kind }) => kind === 'settings' },
  );
