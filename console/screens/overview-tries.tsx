import { useState } from 'preact/hooks';
import { Button } from '../ui/button.tsx';
import { Part } from '../ui/split.tsx';
import { clearToasts, toast } from '../ui/toast.tsx';
import type { Done, tryRuns } from './try-runs.tsx';

type TryRuns = typeof tryRuns;

interface Try {
  readonly title: string;
  readonly meaning: string;
  readonly button: string;
  readonly run: keyof TryRuns;
}

/** Things to try with one click, each with an undo. */
export const Tries = () => (
  <Part title="Try this">
    <ul class="tries">
      {tries.map((one) => (
        <TryRow key={one.title} {...one} />
      ))}
    </ul>
  </Part>
);

/** Loads the changes at the first click, since most visits make none. */
const runTry = async (name: keyof TryRuns): Promise<Done> => (await import('./try-runs.tsx')).tryRuns[name]();

function TryRow({ title, meaning, button, run }: Try) {
  const [done, setDone] = useState<Done>();
  const undo = async (): Promise<void> => {
    await done?.undo?.();
    setDone(undefined);
    clearToasts(); // a failure while the entry was on is over
    if (done?.undo !== undefined) toast(`${title}: undone`);
  };
  return (
    <li>
      <div>
        <h4>{title}</h4>
        <p class="muted">{meaning}</p>
        {done !== undefined && (
          <div class="try-done" role="status">
            {done.text}
          </div>
        )}
      </div>
      {done === undefined ? (
        <Button onClick={async () => setDone(await runTry(run))}>{button}</Button>
      ) : (
        <Button onClick={undo}>{done.undo === undefined ? 'Close' : 'Undo'}</Button>
      )}
    </li>
  );
}

const tries: readonly Try[] = [
  {
    title: 'A received fax',
    meaning: 'A caller sends two pages to a number of the account.',
    button: 'Receive one',
    run: 'receiveFax',
  },
  {
    title: 'A busy line',
    meaning: 'A fax is sent through the API, and the line of its recipient is busy.',
    button: 'Send one',
    run: 'sendToBusyLine',
  },
  {
    title: 'An outage, and your retry',
    meaning: 'The API answers 503 for two minutes. faxsim says whether your program comes again.',
    button: 'Begin it',
    run: 'startOutage',
  },
  {
    title: 'A forged webhook',
    meaning: 'The first attempt of a webhook is signed with another token. Does your program refuse it?',
    button: 'Forge one',
    run: 'forgeWebhook',
  },
  {
    title: 'A sweep',
    meaning:
      'Your tests run once for each fault at each point: it finds the faults that your program does not survive.',
    button: 'Show the command',
    run: 'sweep',
  },
  {
    title: 'A day of traffic',
    meaning: 'Requests, faxes and webhooks of a day, for a first look around.',
    button: 'Make it',
    run: 'makeDay',
  },
];
