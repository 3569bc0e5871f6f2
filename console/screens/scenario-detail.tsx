import { scenarioText } from '../../src/model/shared/scenario-text.ts';
import type { LibraryScenario, RuleReport, ScenarioSource } from '../../src/control/client/named-types.ts';
import { ask, baseUrl } from '../api.ts';
import { now } from '../clock.ts';
import { pluralize, timeText, withTimes } from '../format.ts';
import { useResource } from '../resource.ts';
import { go } from '../router.ts';
import { saveFile } from '../save-file.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Code } from '../ui/code.tsx';
import { Copy } from '../ui/copy.tsx';
import { Link } from '../ui/link.tsx';
import { Part } from '../ui/split.tsx';
import { Failed, Loading } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { curlOf } from './curl.ts';
import { DetailHead } from './detail-head.tsx';
import { lastVerdicts } from './scenario-ends.ts';
import { verdictTones } from './scenario-data.ts';
import type { ScenarioData } from './scenario-data.ts';
import { ScenarioSwitch } from './scenario-switch.tsx';
import { keepReadText, sentText } from './sent-texts.ts';
import {
  baseName,
  endOf,
  hitsOf,
  hitsText,
  isOver,
  listenedText,
  verdictWord,
  switchedWords,
} from './scenario-words.ts';
import type { ScenarioReport } from './scenario-words.ts';

interface DetailProps {
  readonly id: string;
  readonly data: ScenarioData;
}

export function ScenarioDetail({ id, data: { library, active } }: DetailProps) {
  const name = baseName(id);
  const error = library.error ?? active.error;
  if (error !== undefined) return <Failed error={error} onRetry={active.reload} />;
  if (library.data === undefined || active.data === undefined) return <Loading what={name} />;
  return <LoadedScenario id={id} library={library.data} active={active.data} onChange={active.reload} />;
}

interface ShownProps {
  readonly id: string;
  readonly library: readonly LibraryScenario[];
  readonly active: readonly ScenarioReport[];
  readonly onChange: () => void;
}

function LoadedScenario({ id, library, active, onChange }: ShownProps) {
  const name = baseName(id);
  const entry = library.find((known) => known.name === name);
  const on = active.filter((known) => baseName(known.name) === name);
  if (entry === undefined && on.length === 0) return <SwitchedOff name={name} onChange={onChange} />;
  const [first = name] = on.map((known) => known.name).sort((known) => (known === id ? -1 : 1));
  return (
    <article class="detail">
      <DetailHead title={name} status={<OnBadge on={on} />}>
        {entry?.description ?? 'A scenario that was sent to this world.'}
      </DetailHead>
      <Actions id={first} name={name} />
      {on.map((known) => (
        <ActivePart key={known.name} active={known} entry={entry} onChange={onChange} />
      ))}
      {entry !== undefined && (
        <>
          <ScenarioSwitch entry={entry} id={id} isOn={on.length > 0} onChange={onChange} />
          {on.length === 0 && <Rules entry={entry} />}
        </>
      )}
      <ScenarioSource name={first} isSent={entry === undefined} />
    </article>
  );
}

function OnBadge({ on }: { readonly on: readonly ScenarioReport[] }) {
  if (on.length === 0) return <Badge tone="plain">Off</Badge>;
  const hasEnded = on.every(({ rules }) => isOver(endOf(rules), now.value));
  return hasEnded ? <Badge tone="plain">Over</Badge> : <Badge tone="busy">On</Badge>;
}

/** A sent scenario that is off, whose text the tab keeps. */
function SwitchedOff({ name, onChange }: { readonly name: string; readonly onChange: () => void }) {
  const sent = sentText(name);
  if (sent === undefined) return <Unknown name={name} />;
  const switchOn = async (): Promise<void> => {
    await ask('/scenarios', { method: 'POST', input: { source: sent.resolved ?? sent.source, name: sent.name } });
    toast(`Scenario ${scenarioText(sent.name)} is on`);
    onChange();
  };
  return (
    <article class="detail">
      <DetailHead title={name} status={<Badge tone="plain">Off</Badge>}>
        A scenario that was sent to this world. The tab keeps its text until you close it.
      </DetailHead>
      <div class="actions" role="group" aria-label="Actions">
        <Button kind="primary" icon="play" onClick={switchOn}>
          Switch on again
        </Button>
        <Button onClick={() => go({ id: name, query: { view: 'edit' } })}>Edit its text</Button>
      </div>
      <Part title="Text">
        <Code what="the text" text={sent.source} isYaml />
      </Part>
    </article>
  );
}

const Unknown = ({ name }: { readonly name: string }) => (
  <article class="detail">
    <DetailHead title={name} />
    <p class="problem">
      <strong>There is no scenario {name}.</strong> The library has none with this name, and none is on.
    </p>
  </article>
);

