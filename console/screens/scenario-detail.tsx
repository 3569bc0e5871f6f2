import { baseName, listOfHits, scenarioText } from '../../src/model/shared/scenario-text.ts';
import type { LibraryScenario, RuleReport, ScenarioSource } from '../../src/control/client/named-types.ts';
import { ask, baseUrl } from '../api.ts';
import { now } from '../clock.ts';
import { pluralize, timeText, withTimes } from '../format.ts';
import { useResource } from '../resource.ts';
import { go } from '../router.ts';
import { saveFile } from '../save-file.ts';
import { switchOff } from '../scenario-off.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Code } from '../ui/code.tsx';
import { Copy } from '../ui/copy.tsx';
import { Link } from '../ui/link.tsx';
import { Part } from '../ui/split.tsx';
import { Failed, Loading } from '../ui/states.tsx';
import { curlOf } from '../../src/model/shared/curl.ts';
import { DetailHead } from './detail-head.tsx';
import { OnBadge } from './scenario-columns.tsx';
import { lastVerdicts } from './scenario-ends.ts';
import { verdictTones } from './scenario-data.ts';
import type { ScenarioData } from './scenario-data.ts';
import { ScenarioSwitch } from './scenario-switch.tsx';
import { useSent } from './sent-texts.ts';
import {
  endOf,
  endText,
  givenParams,
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
  const on = active.filter((known) => baseName(known.name) === name).sort((known) => (known.name === id ? -1 : 1));
  const ofLibrary = library.find((known) => known.name === name && known.sent_as === null);
  const sent = useSent(ofLibrary === undefined ? (on[0]?.name ?? id) : undefined);
  if (ofLibrary === undefined && sent.data === undefined) {
    return sent.error === undefined ? <Loading what={name} /> : <Failed error={sent.error} onRetry={sent.reload} />;
  }
  const entry = ofLibrary ?? sent.data ?? undefined;
  if (entry === undefined) return <Unknown name={name} />;
  if (entry.faults.length > 0) return <FaultyScenario entry={entry} />;
  return <ScenarioPage id={id} entry={entry} on={on} onChange={onChange} />;
}

interface PageProps {
  readonly id: string;
  /** A sent scenario has its text. */
  readonly entry: LibraryScenario & { readonly source?: string };
  readonly on: readonly ScenarioReport[];
  readonly onChange: () => void;
}

function ScenarioPage({ id, entry, on, onChange }: PageProps) {
  const { name, description, params, rules, source } = entry;
  const [first = id] = on.map((known) => known.name);
  return (
    <article class="detail">
      <DetailHead title={name} status={<OnBadge on={on} />}>
        {description}
      </DetailHead>
      <Actions id={first} name={name} isSent={source !== undefined} />
      <div class="detail-columns scenario-columns">
        <div>
          {on.map((known) => (
            <ActivePart key={known.name} active={known} params={params} onChange={onChange} />
          ))}
          {on.length === 0 && rules.length > 0 && <Rules entry={entry} />}
          <ScenarioSwitch entry={entry} id={id} on={on.map((known) => known.name)} onChange={onChange} />
        </div>
        <ScenarioSource name={first} sent={source} />
      </div>
    </article>
  );
}

/** A file of the user's folder that cannot be read as a scenario. */
const FaultyScenario = ({ entry: { name, faults } }: Pick<PageProps, 'entry'>) => (
  <article class="detail">
    <DetailHead title={name} status={<Badge tone="bad">{pluralize(faults.length, 'fault')}</Badge>} />
    <Faults of={faults} />
    <ScenarioSource name={name} sent={undefined} />
  </article>
);

const Faults = ({ of }: { readonly of: readonly string[] }) => (
  <Part title="Cannot be switched on">
    <ul class="rows faults">
      {of.map((fault) => (
        <li key={fault}>
          <code>{fault}</code>
        </li>
      ))}
    </ul>
    <p class="muted">Mend the file, and start the simulator again: it reads each file once.</p>
  </Part>
);

const Unknown = ({ name }: { readonly name: string }) => (
  <article class="detail">
    <DetailHead title={name} />
    <p>
      <strong>There is no scenario {name}.</strong> The library has none with this name, and none was sent to this world
      since its start or its last reset.
    </p>
  </article>
);

