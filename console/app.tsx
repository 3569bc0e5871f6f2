import { scenarioText } from '../src/model/shared/scenario-text.ts';
import { signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { needsToken } from './api.ts';
import { onCount } from './conditions.ts';
import { now } from './clock.ts';
import { focusHeading } from './focus.ts';
import { zonedText } from './format.ts';
import { Header, paletteText } from './header.tsx';
import { onKeyDown, useKeys } from './keys.ts';
import type { ShortcutKey } from './keys.ts';
import { announcement, isClosed } from './live.ts';
import { go, isOnScreen, route } from './router.ts';
import { screenNames } from './routes.ts';
import type { ScreenName } from './routes.ts';
import { noScreen, screens } from './screens.tsx';
import { Conditions, StartedAgain, Strip } from './strip.tsx';
import { Icon } from './ui/icon.tsx';
import { lazy } from './ui/lazy.tsx';
import { onPrintKey, printedName } from './ui/printing.ts';
import { Link } from './ui/link.tsx';
import { Tip } from './ui/term.tsx';
import { Toasts } from './ui/toast.tsx';
import { news } from './ui/virtual-list.tsx';
import { longWork } from './work.ts';

const Palette = lazy('the palette', async () => (await import('./palette.tsx')).Palette);

const ClosedWorld = lazy('the reason', async () => (await import('./screens/no-world.tsx')).ClosedWorld);

const KeyHelp = lazy('the keys', async () => (await import('./key-help.tsx')).KeyHelp);

const TokenDialog = lazy('the form', async () => (await import('./token-dialog.tsx')).TokenDialog);

const Running = lazy('the progress', async () => (await import('./running.tsx')).Running);

const helpIsOpen = signal(false);

/** Opens the palette, even from within a field, but not beside a dialog. Text typed while its script loads is kept. */
function onPaletteKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (document.querySelector('dialog[open]') !== null) return;
  const isModified = ctrlKey || metaKey || altKey;
  if (isModified && !altKey && key.toLowerCase() === 'k') paletteText.value = '';
  else if (!isModified && paletteText.value !== undefined && key.length === 1) paletteText.value += key;
  else return;
  event.preventDefault();
}

const ownKeys: readonly ShortcutKey[] = [
  { keys: 'Ctrl+K', meaning: 'Find or do anything', run: () => (paletteText.value = '') },
  { keys: '?', meaning: 'Show the keys', run: () => (helpIsOpen.value = true) },
  { keys: '/', meaning: 'Search', run: () => document.getElementById('search')?.focus() },
  ...screenNames.map((screen) => ({
    keys: `g ${screens[screen].letter}`,
    meaning: `Go to ${screens[screen].title}`,
    run: () => {
      go({ screen, id: undefined });
      focusHeading();
    },
  })),
];

/** The whole page: header, navigation, and the screen that the URL names. */
export function App() {
  useKeys(ownKeys);
  const [hasRun, noteRun] = useState(false); // the end of long work is said too
  useEffect(() => {
    if (longWork.value.length > 0) noteRun(true);
  }, [longWork.value]);
  useEffect(() => {
    const listeners = [onPaletteKey, onPrintKey, onKeyDown];
    for (const listener of listeners) addEventListener('keydown', listener);
    return () => {
      for (const listener of listeners) removeEventListener('keydown', listener);
    };
  }, []);
  const { screen, id, world, query } = route.value;
  const shownId = id ?? query['finding'] ?? (query['view'] === 'edit' ? 'New scenario' : undefined);
  const { title, content: Content } = screen === undefined ? noScreen : screens[screen];
  useEffect(() => {
    const count = news.value === 0 ? '' : `(${news.value}) `;
    document.title = `${count}${shownId === undefined ? '' : `${shownId.replace(/^sweep-/, '')} · `}${title} · ${world} · faxsim`;
  }, [title, shownId, world, news.value]);
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <Header />
      <div class="strips">
        {isClosed.value ? <StartedAgain /> : <Strip />}
        {(longWork.value.length > 0 || hasRun) && <Running />}
      </div>
      <Navigation />
      <main id="main" tabIndex={-1} aria-label={title}>
        <PrintHead title={title} />
        {isClosed.value ? <ClosedWorld /> : <Content key={world} />}
      </main>
      <div class="strips changed">
        <Conditions />
      </div>
      <Toasts />
      <Tip />
      <p class="hidden" aria-live="polite">
        {announcement.value}
      </p>
      <Dialogs />
    </>
  );
}

