import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dataOf, type components } from '../../packages/client/src/index.js';
import { expectAccessible, expectFitsNarrow, noBrowser, useDashboard } from './dashboard.js';
import { pictureNamed } from './picture-files.js';

type Target = components['schemas']['Post']['targets'][number];

describe.skipIf(noBrowser)('the platforms’ options in the composer', () => {
  const dashboard = useDashboard();

  const compose = async (page: Page, account: RegExp, tab: string): Promise<Locator> => {
    await page.goto(dashboard.at('compose'));
    const accounts = page.getByRole('group', { name: 'Accounts' });
    await accounts.getByRole('checkbox', { name: account }).check();
    await page.getByRole('tab', { name: tab }).click();
    return page.getByRole('tabpanel', { name: tab });
  };
  const saved = async (page: Page, caption: string): Promise<Target | undefined> => {
    await page.getByRole('tab', { name: 'All' }).click();
    await page.getByLabel('Text', { exact: true }).fill(caption);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('heading', { name: 'Draft saved', level: 1 }).waitFor();
    const query = { workspaceId: dashboard.workspaceId, limit: 100 };
    const { data } = await dataOf(dashboard.api.GET('/posts', { params: { query } }));
    return data.find((post) => post.caption === caption)?.targets[0];
  };

  it('ask for the answers of a poll in rows, and mark its parts as required once it is used', async () => {
    const { page, context } = await dashboard.newMember('EDITOR');
    const panel = await compose(page, /^X @/, 'X');
    await panel.locator('summary', { hasText: 'Poll' }).click();
    await panel.getByLabel('Voting time', { exact: true }).waitFor();
    await panel.getByLabel('Answers 1').fill('Sea');
    await panel.getByLabel('Voting time (required)').selectOption('1 day');
    await panel.getByLabel('Answers 2').fill('Mountains');
    await panel.getByRole('button', { name: 'Add to answers' }).click();
    await panel.getByRole('textbox', { name: 'Answers 3' }).fill('Lake, river');
    await panel.getByRole('button', { name: 'Remove answers 2' }).click();
    await panel.getByLabel('Who can reply').selectOption('Only mentioned accounts');
    await expectAccessible(page);
    await expectFitsNarrow(page);
    expect((await saved(page, 'Where to?'))?.platformOptions).toMatchObject({
      poll: { options: ['Sea', 'Lake, river'], durationMinutes: 1440 },
      replySettings: 'mentionedUsers',
    });
    await context.close();
  });

  it('show what TikTok allows, and hide the rest under “More options”', async () => {
    const { page, context } = await dashboard.newMember('EDITOR');
    const panel = await compose(page, /^TikTok @/, 'TikTok');
    const duets = panel.getByRole('checkbox', { name: 'Allow duets' });
    expect(await duets.isChecked()).toBe(true);
    await duets.uncheck();
    const aiLabel = panel.getByRole('checkbox', { name: 'Made with AI' });
    expect(await aiLabel.isVisible()).toBe(false);
    await panel.locator('summary', { hasText: 'More options' }).click();
    await aiLabel.check();
    expect((await saved(page, 'No duets'))?.platformOptions).toMatchObject({
      disableDuet: true,
      isAigc: true,
    });
    await context.close();
  });

  it('are in German for users who read German, with the messages of the service about them', async () => {
    const { page, context } = await dashboard.newMember('EDITOR');
    await page.addInitScript("localStorage.setItem('punctual.language', 'de')");
    await page.goto(dashboard.at('compose'));
    await page.getByRole('checkbox', { name: /^YouTube/ }).check();
    await page.getByRole('tab', { name: 'YouTube' }).click();
    const panel = page.getByRole('tabpanel', { name: 'YouTube' });
    await panel.getByLabel(/^Für Kinder/).waitFor();
    await panel.getByText('Diese Angabe ist erforderlich.').first().waitFor();
    await page.getByRole('checkbox', { name: /^X @/ }).check();
    await page.getByRole('tab', { name: /^X\b/ }).click();
    const ofX = page.getByRole('tabpanel', { name: /^X\b/ });
    await ofX.getByRole('option', { name: '3 Tage', includeHidden: true }).waitFor({ state: 'attached' });
    await context.close();
  });

  it('let a user choose a thumbnail by its picture', async () => {
    const { page, context } = await dashboard.newMember('EDITOR');
    const panel = await compose(page, /^YouTube/, 'YouTube');
    await page.getByRole('tab', { name: 'All' }).click();
    await page
      .getByLabel('Files for Images and videos', { exact: true })
      .setInputFiles(await pictureNamed('thumbnail.jpg'));
    await page.getByLabel('Alt text for thumbnail.jpg').waitFor();
    await page.getByRole('button', { name: 'Remove thumbnail.jpg' }).click();
    await page.getByRole('tab', { name: 'YouTube' }).click();
    await panel.getByRole('button', { name: 'Choose thumbnail' }).click();
    const library = page.getByRole('dialog', { name: 'Media library' });
    await library.getByRole('button', { name: /thumbnail\.jpg/ }).click();
    await panel.getByRole('img', { name: 'thumbnail.jpg' }).waitFor();
    await panel.getByLabel('Made for kids (required)').selectOption('No, it is not made for kids');
    await expectAccessible(page);
    await expectFitsNarrow(page);
    const options = (await saved(page, 'With a thumbnail'))?.platformOptions;
    expect(options).toMatchObject({ madeForKids: false });
    expect(options).toHaveProperty('thumbnailMediaId');
    await context.close();
  });

  it('look up people on X only if the user asks, to mention them and to tag them', async () => {
    const { page, context } = await dashboard.newMember('EDITOR');
    const panel = await compose(page, /^X @/, 'X');
    await page.getByRole('tab', { name: 'All' }).click();
    const text = page.getByLabel('Text', { exact: true });
    await text.pressSequentially('Thanks @acme_news');
    const people = page.getByRole('listbox', { name: 'People to mention' });
    await people.getByRole('option', { name: 'Look up @acme_news on X, which charges for it' }).waitFor();
    await expectAccessible(page);
    await text.press('ArrowDown');
    await text.press('Enter');
    await people.getByRole('option', { name: /^Acme News/ }).waitFor();
    await text.press('Enter');
    expect(await text.inputValue()).toBe('Thanks @acme_news ');
    await page.getByRole('tab', { name: 'X', exact: true }).click();
    await panel.locator('summary', { hasText: 'More options' }).click();
    const search = panel.getByRole('searchbox', { name: 'Find by name: Tagged users' });
    await search.fill('nobody_there');
    await search.press('Enter');
    await panel.getByText('Nothing was found for “nobody_there”.').waitFor();
    await search.fill('acme_news');
    await search.press('Enter');
    await panel.getByRole('button', { name: /^Acme News/ }).click();
    expect(await panel.getByLabel('Tagged users 1').inputValue()).toBe('1000000000000000002');
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await context.close();
  });

  it('are in the preview: the answers of a poll, and what a post on Threads hides at first', async () => {
    const { page, context } = await dashboard.newMember('EDITOR');
    const panel = await compose(page, /^Threads @/, 'Threads');
    await panel.locator('summary', { hasText: 'Poll' }).click();
    await panel.getByLabel('Answers 1').fill('The butler');
    await panel.getByLabel('Answers 2').fill('The gardener');
    await panel.locator('summary', { hasText: 'More options' }).click();
    await panel.getByLabel('Spoilers in the text 1').fill('the cook');
    await page.getByRole('tab', { name: 'All' }).click();
    await page.getByLabel('Text', { exact: true }).fill('It was the cook');
    const preview = page.getByRole('article', { name: /^Preview for Threads/ });
    await preview.getByRole('list', { name: 'Poll' }).getByText('The gardener').waitFor();
    await preview.getByTitle('Hidden at first').getByText('the cook').waitFor();
    await expectAccessible(page);
    expect((await saved(page, 'It was the cook'))?.platformOptions).toMatchObject({
      poll: { options: ['The butler', 'The gardener'] },
      spoilers: ['the cook'],
    });
    await context.close();
  });

  it('cause no errors on any page', () => {
    expect(dashboard.problems).toEqual([]);
  });
});
