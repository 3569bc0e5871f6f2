import type { ComponentChildren, VNode } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Waiting } from '../resource.ts';

/** The longest time for which the former element stays, because one slow part must not hide the others. */
const mostMs = 1000;

const keyOf = ({ key }: { readonly key: string | undefined }) => key;

/**
 * Shows an element with a key when all of its parts have been read, so that none moves another. After a change of the key, the
 * former element stays until then.
 */
export function Steady({ children: next }: { readonly children: VNode }) {
  const [shown, show] = useState<string>();
  const former = useRef(next);
  const wanted = useRef<string | undefined>(undefined);
  wanted.current = keyOf(next);
  const isSame = keyOf(next) === shown;
  if (isSame) former.current = next;
  return (isSame || shown === undefined ? [next] : [former.current, next]).map((one) => {
    const key = keyOf(one);
    return (
      <Slot
        key={key}
        isShown={key === shown}
        isFormer={!isSame && key === shown}
        onReady={() => key === wanted.current && show(key)}
      >
        {one}
      </Slot>
    );
  });
}

interface SlotProps {
  readonly isShown: boolean;
  /** Whether it stays only until the next one is read. */
  readonly isFormer: boolean;
  readonly onReady: () => void;
  readonly children: ComponentChildren;
}

function Slot({ isShown, isFormer, onReady, children }: SlotProps) {
  const element = useRef<HTMLDivElement>(null);
  const wasHidden = useRef(!isShown);
  const count = useRef(0);
  const tell = (): void => {
    if (count.current === 0) onReady();
  };
  const wait = useCallback(() => {
    count.current += 1;
    return () => {
      count.current -= 1;
      queueMicrotask(tell); // the data of one part can be the question of another, which then waits
    };
  }, []);
  useLayoutEffect(tell, []);
  useEffect(() => {
    const timer = setTimeout(onReady, mostMs);
    return () => clearTimeout(timer);
  }, []);
  useLayoutEffect(() => {
    if (isShown && wasHidden.current) element.current?.closest('.split-detail')?.scrollTo(0, 0);
  }, [isShown]);
  return (
    <div ref={element} class="steady" hidden={!isShown} aria-busy={isFormer}>
      <Waiting.Provider value={wait}>{children}</Waiting.Provider>
    </div>
  );
}
