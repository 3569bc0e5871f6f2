import { route, setQuery } from '../router.ts';
import { Button } from './button.tsx';

/** Buttons for the forms of what a screen shows; the first is the one of a URL without a choice. */
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
