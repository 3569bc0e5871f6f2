import { choiceWords, pluralize, timeText, zonedText } from '../format.ts';
import { route } from '../router.ts';
import type { FilterField } from '../ui/filter-fields.tsx';
import { mostPrinted } from '../ui/printed-rows.tsx';
import type { FaxPages } from './fax-pages.ts';

interface PrintedHeadProps {
  readonly pages: FaxPages;
  readonly total: number;
  readonly filters: readonly Pick<FilterField, 'name' | 'choices'>[];
}

/** The title of faxes on paper: their number, what they have in common, and the time from the oldest to the newest. */
export function PrintedHead({ pages, total, filters }: PrintedHeadProps) {
  const { query } = route.value;
  const words = filters.flatMap(({ name, choices }) => (query[name] && choiceWords(choices, query[name])) ?? []);
  const isFailed = query['status'] === 'failure' && words.length === 1;
  const common = [
    ...(isFailed ? [] : words.map((word) => word.toLowerCase())),
    ...(query['tag'] === undefined ? [] : [query['tag'].replace(/^[^=:]+[=:]/, '')]),
  ];
  const [newest, oldest] = [pages.at(0), pages.at(Math.min(total, mostPrinted) - 1)];
  return (
    <>
      <div class="list-head">
        <h1>{[pluralize(total, isFailed ? 'failed fax' : 'fax'), common.join(', ')].filter(Boolean).join(': ')}</h1>
      </div>
      {newest !== undefined && oldest !== undefined && (
        <p class="print-head">
          Created from {timeText(oldest.created_at)} to {zonedText(newest.created_at)}
        </p>
      )}
    </>
  );
}
