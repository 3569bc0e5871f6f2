import type { FaxRecord, FaxText } from '../../src/control/client/named-types.ts';
import { signal } from '@preact/signals';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { ask, askBlob } from '../api.ts';
import { pluralize } from '../format.ts';
import { useKeys } from '../keys.ts';
import { useResource } from '../resource.ts';
import { route, setQuery } from '../router.ts';
import { saveFile } from '../save-file.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Copy } from '../ui/copy.tsx';
import { lazy } from '../ui/lazy.tsx';
import { isPrinted } from '../ui/printing.ts';
import type { SeenPages } from './fax-page-view.tsx';
import { fatesOf } from './page-fates.ts';
import type { PageFates } from './page-fates.ts';
import { picturesOf } from './fax-words.ts';
import { asText } from '../../src/model/shared/conversion.ts';

const FaxViewer = lazy('the viewer', async () => (await import('./fax-viewer.tsx')).FaxViewer);

const mostThumbnails = 24;

/** Widths of pictures in pixels: of a thumbnail, and of a page that can be read. */
const widths = { small: 140, large: 900 } as const;

/** A fax with no more pages than this loads its large pictures too, so that the browser's menu prints pages that can be read. */
const mostLarge = 8;

/** The path of a picture of this width in pixels. `isTransmitted` adds the header line of the transmission. */
const pagePath = (id: number, page: number, width: number, isTransmitted: boolean): string =>
  `/faxes/${id}/pages/${page}?width=${width}${isTransmitted ? '&transmitted=true' : ''}`;

const openViewer = (): void => setQuery({ view: 'page' });

/** The pages of a fax as pictures: one large, and all as thumbnails. A click opens the viewer. */
export function FaxPictures({ fax }: { readonly fax: FaxRecord }) {
  const pages = picturesOf(fax);
  const keys = useMemo(
    () => (pages === 0 ? [] : [{ keys: 'v', meaning: 'View the pages in the whole window', run: openViewer }]),
    [pages === 0],
  );
  useKeys(keys);
  const { data: text } = useResource(pages === 0 ? '' : String(fax.id), (signal) =>
    ask<FaxText>(`/faxes/${fax.id}/text`, { signal }),
  );
  const { seen, keep } = useSeenPages(fax.id);
  if (pages === 0) return <p class="no-pages">{reasonOf(fax)}</p>;
  const fates = fatesOf(fax);
  const { query } = route.value;
  const current = Math.min(Math.max(Number(query['page'] ?? '1'), 1), pages);
  const turnTo = (to: number): void => {
    const page = Math.min(Math.max(to, 1), pages);
    setQuery({ page: page === 1 ? '' : String(page) }, { replace: true });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    turnTo(current + by);
  };
  return (
    <section class={`pages${pages > 1 ? ' many' : ''}`} aria-label="Pages">
      <figure onKeyDown={onKeyDown}>
        <button type="button" class="open-page" onClick={openViewer} title="View in the whole window (v)">
          <Picture
            key={current}
            paths={[pathOf(fax.id, current, widths.large, fates)]}
            onDrawn={(blob) => keep(current, widths.large, blob)}
            alt={`Page ${current} of ${pages}`}
            width={612}
            height={792}
          />
        </button>
        <Caption page={current} pages={pages} fates={fates} />
        <p id="page-text" class="hidden">
          {text?.pages[current - 1]}
        </p>
      </figure>
      {pages > 1 && <Thumbnails {...{ fax, pages, current, fates, turnTo, onKeyDown, keep }} />}
      <div class="actions" role="group" aria-label="Files">
        <Button icon="larger" onClick={openViewer}>
          View
        </Button>
        <FaxFiles id={fax.id} text={text} />
      </div>
      {query['view'] === 'page' && (
        <FaxViewer
          {...{ fax, pages, fates, seen }}
          pathOf={(page, width, isTransmitted) => pagePath(fax.id, page, width, isTransmitted)}
          files={<FaxFiles id={fax.id} text={text} />}
        />
      )}
    </section>
  );
}

type KeepPage = (page: number, width: number, blob: Blob) => void;

/** The best picture of each page of a fax that was loaded, which the viewer shows until it has a better one. */
function useSeenPages(id: number) {
  return useMemo(() => {
    const seen = signal<SeenPages>(new Map());
    const keep: KeepPage = (page, width, blob) => {
      const best = seen.value.get(page)?.width ?? 0;
      if (width > best) seen.value = new Map(seen.value).set(page, { blob, width });
    };
    return { seen, keep };
  }, [id]);
}

interface CaptionProps {
  readonly page: number;
  readonly pages: number;
  readonly fates: PageFates;
}

const Caption = ({ page, pages, fates }: CaptionProps) => (
  <figcaption>
    Page {page} of {pages}
    {fates.isTold && ' · '}
    {fates.isTold && <PageFate page={page} fates={fates} />}
  </figcaption>
);

/** Whether a page was sent. */
function PageFate({ page, fates }: { readonly page: number; readonly fates: PageFates }) {
  const word = fates.wordOf(page);
  return word === 'failed' ? <Badge tone="bad">failed</Badge> : <small>{word}</small>;
}

const pathOf = (id: number, page: number, width: number, { isSent }: PageFates): string =>
  pagePath(id, page, width, isSent(page));

interface ThumbnailsProps {
  readonly fax: FaxRecord;
  readonly pages: number;
  readonly current: number;
  readonly fates: PageFates;
  readonly turnTo: (page: number) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly keep: KeepPage;
}

