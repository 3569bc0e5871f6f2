import { expect, test } from '@jest/globals';
import { accessibilityProblems, describeInBrowser, untilTrue } from '../support/browser.ts';

describeInBrowser('a small trap', ({ newWorld, open, allowProblems }) => {
  test('an unknown evidence is said', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'evidence/nope');
    await page.getByText('There is no evidence named nope').waitFor();
  });

  test('an unknown guide is said, with the way to a search for it', async () => {
    allowProblems(/404/);
    const page = await open(await newWorld({ fixture: 'empty' }), 'guides/sweeping');
    await page.getByRole('heading', { name: 'There is no guide sweeping' }).waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await page.getByRole('link', { name: 'search for sweeping' }).click();
    await page.waitForURL('**/guides?q=sweeping');
  });

  test('the number of an error finds that error before those that have it as a digit', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const { id } = await world.faxes.create({ to: '+12025550123', status: 'queued' });
    const page = await open(world, `faxes/${id}`);
    await page.getByRole('button', { name: 'Fail with…' }).click();
    await page.getByLabel('Search errors').fill('8');
    await page.getByText(/^Error: \d\d of/).waitFor();
    const chosen = page.locator('.errors label', { has: page.locator('input:checked') });
    expect(await chosen.textContent()).toMatch(/^8No response/);
    const shown = `(() => {
      const { top, bottom } = document.querySelector('.errors :checked').closest('label').getBoundingClientRect();
      const box = document.querySelector('.errors > div').getBoundingClientRect();
      return top >= box.top && bottom <= box.bottom;
    })()`;
    expect(await page.evaluate<boolean>(shown)).toBe(true);
    const kinds = await page.locator('.errors h3').allTextContents();
    expect([kinds.length > 1, kinds.includes('Fax'), new Set(kinds).size]).toEqual([true, true, kinds.length]);
    await page.keyboard.press('Enter');
    await page.getByText('faxError, error 8').waitFor();
  });

  test('names and tags in Hebrew and Arabic stand in the order of the row, also in the palette', async () => {
    const world = await newWorld({ fixture: 'empty' });
    await world.faxes.create({
      direction: 'received',
      caller_name: 'שלום משרד',
      tags: { תיק: 'אבג 7', اسم: 'قيمة' },
    });
    const page = await open(world, 'faxes', { width: 920 });
    const placesOf = (selector: string) =>
      page
        .locator(selector)
        .evaluateAll((all) =>
          all.map((one): [string, number] => [one.textContent ?? '', one.getBoundingClientRect().left]),
        );
    const inOrder = (places: [string, number][]) =>
      places.toSorted((one, other) => one[1] - other[1]).map(([text]) => text);
    await page.locator('.row-more').getByText('אבג').waitFor();
    const words = inOrder(await placesOf('.row-more bdi:not(:has(bdi))'));
    expect(words).toEqual(['שלום משרד', '1 page', 'תיק', 'אבג 7', 'اسم', 'قيمة']);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find or do' }).fill('אבג');
    await page
      .getByRole('dialog')
      .getByRole('option', { name: /Success/ })
      .waitFor();
    expect(inOrder(await placesOf('[role=option]:first-child .muted bdi'))).toEqual([
      '12:00:00',
      'Success',
      'שלום משרד',
      'אבג 7',
      'قيمة',
    ]);
  });

  test('a fax of pictures has no text to download, and one of text has', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const { fax } = await world.simulate.receive({ pages: 1 });
    const { key, secret } = world.credentials.live;
    const body = new FormData();
    body.set('to', '+12025550123');
    body.set('file', new Blob(['Dear all']), 'letter.txt');
    const headers = { Authorization: `Basic ${btoa(`${key}:${secret}`)}` };
    await fetch(`${world.baseUrl}/v2.1/faxes`, { method: 'POST', headers, body });
    await world.clock.runUntilIdle();
    const page = await open(world, `faxes/${fax!.id}`);
    const text = page.getByRole('button', { name: 'Text', exact: true });
    await page.locator('[title="The pages of this fax are pictures, without a text"]').waitFor();
    expect(await text.getAttribute('aria-disabled')).toBe('true');
    await page.locator('.row a[href*="/faxes/"]').first().click();
    await page.locator('[title="Download the text of the pages"][aria-disabled=false]').waitFor();
    await page.goto(page.url().replace(/faxes.*/, 'requests/1'));
    await page.getByRole('heading', { name: 'Files' }).waitFor();
    await page.getByText('letter.txt').waitFor();
    expect(await page.locator('.facts', { hasText: 'sha1' }).count()).toBe(0);
  });

  test('a pause counts a fax and its webhooks as one change', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'faxes');
    await page.locator('.live', { hasText: 'Live' }).click();
    await world.simulate.receive({ pages: 1 });
    await page.locator('.live', { hasText: 'Paused · 1 change' }).waitFor();
  });

  test('a fax that is deleted elsewhere is said, also where a dialog about it was open', async () => {
    allowProblems(/404/);
    const world = await newWorld({ fixture: 'empty' });
    const { id } = await world.faxes.create({ to: '+12025550123' });
    const page = await open(world, `faxes/${id}`);
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('dialog').waitFor();
    await world.faxes.delete({ id });
    await page.getByText(`Fax ${id} was deleted elsewhere`).waitFor();
  });

  test('a fax that was deleted before has the time and the call of its deletion, and so has its webhook', async () => {
    allowProblems(/404/);
    const world = await newWorld({ fixture: 'empty' });
    const { id } = await world.faxes.create({ to: '+12025550123' });
    const webhook = await world.webhooks.send({ fax: id, url: 'http://127.0.0.1:9/' });
    await world.faxes.delete({ id });
    const page = await open(world, `faxes/${id}`);
    await page.getByText(`Fax ${id} is gone.`).waitFor();
    await page.getByText(new RegExp(`^Deleted at [-\\d]+ [:\\d]+ UTC by DELETE /_faxsim/faxes/${id}\\.`)).waitFor();
    await page.getByRole('link', { name: `Activity of fax ${id}` }).click();
    await page.getByText('is deleted').first().waitFor();
    await page.goto(page.url().replace(/activity.*/, `webhooks/${webhook.id}`));
    await page.getByText(new RegExp(`^Fax ${id} \\(deleted at [-\\d]+ [:\\d]+ UTC\\)$`)).waitFor();
  });

  test('wrong credentials name their wrong half', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const headers = { Authorization: `Basic ${btoa(`${world.credentials.live.key}:wrong`)}` };
    await fetch(`${world.baseUrl}/v2.1/faxes`, { headers });
    const page = await open(world, 'requests/1');
    await page.getByText(/the secret is not that of this key/).waitFor();
    expect(await page.getByText('none that is known').count()).toBe(0);
  });

  test('the screens of a phone open above the button, which stays in its place', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'faxes', {
      width: 390,
      height: 844,
      isTouched: true,
    });
    const boxOf = async (name: string) => (await page.getByRole('button', { name, exact: true }).boundingBox())!;
    const { x, y } = await boxOf('More');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    const after = await boxOf('Less');
    expect([Math.round(after.x - x), Math.round(after.y - y)]).toEqual([0, 0]);
  });

  test.each([1440, 390])(
    'a message at %d px moves nothing, can be scrolled away from what it covers, names the scenario that refused, and ends it',
    async (width) => {
      allowProblems(/503/);
      const world = await newWorld({ fixture: 'empty' });
      const { id } = await world.faxes.create({ status: 'success', to: ['+12025550123'] });
      await world.scenarios.on('outage');
      const page = await open(world, `faxes/${id}`, { width });
      const detail = page.locator('.split-detail');
      await page.getByRole('button', { name: 'Resend' }).first().waitFor();
      const before = await detail.boundingBox();
      await page.getByRole('button', { name: 'Resend' }).first().click();
      const message = page.locator('.toast.bad', { hasText: 'Refused while outage is on: Service unavailable' });
      await message.waitFor();
      expect(await detail.boundingBox()).toEqual(before);
      // The detail grows when the pictures of its pages come.
      await untilTrue(
        page,
        `(() => {
        const detail = document.querySelector('.split-detail');
        detail.scrollTo(0, detail.scrollHeight);
        const last = detail.querySelector('.detail > :last-child').getBoundingClientRect();
        const message = document.querySelector('.toast').getBoundingClientRect();
        return last.bottom <= message.top || message.bottom <= last.top;
      })()`,
      );
      expect(await accessibilityProblems(page)).toEqual([]);
      await message.getByRole('button', { name: 'Switch off' }).click();
      await message.waitFor({ state: 'detached' });
      expect(await world.scenarios.list()).toEqual([]);
      await page.getByRole('button', { name: 'Resend' }).first().click();
      await page.locator('.toast.good', { hasText: 'sent again' }).waitFor();
    },
  );
});
