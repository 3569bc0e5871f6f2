import { useEffect, useRef } from 'preact/hooks';
import { isSign } from '../../src/lab/report/form.ts';
import type { ReportCell, ReportTable } from '../../src/lab/report/form.ts';
import { route } from '../router.ts';
import { Badge } from './badge.tsx';
import { Link } from './link.tsx';

interface ReportMatrixProps {
  readonly table: ReportTable;
  readonly label: string;
  /** The chosen verdict; cells with other verdicts are pale. */
  readonly word?: string | undefined;
}

/** A row for each head. Each cell is a badge that links to its run. */
export const ReportMatrix = ({ table: { heads, rows }, label, word }: ReportMatrixProps) => (
  <div ref={useWayBack(word)} class="matrix sweep-matrix" tabIndex={0} role="group" aria-label={label}>
    <table>
      <thead>
        <tr>
          <td />
          {heads.map(({ text, about }) => (
            <th key={about ?? text} scope="col" title={about}>
              <span>{text}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ head, cells }) => (
          <tr key={head.text}>
            <th scope="row" title={head.about}>
              {head.text}
            </th>
            {cells.map((cell, at) => (
              <td
                key={at}
                data-run={isSign(cell) ? cell.run : undefined}
                class={word !== undefined && wordOf(cell) !== word ? 'pale' : undefined}
              >
                <MatrixCell cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** Leads the focus from a closed run back to its symbol. The choice of another verdict leads elsewhere. */
function useWayBack(word: string | undefined) {
  const matrix = useRef<HTMLDivElement>(null);
  const { id } = route.value;
  const former = useRef({ id, word });
  useEffect(() => {
    const { id: run, word: chosen } = former.current;
    former.current = { id, word };
    if (run === undefined || id !== undefined || chosen !== word) return;
    matrix.current?.querySelector<HTMLElement>(`[data-run=${CSS.escape(run)}] a`)?.focus();
  }, [id, word]);
  return matrix;
}

const wordOf = (cell: ReportCell): string | undefined => (typeof cell === 'object' ? cell.word : cell);

/** The badge of a run; a dot for a run that is not finished. */
function MatrixCell({ cell }: { readonly cell: ReportCell }) {
  if (!isSign(cell)) return null;
  const { run, tone, word, about } = cell;
  if (run === undefined) return <span class="open" title={about} />;
  return (
    <Link to={{ id: run }} class="attempt" isCurrent={route.value.id === run} title={about}>
      <Badge tone={tone}>{word}</Badge>
    </Link>
  );
}
