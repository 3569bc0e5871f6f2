import { useMemo } from 'preact/hooks';
import { GuideLinks } from './guides.tsx';
import { keysAreOff, knownKeys, switchKeys } from './keys.ts';
import { Dialog } from './ui/dialog.tsx';

/** The list of the keys, and the switch for them. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  const keys = useMemo(
    () => [...new Map(knownKeys.value.filter(({ meaning }) => meaning !== '').map((key) => [key.keys, key])).values()],
    [knownKeys.value],
  );
  return (
    <Dialog title="Shortcuts" onClose={onClose}>
      <dl class="keys">
        {keys.map((key) => (
          <div key={key.keys}>
            <dt>
              {key.keys.split(' ').map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{key.meaning}</dd>
          </div>
        ))}
      </dl>
      <label class="check">
        <input
          type="checkbox"
          checked={!keysAreOff.value}
          onChange={(event) => switchKeys(!event.currentTarget.checked)}
        />
        Shortcuts work on this page
      </label>
      <div onClick={onClose}>
        <GuideLinks />
      </div>
    </Dialog>
  );
}
