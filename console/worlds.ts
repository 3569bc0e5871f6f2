import { signal } from '@preact/signals';
import { ask } from './api.ts';
import type { AnswerOf } from './api.ts';

export type WorldSummary = AnswerOf<'worlds', 'list'>[number];

/** All worlds of the simulator, the default one first, as they were last read. */
export const worlds = signal<readonly WorldSummary[] | undefined>(undefined);

/** Reads them again. */
export async function readWorlds(): Promise<void> {
  worlds.value = await ask<AnswerOf<'worlds', 'list'>>('/worlds', { of: null });
}
