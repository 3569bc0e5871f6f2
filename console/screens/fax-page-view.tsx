import type { ReadonlySignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { askBlob, messageOf } from '../api.ts';

/** The size of a Letter page in pixels of a fax, at 204 dots per inch of width. */
export const raster = { width: 1728, height: 2236 } as const;
/** Around the sheet, in px. */
const margin = 32;
const mostKept = 8;

/** The zoom of a page: to the width or height of the window, or as screen pixels per fax pixel. */
export type Zoom = 'width' | 'page' | number;

/** The best picture of each page that was loaded, by the number of the page. */
export type SeenPages = ReadonlyMap<number, { readonly blob: Blob; readonly width: number }>;

interface PageViewProps {
  readonly pathOf: (page: number) => string;
  /** The best pictures that the page behind the viewer has loaded. One of them stands for its page until that is loaded. */
  readonly seen: ReadonlySignal<SeenPages>;
  readonly page: number;
  readonly pages: number;
  readonly zoom: Zoom;
  readonly turns: number;
  /** Screen pixels per fax pixel. */
  readonly factor: RefObject<number>;
  readonly zoomBy: (steps: number) => void;
}

/** The scrolled page. It can be dragged; the wheel zooms with Ctrl. */
export function PageView({ pathOf, seen, page, pages, zoom, turns, factor, zoomBy }: PageViewProps) {
  const view = useRef<HTMLDivElement>(null);
  const [isAtFirst, setAtFirst] = useState(true);
  const room = useSize(view);
  const { picture, failure, isBusy } = usePicture({ pathOf, seen, page, pages });
  useEffect(() => view.current?.scrollTo(0, 0), [page]);
  const { width, height } = picture ?? raster;
  const [wide, high] = turns % 2 === 1 ? [height, width] : [width, height];
  const ofWidth = (room.width - margin) / wide;
  const sizes = { width: Math.min(ofWidth, 1), page: Math.min(ofWidth, (room.height - margin) / high) };
  const scale = typeof zoom === 'string' ? sizes[zoom] : zoom / devicePixelRatio;
  factor.current = scale * devicePixelRatio;
  const px = (length: number): string => `${length * scale}px`;
  const transform = `translate(-50%, -50%) rotate(${turns * 90}deg)`;
  const onWheel = (event: WheelEvent): void => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoomBy(event.deltaY < 0 ? 1 : -1);
  };
  const label = `Page ${page} of ${pages}`;
  return (
    <div
      ref={view}
      class={`viewer-page${isAtFirst ? ' at-first' : ''}`}
      autofocus
      onBlur={() => setAtFirst(false)}
      tabIndex={0}
      role="group"
      aria-label={label}
      aria-busy={isBusy}
      {...{ onWheel }}
      onPointerDown={drag}
    >
      {failure === undefined ? (
        <div class="viewer-sheet" style={{ width: px(wide), height: px(high) }}>
          {picture === undefined && <p class="drawing">Drawing…</p>}
          {picture !== undefined && (
            <img
              src={picture.url}
              alt={label}
              draggable={false}
              style={{ width: px(width), height: px(height), transform }}
            />
          )}
        </div>
      ) : (
        <p role="alert">{failure}</p>
      )}
    </div>
  );
}

/** The current inner size of an element. */
function useSize(element: RefObject<HTMLElement | null>): { readonly width: number; readonly height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const { current: measured } = element;
    if (measured === null) return undefined;
    const observer = new ResizeObserver(() => setSize({ width: measured.clientWidth, height: measured.clientHeight }));
    observer.observe(measured);
    return () => observer.disconnect();
  }, []);
  return size;
}

