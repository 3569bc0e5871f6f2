import { signal } from '@preact/signals';
import type { DescribedSetting } from '../src/control/client/named-types.ts';
import { normalText } from '../src/model/shared/normal-text.ts';
import { ask } from './api.ts';
import type { AnswerOf } from './api.ts';
import { changedSettings, textOfValue } from './conditions.ts';
import { toast } from './ui/toast.tsx';

export const normalMeaning = 'Scenarios off, settings as at the start, clock in real time';

/** Whether the page asks before it ends all that is unusual. */
export const asksBeforeNormal = signal(false);

/** Ends all that is unusual in the current world. Asks first if a typed text would be lost, such as the webhook token. */
export async function backToNormal(): Promise<void> {
  if (changedSettings.value.some(isTyped)) asksBeforeNormal.value = true;
  else await returnToNormal();
}

/** Whether the value of a setting is a text that no list offers again. */
const isTyped = ({ type, choices, value }: DescribedSetting): boolean =>
  type === 'string' && choices.length === 0 && textOfValue(value) !== '';

/** Ends all that is unusual in the current world, and says what that was. */
export async function returnToNormal(): Promise<void> {
  const ended = await ask<AnswerOf<'worlds', 'normal'>>('/normal', { method: 'POST' });
  toast(`Back to normal: ${normalText(ended)}`, 'good', 'back to normal');
}
