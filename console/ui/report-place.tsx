import { createContext } from 'preact';
import { useContext, useEffect, useMemo, useRef } from 'preact/hooks';
import type { ReportMaking } from '../../src/lab/report/form.ts';
import { useKeys } from '../keys.ts';
import { go, placeAt, route, setQuery } from '../router.ts';
import { urlOf } from '../routes.ts';
import { Copy } from './copy.tsx';
import { Link } from './link.tsx';

/** The attributes of a part with an address: what the address names comes into view, gets the focus, and is marked. */
export function usePlaceOf<Part extends HTMLElement>(id: string | undefined) {
  const part = useRef<Part>(null);
  const isNamed = id !== undefined && route.value.id === id;
  useEffect(() => {
    if (isNamed && part.current !== null) show(part.current);
  }, [isNamed, id]);
  return {
    ref: part,
    tabIndex: isNamed ? -1 : undefined,
    'aria-current': isNamed ? ('true' as const) : undefined,
  };
}

function show(part: HTMLElement): void {
  const fold = part.closest('details');
  if (fold !== null) fold.open = true;
  const { top, bottom } = part.getBoundingClientRect();
  if (top < (document.querySelector('header')?.offsetHeight ?? 0) || bottom > innerHeight) part.scrollIntoView();
  part.focus({ preventScroll: true });
}

/** The time at which the report of the page was made; undefined for one that still changes. */
export const TimeOfReport = createContext<string | undefined>(undefined);

/** Copies the address of a part. It has the time of its report, because a later report may say something else under the same id. */
export function LinkToPart({ id }: { readonly id: string }) {
  const made = useContext(TimeOfReport) ?? '';
  const address = (): string => urlOf(placeAt({ id, query: { ...route.value.query, made } }));
  return (
    <Copy what="the link to this part" text={() => `${location.origin}${address()}`}>
      Link
    </Copy>
  );
}

/** Keys that go through the findings of a report, by their ids. */
export function useFindingKeys(ids: readonly string[]): void {
  const keys = useMemo(() => {
    const move = (by: number) => (): void => {
      const at = ids.indexOf(route.peek().id ?? '');
      const id = ids[Math.min(Math.max(at + by, 0), ids.length - 1)];
      if (id !== undefined) go({ id }, { replace: at >= 0 });
    };
    return [
      { keys: 'j', meaning: 'Next finding', run: move(1) },
      { keys: 'k', meaning: 'Previous finding', run: move(-1) },
      { keys: 'Escape', meaning: 'Close the finding', run: () => go({ id: undefined }) },
    ];
  }, [ids.join()]);
  useKeys(keys);
}

export interface NoFindingProps {
  /** The ids of all parts of the report. */
  readonly ids: readonly string[];
  /** Whether an id is one of such a report, though perhaps of another run. */
  readonly isId: (id: string) => boolean;
  readonly made?: ReportMaking | null | undefined;
  /** The ids of the runs that the report waits for, or was ended before. */
  readonly undone?: readonly string[];
}

/** Says that the report has no part which the address names, or is another one than the address means. Its findings follow. */
export function NoFinding(props: NoFindingProps) {
  const { id } = route.value;
  const linked = useLinkedTime();
  if (id === undefined) return null;
  if (!props.ids.includes(id)) return <MissingPart id={id} linked={linked} {...props} />;
  return linked === undefined || linked === props.made?.at ? null : <OtherReport linked={linked} made={props.made} />;
}

/** The time in the address of the report that a link means. The next part that the reader chooses is of the report shown. */
function useLinkedTime(): string | undefined {
  const { id, query } = route.value;
  const linked = useRef(id);
  useEffect(() => {
    if (linked.current !== id && query['made'] !== undefined) setQuery({ made: '' }, { replace: true });
    linked.current = id;
  }, [id]);
  return query['made'];
}

interface OtherReportProps extends Pick<NoFindingProps, 'made'> {
  readonly linked: string;
}

const OtherReport = ({ linked, made }: OtherReportProps) => (
  <div class="problem report-notice" role="alert">
    <p>
      <strong>The link leads to another report, made {toSecond(linked)}.</strong>
    </p>
    <p>
      {made ? `This one was made ${toSecond(made.at)}` : 'This one is of this world'}, and may say something else under
      the same name. The other is in its own report.json, if it was kept.
    </p>
  </div>
);

/** `2026-11-30 04:06:07 UTC` */
const toSecond = (at: string): string => `${at.slice(0, 19).replace('T', ' ')} UTC`;

interface MissingPartProps extends NoFindingProps {
  readonly id: string;
  readonly linked: string | undefined;
}

function MissingPart({ id, linked, isId, made, undone = [] }: MissingPartProps) {
  const wrongText = (): string => {
    if (undone.includes(id)) return `This run is not done: ${id}`;
    return isId(id) ? `This finding is of another run: ${id}` : `There is no finding ${id}.`;
  };
  return (
    <div class="problem report-notice" role="alert">
      <p>
        <strong>{wrongText()}</strong>
      </p>
      <p>
        {linked !== undefined && `The link is to a report made ${toSecond(linked)}. `}
        {made ? `This report, made ${toSecond(made.at)}, does not have it.` : 'This report does not have it.'} What it
        has is below.
      </p>
      <p>
        <Link class="button" to={{ id: undefined }}>
          All findings
        </Link>
      </p>
    </div>
  );
}

/** Says, where no report is open, that the address needs one. */
export function WantedReport() {
  const { id } = route.value;
  if (id === undefined) return null;
  return (
    <div class="problem report-notice" role="alert">
      <p>
        <strong>The link leads to the finding {id}, but no report is open.</strong>
      </p>
      <p>Open the report.json that has it: a link does not contain the report.</p>
    </div>
  );
}
