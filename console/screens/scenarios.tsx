import { route } from '../router.ts';
import { Split } from '../ui/split.tsx';
import { Empty } from '../ui/states.tsx';
import { useScenarios } from './scenario-data.ts';
import { ScenarioDetail } from './scenario-detail.tsx';
import { lazy } from '../ui/lazy.tsx';
import { ScenarioList } from './scenario-list.tsx';

const ScenarioEditor = lazy('the editor', async () => (await import('./scenario-editor.tsx')).ScenarioEditor);

/** The library of scenarios beside the chosen one, or beside the editor. */
export function ScenariosScreen() {
  const { id, query } = route.value;
  const data = useScenarios();
  const isEdited = query['view'] === 'edit';
  const from = `${id ?? ''} ${query['request'] ?? query['find'] ?? ''}`;
  const chosen = id === undefined ? undefined : <ScenarioDetail key={id} id={id} data={data} />;
  return (
    <Split
      list={<ScenarioList data={data} />}
      detail={isEdited ? <ScenarioEditor key={from} data={data} /> : chosen}
      detailLabel={isEdited ? 'Editor' : id === undefined ? 'Scenario' : `Scenario ${id}`}
      placeholder={
        <Empty title="Choose a scenario">
          <p>
            A scenario injects faults into requests, faxes, port orders and webhooks. Its parameters, hits and verdicts
            are shown here. <kbd>j</kbd> and <kbd>k</kbd> move through the list.
          </p>
        </Empty>
      }
    />
  );
}
