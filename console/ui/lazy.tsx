import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../api.ts';
import { Failed, Loading } from './states.tsx';

/** A component whose script is loaded when it is first shown. `what` names it while it loads: `the editor`. */
export function lazy<P extends object>(what: string, load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  return function Lazy(props: P) {
    const [failure, setFailure] = useState<ApiError>();
    const [, setComponent] = useState(() => loaded); // a component is itself a function
    const read = (): void => {
      setFailure(undefined);
      load().then(
        (component) => {
          loaded = component;
          setComponent(() => component);
        },
        () => setFailure(new ApiError(`The script of ${what} cannot be loaded: reload the page`, undefined)),
      );
    };
    useEffect(() => {
      if (loaded === undefined) read();
    }, []);
    if (failure !== undefined) return <Failed error={failure} onRetry={read} />;
    const Component = loaded;
    return Component === undefined ? <Loading what={what} /> : <Component {...props} />;
  };
}
