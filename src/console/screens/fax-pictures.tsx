import type { FaxRecord } from '../../client/named-types.ts';
import { useState } from 'preact/hooks';
import { pluralize } from '../format.ts';
import { Picture } from '../ui/picture.tsx';
import { picturesOf } from './fax-words.ts';

const mostThumbnails = 24;

/** The pages of a fax as pictures: one large, and all as thumbnails. */
export function FaxPictures({ fax }: { readonly fax: FaxRecord }) {
  const [page, setPage] = useState(1);
  const pages = picturesOf(fax);
  if (pages === 0) return <p class="no-pages">{reasonOf(fax)}</p>;
  const current = Math.min(page, pages);
  const pathOf = (number: number, width: number): string => `/faxes/${fax.id}/pages/${number}?width=${width}`;
  return (
    <section class="pages" aria-label="Pages">
      <figure>
        <Picture path={pathOf(current, 900)} alt={`Page ${current} of ${pages}`} width={612} height={792} />
        <figcaption>
          Page {current} of {pages}
        </figcaption>
      </figure>
      {pages > 1 && (
        <ul class="thumbnails" aria-label={pluralize(pages, 'page')}>
          {Array.from({ length: Math.min(pages, mostThumbnails) }, (_, index) => (
            <li key={index}>
              <button type="button" aria-current={current === index + 1} onClick={() => setPage(index + 1)}>
                <Picture path={pathOf(index + 1, 140)} alt="" width={70} height={91} />
                <span class="hidden">Page </span>
                <span>{index + 1}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {pages > mostThumbnails && (
        <label class="field">
          <span>Page</span>
          <input
            type="number"
            min="1"
            max={pages}
            value={current}
            onChange={(event) => setPage(Math.min(Math.max(event.currentTarget.valueAsNumber || 1, 1), pages))}
          />
        </label>
      )}
    </section>
  );
}

function reasonOf({ file, due }: FaxRecord): string {
  if (file === 'deleted') return 'The file of this fax is deleted.';
  if (due !== null) return 'The pages are shown when the document is converted.';
  return 'This fax has no stored file.';
}
