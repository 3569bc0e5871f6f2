import { route, setQuery } from '../router.ts';
import { Button } from './button.tsx';

interface ViewSwitchProps {
  readonly label: string;
  /** The name of the view in the URL. */
  readonly name: string;
  readonly words: readonly string[];
  /** Default: only the view of the URL changes. */
  readonly onChoose?: (value: string) => void;
}

/** Buttons for the views of a screen. The first view is shown if the URL names none. */
export function ViewSwitch({ label, name, words, onChoose }: ViewSwitchProps) {
  const current = route.value.query[name] ?? '';
  const setQueryHere = (value: string): void => setQuery({ [name]: value }, { replace: true });
  return (
    <div class="segments" role="group" aria-label={label}>
      {words.map((word, index) => {
        const value = index === 0 ? '' : word.toLowerCase();
        return (
          <Button
            key={word}
            kind="quiet"
            isPressed={current === value}
            onClick={() => (onChoose ?? setQueryHere)(value)}
          >
            {word}
          </Button>
        );
      })}
    </div>
  );
}
