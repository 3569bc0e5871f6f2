import { prettyText } from '../../src/model/shared/json-text.ts';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { baseUrl, fetchOf, messageOf } from '../api.ts';
import { guideText, useGuides } from '../guides.tsx';
import type { GuideEntry } from '../guides.tsx';
import { guideGroups } from './guide-groups.ts';
import { useResource } from '../resource.ts';
import { route } from '../router.ts';
import { Button } from '../ui/button.tsx';
import { Code } from '../ui/code.tsx';
import { Link } from '../ui/link.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Split } from '../ui/split.tsx';
import { Empty, Failed, Loading } from '../ui/states.tsx';
import { DetailHead } from './detail-head.tsx';
import { Markdown } from './guide-markdown.tsx';
import { findSections, readGuides } from './guide-search.ts';
import type { SectionHit } from './guide-search.ts';
import { callsIn, fillSnippet, sectionsOf } from './guide-text.ts';
import type { Section, SnippetCall, SnippetWorld } from './guide-text.ts';
import { useListKeys } from './list-keys.ts';
import { useWorld } from './world-data.ts';

const first = 'testing';

/** The guides of the package, with snippets for the world of the page. */
export function GuidesScreen() {
  const { data: guides } = useGuides();
  const { id, query } = route.value;
  const hits = useHits(guides, query['q'] ?? '');
  const inOrder = query['q'] === undefined ? guideGroups(hits ?? []).flatMap(([, of]) => of) : hits;
  useListKeys(inOrder ?? [], 'guide');
  if (guides === undefined) return <Loading what="the guides" />;
  return (
    <Split
      list={
        <>
          <div class="list-head">
            <h1>
              Guides <small>{hits?.length}</small>
            </h1>
          </div>
          <div class="filters">
            <SearchField label="Search the guides" placeholder="A word of a guide" filters={[]} />
          </div>
          <HitList hits={hits} />
        </>
      }
      detail={id === undefined ? undefined : <GuidePage key={id} id={id} />}
      detailLabel={id === undefined ? 'Guide' : `Guide ${id}`}
      placeholder={<GuidePage id={first} />}
    />
  );
}

/** A found guide with its matching sections, the best first. */
interface Hit extends GuideEntry {
  readonly sections: readonly SectionHit[];
}

/** The guides with matching sections, the best first; undefined until the first search has loaded the guides. */
function useHits(guides: readonly GuideEntry[] = [], q: string): readonly Hit[] | undefined {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const names = guides.map(({ id }) => id);
  const { data: texts } = useResource(words.length === 0 || names.length === 0 ? '' : 'all guides', (signal) =>
    readGuides(names, signal),
  );
  return useMemo(() => {
    if (words.length === 0) return guides.map((guide) => ({ ...guide, sections: [] }));
    if (texts === undefined) return undefined;
    const found = findSections(texts, words);
    const hasAll = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
    const hits = guides.map((guide) => ({ ...guide, sections: found.filter((hit) => hit.guide === guide.id) }));
    const best = ({ sections }: Hit): number => sections[0]?.score ?? 0;
    return hits
      .filter((hit) => hit.sections.length > 0 || hasAll(`${hit.id} ${hit.summary}`))
      .sort((one, other) => best(other) - best(one));
  }, [guides, texts, q]);
}

const mostSections = 4;

function HitList({ hits }: { readonly hits: readonly Hit[] | undefined }) {
  const { query } = route.value;
  if (hits === undefined) return <Loading what="the guides" />;
  if (hits.length === 0) return <Empty title="No guide has these words" />;
  if (query['q'] !== undefined) {
    return (
      <ul class="plain-list guides-list" aria-label="Guides">
        <Rows of={hits} />
      </ul>
    );
  }
  return (
    <div class="plain-list guides-list" tabIndex={-1}>
      {guideGroups(hits).map(([title, of]) => (
        <section key={title} aria-label={title}>
          <h2 class="group">{title}</h2>
          <ul>
            <Rows of={of} />
          </ul>
        </section>
      ))}
    </div>
  );
}

