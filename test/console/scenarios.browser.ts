import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { templates } from '../../console/screens/scenario-templates.ts';
import type { OwnWorld } from '../../src/control/client/connect.ts';
import { accessibilityProblems, describeInBrowser, problemsInBothThemes, untilTrue } from '../support/browser.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, text: string) => page.locator('.row', { hasText: text });
const editor = (page: Page) => page.getByRole('textbox', { name: 'Text of the scenario' });
const field = (page: Page, name: string) => page.locator(`.params [name=${name}]`);
const status = (page: Page, text: string | RegExp) => page.locator('.detail-status', { hasText: text });

/** Lists faxes as a client does; resolves to the status of the response. */
async function listFaxes({ baseUrl, credentials: { live } }: OwnWorld): Promise<number> {
  const headers = { Authorization: `Basic ${btoa(`${live.key}:${live.secret}`)}` };
  return (await fetch(`${baseUrl}/v2.1/faxes`, { headers })).status;
}

describeInBrowser('on the scenarios screen', ({ newWorld, open, allowProblems }) => {
  test('a scenario that is over is listed once, in one grey chip, and nothing is there to switch off', async () => {
    const world = await newWorld({ fixture: 'empty', clock: 'manual' });
    await world.scenarios.on('outage(lasts=1s)');
    await world.clock.advance('2s');
    const page = await open(world, 'scenarios');
    await row(page, 'outage')
      .locator('.badge.plain', { hasText: /^over · 0 hits$/ })
      .waitFor();
    expect(await page.getByText('outage', { exact: true }).count()).toBe(1);
    expect(await button(page, 'Switch all off').count()).toBe(0);
    const names = page.locator('.plain-list .cell-name');
    expect(await names.evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length)).toBe(
      0,
    );
  });

  test('a QA engineer switches a scenario on, and sees hits and verdict', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'scenarios');
    await row(page, 'outage').click();
    await page.locator('.detail h2', { hasText: 'outage' }).waitFor();
    await page.getByLabel('lasts').fill('5m');
    await button(page, 'Switch on').click();
    const active = page.locator('.active-scenario', { hasText: 'outage(lasts=5m)' });
    await active.getByText('the rule has not hit a request of a program yet').waitFor();
    await page.waitForURL(({ pathname }) => pathname.endsWith('scenarios/outage(lasts%3D5m)'));
    const listed = page.locator('.plain-list', { hasText: 'On now 1' }).locator('.scenario-state').first();
    await listed.locator('.badge.on', { hasText: /^on$/ }).waitFor();
    await listed.getByText('expectation not tested yet').waitFor();

    expect(await listFaxes(world)).toBe(503);
    await active.locator('.hits', { hasText: '1 hit' }).waitFor();
    await active.locator('.badge', { hasText: 'waits for a retry' }).waitFor();
    expect(await listFaxes(world)).toBe(503);
    await active.locator('.hits', { hasText: '2 hits' }).waitFor();
    await active.locator('.badge', { hasText: 'passed' }).waitFor();
    await active.getByText('came again once, first after').waitFor();
    await page.locator('.plain-list', { hasText: 'On now 1' }).locator('.row', { hasText: 'passed' }).first().waitFor();
    await button(page, 'Switch off outage(lasts=5m)').click();
    await page
      .locator('.toast', { hasText: 'was switched off: retries passed, the request came again once' })
      .waitFor();
    await page.goBack();
    await page.waitForURL(({ pathname }) => pathname.endsWith('/scenarios'));
  });

  test('a QA engineer edits a scenario, switches the text on, and downloads it', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'scenarios/outage');
    await button(page, 'Edit a copy').click();
    await editor(page).waitFor();
    expect(await editor(page).inputValue()).toContain('name: my-outage');
    await editor(page).fill((await editor(page).inputValue()).replace('fail: unavailable', 'fail: unavailabel'));
    await page.locator('.editor li.bad', { hasText: 'unavailable' }).waitFor();
    expect(await button(page, 'Switch on').isDisabled()).toBe(true);
    await page.locator('.remark-line').first().click();
    await editor(page).fill(
      (await editor(page).inputValue()).replace('fail: unavailabel', 'fail: rate_limited, retry_after: 30s'),
    );
    await status(page, 'valid, 1 rule').waitFor();
    const changed = await editor(page).inputValue();
    await button(page, 'Discard changes').click();
    await button(page, 'Bring the changes back').click();
    expect(await editor(page).inputValue()).toBe(changed);
    await page.reload();
    await status(page, 'valid, 1 rule').waitFor();

    await button(page, 'Switch on').click();
    await page.locator('.active-scenario', { hasText: 'my-outage' }).waitFor();
    expect(await listFaxes(world)).toBe(429);
    await page.locator('.active-scenario .hits', { hasText: '1 hit' }).waitFor();

    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download').click()]);
    expect(download.suggestedFilename()).toBe('my-outage.yaml');
    const saved = readFileSync(await download.path(), 'utf8');
    expect(saved).toBe(await editor(page).inputValue());
    expect((await world.scenarios.lint({ source: saved })).faults).toEqual([]);

    await button(page, 'Switch off my-outage').click();
    await page.locator('.active-scenario').waitFor({ state: 'detached' });
    expect(await world.scenarios.list()).toEqual([]);
    await page.goto(page.url().replace(/scenarios.*/, 'scenarios/my-outage'));
    await button(page, 'Edit its text').click();
    await editor(page).waitFor();
    expect((await editor(page).inputValue()).trimEnd()).toBe(saved.trimEnd());
    await page.goto(page.url().replace(/\?.*/, ''));
    await button(page, 'Switch on').click();
    await page.locator('.active-scenario', { hasText: 'my-outage' }).waitFor();
  });

  test('the copy takes the place of the original once it is on: title, row and address', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'scenarios/outage?view=edit');
    await editor(page).fill((await editor(page).inputValue()).replace('fail: unavailable', 'fail: rate_limited'));
    await status(page, 'valid, 1 rule').waitFor();
    await button(page, 'Switch on').click();
    await page.getByRole('heading', { name: 'Edit my-outage', exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/\/scenarios\/my-outage$/);
    await page.locator('.row.chosen', { hasText: 'my-outage' }).waitFor();
    expect(await page.locator('.row.chosen').count()).toBe(1);
    expect(await editor(page).inputValue()).toContain('fail: rate_limited');
    await row(page, 'outage').filter({ hasNotText: 'my-' }).getByRole('link').click();
    await button(page, 'Edit a copy').click();
    await page.getByRole('heading', { name: 'Edit outage', exact: true }).waitFor();
    expect(await editor(page).inputValue()).toContain('name: my-outage-2');
  });

  const own = `name: mine # of this project
description: Some lists fail.
params: { times: 1, status: 503 }
rules:
  - id: down
    on: listFaxes
    times: '\${times}'
    do: { respond: { status: '\${status}', message: down } }
`;
  const names = async (world: OwnWorld) => (await world.scenarios.list()).map(({ scenario }) => scenario);

  test('an own scenario has fields for its parameters, and is on once for each set of values', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'scenarios?view=edit');
    allowProblems(/422/);
    await editor(page).fill(own);
    await field(page, 'status').fill('5');
    await button(page, 'Switch on').click();
    await page.locator('.field-fault', { hasText: /^This must be a status .*got 5$/ }).waitFor();
    await field(page, 'status').fill('502');
    await button(page, 'Switch on').click();
    const active = (name: string) => page.getByRole('region', { name: `${name} is on`, exact: true });
    await active('mine(status=502)').locator('.values', { hasText: 'times 1 by default' }).waitFor();
    expect(await page.getByRole('region', { name: 'Sent to this world' }).count()).toBe(0);
    await page.getByText('mine(status=502) is on. Its counts begin at 0 when you start it again.').waitFor();
    expect(await listFaxes(world)).toBe(502);

    await field(page, 'times').fill('2');
    await page.getByText('mine(status=502,times=2) goes before mine(status=502), which stays on.').waitFor();
    await button(page, 'Switch on as well').click();
    await active('mine(status=502,times=2)').waitFor();
    expect(await names(world)).toEqual(['mine(status=502,times=2)', 'mine(status=502)']);
    expect([await listFaxes(world), await listFaxes(world), await listFaxes(world)]).toEqual([502, 502, 200]);

    await page.goto(page.url().replace(/scenarios.*/, 'scenarios/mine(status%3D502,times%3D2)'));
    await page.locator('.detail-head', { hasText: 'Some lists fail.' }).waitFor();
    expect(await field(page, 'times').inputValue()).toBe('2');
    await page.locator('.code', { hasText: 'params: { times: 1, status: 503 }' }).waitFor();
    await button(page, 'Start again').click();
    await active('mine(status=502,times=2)').locator('.hits', { hasText: '0 hits' }).waitFor();
    await row(page, 'mine').filter({ hasText: 'Some lists fail.' }).first().waitFor();
    await button(page, 'Switch off mine(status=502)').click();
    await active('mine(status=502)').waitFor({ state: 'detached' });
    expect(await names(world)).toEqual(['mine(status=502,times=2)']);
  });

  test('the page of a scenario says what its rules act on before it offers to switch it on', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'scenarios/busy-line');
    await page.getByRole('heading', { name: 'Switch on' }).waitFor();
    const titles = await page.locator('.scenario-columns h3').allInnerTexts();
    expect(titles).toEqual(['1 rule', 'Switch on', 'Text']);
  });

  test('a sent scenario whose page was never open has its page after it is switched off in the strip', async () => {
    const world = await newWorld({ fixture: 'empty', clock: 'real' });
    await world.scenarios.switch({ source: own, name: 'mine(times=2)' });
    const page = await open(world, 'evidence');
    await button(page, 'Switch off: mine(times=2)').click();
    await page.locator('.strip').waitFor({ state: 'detached' });
    await page.goto(page.url().replace(/evidence.*/, 'scenarios?q=some+lists'));
    await page.getByRole('region', { name: 'Sent to this world' }).getByRole('link', { name: 'mine' }).click();
    await page.locator('.detail-head', { hasText: 'Off' }).waitFor();
    await page.locator('.code', { hasText: 'of this project' }).waitFor();
    expect(await field(page, 'times').inputValue()).toBe('2');
    await button(page, 'Switch on').click();
    await page.getByRole('region', { name: 'mine(times=2) is on' }).waitFor();
    expect(await names(world)).toEqual(['mine(times=2)']);
  });

  test('a fault in the text leaves the fields of its parameters and the editor in their places', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'scenarios/busy-line?view=edit');
    const field = page.getByLabel('wait');
    await status(page, 'valid, 1 rule').waitFor();
    await field.fill('7s');
    const before = await page.locator('.editor').boundingBox();
    const good = await editor(page).inputValue();
    await editor(page).fill(good.replace('rules:', 'rules: ['));
    await status(page, /fault/).waitFor();
    expect([await field.isDisabled(), await field.inputValue()]).toEqual([true, '7s']);
    expect(await page.locator('.editor').boundingBox()).toEqual(before);
    await editor(page).fill(good);
    await status(page, 'valid, 1 rule').waitFor();
    expect([await field.isDisabled(), await field.inputValue()]).toEqual([false, '7s']);
    await editor(page).fill('name: other\nrules:\n\t- id: x\n');
    const alone = page.locator('.remark-line', { hasText: 'line 3 a tab; YAML takes spaces' });
    await alone.waitFor({ state: 'attached' }); // its line shows the text
    expect(await page.locator('.params input').count()).toBe(0);
  });

  test.each([
    [2200, 'rule unavailable: do.fail must be one of '],
    [1440, 'the nearest is unavailable'],
    [920, ''],
  ])(
    'beside its line in %d px, a fault is whole, or its remedy is: %p; the list below has all of it',
    async (width, begin) => {
      const world = await newWorld({ fixture: 'empty' });
      const page = await open(world, 'scenarios/unavailable-then-ok?view=edit', { width });
      await editor(page).fill(
        'name: mine\ndescription: A test.\nrules:\n  - id: unavailable\n    on: "*"\n    do: { fail: unavailabel }\n',
      );
      const line = page.locator('.remark-line', { hasText: 'do.fail must be one of' });
      await line.filter({ hasText: 'the nearest is unavailable' }).waitFor({ state: 'attached' });
      const shown = await page
        .locator('.editor .remark span')
        .evaluateAll((parts) =>
          parts
            .filter(({ clientWidth, scrollWidth }) => clientWidth > 0 && clientWidth === scrollWidth)
            .map(({ textContent }) => textContent),
        );
      expect(shown).toEqual(begin === '' ? [] : [expect.stringMatching(begin)]);
      const cut = await page
        .locator('.editor .remark span')
        .evaluateAll((parts) =>
          parts.filter(({ clientWidth, scrollWidth }) => 0 < clientWidth && clientWidth < scrollWidth),
        );
      expect(cut).toEqual([]);
      const boxes = await Promise.all(
        ['.editor', '.editor .remark', '.remarks'].map((part) => page.locator(part).boundingBox()),
      );
      const [frame, remark, list] = boxes.map((box) => box!);
      expect(remark!.x + remark!.width).toBeLessThanOrEqual(frame!.x + frame!.width);
      if (width < 2200) expect((await line.boundingBox())!.width).toBeLessThanOrEqual(list!.width);
    },
  );

  test.each([
    [1440, false],
    [800, true],
  ])('in %d px, the list below repeats a remark that stands at its line: %p', async (width, isRepeated) => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'scenarios/unavailable-then-ok?view=edit', { width });
    await editor(page).fill((await editor(page).inputValue()).replace('    times:', '    tiems:'));
    const line = page.locator('.remark-line', { hasText: 'the nearest is times' });
    await line.waitFor({ state: 'attached' });
    expect(await line.isVisible()).toBe(isRepeated);
    expect(await page.locator('.editor .remark').isVisible()).toBe(!isRepeated);
    await line.focus();
    expect(await line.isVisible()).toBe(true);
  });

  test('a recorded request becomes a scenario, which the linter checks', async () => {
    const world = await newWorld({ fixture: 'empty' });
    expect(await listFaxes(world)).toBe(200);
    const page = await open(world, 'requests/1');
    await page.getByRole('link', { name: 'Edit as a scenario' }).click();
    await status(page, 'valid, 1 rule').waitFor();
    expect(await editor(page).inputValue()).toContain('on: listFaxes');
    await button(page, 'Switch on').click();
    await page.locator('.active-scenario').waitFor();
    expect([await listFaxes(world), await listFaxes(world)]).toEqual([503, 200]);
  });

  test('works with the keyboard alone', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'faxes');
    await page.getByRole('heading', { name: 'No faxes yet' }).waitFor();
    for (const key of ['g', 's']) await page.keyboard.press(key);
    await page.waitForURL('**/scenarios');
    await row(page, 'outage').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('outage');
    await page.waitForURL('**/scenarios?q=outage');
    await row(page, 'cancel-too-late').waitFor({ state: 'detached' });
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
    await page.waitForURL('**/scenarios/outage?q=outage');
    await page.locator('.detail h2', { hasText: 'outage' }).waitFor();
    await page.getByLabel('lasts').focus();
    await page.keyboard.press('Enter');
    await page.locator('.active-scenario').waitFor();

    await button(page, 'Edit a copy').focus();
    await page.keyboard.press('Enter');
    await editor(page).focus();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('  - id: two');
    await page.keyboard.press('Enter');
    await page.keyboard.type('on: getFax');
    expect(await editor(page).inputValue()).toMatch(/\n {2}- id: two\n {4}on: getFax$/);
    await page.keyboard.press('Tab');
    expect(await editor(page).evaluate((element) => element.matches(':focus'))).toBe(false);
  });

  test('words are completed at the cursor, and a long line wraps', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'scenarios/outage?view=edit');
    await editor(page).press('ControlOrMeta+End');
    await page.keyboard.type('  - id: two\n');
    const list = page.getByRole('listbox', { name: 'Completions' });
    await page.keyboard.type('o');
    await list.getByRole('option', { name: /^on / }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await list.getByRole('option', { name: 'sendFax', exact: true }).waitFor();
    await page.keyboard.type('getFax');
    await list.getByRole('option', { name: 'getFaxFile' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await list.waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await page.keyboard.type('do: { fail: unava');
    await list.getByRole('option', { name: 'unavailable', exact: true }).click();
    await page.keyboard.press('Control+Space');
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    expect(await editor(page).inputValue()).toMatch(/\n {4}on: getFaxFile\n {4}do: \{ fail: unavailable$/);

    await page.keyboard.type(` } # ${'long '.repeat(60)}end`);
    const last = page.locator('.editor li').last();
    await last.filter({ hasText: /end$/ }).waitFor();
    expect((await last.boundingBox())!.height).toBeGreaterThan(40);
    const sizes = await editor(page).evaluate(({ scrollHeight, scrollWidth, clientHeight, clientWidth }) => [
      [scrollHeight, scrollWidth],
      [clientHeight, clientWidth],
    ]);
    expect(sizes[0]).toEqual(sizes[1]);
  });

  test('a scenario that a program switches on or off joins and leaves the list', async () => {
    const world = await newWorld({ fixture: 'empty' });
    allowProblems(/422/);
    const page = await open(world, 'scenarios/mine');
    await page.getByText('There is no scenario mine').waitFor();
    const rules = [{ id: 'x', on: 'listFaxes', do: { fail: 'unavailable' } }];
    await world.scenarios.switch({ source: JSON.stringify({ name: 'mine', description: 'Lists fail.', rules }) });
    await page.locator('.active-scenario', { hasText: 'mine' }).waitFor();
    await page.locator('.code', { hasText: 'description: Lists fail.' }).waitFor();
    await world.reset();
    await page.getByText('The tab keeps its text until you close it.').waitFor();
    await button(page, 'Switch on').click();
    await page.locator('.active-scenario', { hasText: 'mine' }).waitFor();
  });

  test('the title of the page names the text that is written', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'scenarios');
    await untilTrue(page, `document.title.startsWith('Scenarios · ')`);
    await page.getByRole('button', { name: 'New scenario' }).click();
    await untilTrue(page, `document.title.startsWith('New scenario · Scenarios · ')`);
  });

  test('a new scenario begins with one of some templates, and with a new one once the former is on', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'scenarios');
    await button(page, 'New scenario').click();
    await status(page, 'valid, 1 rule').waitFor();
    for (const [does, text] of Object.entries(templates)) {
      await button(page, does).click();
      expect(await editor(page).inputValue()).toBe(text);
      await status(page, 'valid, 1 rule').waitFor();
    }
    await editor(page).fill(own);
    await button(page, 'A busy number').click();
    expect(await editor(page).inputValue()).toContain('my-busy-number');
    await page.reload();
    await button(page, 'A lost webhook').click();
    expect(await editor(page).inputValue()).toBe(own);
    await field(page, 'status').waitFor();
    await button(page, 'Switch on').click();
    await page.getByRole('region', { name: 'mine is on' }).waitFor();
    await button(page, 'Close').click();
    await button(page, 'New scenario').click();
    await editor(page).waitFor();
    expect(await editor(page).inputValue()).toBe(templates['A lost webhook']);
  });

  test('a new scenario says before that it replaces the text of another of its name', async () => {
    const world = await newWorld({ fixture: 'empty' });
    await world.scenarios.switch({ source: own });
    const page = await open(world, 'scenarios?view=edit');
    await editor(page).fill(own);
    await button(page, 'Start again').waitFor();
    await editor(page).fill(own.replace('503', '502'));
    await page.getByText('This replaces mine of this world, which has another text.').waitFor();
    await button(page, 'Replace and switch on').click();
    await button(page, 'Start again').waitFor();
    expect(await listFaxes(world)).toBe(502);
    await page.goto(page.url().replace('scenarios?', 'scenarios/mine?'));
    await editor(page).fill(own);
    await status(page, 'valid, 1 rule').waitFor();
    await button(page, 'Start again').waitFor();
  });

  test('undo stays within a text of the editor', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'scenarios?view=edit');
    await editor(page).press('ControlOrMeta+A');
    await page.keyboard.type('name: mine');
    await button(page, 'A failing operation').click();
    await editor(page).click();
    await page.keyboard.press('ControlOrMeta+Z');
    expect(await editor(page).inputValue()).toBe(templates['A failing operation']);
    await button(page, 'A busy number').click();
    await button(page, 'Discard changes').click();
    await editor(page).press('ControlOrMeta+Z');
    expect(await editor(page).inputValue()).toBe(templates['A busy number']);
    await button(page, 'Bring the changes back').click();
    expect(await editor(page).inputValue()).toBe('name: mine');
  });

  test('a parameter that the scenario refuses is explained', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'scenarios/busy-line');
    allowProblems(/422/);
    await page.getByLabel('wait').fill('soon');
    await button(page, 'Switch on').click();
    await page.locator('.field-fault', { hasText: /^This must be .*got "soon"$/ }).waitFor();
    expect(await page.getByLabel('wait').getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('.toast.bad').count()).toBe(0);
    await page.getByLabel('wait').fill('5s');
    for (const text of ['abc', '555-CALL', '+']) {
      await field(page, 'number').fill(text);
      await page.keyboard.press('Enter');
      await page
        .locator('.field-fault', {
          hasText: `This must be a number or a part of one, such as +12025550123, got ${text}`,
        })
        .waitFor();
      await page.locator('.params [name=number]:focus').waitFor();
    }
    for (const text of ['tel:+1-202-555-0177', '(202) 555 0178', '555']) {
      await field(page, 'number').fill(text);
      await page.keyboard.press('Enter');
      await page.locator('.active-scenario code', { hasText: `number=${text}` }).waitFor();
    }
    await page.locator('small', { hasText: 'only numbers that contain it' }).waitFor();
  });

  test('has no fault that axe knows in either theme', async () => {
    const world = await newWorld({ fixture: 'empty' });
    await world.scenarios.switch({ on: 'outage' });
    await listFaxes(world);
    const page = await open(world, 'scenarios/outage');
    await page.locator('.active-scenario').waitFor();
    expect(await problemsInBothThemes(page)).toEqual([]);
    await button(page, 'Edit a copy').click();
    await editor(page).fill('name: a\nrulez: []\n');
    await page.locator('.editor li.bad').first().waitFor();
    expect(await problemsInBothThemes(page)).toEqual([]);
  });

  test.each([
    [360, 640],
    [1440, 900],
  ])('fits in a window of %d × %d px', async (width, height) => {
    const world = await newWorld({ fixture: 'empty' });
    await world.scenarios.switch({ on: 'busy-line(number=+12025550101,wait=9s)' });
    const overflow = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    for (const place of ['scenarios', 'scenarios/busy-line', 'scenarios/busy-line?view=edit']) {
      const page = await open(world, place, { width, height });
      await page
        .locator(place.includes('edit') ? '.editor' : place.includes('/') ? '.active-scenario' : '.row')
        .first()
        .waitFor();
      expect([place, await overflow(page)]).toEqual([place, 0]);
    }
  });
});
