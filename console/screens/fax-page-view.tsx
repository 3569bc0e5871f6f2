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

interface PageViewProps {
  readonly pathOf: (page: number) => string;
  /** The path of a small picture of a page, shown until the page is loaded. */
  readonly sketchOf: (page: number) => string;
  readonly page: number;
  readonly pages: number;
  readonly zoom: Zoom;
  readonly turns: number;
  /** Screen pixels per fax pixel. */
  readonly factor: RefObject<number>;
  readonly zoomBy: (steps: number) => void;
}

/** The scrolled page. It can be dragged; the wheel zooms with Ctrl. */
export function PageView({ pathOf, sketchOf, page, pages, zoom, turns, factor, zoomBy }: PageViewProps) {
  const view = useRef<HTMLDivElement>(null);
  const [isAtFirst, setAtFirst] = useState(true);
  const room = useSize(view);
  const { picture, failure } = usePicture({ pathOf, sketchOf }, page, pages);
  useEffect(() => view.current?.scrollTo(0, 0), [picture]);
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
      aria-busy={picture?.isSketch ?? failure === undefined}
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

interface ShownPicture extends KeptPicture {
  /** Whether the picture is the small one, enlarged to the size of the page. */
  readonly isSketch: boolean;
}

/** The picture of a page. Until it is loaded, the small one or the previous page stays. The next page is preloaded. */
function usePicture({ pathOf, sketchOf }: Pick<PageViewProps, 'pathOf' | 'sketchOf'>, page: number, pages: number) {
  const [shown, setShown] = useState<{ readonly picture?: ShownPicture; readonly failure?: string }>({});
  const kept = useMemo(() => new KeptPictures(), []);
  useEffect(() => () => kept.release(), []);
  const path = pathOf(page);
  useEffect(() => {
    let isOver = false;
    let isThere = false;
    if (shown.picture === undefined)
      kept.read(sketchOf(page)).then(
        ({ url, width, height }) => {
          const size = { width: raster.width, height: Math.round((raster.width * height) / width) };
          if (!isOver && !isThere) setShown({ picture: { url, ...size, isSketch: true } });
        },
        () => undefined, // the page itself says why it cannot be read
      );
    kept.read(path).then(
      (picture) => {
        if (isOver) return;
        isThere = true;
        setShown({ picture: { ...picture, isSketch: false } });
        if (page < pages) kept.read(pathOf(page + 1)).catch(() => undefined); // a page that cannot be read is read again when it is shown
      },
      (error: unknown) => {
        if (!isOver) setShown({ failure: messageOf(error) });
      },
    );
    return () => {
      isOver = true;
    };
  }, [path]);
  return shown;
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
    const revoke = ({ url }: KeptPicture): void => URL.revokeObjectURL(url);
    this.#pictures.get(path)?.then(revoke, () => undefined);
    this.#pictures.delete(path);
  }
}

async function readPicture(path: string): Promise<KeptPicture> {
  const blob = await askBlob(path);
  const { width, height } = await createImageBitmap(blob);
  return { url: URL.createObjectURL(blob), width, height };
}
