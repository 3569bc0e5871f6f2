import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { OwnWorld } from '../../src/control/client/connect.ts';
import { describeInBrowser, problemsInBothThemes, show } from '../support/browser.ts';

interface Dialog {
  /** Of the code that makes the dialog, below `console`. */
  readonly file: string;
  readonly title: RegExp;
  readonly place: string;
  /** The buttons and boxes that lead to it, by their whole names. */
  readonly ways: readonly (string | RegExp)[];
  /** The call that the simulator refuses with this status, so that the dialog opens. */
  readonly refused?: { readonly path: string; readonly status: number };
}

interface Ids {
  readonly world: string;
  /** A fax on its way. */
  readonly waiting: number;
  /** A fax that has been sent, with its file. */
  readonly sent: number;
}

const ofFax = (title: RegExp, way: string, { sent }: Ids): Dialog => ({
  ...{ file: 'screens/fax-actions.tsx', title, place: `faxes/${sent}`, ways: [way] },
});
const ofWorld = (title: RegExp, way: string, { world }: Ids): Dialog => ({
  ...{ file: 'screens/world-forms.tsx', title, place: `worlds/${world}`, ways: [way] },
});
const ofWebhook = (title: RegExp, way: string): Dialog => ({
  ...{ file: 'screens/webhook-forms.tsx', title, place: 'webhooks/1', ways: [way] },
});

/** Each dialog of the console. Those of a selection stand apart: a screen forgets it only when another one is shown. */
const dialogsOf = (ids: Ids): readonly Dialog[] => [
  { file: 'palette.tsx', title: /^Find or do$/, place: 'overview', ways: [/^Find/] },
  { file: 'key-help.tsx', title: /^Shortcuts$/, place: 'overview', ways: ['Shortcuts'] },
  {
    ...{ file: 'token-dialog.tsx', title: /^Token$/, place: 'overview', ways: [] },
    refused: { path: '/settings/described', status: 401 },
  },
  { file: 'screens/fax-send-form.tsx', title: /^Send a fax$/, place: 'faxes', ways: ['Send'] },
  { file: 'screens/fax-receive-form.tsx', title: /^Receive a fax$/, place: 'faxes', ways: ['Receive'] },
  {
    ...{ file: 'screens/fax-fail-form.tsx', title: /^Fail fax/, place: `faxes/${ids.waiting}` },
    ways: ['Fail with…'],
  },
  {
    ...{ file: 'screens/fax-summary-dialog.tsx', title: /^Summary of fax/, place: `faxes/${ids.sent}` },
    ways: ['in UTC…'],
  },
  ofFax(/^Delete the file/, 'Delete the file…', ids),
  ofFax(/^Delete fax/, 'Delete…', ids),
  {
    ...{ file: 'screens/fax-viewer.tsx', title: /^Fax \d+, / },
    ...{ place: `faxes/${ids.sent}?view=page`, ways: [] },
  },
  {
    ...{ file: 'screens/selection-bar.tsx', title: /^Resend \d+ faxes$/, place: 'faxes' },
    ways: ['Select faxes', /^(All|Newest) \d/, 'Resend…'],
  },
  { file: 'screens/request-list.tsx', title: /^Clear the requests$/, place: 'requests', ways: ['Clear…'] },
  {
    ...{ file: 'screens/selection-bar.tsx', title: /^1 fax sent again, 1 not$/, place: 'faxes' },
    ways: ['Select faxes', /^(All|Newest) \d/, 'Resend…', 'Resend 2 faxes'],
  },
  {
    ...{ file: 'screens/rewind-form.tsx', title: /^Rewind to before request 1$/, place: 'requests/1' },
    ways: ['Rewind…'],
  },
  {
    ...{ file: 'screens/rewind-form.tsx', title: /^Rewind$/, place: 'requests/1', ways: ['Rewind…'] },
    refused: { path: '/steps/1', status: 409 },
  },
  ofWebhook(/^Test a URL$/, 'Test the URL'),
  ofWebhook(/^Redeliver webhook 1$/, 'Redeliver edited…'),
  ofWebhook(/^Another event of fax/, 'Another event…'),
  ofWebhook(/^Faults of webhooks$/, 'Faults…'),
  { file: 'screens/world-forms.tsx', title: /^Create a world$/, place: 'worlds', ways: ['New world'] },
  ofWorld(/^Take a snapshot of/, 'Snapshot…', ids),
  ofWorld(/^Restore before$/, 'Restore…', ids),
  ofWorld(/^Import into/, 'Import…', ids),
  ofWorld(/^Reset /, 'Reset…', ids),
  ofWorld(/^Close /, 'Close…', ids),
  {
    ...{ file: 'screens/world-forms.tsx', title: /^Close \d+ worlds?$/, place: 'worlds' },
    ways: ['Select', /^All \d/, /^Close \d+…$/],
  },
];

