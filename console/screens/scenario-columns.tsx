import { baseName, hiderOf, scenarioText } from '../../src/model/shared/scenario-text.ts';
import type { ExpectationVerdict, LibraryScenario } from '../../src/control/client/named-types.ts';
import { capital } from '../../src/model/shared/words.ts';
import { now } from '../clock.ts';
import { pluralize } from '../format.ts';
import { Badge } from '../ui/badge.tsx';
import type { Table } from '../ui/table.tsx';
import { verdictTones } from './scenario-data.ts';
import {
  effectText,
  endOf,
  endText,
  givenParams,
  hitsOf,
  isOver,
  listenedText,
  openText,
  worstVerdict,
} from './scenario-words.ts';
import type { ScenarioReport } from './scenario-words.ts';

/** A row of the list of scenarios. */
export interface ScenarioItem {
  /** The name, with parameters if the scenario is active. */
  readonly id: string;
  readonly description: string;
  /** The library entry of the name. */
  readonly entry: LibraryScenario | undefined;
  readonly active?: ScenarioReport;
}

/** The width of a bold letter in px. Each row is a grid of its own, so the longest name sets the width of all. */
const letter = 8.8;

/** The columns of the table of scenarios, with room for the longest name. */
export const scenarioColumns = (items: readonly ScenarioItem[]): Table<ScenarioItem> => ({
  list: 'scenarios',
  columns: [
    {
      name: 'name',
      label: 'Scenario',
      width: `${Math.max(160, ...items.map(({ id }) => Math.ceil(letter * baseName(id).length)))}px`,
      cell: ({ id }) => <strong>{baseName(id)}</strong>,
    },
    {
      name: 'state',
      label: 'State',
      width: '164px',
      has: ({ active }) => active !== undefined,
      cell: ({ active }) => active && <StateCell active={active} />,
    },
    {
      name: 'does',
      label: 'What it does',
      width: 'minmax(200px, 8fr)',
      cell: ({ description }) => (
        <span class="two-lines" title={description}>
          {description}
        </span>
      ),
    },
    { name: 'params', label: 'Parameters', width: 'minmax(96px, 2fr)', from: 1060, cell: ParamsCell },
    { name: 'acts', label: 'Acts on', width: 'minmax(110px, 2fr)', cell: actsText },
  ],
});

/** The state, with the hits and the end, or with what hides the scenario, unless the state says them. */
function StateCell({ active }: { readonly active: ScenarioReport }) {
  return (
    <>
      <State active={active} />
      {!isDone(active) && <small> {effectText(active, now.value)}</small>}
    </>
  );
}

/** Whether a scenario has ended without a verdict on it: what it still expects can come no more. */
function isDone(active: ScenarioReport): boolean {
  const { verdict = 'pending' } = worstVerdict(active) ?? {};
  return isOver(endOf(active.rules), now.value) && (verdict === 'pending' || verdict === 'waiting');
}

/** The state of an active scenario: `on`, and the verdict on its expectations; without one, how it ended and how often it fired. */
export function State({ active }: { readonly active: ScenarioReport }) {
  const worst = worstVerdict(active);
  const end = endOf(active.rules);
  const isHidden = hiderOf(active.rules) !== undefined;
  if (isDone(active)) {
    return <Badge tone="plain">{`${endText(end, now.value)} · ${pluralize(hitsOf(active), 'hit')}`}</Badge>;
  }
  return (
    <span class="scenario-state">
      {!isOver(end, now.value) && (isHidden ? <Badge tone="mixed">hidden</Badge> : <Badge tone="on">on</Badge>)}
      {worst !== undefined && !isHidden && <Verdict of={worst} />}
    </span>
  );
}

/** A verdict is a badge; while it is open, a text. */
function Verdict({ of: found }: { readonly of: ExpectationVerdict }) {
  const open = openText(found);
  return open === undefined ? (
    <Badge tone={verdictTones[found.verdict]}>{found.verdict}</Badge>
  ) : (
    <small class="muted">{open}</small>
  );
}

/** The badge of a scenario that is on under these names, or off. */
export function OnBadge({ on }: { readonly on: readonly ScenarioReport[] }) {
  if (on.length === 0) return <Badge tone="plain">Off</Badge>;
  const end = endOf(on.flatMap(({ rules }) => rules));
  if (!isOver(end, now.value)) return <Badge tone="on">On</Badge>;
  return <Badge tone="plain">{capital(endText(end, now.value))}</Badge>;
}

function ParamsCell(item: ScenarioItem) {
  const text = paramsText(item);
  return <span title={text}>{text}</span>;
}

/** `number, wait=30s`: the given values, and the defaults of the others; of an empty one, the name alone. */
function paramsText({ id, entry }: ScenarioItem): string {
  const given = givenParams(id);
  if (entry === undefined) return scenarioText(id).slice(baseName(id).length);
  return entry.params
    .map(({ name, default: usual }) => [name, given[name] ?? String(usual)] as const)
    .map(([name, value]) => (value === '' ? name : `${name}=${value}`))
    .join(', ');
}

function actsText({ entry }: ScenarioItem): string {
  return listenedText([...new Set((entry?.rules ?? []).flatMap(({ on }) => on))]);
}
