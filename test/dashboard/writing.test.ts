import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible, expectFitsNarrow, noBrowser, useDashboard } from './dashboard.js';

describe.skipIf(noBrowser)('writing in the composer', () => {
  const dashboard = useDashboard();

  const open = async (page: Page): Promise<Locator> => {
    await page.goto(dashboard.at('compose'));
    return page.getByLabel('Text', { exact: true });
  };

  it('inserts emoji at the cursor, by pointer and by keyboard', async () => {
    const { page, context } = await dashboard.newMember('EDITOR');
    const text = await open(page);
    await text.fill('Lift off!');
    await text.press('End');
    await text.press('ArrowLeft');
    await page.getByRole('button', { name: 'Insert emoji' }).click();
    const emoji = page.getByRole('dialog', { name: 'Insert emoji' });
    await emoji.getByRole('gridcell', { name: 'Grinning face', exact: true }).click();
    await expect.poll(() => text.inputValue()).toBe('Lift off😀!');
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await emoji.getByLabel('Search emoji').fill('winking face');
    await expect.poll(() => emoji.locator('[data-active]').allInnerTexts()).toEqual(['😉']);
    await page.keyboard.press('Enter');
    await expect.poll(() => text.inputValue()).toBe('Lift off😀😉!');
    await page.keyboard.press('Escape');
    await emoji.waitFor({ state: 'detached' });
    await context.close();
  });

  it('names emoji in German', async () => {
    const { page, context } = await dashboard.newMember('EDITOR');
    await page.evaluate("localStorage.setItem('punctual.language', 'de')");
    await page.goto(dashboard.at('compose'));
    await page.getByRole('button', { name: 'Emoji einfügen' }).click();
    await page.getByRole('gridcell', { name: 'Grinsendes Gesicht', exact: true }).waitFor();
    await context.close();
  });

  it('inserts hashtags that another member has saved', async () => {
    const saver = await dashboard.newMember('EDITOR');
    await open(saver.page);
    await saver.page.getByRole('button', { name: 'Insert hashtags' }).click();
    const saving = saver.page.getByRole('dialog', { name: 'Insert hashtags' });
    await saving.getByText('There are no hashtag sets yet.').waitFor();
    await saving.getByLabel('Name of a new set').fill('Space');
    await saving.getByLabel('Hashtags', { exact: true }).fill('rocket, #moon');
    await saving.getByRole('button', { name: 'Save set' }).click();
    await saving.getByRole('button', { name: /^Space/ }).waitFor();
    await expectAccessible(saver.page);
    await expectFitsNarrow(saver.page);
    await saver.context.close();

    const { page, context } = await dashboard.newMember('EDITOR');
    const text = await open(page);
    await text.fill('Lift off');
    await page.getByRole('button', { name: 'Insert hashtags' }).click();
    const picking = page.getByRole('dialog', { name: 'Insert hashtags' });
    await picking.getByRole('button', { name: /^Space/ }).click();
    await expect.poll(() => text.inputValue()).toBe('Lift off #rocket #moon');
    await page.getByRole('button', { name: 'Insert hashtags' }).click();
    await picking.getByRole('button', { name: 'Delete Space' }).click();
    await page.getByRole('alertdialog').waitFor();
    await expectAccessible(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await picking.getByText('There are no hashtag sets yet.').waitFor();
    await context.close();
  });

  it('causes no errors on any page', () => {
    expect(dashboard.problems).toEqual([]);
  });
});