/** A single tab stop; arrow keys move to the other pages. On paper these are the pages themselves. */
function Thumbnails({ fax, pages, current, fates, turnTo, onKeyDown, keep }: ThumbnailsProps) {
  const { sent } = fates;
  const isLarge = pages <= mostLarge || isPrinted.value;
  const isViewed = route.value.query['view'] === 'page' && !isPrinted.value; // the viewer loads the page that is read before all others
  const sizes = isLarge ? [widths.small, widths.large] : [widths.small];
  return (
    <div>
      <p class="print-head small-pages">
        Not all pages are loaded in their full size: press Ctrl+P in the console to print them so.
      </p>
      <ul class="thumbnails" aria-label={pluralize(pages, 'page')} onKeyDown={onKeyDown}>
        {Array.from({ length: Math.min(pages, mostThumbnails) }, (_, index) => (
          <li key={index} class={fates.isTold && !fates.isSent(index + 1) ? 'unsent' : undefined}>
            <button
              type="button"
              aria-current={current === index + 1}
              tabIndex={current === index + 1 ? 0 : -1}
              onClick={() => turnTo(index + 1)}
            >
              <Picture
                paths={sizes.map((width) => pathOf(fax.id, index + 1, width, fates))}
                onDrawn={(blob, at) => keep(index + 1, sizes[at] ?? 0, blob)}
                isPaused={isViewed}
                alt=""
                width={70}
                height={91}
              />
              <span class="page-word">Page </span>
              <span>{index + 1}</span>
              <span class="page-word"> of {pages}</span> {fates.isTold && <PageFate page={index + 1} fates={fates} />}
            </button>
          </li>
        ))}
      </ul>
      {pages > mostThumbnails && isPrinted.value && (
        <p>
          Pages {mostThumbnails + 1} to {pages} are not printed: the PDF of the fax has them.
        </p>
      )}
      {pages > mostThumbnails && (
        <label class="field">
          <span>Page</span>
          <input
            type="number"
            min="1"
            max={pages}
            value={current}
            onChange={(event) => turnTo(event.currentTarget.valueAsNumber || 1)}
          />
        </label>
      )}
      {fax.due === null && sent !== undefined && sent < pages && sent >= mostThumbnails && (
        <Button onClick={() => turnTo(sent + 1)}>Failed on page {sent + 1}</Button>
      )}
    </div>
  );
}

interface PictureProps {
  /** Paths of the control API. Each larger picture takes the place of the one before it. */
  readonly paths: readonly string[];
  /** Takes each picture that was loaded, and its place among the paths. */
  readonly onDrawn: (blob: Blob, at: number) => void;
  /** Whether it loads nothing more for now. Default: false. */
  readonly isPaused?: boolean;
  /** Empty for a small picture beside its name. */
  readonly alt: string;
  /** The size of the picture in px, which reserves its space while it loads. */
  readonly width: number;
  readonly height: number;
}

/** A picture of the control API, loaded by `fetch`, because an `<img>` cannot send a token. */
function Picture({ paths, onDrawn, isPaused = false, alt, width, height }: PictureProps) {
  const [drawn, setDrawn] = useState<{ readonly of: string; readonly url: string | Error }>();
  const url = drawn?.url;
  const at = paths.indexOf(drawn?.of ?? '') + 1;
  const next = paths[at];
  useEffect(() => {
    if (next === undefined || isPaused) return undefined;
    const stop = new AbortController();
    askBlob(next, { signal: stop.signal }).then(
      (blob) => {
        if (stop.signal.aborted) return;
        setDrawn({ of: next, url: URL.createObjectURL(blob) });
        onDrawn(blob, at);
      },
      (error: unknown) => {
        if (stop.signal.aborted) return;
        setDrawn({ of: next, url: error instanceof Error ? error : new Error(asText(error)) });
      },
    );
    return () => stop.abort();
  }, [next, isPaused]);
  useEffect(() => {
    return () => {
      if (typeof url === 'string') URL.revokeObjectURL(url);
    };
  }, [url]);
  const isBusy = next !== undefined;
  if (typeof url !== 'string') {
    return (
      <span class="picture missing" aria-busy={isBusy}>
        {url?.message ?? (alt === '' ? '…' : 'Drawing…')}
      </span>
    );
  }
  return <img class="picture" src={url} alt={alt} width={width} height={height} data-busy={isBusy} />;
}

interface FaxFilesProps {
  readonly id: number;
  /** Undefined while the text loads. */
  readonly text: FaxText | undefined;
}

/** The buttons that download the document, its thumbnail and its text. */
function FaxFiles({ id, text }: FaxFilesProps) {
  const save = (part: string, extension: string) => async (): Promise<void> =>
    saveFile(await askBlob(`/faxes/${id}/${part}`), `fax-${id}.${extension}`);
  const all = text?.pages.join('\n\f') ?? '';
  const hasText = text?.pages.some((page) => page !== '') === true;
  const reason = text === undefined ? 'The text is not read yet' : 'The pages of this fax are pictures, without a text';
  return (
    <>
      <Button icon="file" title="Download the document" onClick={save('file', 'pdf')}>
        PDF
      </Button>
      <Button title="Download the thumbnail, a JPEG" onClick={save('thumbnail', 'jpg')}>
        Thumbnail
      </Button>
      <Button
        title={hasText ? 'Download the text of the pages' : reason}
        isDisabled={!hasText}
        onClick={() => saveFile(new Blob([all], { type: 'text/plain' }), `fax-${id}.txt`)}
      >
        Text
      </Button>
      {hasText && (
        <Copy text={all} what="the text of the pages">
          Copy the pages' text
        </Copy>
      )}
    </>
  );
}

function reasonOf({ file, due }: FaxRecord): string {
  if (file === 'deleted') return 'The file of this fax is deleted.';
  if (due !== null) return 'The pages are shown when the document is converted.';
  return 'This fax has no stored file.';
}
