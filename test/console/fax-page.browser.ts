import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../support/browser.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

describeInBrowser('a double click', ({ newWorld, open }) => {
  test('on Resend sends one fax, and does nothing on the page of the new one', async () => {
    const world = await newWorld();
    const { faxes } = await world.faxes.list({ status: 'failure' });
    const { id } = faxes.find(({ direction, file }) => direction === 'sent' && file === 'stored')!;
    const page = await open(world, `faxes/${id}`);
    await button(page, 'Resend').dblclick();
    await page.getByText(/^Fax \d+ is sent again as fax \d+$/).waitFor();
    await button(page, 'Succeed now').waitFor();
    const resends = await world.faxes.list({ resent_from: id });
    expect(resends.faxes.map(({ status }) => status)).toEqual(['queued']);
  });

  test('on a step of the clock makes two steps', async () => {
    const world = await newWorld({ fixture: 'empty' });
    const page = await open(world, 'clock');
    await page.locator('.live', { hasText: 'Live' }).waitFor();
    await button(page, '+1 min').dblclick();
    await page.getByText(/^It is 2026-01-31 12:02:\d\d UTC: nothing happened$/).waitFor();
  });
});
