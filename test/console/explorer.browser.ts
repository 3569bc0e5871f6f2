import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, describeInBrowser } from '../support/browser.ts';

const file = { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Good morning') };
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const command = (page: Page) => page.locator('.snippet pre');
const response = (page: Page) => page.locator('.marked pre');
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });

describeInBrowser('the explorer of the API', ({ newWorld, open, allowProblems }) => {
  test('finds an operation by the keyboard, sends a fax with a file, and shows the response with its evidence', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'explorer');
    await page.locator('.row').first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('sendfax');
    await page.locator('h1', { hasText: /^API 2$/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.row a:focus').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await heading(page, 'Send a fax').waitFor();

    await page.locator('[name=to]').focus();
    await page.keyboard.type('+12025550123');
    await page.keyboard.press('Enter');
    await page.keyboard.type('+12025550124');
    await page.locator('[name=tag]').fill('case=7');
    await page.locator('[name=file]').setInputFiles(file);
    const { key, secret } = world.credentials.test;
    await page.locator('[name=keys]').selectOption('Test');
    await command(page).filter({ hasText: key }).waitFor();
    expect(await command(page).textContent()).toBe(
      `curl -u ${key}:${secret} --form-string 'to[]=+12025550123' --form-string 'to[]=+12025550124' ` +
        `--form-string 'tag[case]=7' -F file=@letter.txt ${world.baseUrl}/v2.1/faxes`,
    );

    await send(page).focus();
    await page.keyboard.press('Enter');
    await response(page).waitFor();
    const { faxes } = await world.faxes.list({});
    expect(faxes.map(({ is_test: isTest, tags, recipients }) => [isTest, tags, recipients.length])).toEqual([
      [true, { case: '7' }, 2],
    ]);
    expect(JSON.parse((await response(page).textContent())!)).toMatchObject({
      success: true,
      data: { id: faxes[0]!.id },
    });
    expect(await response(page).locator('[data-mark=recorded]').allTextContents()).toContain('"id"');
    const facts = await page.locator('.facts').first().textContent();
    expect(facts).toMatch(/Status200Time[\d.]+ m?sSize\d+ bytesEvidencerecorded; message=recorded/);

    await page.getByRole('link', { name: 'Request 1' }).click();
    await page.waitForURL('**/requests/1');
    await page.locator('.row.chosen', { hasText: 'console' }).waitFor();
  });

  test('shows what is wrong at the field, before the request and after its refusal', async () => {
    allowProblems(/\b422\b/);
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'explorer/sendFax');
    await page
      .locator('.field', { has: page.locator('[name=to]') })
      .getByText('v2 reference')
      .waitFor();
    await send(page).click();
    await page.locator('[name=to]:focus').waitFor();
    await page.getByRole('alert').filter({ hasText: 'This field is required' }).waitFor();
    expect((await world.requests.list({})).total).toBe(0);

    await page.locator('[name=to]').fill('12');
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.locator('[name=file]').setInputFiles(file);
    await send(page).click();
    await response(page).filter({ hasText: '"success": false' }).waitFor();
    await page.locator('.badge', { hasText: '422' }).waitFor();
    const [request] = (await world.requests.list({})).requests;
    const { message } = request!.answer;
    expect(message).toMatch(/^to\[0\] must be /);
    expect(await page.getByRole('alert').textContent()).toBe(message);
  });

  test('has its version, operation and values in the URL, and offers the records of the world', async () => {
    const world = await newWorld();
    const [fax] = (await world.faxes.list({ limit: 1 })).faxes;
    const page = await open(world, `explorer/getFax?version=v1&getFax.id=${fax!.id}`);
    await page.locator(`#known-id option[value="${fax!.id}"]`).waitFor({ state: 'attached' });
    await send(page).click();
    await response(page)
      .filter({ hasText: `"id": ${fax!.id}` })
      .waitFor();
    await page.getByRole('button', { name: 'v2', exact: true }).click();
    await page.waitForURL(`**/getFax?version=v2&getFax.id=${fax!.id}`);
    await command(page)
      .filter({ hasText: `/v2/faxes/${fax!.id}` })
      .waitFor();
    await page.locator('[name=id]').fill('7');
    await page.waitForURL('**/getFax?version=v2&getFax.id=7');
    await page.getByRole('button', { name: 'v1', exact: true }).click();
    await page.getByRole('link', { name: /^Cancel a fax POST/ }).click();
    expect(await page.locator('[name=id]').inputValue()).toBe('');
    await page.goBack();
    expect(await page.locator('[name=id]').inputValue()).toBe('7');
  });

  test('shows a picture, and says where a scenario breaks the connection', async () => {
    allowProblems(/ERR_|Failed to load/);
    const world = await newWorld();
    const page = await open(world, 'explorer/createPhaxCodeAsPng');
    await send(page).click();
    await page.getByRole('img', { name: 'The file' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).waitFor();
    const rules = [{ id: 'gone', on: 'createPhaxCode', do: { wire: 'reset' } }];
    await world.scenarios.switch({ source: JSON.stringify({ name: 'mine', description: 'A line breaks.', rules }) });
    await send(page).click();
    await page.getByRole('alert').filter({ hasText: 'No whole response came' }).waitFor();
  });

  test.each(['light', 'dark'] as const)(
    'fits a phone and has no fault that axe knows, in the %s theme',
    async (theme) => {
      allowProblems(/\b422\b/);
      const world = await newWorld({ fixture: 'empty' });
      const page = await open(world, 'explorer/sendFax?sendFax.to=12', { theme, width: 390, height: 844 });
      await page.locator('[name=file]').setInputFiles(file);
      await send(page).click();
      await response(page).waitFor();
      expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByRole('link', { name: 'Back to the list' }).click();
      await page.locator('.row a').first().waitFor();
      expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
    },
  );
});
