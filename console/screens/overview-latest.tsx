import { Part } from '../ui/split.tsx';
import { useLatest } from './activity-log.ts';
import { ActivityRow, AllActivity, daysClass } from './activity-row.tsx';

const mostShown = 8;

/** The latest entries of the activity, newest first. */
export function Latest() {
  const shown = useLatest(mostShown) ?? [];
  if (shown.length === 0) return null;
  return (
    <Part title="Latest" actions={<AllActivity />}>
      <ul class={`latest${daysClass(shown)}`}>
        {shown.map((entry, index) => (
          <ActivityRow key={entry.id} entry={entry} before={shown[index - 1]} />
        ))}
      </ul>
    </Part>
  );
}