const readSource = (scenario: string, signal?: AbortSignal): Promise<ScenarioSource> =>
  ask<ScenarioSource>('/scenarios/source', { input: { scenario }, signal });

function Actions({ id, name, isSent }: { readonly id: string; readonly name: string; readonly isSent: boolean }) {
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
      <Button onClick={() => go({ id, query: { view: 'edit' } })}>{isSent ? 'Edit its text' : 'Edit a copy'}</Button>
      <Button icon="file" onClick={download}>
        Download
      </Button>
      {!isSent && (
        <Copy what="the curl command" text={curl}>
          curl
        </Copy>
      )}
      <Copy what="the link to this page" text={() => location.href}>
        Link
      </Copy>
    </div>
  );
}

interface ActiveProps {
  readonly active: ScenarioReport;
  /** The parameters that its text declares. */
  readonly params: LibraryScenario['params'];
  readonly onChange: () => void;
}

/** An active scenario: the hits of its rules and the verdicts on their expectations. */
export function ActivePart({ active, params, onChange }: ActiveProps) {
  const { name, by, rules } = active;
  const end = endOf(rules);
  const hasEnded = isOver(end, now.value);
  const endIt = async (): Promise<void> => {
    const last = lastVerdicts(active);
    await switchOff([name], `Scenario ${scenarioText(name)} was switched off${last && `: ${withTimes(last)}`}`);
    onChange();
  };
  return (
    <section
      class="part active-scenario"
      aria-label={`${scenarioText(name)} is ${hasEnded ? endText(end, now.value) : 'on'}`}
    >
      <header>
        <h3>
          <code>{scenarioText(name)}</code> <small>{hitsText(hitsOf(active), end, now.value)}</small>
        </h3>
        <Button onClick={endIt} label={`Switch off ${scenarioText(name)}`}>
          Switch off
        </Button>
      </header>
      <p class="muted">
        {switchedWords[by]}
        {typeof end === 'number' && `; ${hasEnded ? 'ended' : 'ends'} at ${timeText(end)}`}
      </p>
      {params.length > 0 && <Values of={params} given={givenParams(name)} />}
      <ul class="rows">
        {rules.map((rule) => (
          <ActiveRule key={rule.rule} rule={rule} active={active} />
        ))}
      </ul>
    </section>
  );
}

interface ValuesProps {
  readonly of: LibraryScenario['params'];
  readonly given: Readonly<Record<string, string>>;
}

/** The values of all parameters of an active scenario: those that were given, and the defaults of the others. */
const Values = ({ of: params, given }: ValuesProps) => (
  <p class="values">
    {params.map(({ name, default: usual }) => (
      <span key={name}>
        {name} <code>{given[name] ?? (usual === '' ? 'empty' : String(usual))}</code>
        {given[name] === undefined && <span class="muted"> by default</span>}
      </span>
    ))}
  </p>
);

interface RuleProps {
  readonly rule: RuleReport;
  readonly active: ScenarioReport;
}

function ActiveRule({ rule: { rule, scenario, on, fired, warnings, used_up: isUsedUp }, active }: RuleProps) {
  const verdicts = active.verdicts.filter((verdict) => verdict.rule === rule);
  const screen = listOfHits(on);
  return (
    <li>
      <span>
        <strong>{rule}</strong> <span class="muted">{isUsedUp ? 'used up' : listenedText(on)}</span>
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
        {screen !== undefined && fired > 0 ? (
          <Link to={{ screen, id: undefined, query: { rule: `${scenario}/${rule}` } }} title={`Show the ${screen}`}>
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

/** The text of a scenario as it was written; that of a sent one is already read. */
function ScenarioSource({ name, sent }: { readonly name: string; readonly sent: string | undefined }) {
  const source = useResource(sent === undefined ? name : '', (signal) => readSource(name, signal));
  const text = sent ?? source.data?.source;
  return (
    <Part title="Text">
      {sent === undefined && source.data?.is_sent === true && (
        <p class="muted">This text was sent to this world. That of the library has the same name.</p>
      )}
      {source.error !== undefined && <Failed error={source.error} onRetry={source.reload} />}
      {text !== undefined && <Code what="the text" text={text} isYaml />}
    </Part>
  );
}