function Rows({ of }: { readonly of: readonly Hit[] }) {
  const { query } = route.value;
  const { id = first } = route.value;
  const chosen = useRef<HTMLLIElement>(null);
  useEffect(() => chosen.current?.scrollIntoView({ block: 'nearest' }), [id]);
  return of.map((guide) => (
    <li
      key={guide.id}
      ref={guide.id === id ? chosen : null}
      class={`row client-row${guide.id === id ? ' chosen' : ''}`}
    >
      <Link to={{ id: guide.id, query: query['q'] === undefined ? {} : { q: query['q'] } }} isCurrent={guide.id === id}>
        <span class="row-main">
          <strong>{guide.summary}</strong>
        </span>
      </Link>
      {guide.sections.slice(0, mostSections).map(({ title, anchor, excerpt }) => (
        <Link key={anchor} class="hit" to={{ id: guide.id, query: { ...query, at: anchor } }}>
          <span>{title}</span>
          <small>{excerpt}</small>
        </Link>
      ))}
    </li>
  ));
}

const NoGuide = ({ id }: { readonly id: string }) => (
  <Empty title={`There is no guide ${id}`}>
    <p>
      A guide can have another name: <Link to={{ id: undefined, query: { q: id } }}>search for {id}</Link>, or choose
      one of <Link to={{ id: undefined, query: {} }}>all guides</Link>.
    </p>
  </Empty>
);

function GuidePage({ id }: { readonly id: string }) {
  const text = useResource(`guide ${id}`, (signal) => guideText(id, signal));
  const shown = useWorld();
  const sections = useMemo(() => (text.data === undefined ? undefined : sectionsOf(text.data)), [text.data]);
  if (text.error?.status === 404) return <NoGuide id={id} />;
  if (text.error !== undefined) return <Failed error={text.error} onRetry={text.reload} />;
  if (sections === undefined) return <Loading what="the guide" />;
  const filling = shown.data && { origin: location.origin, baseUrl: baseUrl(), credentials: shown.data.credentials };
  const [title, ...rest] = sections;
  return (
    <article class="detail guide">
      <DetailHead title={title?.title ?? id} back={{ id: undefined, query: {} }} />
      <Contents sections={rest} />
      {sections.map((section) => (
        <SectionText key={section.anchor} section={section} guide={id} filling={filling} />
      ))}
    </article>
  );
}

function Contents({ sections }: { readonly sections: readonly Section[] }) {
  const chapters = sections.filter(({ depth }) => depth === 2);
  if (chapters.length < 2) return null;
  return (
    <div class="contents" role="navigation" aria-label="Contents">
      {chapters.map(({ title, anchor }) => (
        <Link key={anchor} to={{ query: { ...route.value.query, at: anchor } }}>
          {title}
        </Link>
      ))}
    </div>
  );
}

interface SectionTextProps {
  readonly section: Section;
  readonly guide: string;
  readonly filling: SnippetWorld | undefined;
}

function SectionText({ section: { anchor, depth, tokens }, guide, filling }: SectionTextProps) {
  const place = useRef<HTMLElement>(null);
  const isWanted = route.value.query['at'] === anchor;
  useEffect(() => {
    if (isWanted) place.current?.scrollIntoView({ block: 'start' });
  }, [isWanted]);
  return (
    <section ref={place} id={anchor}>
      <Markdown
        guide={guide}
        tokens={depth === 1 ? tokens.filter(({ type }) => type !== 'heading') : tokens}
        code={({ text, lang = '' }) => <Snippet text={filling ? fillSnippet(text, filling) : text} lang={lang} />}
      />
    </section>
  );
}

function Snippet({ text, lang }: { readonly text: string; readonly lang: string }) {
  const calls = ['sh', 'bash', 'console'].includes(lang) ? callsIn(text) : [];
  return (
    <div class="snippet">
      <Code text={text} what="the snippet" isYaml={lang === 'yaml'} />
      {calls.map((call, index) => (
        <Runner key={index} call={call} />
      ))}
    </div>
  );
}

/** Makes a call of a snippet, and shows the response below it. */
function Runner({ call: { method, path, world: of, body } }: { readonly call: SnippetCall }) {
  const [result, setResult] = useState('');
  const line = `${method} ${of === null ? '' : `/w/${of}`}/_faxsim${path}`;
  const run = async (): Promise<void> => {
    try {
      const response = await fetchOf(of, path, { method, ...(body !== undefined && { body }) });
      const isText = /json|text|yaml/.test(response.headers.get('Content-Type') ?? '');
      setResult(`${response.status}\n${isText ? prettyText(await response.text()) : 'a file'}`);
    } catch (error) {
      setResult(messageOf(error));
    }
  };
  return (
    <div class="runner">
      <Button icon="play" kind="quiet" label={`Run ${line}`} onClick={run}>
        Run
      </Button>
      <code>{line}</code>
      <div aria-live="polite">{result !== '' && <pre tabIndex={0}>{result}</pre>}</div>
    </div>
  );
}
