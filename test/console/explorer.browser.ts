import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser, problemsInBothThemes } from '../support/browser.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';

const file = { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Good morning') };
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const command = (page: Page) => page.locator('.snippet pre:visible');
const response = (page: Page) => page.locator('.split-detail pre.json');
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });

const run = promisify(execFile);
const newDirectory = temporaryDirectories();

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
    await response(page).locator('[data-mark]').first().waitFor(); // the evidence may come after the response
    const { faxes } = await world.faxes.list({});
    expect(faxes.map(({ is_test: isTest, tags, recipients }) => [isTest, tags, recipients.length])).toEqual([
      [true, { case: '7' }, 2],
    ]);
    expect(JSON.parse((await response(page).textContent())!)).toMatchObject({
      success: true,
      data: { id: faxes[0]!.id },
    });
    expect(await response(page).locator('[data-mark=recorded] .json-key').allTextContents()).toContain('"id"');
    const old = page.getByText('The request has changed since');
    expect(await old.count()).toBe(0);
    await page.locator('[name=header_text]').fill('ACME');
    await old.waitFor();
    await page.locator('[name=header_text]').fill('');
    await old.waitFor({ state: 'detached' });
    await page.locator('.hidden', { hasText: 'The response has the status 200' }).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Shortcuts', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    expect(await page.getByText('The response has the status').count()).toBe(0);
    await page.keyboard.press('Escape');
    const facts = await page.locator('.facts').first().textContent();
    expect(facts).toMatch(/Status200Time[\d.]+ m?sSize\d+ bytesEvidencerecorded · message: recorded/);

    await page.getByRole('link', { name: 'Request 1' }).click();
    await page.waitForURL('**/requests/1');
    await page.locator('.row.chosen', { hasText: 'console' }).waitFor();
  });

  test('begins with what is required and with the document, and keeps Send in sight beside a long form', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'explorer/sendFax?version=v2.1');
    await page.locator('.field-proof').first().waitFor();
    const names = await page.evaluate<readonly string[]>(
      `[...document.querySelectorAll('.fields :is(input, textarea, select)')].map(({ name }) => name)`,
    );
    expect(names.slice(0, 3)).toEqual(['to', 'file', 'content_url']);
    await page.locator(`[name=${names.at(-1)!}]`).scrollIntoViewIfNeeded();
    expect(await page.evaluate('document.querySelector(".split-detail").scrollTop')).toBeGreaterThan(0);
    const { y } = (await send(page).boundingBox())!;
    expect(y > 0 && y < 900).toBe(true);
    await page.locator('.field-proof .term').first().hover();
    await page.getByRole('tooltip').waitFor();
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
    await page.locator('[name=id]:visible').fill('7');
    await page.waitForURL('**/getFax?version=v2&getFax.id=7');
    await page.getByRole('button', { name: 'v1', exact: true }).click();
    await page.getByRole('link', { name: /^Cancel a fax POST/ }).click();
    await page.locator('.steady[hidden]').waitFor({ state: 'detached' });
    expect(await page.locator('[name=id]:visible').inputValue()).toBe('');
    await page.goBack();
    await page.locator('.steady[hidden]').waitFor({ state: 'detached' });
    expect(await page.locator('[name=id]:visible').inputValue()).toBe('7');
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

  test('sends each operation of v3 to the project of its world, and so does the command that it shows', async () => {
    const directory = await newDirectory();
    const papers = ['letter.txt', 'front.pdf'].map((name) => join(directory, name));
    await Promise.all([writeFile(papers[0]!, 'Good morning'), writeFile(papers[1]!, `%PDF-1.4${' '.repeat(140_000)}`)]);
    const world = await newWorld();
    const { projectId } = world;
    const page = await open(world, 'explorer');
    await page.getByRole('button', { name: 'v3', exact: true }).click();

    const enter = async (name: string, value: string): Promise<void> => {
      const field = page.locator(`[name="${name}"]`);
      const kind = await field.evaluate(({ tagName, type }: { tagName: string; type: string }) => `${tagName} ${type}`);
      if (kind === 'INPUT file') await field.setInputFiles(value);
      else if (kind.startsWith('SELECT')) await field.selectOption(value);
      else await field.fill(value);
    };
    /** Fills in the form of an operation and sends it, then runs its command: both statuses, and the JSON of the first. */
    const answersOf = async (id: string, values: Readonly<Record<string, string>> = {}) => {
      await page.locator(`.row a[href*="/explorer/${id}?"]`).click();
      await page.locator('.steady[hidden]').waitFor({ state: 'detached' });
      await command(page)
        .filter({ hasText: `/projects/${projectId}/` })
        .waitFor();
      for (const [name, value] of Object.entries(values)) await enter(name, value);
      const { total } = await world.requests.list({});
      await send(page).click();
      await page.getByRole('link', { name: `Request ${total + 1}` }).waitFor();
      const status = await page.locator('.facts .badge').first().textContent();
      const text = (await response(page).count()) === 0 ? '{}' : (await response(page).textContent())!;
      const shown = (await command(page).textContent())!;
      const curl = await run('sh', ['-c', `${shown} -s -o out -w '%{http_code}'`], { cwd: directory });
      const { requests } = await world.requests.list({ after: total });
      expect(requests.map((request) => [request.operation, request.version])).toEqual([
        [requests[0]!.operation, 'v3'],
        [requests[0]!.operation, 'v3'],
      ]);
      expect(requests[1]!.params).toEqual(requests[0]!.params);
      return [`${id} ${status} ${curl.stdout}`, JSON.parse(text) as { readonly id: string }] as const;
    };
    const statuses: string[] = [];
    const call = async (id: string, values?: Readonly<Record<string, string>>): Promise<string> => {
      const [line, answer] = await answersOf(id, values);
      statuses.push(line);
      return answer.id;
    };

    await call('sendFax', { to: '+12025550123', contentUrl: 'https://example.com' });
    await call('sendFax', {
      to: '+12025550123\n+12025550124',
      contentUrl: '',
      file: papers[0]!,
      labels: 'case=7',
    });
    const fax = await call('sendFax', {
      body: 'application/json',
      to: '+12025550123',
      files: papers[0]!,
      maxRetries: '2',
      headerPageNumbers: 'false',
      labels: 'case=it\u2019s 7',
    });
    await world.clock.runUntilIdle();
    const [sent] = (await world.faxes.list({ limit: 1 })).faxes;
    expect([sent!.tags, sent!.options['retries']]).toEqual([{ case: 'it\u2019s 7' }, 2]);
    await call('listFaxes', { to: '+1202', labels: 'case=7', 'createTime>': '2026-01' });
    await call('listFaxes', { format: 'csv' });
    await call('getFax', { id: fax });
    await call('getFaxFile', { id: fax });
    await call('getFaxFileAsPdf', { id: fax });
    await call('deleteFaxFile', { id: fax });

    const service = await call('createService', { name: 'Ward', incomingWebhookUrl: 'https://example.com/hook' });
    const [{ number }] = (await world.records.list({ collection: 'phone_numbers' })) as [{ number: string }];
    await world.services.assign({ service, number });
    await call('listServices');
    await call('getService', { id: service });
    await call('updateService', { id: service, defaultForProject: 'true', retryDelaySeconds: '30' });
    await call('listServiceNumbers', { id: service });
    await call('suspendNumber', { id: service, phoneNumber: number, suspended: 'false', note: 'back' });
    const coverPage = await call('addCoverPage', { id: service, name: 'Front', file: papers[1]! });
    await call('listCoverPages', { id: service });
    await call('getCoverPage', { id: service, coverPageId: coverPage });
    await call('deleteCoverPage', { id: service, coverPageId: coverPage });

    const email = 'ward@example.com';
    const phoneNumbers = JSON.stringify([{ number, permissions: 'receive' }]);
    await call('addMail', { id: service, email, phoneNumbers });
    await call('listMails', { id: service });
    await call('listMailsOfNumber', { id: service, phoneNumber: number });
    await call('listNumbersOfMail', { id: service, email });
    await call('changeMail', { id: service, email, phoneNumbers });
    await call('deleteMail', { id: service, email });
    await call('deleteService', { id: await call('createService', { name: 'Other' }) });
    expect(statuses.filter((line) => !line.endsWith(' 200 200'))).toEqual([
      'deleteFaxFile 204 204',
      'createService 201 201',
      'deleteCoverPage 204 404',
      'addMail 201 201',
      'deleteMail 204 404',
      'createService 201 201',
      'deleteService 204 404',
    ]);
    const called = new Set(statuses.map((line) => line.split(' ')[0]));
    expect(called.size).toBe(await page.locator('.row').count());
  });

  test('fits a phone and has no fault that axe knows in either theme', async () => {
    allowProblems(/\b422\b/);
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'explorer/sendFax?sendFax.to=12', { width: 390, height: 844 });
    await page.locator('[name=file]').setInputFiles(file);
    await send(page).click();
    await response(page).waitFor();
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect(await problemsInBothThemes(page)).toEqual([]);
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await page.locator('.row a').first().waitFor();
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect(await problemsInBothThemes(page)).toEqual([]);
  });
});
