import { expect, test } from '@jest/globals';
import { reportOf } from '../../src/lab/migrate/report.ts';
import { accessibilityProblems, describeInBrowser } from '../support/browser.ts';
import { making } from '../support/report-making.ts';

describeInBrowser('the migration of a program', ({ newWorld, open }) => {
  test('shows the requests of v3 beside those that were sent, and follows the program', async () => {
    const world = await newWorld({ fixture: 'empty', clock: 'manual' });
    const page = await open(world, 'migration');
    await page.getByText(`eval "$(npx faxsim env --url ${world.baseUrl})"; npm test`).waitFor();

    const { key, secret } = world.credentials.live;
    const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
    const call = async (method: string, path: string, fields?: Record<string, string>) =>
      fetch(`${world.baseUrl}/v2.1${path}`, { method, headers, ...(fields && { body: new URLSearchParams(fields) }) });
    await call('POST', '/faxes', { to: '2025550123', content_url: 'https://example.com/a.pdf' });
    await page
      .locator('.report-summary', {
        hasText: '1 request by 1 operation; every operation and parameter has a counterpart in v3',
      })
      .waitFor();
    const sent = page.getByLabel('the sent request', { exact: true });
    const needed = page.getByLabel('the v3 request', { exact: true });
    expect(await sent.textContent()).toContain('to = 2025550123');
    expect(await needed.textContent()).toContain(`POST /v3/projects/${world.projectId}/faxes as application/json`);
    expect(await needed.textContent()).toContain('to = +12025550123');
    await page.getByText('Numbers need their plus').first().waitFor();

    await page.getByText('1 request had a number without +: request 1').waitFor();
    expect(await page.locator('.report-item a').first().getAttribute('href')).toMatch(/\/requests\/1$/);

    await call('GET', '/account/status');
    await page.locator('h4', { hasText: 'gone getAccountStatus' }).first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('has an address for each trap and each task, also before a report is open', async () => {
    const world = await newWorld({ fixture: 'empty', clock: 'manual' });
    const page = await open(world, 'migration/trap-plain-numbers');
    await page.getByRole('alert').getByText('The link leads to the finding trap-plain-numbers').waitFor();
    const { key, secret } = world.credentials.live;
    const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
    const body = new URLSearchParams({ to: '2025550123', content_url: 'https://example.com/a.pdf' });
    await fetch(`${world.baseUrl}/v2.1/faxes`, { method: 'POST', headers, body });
    const named = (text: string) => page.locator('[aria-current]:focus', { hasText: text });
    await named('Numbers need their plus').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const task = page.getByRole('listitem').filter({ hasText: 'Authentication.' });
    await task.getByRole('button', { name: 'Link' }).click();
    await page.goto(await page.evaluate<string>('navigator.clipboard.readText()'));
    await named('Authentication.').waitFor();
    await page.getByRole('button', { name: 'Parity' }).click();
    await page.waitForURL('**/migration?view=parity');
    await page.goBack();
    await named('Authentication.').waitFor();
  });

  test('shows the refused requests of a program that only calls v3', async () => {
    const world = await newWorld({ fixture: 'empty', clock: 'manual' });
    const { key, secret } = world.credentials.live;
    const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
    await fetch(`${world.baseUrl}/v3/projects/${world.projectId}/faxes?status=SUCCESS`, { headers });
    const page = await open(world, 'migration');
    await page.getByText('1 request of v3 already, 1 refused, none of v1, v2 or v2.1').waitFor();
    await page.locator('h4', { hasText: 'refused listFaxes: 422, ' }).waitFor();
  });

  test('says how many requests of the console it leaves out', async () => {
    const world = await newWorld({ fixture: 'empty', clock: 'manual' });
    const explorer = await open(world, 'explorer/listFaxes');
    await explorer.getByRole('button', { name: 'Send', exact: true }).click();
    await explorer.getByRole('link', { name: 'Request 1' }).waitFor();
    const page = await open(world, 'migration');
    await page.getByText('any program of this world; 1 request of the console is not counted').waitFor();
  });

  test('opens the report of another simulator, and says what another file is instead', async () => {
    const page = await open(await newWorld({ fixture: 'empty' }), 'migration');
    const drop = (content: string) =>
      page
        .getByLabel('Report')
        .setInputFiles({ name: 'report.json', mimeType: 'application/json', buffer: Buffer.from(content) });
    await drop('{');
    await page
      .getByText('report.json must be a report of faxsim migrate, got JSON that breaks off in line 1')
      .waitFor();
    await drop('<!doctype html>');
    await page.getByText('got a page: open the report.json that was written with it').waitFor();
    await drop(JSON.stringify({ format: 'faxsim sweep', version: 2 }));
    await page.getByText('got version 2 of faxsim sweep: the screen Sweep opens it').waitFor();
    await drop(JSON.stringify({ format: 'faxsim migrate', version: 1 }));
    await page
      .getByText(
        'must be a whole report of faxsim migrate, but it lacks calls, fields, traps, gaps. Copy the file again',
      )
      .waitFor();
    await drop(JSON.stringify({ ...reportOf([]), made: making }));
    await page.getByText('The program made no request of v1, v2 or v2.1.').waitFor();
    await page.getByText('by faxsim 1.2.3').click();
    await page.getByText('npx faxsim command -- npm test', { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show the report of this world' }).click();
    await page.getByRole('heading', { name: 'Make a report' }).waitFor();
    await page.getByRole('button', { name: 'Show the file report.json' }).click();
    await page.getByText('From the file report.json').waitFor();
    await page.getByRole('button', { name: 'Open another' }).click();
    await page.getByLabel('Report').waitFor();
    await page.getByRole('button', { name: 'Show the file report.json' }).waitFor();
  });

  test('shows a fax in both versions, and its ids in v3', async () => {
    const world = await newWorld({ fixture: 'empty', clock: 'manual' });
    await world.faxes.create({ id: 5, to: ['+12025550122', '+12025550123'], status: 'success' });
    const { v3 } = await world.faxes.versions({ id: 5 });
    const page = await open(world, 'faxes/5');
    for (const { id } of v3) await page.getByText(id, { exact: true }).waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByText('Both as JSON: one fax of v2.1, 2 faxes of v3').click();
    expect(await page.getByLabel('the fax of v2.1', { exact: true }).textContent()).toContain('"num_pages"');
    expect(await page.getByLabel('the fax of v3', { exact: true }).first().textContent()).toContain('"COMPLETED"');
    await page.getByText('Both webhooks: 1 of v2.1, 2 of v3').click();
    expect(await page.locator('.versions h4').allTextContents()).toEqual(['v2.1', 'v3', 'v2.1', 'v3']);
    const faxes = page.locator('.versions').first();
    const lineOf = async (key: string) =>
      (await faxes
        .locator('.json-line', { hasText: `"${key}"` })
        .first()
        .boundingBox())!;
    const [left, right] = [await lineOf('num_pages'), await lineOf('numberOfPages')];
    expect([right.y, right.height, left.width > 300]).toEqual([left.y, left.height, true]);
    await page.setViewportSize({ width: 880, height: 900 });
    expect((await lineOf('numberOfPages')).y).toBeGreaterThan((await lineOf('num_pages')).y + 100);
    await page.setViewportSize({ width: 1440, height: 900 });
    const former = page.getByLabel('the webhook of v2.1', { exact: true });
    expect(await former.textContent()).toMatch(/event_type = fax_completed/);
    const next = page.getByLabel('the webhook of v3', { exact: true });
    expect(await next.first().textContent()).toMatch(/event = FAX_COMPLETED[^]*file = file.pdf/);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('shows the ids of v3 beside the number of a fax in its webhooks and requests', async () => {
    const world = await newWorld({ fixture: 'empty', clock: 'manual' });
    await world.faxes.create({ id: 5, to: ['+12025550122'], status: 'success' });
    const { v3_ids: ids } = await world.faxes.show({ id: 5 });
    const { id } = await world.webhooks.send({ fax: 5 });
    const page = await open(world, `webhooks/${id}`);
    await page.getByText(ids[0]!, { exact: true }).waitFor();
    const { key, secret } = world.credentials.live;
    await fetch(`${world.baseUrl}/v2.1/faxes/5`, { headers: { authorization: `Basic ${btoa(`${key}:${secret}`)}` } });
    const request = await open(world, 'requests/1');
    await request.getByText(ids[0]!, { exact: true }).waitFor();
  });
});
