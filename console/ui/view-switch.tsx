import { route, setQuery } from '../router.ts';
import { Button } from './button.tsx';

/** Buttons for the views of a screen. The first view is shown if the URL names none. */
export function ViewSwitch({ label, name, words }: { label: string; name: string; words: readonly string[] }) {
  const current = route.value.query[name] ?? '';
  return (
    <div class="segments" role="group" aria-label={label}>
      {words.map((word, index) => {
        const value = index === 0 ? '' : word.toLowerCase();
        return (
          <Button
            key={word}
            kind="quiet"
            isPressed={current === value}
            onClick={() => setQuery({ [name]: value }, { replace: true })}
          >
            {word}
          </Button>
        );
      })}
    </div>
  );
}