const readSource = (scenario: string, signal?: AbortSignal): Promise<ScenarioSource> =>
  ask<ScenarioSource>('/scenarios/source', { input: { scenario }, signal });

function Actions({ id, name }: { readonly id: string; readonly name: string }) {
  const download = async (): Promise<void> => {
    const { source } = await readSource(id);
    saveFile(new Blob([source], { type: 'application/yaml' }), `${name}.yaml`);
  };
  const curl = curlOf({
    url: `${baseUrl()}/_faxsim/scenarios`,
    method: 'POST',
    fields: [['--data-urlencode', `on=${id}`]],
  });
  return (
    <div class="actions" role="group" aria-label="Actions">
      <Button onClick={() => go({ id, query: { view: 'edit' } })}>Edit a copy</Button>
      <Button icon="file" onClick={download}>
        Download
      </Button>
      <Copy what="the curl command" text={curl}>
        curl
      </Copy>
      <Copy what="the link to this page" text={() => location.href}>
        Link
      </Copy>
    </div>
  );
}

interface ActiveProps {
  readonly active: ScenarioReport;
  readonly entry?: LibraryScenario | undefined;
  readonly onChange: () => void;
}

/** An active scenario: the hits of its rules and the verdicts on their expectations. */
export function ActivePart({ active, entry, onChange }: ActiveProps) {
  const { name, by, rules } = active;
  const endsAt = endOf(rules);
  const hasEnded = isOver(endsAt, now.value);
  const switchOff = async (): Promise<void> => {
    await ask('/scenarios', { method: 'POST', input: { off: name } });
    const last = lastVerdicts(active);
    toast(`Scenario ${scenarioText(name)} was switched off${last && `: ${withTimes(last)}`}`);
    onChange();
  };
  return (
    <section class="part active-scenario" aria-label={`${scenarioText(name)} is ${hasEnded ? 'over' : 'on'}`}>
      <header>
        <h3>
          <code>{scenarioText(name)}</code> <small>{hitsText(hitsOf(active), endsAt, now.value)}</small>
        </h3>
        <Button onClick={switchOff} label={`Switch off ${scenarioText(name)}`}>
          Switch off
        </Button>
      </header>
      <p class="muted">
        {switchedWords[by]}
        {endsAt !== undefined && `; ${hasEnded ? 'ended' : 'ends'} at ${timeText(endsAt)}`}
      </p>
      <ul class="rows">
        {rules.map((rule) => (
          <ActiveRule key={rule.rule} rule={rule} active={active} entry={entry} />
        ))}
      </ul>
    </section>
  );
}

interface RuleProps {
  readonly rule: RuleReport;
  readonly active: ScenarioReport;
  readonly entry: LibraryScenario | undefined;
}

function ActiveRule({ rule: { rule, scenario, fired, warnings }, active, entry }: RuleProps) {
  const on = entry?.rules.find(({ id }) => id === rule)?.on ?? [];
  const verdicts = active.verdicts.filter((verdict) => verdict.rule === rule);
  const isOfRequests = on.length === 0 || on.some((word) => !['fax', 'webhook', 'portOrder'].includes(word));
  return (
    <li>
      <span>
        <strong>{rule}</strong> <span class="muted">{listenedText(on)}</span>
        {verdicts.map((found) => (
          <span key={found.expectation} class="verdict">
            <Badge tone={verdictTones[found.verdict]}>{verdictWord(found)}</Badge>{' '}
            {found.expectation.replaceAll('_', ' ')}: {withTimes(found.because)}
          </span>
        ))}
        {warnings.map((text) => (
          <span key={text} class="verdict">
            <Badge tone="mixed">warning</Badge> {text}
          </span>
        ))}
      </span>
      <span class="hits">
        <strong>{fired.toLocaleString('en')}</strong>{' '}
        {isOfRequests && fired > 0 ? (
          <Link to={{ screen: 'requests', query: { rule: `${scenario}/${rule}` } }} title="Show the requests">
            {fired === 1 ? 'hit' : 'hits'}
          </Link>
        ) : (
          <span class="muted">{fired === 1 ? 'hit' : 'hits'}</span>
        )}
      </span>
    </li>
  );
}

function Rules({ entry: { rules } }: { readonly entry: LibraryScenario }) {
  return (
    <Part title={pluralize(rules.length, 'rule')}>
      <ul class="rows">
        {rules.map(({ id, on }) => (
          <li key={id}>
            <span>
              <strong>{id}</strong> <span class="muted">{listenedText(on)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function ScenarioSource({ name, isSent }: { readonly name: string; readonly isSent: boolean }) {
  const source = useResource(name, async (signal) => {
    const read = await readSource(name, signal);
    if (isSent) keepReadText(read);
    return read;
  });
  return (
    <Part title="Text">
      {source.error !== undefined && <Failed error={source.error} onRetry={source.reload} />}
      {source.data !== undefined && <Code what="the text" text={source.data.source} isYaml />}
    </Part>
  );
}
