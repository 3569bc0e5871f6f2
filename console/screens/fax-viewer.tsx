import type { ReadonlySignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { FaxRecord } from '../../src/control/client/named-types.ts';
import { useRef, useState } from 'preact/hooks';
import { capital } from '../../src/model/shared/words.ts';
import { leaveView, route, setQuery } from '../router.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { PageView, raster } from './fax-page-view.tsx';
import type { SeenPages, Zoom } from './fax-page-view.tsx';
import type { PageFates } from './page-fates.ts';
import { otherEnd } from './fax-words.ts';

const zooms = [0.25, 0.33, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3];

interface ViewerProps {
  readonly fax: FaxRecord;
  readonly pages: number;
  readonly fates: PageFates;
  /** The path of a page at a width in pixels. */
  readonly pathOf: (page: number, width: number, isTransmitted: boolean) => string;
  /** The pictures that are loaded already. */
  readonly seen: ReadonlySignal<SeenPages>;
  /** The buttons that download. */
  readonly files: ComponentChildren;
}

/** The pages of a fax in the whole window, in full resolution. The URL contains the page. */
export function FaxViewer({ fax, pages, fates, pathOf, seen, files }: ViewerProps) {
  const page = Math.min(Math.max(Number(route.value.query['page'] ?? '1'), 1), pages);
  const [zoom, setZoom] = useState<Zoom>(() => (innerWidth > innerHeight ? 'page' : 'width'));
  const [turns, setTurns] = useState(0);
  const [isTransmitted, setTransmitted] = useState(true);
  const factor = useRef(1);
  const close = (): void => leaveView({ view: '', page: '' });
  const go = (to: number): void => {
    setQuery({ page: String(Math.min(Math.max(to, 1), pages)) }, { replace: true });
  };
  const zoomBy = (steps: number): void => setZoom(nextZoom(factor.current, steps));
  const actions: ViewActions = { go, zoomBy, setZoom, turn: () => setTurns((turns + 1) % 4) };
  return (
    <Dialog
      title={`Fax ${fax.id}, ${otherEnd(fax)}`}
      class="viewer"
      onClose={close}
      onKeyDown={(event) => onViewKey(event, { page, pages }, actions)}
    >
      <div class="viewer-tools" role="group" aria-label="View">
        <PageButtons page={page} pages={pages} go={go} />
        <ZoomButtons zoom={zoom} actions={actions} />
        {fates.isSent(page) && (
          <Button
            isPressed={isTransmitted}
            title={`With the line that the transmission adds, which the stored file lacks. Its time is in ${lineZone}`}
            onClick={() => setTransmitted(!isTransmitted)}
          >
            As transmitted
          </Button>
        )}
        {fax.direction === 'sent' && !fates.isSent(page) && (
          <span title="So it lacks the line that the transmission adds">{capital(fates.wordOf(page))}</span>
        )}
        {files}
      </div>
      <PageView
        pathOf={(number) => pathOf(number, raster.width, isTransmitted && fates.isSent(number))}
        {...{ seen, page, pages, zoom, turns, factor, zoomBy }}
      />
    </Dialog>
  );
}

/** The zone of the time in the line of the transmission. */
const lineZone = 'America/Chicago, the zone of the Phaxio API, or in the headerTimeZone of a fax of v3';

interface ViewActions {
  readonly go: (page: number) => void;
  readonly zoomBy: (steps: number) => void;
  readonly setZoom: (zoom: Zoom) => void;
  readonly turn: () => void;
}

function onViewKey(event: KeyboardEvent, { page, pages }: { page: number; pages: number }, actions: ViewActions): void {
  const { go, zoomBy, setZoom, turn } = actions;
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => go(page - 1),
    PageUp: () => go(page - 1),
    ArrowRight: () => go(page + 1),
    PageDown: () => go(page + 1),
    Home: () => go(1),
    End: () => go(pages),
    '+': () => zoomBy(1),
    '=': () => zoomBy(1),
    '-': () => zoomBy(-1),
    '0': () => setZoom(1),
    w: () => setZoom('width'),
    p: () => setZoom('page'),
    r: turn,
  };
  const isTaken = event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement;
  const run = isTaken ? undefined : keys[event.key];
  if (run === undefined) return;
  event.preventDefault();
  run();
}

function PageButtons({ page, pages, go }: { page: number; pages: number; go: ViewActions['go'] }) {
  return (
    <>
      <Button icon="back" label="Previous page (←)" isDisabled={page === 1} onClick={() => go(page - 1)} />
      <label>
        <span class="hidden">Page</span>
        <input
          type="number"
          min="1"
          max={pages}
          value={page}
          onChange={(event) => go(event.currentTarget.valueAsNumber || 1)}
        />{' '}
        of {pages}
      </label>
      <Button icon="next" label="Next page (→)" isDisabled={page === pages} onClick={() => go(page + 1)} />
    </>
  );
}

function ZoomButtons({ zoom, actions: { zoomBy, setZoom, turn } }: { zoom: Zoom; actions: ViewActions }) {
  return (
    <>
      <Button icon="minus" label="Smaller (-)" onClick={() => zoomBy(-1)} />
      <Button icon="plus" label="Larger (+)" onClick={() => zoomBy(1)} />
      <Button isPressed={zoom === 'width'} title="Fit the width of the window (w)" onClick={() => setZoom('width')}>
        Width
      </Button>
      <Button isPressed={zoom === 'page'} title="Fit the whole page (p)" onClick={() => setZoom('page')}>
        Page
      </Button>
      <Button isPressed={zoom === 1} title="A pixel of the screen for each of the fax (0)" onClick={() => setZoom(1)}>
        100 %
      </Button>
      <Button icon="turn" label="Turn by 90° (r)" onClick={turn} />
    </>
  );
}

/** The next of the usual sizes. */
function nextZoom(from: number, steps: number): number {
  const found = steps > 0 ? zooms.find((zoom) => zoom > from + 0.01) : zooms.findLast((zoom) => zoom < from - 0.01);
  return found ?? from;
}
