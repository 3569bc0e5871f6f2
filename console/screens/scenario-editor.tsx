import { baseName, scenarioText } from '../../src/model/shared/scenario-text.ts';
import type { LibraryScenario, RequestRecord, ScenarioFindings } from '../../src/control/client/named-types.ts';
import { signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { ask } from '../api.ts';
import { pluralize } from '../format.ts';
import { useResource } from '../resource.ts';
import { go, route } from '../router.ts';
import type { ScreenRoute } from '../routes.ts';
import { saveFile } from '../save-file.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Copy } from '../ui/copy.tsx';
import { Editor, goToLine } from '../ui/editor.tsx';
import type { LineRemark } from '../ui/editor-content.ts';
import { Failed, Loading } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { DetailHead } from './detail-head.tsx';
import { scenarioOf } from './request-copies.ts';
import { ActivePart } from './scenario-detail.tsx';
import { SwitchForm } from './scenario-switch.tsx';
import { completionsAt } from './scenario-completion.ts';
import type { ScenarioData } from './scenario-data.ts';
import { remarksOf } from './scenario-words.ts';
import { forgetDraft, ScenarioDraft } from './scenario-draft.ts';
import { templates } from './scenario-templates.ts';
import { keepSentText, readSent, useSent } from './sent-texts.ts';
import { findFinding } from './sweep-report.ts';

const [[firstTemplate, blank] = ['', '']] = Object.entries(templates);

const templateKey = 'faxsim-template';

/** The template of the new scenario. Each has a draft of its own, and the tab keeps the choice with them. */
const template = signal(sessionStorage.getItem(templateKey) ?? firstTemplate);

function chooseTemplate(name: string): void {
  sessionStorage.setItem(templateKey, name);
  template.value = name;
}

interface ScenarioEditorProps {
  readonly data: ScenarioData;
}

/** The editor. It starts with a scenario, with one made from a recorded request, or with the scenario of a sweep's finding. */
export function ScenarioEditor({ data }: ScenarioEditorProps) {
  const { id, query } = route.value;
  const { request, finding } = query;
  const from = request === undefined ? finding : `request ${request}`;
  const isNew = from === undefined && id === undefined;
  const key = from ?? id ?? `new: ${template.value}`;
  const found = useResource(isNew ? '' : key, (stop) => readOriginal(route.value, stop));
  const original = isNew ? (templates[template.value] ?? blank) : found.data;
  const back = { id, query: {} };
  if (found.error !== undefined) {
    return (
      <article class="detail">
        <DetailHead title="Editor" back={back} />
        <Failed error={found.error} onRetry={found.reload} />
      </article>
    );
  }
  if (original === undefined) return <Loading what="the text" />;
  const title =
    from === undefined ? (id === undefined ? 'New scenario' : `Edit ${baseName(id)}`) : `Scenario for ${from}`;
  return <DraftEditor title={title} draftKey={key} original={original} data={data} isNew={isNew} />;
}

async function readOriginal({ id = '', query: { request, finding } }: ScreenRoute, stop: AbortSignal): Promise<string> {
  if (request !== undefined) {
    return scenarioOf(await ask<RequestRecord>(`/requests/${encodeURIComponent(request)}`, { signal: stop }));
  }
  if (finding !== undefined) return (await findFinding(finding, stop))?.scenario_text ?? blank;
  return (await readEdited(id, stop)) ?? blank;
}

/** The text of a sent scenario, or a copy of that of a library scenario. */
async function readEdited(id: string, stop: AbortSignal): Promise<string | undefined> {
  const [known, library] = await Promise.all([
    readSent(id, stop),
    ask<readonly LibraryScenario[]>('/scenarios/library', { signal: stop }),
  ]);
  if (known?.sent_as !== null) return known?.source;
  return copyOf(
    known.source,
    id,
    library.map(({ name }) => name),
  );
}

/** The text of a copy, with a name of its own: `my-no-answer`, or `my-no-answer-2` if `names` has that one. */
function copyOf(source: string, named: string, names: readonly string[]): string {
  const plain = `my-${baseName(named)}`;
  let name = plain;
  for (let number = 2; names.includes(name); number++) name = `${plain}-${number}`;
  return source.replace(/^name:.*$/m, `name: ${name}`);
}

interface OpenedProps extends ScenarioEditorProps {
  readonly title: string;
  readonly draftKey: string;
  readonly original: string;
  readonly isNew: boolean;
}

function DraftEditor({ title, draftKey, original, data: { active, library }, isNew }: OpenedProps) {
  const { id } = route.value;
  const draft = useMemo(() => new ScenarioDraft(draftKey, original), [draftKey, original]);
  useEffect(() => {
    draft.check();
    return () => draft.stop();
  }, [draft]);
  const field = useRef<HTMLTextAreaElement>(null);
  const remarks = useMemo(() => remarksOf(draft.lint.value), [draft.lint.value]);
  const { name, params, faults } = shownFindings(draft, library.data);
  const on = active.data?.filter((known) => baseName(known.name) === name) ?? [];
  const replaced = useReplaced(name ?? '', draft.text.value, library.data);
  const noteOn = (switched: string): void => {
    noteSwitched(switched, draft.text.value);
    active.reload();
    if (baseName(switched) !== baseName(id ?? '')) openOwn(switched, draftKey);
  };
  return (
    <article class="detail editing">
      <DetailHead title={title} back={{ id, query: {} }} status={<LintStatus lint={draft.lint.value} />}>
        {draft.isChanged.value
          ? 'The tab keeps your changes until you close it.'
          : 'The text is checked while you type.'}
      </DetailHead>
      {isNew && <Templates />}
      <SwitchForm
        key={draftKey}
        entry={{ name: name ?? 'scenario', params, source: draft.text.value }}
        id={id ?? ''}
        on={on.map((known) => known.name)}
        isDisabled={faults.length > 0}
        replaced={replaced}
        onSwitch={noteOn}
      />
      <Actions draft={draft} />
      <Editor
        key={`${draftKey} ${draft.replaced.value}`} // a field of its own, because undo would mix the texts
        label="Text of the scenario"
        text={draft.text.value}
        onInput={(text) => draft.change(text)}
        remarks={remarks}
        describedBy="remarks"
        field={field}
        completionsAt={completionsAt}
      />
      <Remarks
        remarks={remarks}
        lines={draft.text.value.split('\n')}
        onGo={(line) => {
          if (field.current !== null) goToLine(field.current, line);
        }}
      />
      {on.map((known) => (
        <ActivePart key={known.name} active={known} params={params} onChange={active.reload} />
      ))}
    </article>
  );
}

function noteSwitched(name: string, text: string): void {
  keepSentText(name, text);
  toast(`Scenario ${scenarioText(name)} is on, with the text of the editor`, 'good', `scenario ${name}`);
}

/** Goes on with a text that has become a scenario of its own. The next copy or new scenario begins without it. */
function openOwn(name: string, draftKey: string): void {
  for (const key of [draftKey, name]) forgetDraft(key);
  go({ id: name, query: { view: 'edit' } }, { replace: true });
}

/**
 * The known facts about a text. A fault that hides the name and the parameters takes no field away while it is there, unless the text
 * is another one, without that parameter.
 */
function shownFindings(
  { lint, readable, text }: ScenarioDraft,
  library: readonly LibraryScenario[] = [],
): Pick<ScenarioFindings, 'name' | 'params' | 'faults'> {
  const edited = library.find((entry) => entry.name === baseName(route.value.id ?? ''));
  const { name = null, params = edited?.params ?? [] } = readable.value ?? {};
  const named = params.filter((param) => text.value.includes(`${param.name}:`));
  return { name, params: named, faults: lint.value?.faults ?? [''] };
}

/** The name of the text, if this world has another text of that name. An edited scenario is not another. */
function useReplaced(name: string, text: string, library: readonly LibraryScenario[] = []): string | undefined {
  const isEdited = name === baseName(route.value.id ?? '');
  const isSent = library.some((entry) => entry.name === name && entry.sent_as !== null);
  const { data: other } = useSent(isSent && !isEdited ? name : undefined);
  return other && other.source.trimEnd() !== text.trimEnd() ? name : undefined;
}

/** Buttons for the texts that a new scenario can begin with. */
const Templates = () => (
  <div class="actions" role="group" aria-label="Begin with">
    <span class="muted">Begin with</span>
    {Object.keys(templates).map((name) => (
      <Button key={name} kind="quiet" isPressed={template.value === name} onClick={() => chooseTemplate(name)}>
        {name}
      </Button>
    ))}
  </div>
);

function LintStatus({ lint }: { readonly lint: ScenarioFindings | undefined }) {
  if (lint === undefined) return <Badge tone="waiting">checking</Badge>;
  const { faults, warnings, rules } = lint;
  if (faults.length > 0) return <Badge tone="bad">{pluralize(faults.length, 'fault')}</Badge>;
  if (warnings.length > 0) return <Badge tone="mixed">{pluralize(warnings.length, 'warning')}</Badge>;
  return <Badge tone="good">{`valid, ${pluralize(rules, 'rule')}`}</Badge>;
}

function Actions({ draft }: { readonly draft: ScenarioDraft }) {
  const { text, readable, isChanged, discarded } = draft;
  const former = isChanged.value ? undefined : discarded.value;
  const name = readable.value?.name ?? 'scenario';
  return (
    <div class="actions" role="group" aria-label="Actions">
      <Button
        icon="file"
        onClick={() => saveFile(new Blob([text.value], { type: 'application/yaml' }), `${name}.yaml`)}
      >
        Download
      </Button>
      <Copy what="the text" text={() => text.value}>
        Text
      </Copy>
      {(isChanged.value || former !== undefined) && (
        <Button onClick={() => (former === undefined ? draft.discard() : draft.bringBack())}>
          {former === undefined ? 'Discard changes' : 'Bring the changes back'}
        </Button>
      )}
      <Button kind="quiet" onClick={() => go({ query: {} })}>
        Close
      </Button>
    </div>
  );
}

interface RemarksProps {
  readonly remarks: readonly LineRemark[];
  readonly lines: readonly string[];
  readonly onGo: (line: number) => void;
}

/**
 * The list of remarks, each a link to its line. One that stands alone is hidden from sight if it fits beside its line; several
 * are all visible, as many as the title counts.
 */
function Remarks({ remarks, lines, onGo }: RemarksProps) {
  const isAlone = remarks.length === 1;
  return (
    <div id="remarks" role="status" class="remarks">
      {remarks.map(({ line, tone, text }, index) => {
        // Width in characters of the editor, with the number of the line and the distances.
        const needed = (lines[line - 1]?.length ?? 0) + text.length + 14;
        return (
          <button
            key={index}
            type="button"
            class={`remark-line ${tone}`}
            style={isAlone ? { maxHeight: `calc((${needed} * 7.6px - 100cqw) * 999)` } : {}}
            onClick={() => onGo(line)}
          >
            <Badge tone={tone}>{`line ${line}`}</Badge> {text}
          </button>
        );
      })}
    </div>
  );
}
