import { useResource } from '../resource.ts';
import { route, world as current } from '../router.ts';
import { Split } from '../ui/split.tsx';
import { readWorlds } from '../worlds.ts';
import { WorldDetail } from './world-detail.tsx';
import { WorldForms } from './world-forms.tsx';
import { WorldList } from './world-list.tsx';

/**
 * The worlds of the simulator beside the chosen one, initially the current world. New and deleted worlds come as events; the
 * contents of another world are read when it is chosen.
 */
export function WorldsScreen() {
  const { id } = route.value;
  const reading = useResource(id ?? 'all', readWorlds, { changedBy: () => true });
  const of = (worldId: string) => <WorldDetail key={worldId} id={worldId} />;
  return (
    <>
      <Split
        list={<WorldList reading={reading} />}
        detail={id === undefined ? undefined : of(id)}
        detailLabel={`World ${id ?? current.value}`}
        placeholder={of(current.value)}
      />
      <WorldForms />
    </>
  );
}
