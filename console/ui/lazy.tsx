import type { ComponentType } from 'preact';
import { useContext, useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { ApiError } from '../api.ts';
import { lastLive } from '../live.ts';
import { Waiting } from '../resource.ts';
import { route } from '../router.ts';
import { Failed, Loading } from './states.tsx';

/** The style sheets: `style.css` is there from the beginning, `later.css` is loaded for the first component that needs it. */
type Style = 'first' | 'later';

let later: Promise<unknown> | undefined;

/** Loads `later.css`, which the page names in a link that is disabled. A failed load can be tried again. */
function laterStyle(): Promise<unknown> {
  const link = document.querySelector<HTMLLinkElement>('#later-style');
  later ??= new Promise((resolve, reject) => {
    if (link === null) return;
    link.onload = resolve;
    link.onerror = reject;
    link.disabled = false;
  }).catch((error: unknown) => {
    later = undefined;
    if (link !== null) link.disabled = true;
    throw error;
  });
  return later;
}

interface LazyOptions {
  readonly style?: Style;
  /** Shown while the script loads. Default: a line that says so. */
  readonly loading?: ComponentType;
}

/** A component whose script is loaded when it is first shown. `what` names it while it loads: `the editor`. */
export function lazy<P extends object>(
  what: string,
  load: () => Promise<ComponentType<P>>,
  { style = 'later', loading: Coming }: LazyOptions = {},
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  return function Lazy(props: P) {
    const [failure, setFailure] = useState<ApiError>();
    const [, setComponent] = useState(() => loaded); // a component is itself a function
    const read = (): void => {
      setFailure(undefined);
      Promise.all([load(), style === 'later' && laterStyle()]).then(
        ([component]) => {
          loaded = component;
          setComponent(() => component);
        },
        () => setFailure(new ApiError(`The script of ${what} cannot be loaded: reload the page`, undefined)),
      );
    };
    useEffect(() => {
      if (loaded === undefined) read();
    }, []);
    const wait = useContext(Waiting);
    const isComing = loaded === undefined && failure === undefined;
    useLayoutEffect(() => (isComing ? wait?.() : undefined), [isComing]);
    if (failure !== undefined) return <NotLoaded error={failure} onRetry={read} />;
    const Component = loaded;
    if (Component !== undefined) return <Component {...props} />;
    return Coming === undefined ? <Loading what={what} /> : <Coming />;
  };
}

interface NotLoadedProps {
  readonly error: ApiError;
  readonly onRetry: () => void;
}

/** Shown in place of a script that failed to load. It is tried again when the user goes elsewhere, or when the simulator is back. */
function NotLoaded({ error, onRetry }: NotLoadedProps) {
  const [place, live] = useMemo(() => [route.peek(), lastLive.peek()] as const, []);
  const isOther = route.value !== place || lastLive.value !== live;
  useEffect(() => {
    if (isOther) onRetry();
  }, [isOther]);
  return <Failed error={error} onRetry={onRetry} />;
}
