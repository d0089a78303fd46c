import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dataOf, type components } from '../../packages/client/src/index.js';
import {
  dropFiles,
  endRoutes,
  enterTime,
  expectAccessible,
  expectFitsNarrow,
  holdBack,
  noBrowser,
  useDashboard,
} from './dashboard.js';
import { pictureNamed } from './picture-files.js';

type Post = components['schemas']['Post'];

const daysAheadMs = 100 * 24 * 60 * 60 * 1000;
const dueAt = { date: new Date(Date.now() + daysAheadMs).toISOString().slice(0, 10), time: '09:30' };

describe.skipIf(noBrowser)('the composer', () => {
  const dashboard = useDashboard();

  const open = async (page: Page): Promise<void> => {
    await page.goto(dashboard.at('compose'));
    await page.getByRole('heading', { name: 'New post', level: 1 }).waitFor();
    // The form preselects the accounts of the last post, but these tests select their own.
    const accounts = page.getByRole('group', { name: 'Accounts' });
    await accounts.waitFor();
    const selected = accounts.getByRole('checkbox', { checked: true });
    for (let left = await selected.count(); left > 0; left -= 1) await selected.first().uncheck();
  };
  const account = (page: Page, name: RegExp): Locator =>
    page.getByRole('group', { name: 'Accounts' }).getByRole('checkbox', { name });
  const posts = async (caption: string): Promise<Post[]> => {
    const query = { workspaceId: dashboard.workspaceId, limit: 100 };
    const { data } = await dataOf(dashboard.api.GET('/posts', { params: { query } }));
    return data.filter((post) => post.caption === caption);
  };

  it('schedules a post with an image for three platforms once, however often the button is pressed', async () => {
    const { page } = dashboard.owner;
    await open(page);
    await expectAccessible(page);
    for (const name of [/^Bluesky/, /^X @/, /^Facebook/]) await account(page, name).check();
    await page
      .getByLabel('Text', { exact: true })
      .fill('Harbour at dawn <b>today</b> https://example.com #sea');
    await page
      .getByLabel('Files for Images and videos', { exact: true })
      .setInputFiles(await pictureNamed('harbour.jpg'));
    await page.getByLabel('Alt text for harbour.jpg').fill('Boats at a quay');
    await page.getByText(/^Bluesky @.+: 53 of 300 characters$/).waitFor();
    await enterTime(page, { ...dueAt, timeZone: { typed: 'dubai', name: 'Asia/Dubai' } });
    const preview = page.getByRole('article', { name: /^Preview for Bluesky/ });
    await preview.getByAltText('Boats at a quay').waitFor();
    expect(await preview.getByText('<b>today</b>').count()).toBe(1);
    expect(await preview.getByRole('link', { name: 'https://example.com' }).getAttribute('rel')).toBe(
      'noopener noreferrer',
    );
    await page.getByText(/^Checked: /).waitFor();
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await page.getByRole('button', { name: 'Schedule' }).dblclick();
    await page.getByRole('heading', { name: 'Post scheduled', level: 1 }).waitFor();
    await expectAccessible(page);
    const found = await posts('Harbour at dawn <b>today</b> https://example.com #sea');
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ scheduledAt: `${dueAt.date}T05:30:00.000Z`, timezone: 'Asia/Dubai' });
    expect(found[0]?.targets.map(({ platform }) => platform).sort()).toEqual([
      'BLUESKY',
      'FACEBOOK_PAGE',
      'X',
    ]);
    expect(found[0]?.media[0]?.altText).toBe('Boats at a quay');
  });

  it('shows what the post costs on X, depending on its text', async () => {
    const { page } = dashboard.owner;
    await open(page);
    await account(page, /^Bluesky/).check();
    const text = page.getByLabel('Text', { exact: true });
    await text.fill('Fresh bread');
    await page.getByText(/^Checked: /).waitFor();
    expect(await page.getByText(/^About \$/).count()).toBe(0);
    await account(page, /^X @/).check();
    const cost = (said: string): Promise<void> => page.getByText(said).filter({ visible: true }).waitFor();
    await cost('About $0.015 on X: a post without a link.');
    await text.fill('Fresh bread: example.com');
    await cost('About $0.20 on X: a post with a link.');
    await page
      .getByText(/X charges \$0\.20 .* leave the link out/)
      .filter({ visible: true })
      .waitFor();
    await page.getByLabel('First comment', { exact: true }).fill('We open at seven');
    await cost('About $0.215 on X: a post with a link and a first comment without a link.');
    expect(await page.getByRole('link', { name: 'Prices of Aug 22, 2026' }).getAttribute('href')).toBe(
      'https://docs.x.com/x-api/getting-started/pricing',
    );
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('heading', { name: 'Draft saved', level: 1 }).waitFor();
  });

  it('marks the field and the account that a platform rule concerns, and required options', async () => {
    const { page } = dashboard.owner;
    await open(page);
    await account(page, /^Bluesky/).check();
    await account(page, /^YouTube/).check();
    const text = page.getByLabel('Text', { exact: true });
    await text.fill('a'.repeat(301));
    await page.getByText(/^Bluesky @.+1 over the limit$/).waitFor();
    await expect.poll(() => text.getAttribute('aria-invalid')).toBe('true');
    await page.getByText(/^Bluesky @.+: Too long\.$/).waitFor();
    await enterTime(page, dueAt);
    const title = page.getByLabel('Title (required)');
    await page.getByRole('button', { name: 'YouTube: Title' }).click();
    await title.and(page.locator(':focus')).waitFor();
    await expect.poll(() => title.getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page);
    // If the check while typing fails, the refusal of the request shows the same message at the same place.
    await page.route('**/posts/validate', (route) => route.abort());
    await page.getByRole('tab', { name: 'All' }).click();
    await text.fill('b'.repeat(302));
    await page.getByText('This could not be checked.').waitFor();
    await page.getByRole('button', { name: 'Schedule' }).click();
    await page.getByText('This does not meet a platform’s rules').waitFor();
    await expect.poll(() => title.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => text.getAttribute('aria-invalid')).toBe('true');
    await endRoutes(page);
    expect(await posts('b'.repeat(302))).toEqual([]);
  });

  it('reports a time in the past once, next to the field', async () => {
    const { page } = dashboard.owner;
    await enterTime(page, { date: '2020-01-15' });
    await page.getByText('The time must be in the future.', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Schedule' }).click();
    await page.getByRole('alert').getByText('Correct what is marked above, then try again.').waitFor();
    expect(await page.getByText('The time must be in the future.').count()).toBe(1);
    expect(await page.getByText('scheduledFor').count()).toBe(0);
    // A draft cannot be planned for a past time either.
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page
      .getByRole('alert')
      .getByText(/^This time has passed\. Choose a later one/)
      .waitFor();
    await expectAccessible(page);
    expect(await posts('b'.repeat(302))).toEqual([]);
    await page.getByRole('dialog', { name: 'Publishing time' }).getByRole('button', { name: 'Done' }).click();
    await enterTime(page, { date: dueAt.date });
  });

  it('saves a draft whose planned time has passed, unless the time is edited', async () => {
    const { page } = dashboard.owner;
    const body = { caption: 'Planned long ago', draftScheduledFor: '2020-01-15T09:30:00Z', timezone: 'UTC' };
    const socialAccountId = dashboard.stack.info.socialAccounts[0]?.id ?? '';
    const post = await dataOf(
      dashboard.api.POST('/posts', { body: { ...body, targets: [{ socialAccountId }] } }),
    );
    const other = await page.context().newPage();
    await other.goto(dashboard.at(`posts/${post.id}/edit`));
    await other.getByLabel('Text', { exact: true }).fill('Written anew');
    await enterTime(other, { time: '10:30' });
    await other.getByRole('button', { name: 'Save draft' }).click();
    await other
      .getByRole('alert')
      .getByText(/^This time has passed\./)
      .waitFor();
    await other.getByRole('button', { name: 'Done' }).click();
    await enterTime(other, { time: '09:30' });
    await other.getByRole('button', { name: 'Save draft' }).click();
    await other.getByRole('heading', { name: 'Draft saved', level: 1 }).waitFor();
    const [saved] = await posts('Written anew');
    expect(saved?.scheduledAt).toBe('2020-01-15T09:30:00.000Z');
    await other.close();
  });

  it('shows the beginning of a very long text in its previews, and all of it on request', async () => {
    const { page } = dashboard.owner;
    const text = page.getByLabel('Text', { exact: true });
    const before = await text.inputValue();
    await text.fill('Many words. '.repeat(830));
    const preview = page.getByRole('article', { name: /^Preview for Bluesky/ });
    const heightPx = async (): Promise<number> => (await preview.boundingBox())?.height ?? 0;
    await preview.getByRole('button', { name: 'Show all' }).waitFor();
    expect(await heightPx()).toBeLessThan(600);
    await expectAccessible(page);
    await preview.getByRole('button', { name: 'Show all' }).press('Enter');
    await expect.poll(heightPx).toBeGreaterThan(1_000);
    await preview.getByRole('button', { name: 'Show less' }).press('Enter');
    await text.fill(before);
  });

  it('is read-only while it is being saved, so that no text gets lost', async () => {
    const { page, context } = await dashboard.newMember('EDITOR');
    await open(page);
    await account(page, /^Bluesky/).check();
    const text = page.getByLabel('Text', { exact: true });
    await text.fill('Saved as it was pressed');
    const answer = await holdBack(page, '**/api/v1/posts');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect.poll(() => text.isDisabled()).toBe(true);
    answer();
    await page.getByRole('heading', { name: 'Draft saved', level: 1 }).waitFor();
    expect(await posts('Saved as it was pressed')).toHaveLength(1);
    await context.close();
  });

  it('shows readable names for the values of options', async () => {
    const { page, context } = await dashboard.newMember('EDITOR');
    await open(page);
    await account(page, /^Bluesky/).check();
    await page.getByRole('tab', { name: 'Bluesky' }).click();
    await page.locator('summary', { hasText: 'Content warnings' }).click();
    await page.getByRole('checkbox', { name: 'Only for people who are signed in' }).check();
    expect(await page.getByText('no-unauthenticated').count()).toBe(0);
    await page.getByRole('tab', { name: 'All' }).click();
    await page.getByLabel('Text', { exact: true }).fill('For members');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('heading', { name: 'Draft saved', level: 1 }).waitFor();
    const [post] = await posts('For members');
    expect(post?.targets[0]?.platformOptions).toMatchObject({ labels: ['!no-unauthenticated'] });
    await context.close();
  });

  it('accepts dropped files, and sorts them by dragging', async () => {
    const { page, context } = await dashboard.newMember('EDITOR');
    await open(page);
    const group = page.getByRole('group', { name: 'Images and videos', exact: true });
    await dropFiles(group, [await pictureNamed('left.jpg'), await pictureNamed('right.jpg')]);
    const place = (index: number): Locator => group.locator(`[data-place="${index}"]`);
    await place(1).waitFor();
    const first = (await place(0).getByText(/^1\. /).textContent()) ?? '';
    const name = first.replace('1. ', '').trim();
    await place(0).locator('[draggable=true]').dragTo(place(1));
    await place(1).getByText(`2. ${name}`).waitFor();
    await place(1).locator('[draggable=true]').dragTo(place(0));
    await place(0).getByText(`1. ${name}`).waitFor();
    await context.close();
  });

  it('accepts media from the library, and asks before it publishes at once', async () => {
    const { page, context } = await dashboard.newMember('EDITOR');
    await open(page);
    await account(page, /^Bluesky/).check();
    await page.getByLabel('Text', { exact: true }).fill('At once?');
    await page.getByRole('button', { name: 'Choose from library' }).click();
    const library = page.getByRole('dialog', { name: 'Media library' });
    const picture = library.getByRole('button', { name: /harbour\.jpg/ }).first();
    await picture.click();
    await expect.poll(() => picture.getAttribute('aria-pressed')).toBe('true');
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await library.getByRole('button', { name: 'Done' }).click();
    await page.getByText('1. harbour.jpg').waitFor();
    await page.getByRole('button', { name: 'More ways to send' }).click();
    await page.getByRole('menuitem', { name: 'Publish now' }).click();
    const question = page.getByRole('alertdialog', { name: 'Publish now?' });
    await question.getByText(/^It will be published within half a minute on Bluesky @/).waitFor();
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await posts('At once?')).toEqual([]);
    await context.close();
  });

  it('accepts media from another workspace of the user', async () => {
    const { context, page } = await dashboard.newVisitor();
    await context.addCookies(await dashboard.owner.context.cookies());
    const { info } = dashboard.stack;
    const made = await context.request.post(`${info.apiUrl}/workspaces`, {
      headers: { origin: info.dashboardUrl },
      data: { name: 'Brand assets' },
    });
    expect(made.status()).toBe(201);
    const { id: workspaceId } = (await made.json()) as { id: string };
    const { buffer, mimeType, name } = await pictureNamed('logo.jpg');
    const begun = await dataOf(
      dashboard.api.POST('/media/presign', {
        params: { query: { workspaceId } },
        body: { mime: mimeType, sizeBytes: buffer.byteLength, filename: name },
      }),
    );
    if (begun.upload.kind !== 'single') throw new Error('the upload is in parts');
    const { url, headers } = begun.upload;
    expect((await fetch(url, { method: 'PUT', headers, body: new Uint8Array(buffer) })).ok).toBe(true);
    const params = { path: { id: begun.media.id } };
    await dataOf(dashboard.api.POST('/media/{id}/complete', { params }));

    await open(page);
    await account(page, /^Bluesky/).check();
    await page.getByLabel('Text', { exact: true }).fill('With the logo');
    await page.getByRole('button', { name: 'Choose from library' }).click();
    const library = page.getByRole('dialog', { name: 'Media library' });
    await library
      .getByRole('button', { name: /harbour\.jpg/ })
      .first()
      .waitFor();
    await library.getByLabel('Workspace').selectOption('Brand assets');
    await library.getByRole('button', { name: /logo\.jpg/ }).click();
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await library.getByRole('button', { name: 'Done' }).click();
    await page.getByText('1. logo.jpg').waitFor();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('heading', { name: 'Draft saved', level: 1 }).waitFor();
    const [post] = await posts('With the logo');
    expect(post?.media.map(({ mediaAssetId }) => mediaAssetId)).toEqual([begun.media.id]);
    await context.close();
  });

  it('restores unsent work after a reload', async () => {
    const { page } = dashboard.owner;
    await page.reload();
    await page.getByText('You have an unsaved post').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Keep editing' }).click();
    const text = page.getByLabel('Text', { exact: true });
    expect(await text.inputValue()).toBe('b'.repeat(302));
    expect(await account(page, /^YouTube/).isChecked()).toBe(true);
    await account(page, /^YouTube/).uncheck();
    await text.fill('Kept over a reload');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('heading', { name: 'Draft saved', level: 1 }).waitFor();
    expect(await posts('Kept over a reload')).toHaveLength(1);
    await page.reload();
    await page.getByRole('group', { name: 'Accounts' }).waitFor();
    expect(await page.getByText('You have an unsaved post').count()).toBe(0);
  });

  it('resumes an interrupted upload, and sorts media with buttons', async () => {
    const { page } = dashboard.owner;
    const files = page.getByLabel('Files for Images and videos', { exact: true });
    await files.setInputFiles(await pictureNamed('first.jpg'));
    await page.getByLabel('Alt text for first.jpg').waitFor();
    await page.route('**/storage/upload*', (route) => route.abort());
    await files.setInputFiles(await pictureNamed('second.jpg'));
    await page.getByText('The upload was interrupted.', { exact: true }).waitFor();
    await expectAccessible(page);
    await endRoutes(page);
    await page.reload();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await page.getByText('The upload of second.jpg was interrupted.').waitFor();
    await files.setInputFiles(await pictureNamed('second.jpg'));
    await page.getByRole('button', { name: 'Move second.jpg earlier' }).click();
    await page.getByText('1. second.jpg').waitFor();
    await page.getByRole('button', { name: 'Remove second.jpg' }).click();
    await page.getByText('1. first.jpg').waitFor();
    await page.locator('[role=group]:focus', { hasText: 'Images and videos' }).waitFor();
  });

  it('creates one asset for an upload, even if the response that started it was lost', async () => {
    const { page, context } = await dashboard.newMember('EDITOR');
    await open(page);
    const filesNamed = async (name: string): Promise<number> => {
      const query = { workspaceId: dashboard.workspaceId, limit: 100 };
      const { data } = await dataOf(dashboard.api.GET('/media', { params: { query } }));
      return data.filter(({ originalFilename }) => originalFilename === name).length;
    };
    await page.route('**/media/presign?*', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page
      .getByLabel('Files for Images and videos', { exact: true })
      .setInputFiles(await pictureNamed('once.jpg'));
    const again = page.getByRole('list', { name: 'Uploads' }).getByRole('button', { name: 'Try again' });
    await again.waitFor();
    expect(await filesNamed('once.jpg')).toBe(1);
    await endRoutes(page);
    await again.click();
    await page.getByLabel('Alt text for once.jpg').waitFor();
    expect(await filesNamed('once.jpg')).toBe(1);
    await context.close();
  });

  it('compares the draft with another user’s saved version', async () => {
    const { page } = dashboard.owner;
    const [post] = await posts('Kept over a reload');
    const id = post?.id ?? '';
    await page.goto(dashboard.at(`posts/${id}/edit`));
    const text = page.getByLabel('Text', { exact: true });
    await text.waitFor();
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await text.fill('Mine');
    const params = { path: { id } };
    await dataOf(dashboard.api.PATCH('/posts/{id}', { params, body: { caption: 'Theirs' } }));
    await page.getByRole('button', { name: 'Save draft' }).click();
    const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this post' });
    await dialog.getByText('Theirs').waitFor();
    await dialog.getByText('Mine', { exact: true }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.locator('button:focus', { hasText: 'Save draft' }).waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Overwrite with my version' }).click();
    await page.getByRole('heading', { name: 'Draft saved', level: 1 }).waitFor();
    expect(await posts('Mine')).toHaveLength(1);
  });

  it('is unavailable to client reviewers', async () => {
    const reviewer = await dashboard.newMember('CLIENT_REVIEWER');
    await reviewer.page.goto(dashboard.at('compose'));
    await reviewer.page.getByText('Your role does not allow this').waitFor();
    await reviewer.context.close();
  });

  it('complies with its content policy, without errors on any page', () => {
    expect(dashboard.problems).toEqual([]);
  });
});