/** Scrolls by dragging with the pointer. */
function drag({ currentTarget: view, pointerType, button, pointerId, clientX, clientY }: PointerEvent): void {
  if (!(view instanceof HTMLElement) || pointerType === 'touch' || button !== 0) return;
  const { scrollLeft, scrollTop } = view;
  view.setPointerCapture(pointerId);
  view.classList.add('dragged');
  const move = (moved: PointerEvent): void => {
    view.scrollTo(scrollLeft + clientX - moved.clientX, scrollTop + clientY - moved.clientY);
  };
  const end = (): void => {
    view.classList.remove('dragged');
    view.removeEventListener('pointermove', move);
  };
  view.addEventListener('pointermove', move);
  view.addEventListener('lostpointercapture', end, { once: true });
}

interface KeptPicture {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

interface ShownPicture {
  readonly picture?: KeptPicture | undefined;
  readonly failure?: string | undefined;
  /** Whether the page is not loaded yet: the picture is a smaller one of it, or the previous page. */
  readonly isBusy: boolean;
}

/** The picture of a page. The next page is loaded after it. */
function usePicture({
  pathOf,
  seen,
  page,
  pages,
}: Pick<PageViewProps, 'pathOf' | 'seen' | 'page' | 'pages'>): ShownPicture {
  const [loaded, setLoaded] = useState<LoadedPage>();
  const kept = useMemo(() => new KeptPictures(), []);
  useEffect(() => () => kept.release(), []);
  const path = pathOf(page);
  const sketch = useSketch(seen.value.get(page)?.blob);
  useEffect(() => {
    let isOver = false;
    kept.read(path).then(
      (picture) => {
        if (isOver) return;
        setLoaded({ page, path, picture });
        if (page < pages) kept.read(pathOf(page + 1)).catch(() => undefined); // a page that cannot be read is read again when it is shown
      },
      (error: unknown) => {
        if (!isOver) setLoaded({ page, path, failure: messageOf(error) });
      },
    );
    return () => {
      isOver = true;
    };
  }, [path]);
  if (loaded?.path === path) return { ...loaded, isBusy: false };
  const previous = loaded?.picture;
  return { picture: loaded?.page === page ? previous : (sketch ?? previous), isBusy: true };
}

interface LoadedPage {
  readonly page: number;
  readonly path: string;
  readonly picture?: KeptPicture;
  readonly failure?: string;
}

/** A smaller picture of a page, in the size of the page. */
function useSketch(blob: Blob | undefined): KeptPicture | undefined {
  const [sketch, setSketch] = useState<KeptPicture & { readonly of: Blob }>();
  useEffect(() => {
    if (blob === undefined) return undefined;
    let isOver = false;
    const drawn = pictureOf(blob);
    drawn.then(
      ({ url, width, height }) => {
        const size = { width: raster.width, height: Math.round((raster.width * height) / width) };
        if (!isOver) setSketch({ url, ...size, of: blob });
      },
      () => undefined, // the page itself says why it cannot be read
    );
    return () => {
      isOver = true;
      drawn.then(revoke, () => undefined);
    };
  }, [blob]);
  return sketch?.of === blob ? sketch : undefined;
}

/** A cache of the latest pictures. */
class KeptPictures {
  readonly #pictures = new Map<string, Promise<KeptPicture>>();

  read(path: string): Promise<KeptPicture> {
    const picture = this.#pictures.get(path) ?? readPicture(path);
    picture.catch(() => this.#pictures.delete(path));
    this.#pictures.delete(path);
    this.#pictures.set(path, picture); // the latest goes last
    const [oldest] = this.#pictures.keys();
    if (this.#pictures.size > mostKept && oldest !== undefined) this.#drop(oldest);
    return picture;
  }

  release(): void {
    for (const path of this.#pictures.keys()) this.#drop(path);
  }

  #drop(path: string): void {
    this.#pictures.get(path)?.then(revoke, () => undefined);
    this.#pictures.delete(path);
  }
}

const readPicture = async (path: string): Promise<KeptPicture> => pictureOf(await askBlob(path));

async function pictureOf(blob: Blob): Promise<KeptPicture> {
  const { width, height } = await createImageBitmap(blob);
  return { url: URL.createObjectURL(blob), width, height };
}

const revoke = ({ url }: KeptPicture): void => URL.revokeObjectURL(url);
