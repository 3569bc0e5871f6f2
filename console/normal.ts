import { normalText } from '../src/model/shared/normal-text.ts';
import { ask } from './api.ts';
import type { AnswerOf } from './api.ts';
import { moveClock, now, speed } from './clock.ts';
import { changedSettings, scenariosOn } from './conditions.ts';
import { switchOnAgain } from './scenario-off.ts';
import { isOver } from './screens/scenario-words.ts';
import { toast } from './ui/toast.tsx';

export const normalMeaning = 'Scenarios off, settings as at the start, clock in real time';

const about = 'back to normal';

/** Ends all that is unusual in the current world. The message says what that was and what stays, and has a way back. */
export async function backToNormal(): Promise<void> {
  const undo = wayBack();
  const ended = await ask<AnswerOf<'worlds', 'normal'>>('/normal', { method: 'POST' });
  toast(`Back to normal: ${normalText(ended)}`, 'good', about, { word: 'Undo', run: undo });
}

/** A function that brings back what is unusual now, such as a typed setting. */
function wayBack(): () => Promise<void> {
  const names = scenariosOn.value.filter(({ end }) => !isOver(end, now.value)).map(({ name }) => name);
  const values = changedSettings.value.map(({ name, value }) => [name, value] as const);
  const rate = speed.value;
  return async () => {
    if (values.length > 0) await ask('/settings', { method: 'PATCH', input: Object.fromEntries(values) });
    await switchOnAgain(names);
    if (rate !== undefined && rate !== 1) await moveClock({ speed: rate });
    toast(`All is as before${names.length === 0 ? '' : '; the hits of scenarios begin at 0'}`, 'good', about);
  };
}