const folder = new URL('../../console/', import.meta.url);

/** How many dialogs each file of the console makes. */
function dialogsInCode(): Readonly<Record<string, number>> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  const counts = files.map((file) => {
    const found = readFileSync(new URL(file, folder), 'utf8').match(/<(?:Form)?Dialog\s+title=/g) ?? [];
    return [file, found.length] as const;
  });
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

describeInBrowser('every dialog', ({ newWorld, open, allowProblems }) => {
  /** A world with a fax on its way, one that cannot be sent again, a webhook, a request, a snapshot and two changed settings. */
  async function busyWorld(): Promise<{ world: OwnWorld; ids: Ids }> {
    const settings = { receive_callback_url: 'http://127.0.0.1:9/fax', webhook_token: 'secret' };
    const world = await newWorld({ fixture: 'empty', settings });
    await world.simulate.receive({ pages: 1 });
    await world.clock.advance('1h');
    const { key, secret } = world.credentials.live;
    const headers = { Authorization: `Basic ${btoa(`${key}:${secret}`)}` };
    const send = async (): Promise<number> => {
      const body = new FormData();
      body.set('to', '+12025550123');
      body.set('file', new Blob(['a page']), 'a.txt');
      const answer = await fetch(`${world.baseUrl}/v2.1/faxes`, { method: 'POST', headers, body });
      return ((await answer.json()) as { data: { id: number } }).data.id;
    };
    const sent = await send();
    const lost = await send();
    await world.clock.advance('1h');
    await world.faxes.change({ id: lost, file_state: 'deleted' });
    const waiting = await send();
    await world.snapshots.save({ name: 'before' });
    await world.settings.change({ webhook_token: 'another', fax_retry_delay: '90s' });
    return { world, ids: { world: world.id, waiting, sent } };
  }

  async function openDialog(page: Page, { place, ways, title, refused }: Dialog): Promise<void> {
    if (refused === undefined) await show(page, place);
    else {
      const { path, status } = refused;
      const body = JSON.stringify({ success: false, message: 'not now' });
      await page.route(`**/_faxsim${path}*`, (route) => route.fulfill({ status, body }));
      await page.goto(page.url().replace(/(\/w\/[^/]+\/).*/, `$1${place}`));
    }
    for (const name of ways) {
      const [button, box] = (['button', 'checkbox'] as const).map((role) =>
        page.getByRole(role, { name, exact: true }),
      );
      await button!.or(box!).first().click();
    }
    await page.getByRole('dialog', { name: title }).waitFor();
  }

  async function closeDialog(page: Page, { refused }: Dialog): Promise<void> {
    if (refused === undefined) await page.keyboard.press('Escape');
    else await page.reload();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  test('fits in a small window, and has no fault that axe knows in either theme', async () => {
    allowProblems(/\b(401|409|422)\b/);
    const { world, ids } = await busyWorld();
    const page = await open(world, 'overview');
    const found: string[] = [];
    for (const dialog of dialogsOf(ids)) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await openDialog(page, dialog);
      for (const fault of await problemsInBothThemes(page, 'dialog')) found.push(`${String(dialog.title)}: ${fault}`);
      await page.setViewportSize({ width: 320, height: 640 });
      const wide = await page.evaluate<readonly string[]>(`(async () => {
        for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
        const dialog = document.querySelector('dialog');
        await Promise.all(dialog.getAnimations().map(({ finished }) => finished)); // it rises by some px
        const { left, right, bottom } = dialog.getBoundingClientRect();
        return [
          ...(left < 0 || right > innerWidth || bottom > innerHeight ? ['is beyond an edge'] : []),
          ...(dialog.scrollWidth > dialog.clientWidth + 1 ? [dialog.scrollWidth + ' px in ' + dialog.clientWidth] : []),
        ];
      })()`);
      for (const fault of wide) found.push(`${String(dialog.title)} at 320: ${fault}`);
      await page.unrouteAll();
      await closeDialog(page, dialog);
    }
    expect(found).toEqual([]);
  });

  test('of the code is in this list', () => {
    const listed: Record<string, number> = {};
    for (const { file } of dialogsOf({ world: 'any', waiting: 1, sent: 2 })) listed[file] = (listed[file] ?? 0) + 1;
    expect(dialogsInCode()).toEqual(listed);
  });
});