/** The dialogs that open on each screen. */
const Dialogs = () => (
  <>
    {helpIsOpen.value && <KeyHelp onClose={() => (helpIsOpen.value = false)} />}
    {paletteText.value !== undefined && (
      <Palette start={paletteText.value} onClose={() => (paletteText.value = undefined)} />
    )}
    {needsToken.value && <TokenDialog />}
  </>
);

/** The head of a printed page: the record or screen, the world, and the time of its clock; or else the screen's own name. Each sheet repeats the names. */
function PrintHead({ title }: { readonly title: string }) {
  const time = now.value;
  const { id, screen, world } = route.value;
  const own = printedName.value;
  const record = id === undefined ? title : `${title.replace(/(?<=x)es$|s$/, '')} ${scenarioText(id)}`;
  // Faxes on paper go to customers, who know of no world.
  const name = own ?? (screen === 'faxes' ? record : `${record} of world ${world}`);
  useLayoutEffect(() => document.documentElement.style.setProperty('--printed', JSON.stringify(name)), [name]);
  return (
    <p class="print-head">
      <strong>{name}</strong>
      {time !== undefined && own === undefined && ` · ${zonedText(time)}`}
    </p>
  );
}

/** The titles of groups of screens, by the first screen of each. */
const groups: Readonly<Partial<Record<ScreenName, string>>> = {
  faxes: 'Traffic',
  scenarios: 'Faults',
  clock: 'World',
  connect: 'Learn',
};

/** Whether a screen is for reference, which most visits do not need. */
const isQuiet = (screen: ScreenName): boolean => screenNames.indexOf(screen) >= screenNames.indexOf('connect');

/** The screens of the lowest line on a phone; the others stand behind `More`. */
const atHand = screenNames.slice(0, 4);

const OnMark = () =>
  onCount.value > 0 ? (
    <span class="mark on">
      {onCount.value}
      <span class="on-word"> on</span>
    </span>
  ) : null;

function Navigation() {
  const [isOpen, setOpen] = useState(false);
  const hasCurrent = !isOpen && !atHand.some(isOnScreen) && route.value.screen !== undefined;
  useEffect(() => setOpen(false), [route.value]);
  return (
    <>
      {isOpen && <div class="menu-cover" onClick={() => setOpen(false)} />}
      <nav aria-label="Screens" class={isOpen ? 'open' : undefined}>
        <ul>
          {screenNames.map((screen) => {
            const { title, icon } = screens[screen];
            return (
              <li key={screen} class={isQuiet(screen) ? 'quiet' : undefined}>
                {groups[screen] !== undefined && <span class="nav-group">{groups[screen]}</span>}
                <Link to={{ screen, id: undefined, query: {} }} isCurrent={isOnScreen(screen)}>
                  <Icon name={icon} />
                  <span>{title}</span>
                  {screen === 'scenarios' && <OnMark />}
                </Link>
              </li>
            );
          })}
        </ul>
        <button
          type="button"
          class="button quiet more-button"
          aria-expanded={isOpen}
          aria-current={hasCurrent || undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="more" />
          <span>{isOpen ? 'Less' : 'More'}</span>
          {!isOpen && <OnMark />}
        </button>
        <button
          type="button"
          class="button quiet palette-button"
          onClick={() => {
            setOpen(false);
            paletteText.value = '';
          }}
        >
          <Icon name="search" />
          <span>Find</span>
          <kbd aria-hidden="true">Ctrl K</kbd>
        </button>
        <button type="button" class="button quiet keys-button" onClick={() => (helpIsOpen.value = true)}>
          <Icon name="keyboard" />
          <span>Shortcuts</span>
        </button>
      </nav>
    </>
  );
}
