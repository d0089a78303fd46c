import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf, type components } from '../../packages/client/src/index.js';
import { startReceiver, type Receiver } from '../harness/receiver.js';
import { simulators } from '../harness/sandbox.js';
import { sendAhead } from '../harness/send-ahead.js';
import { dragToDay } from './calendar-days.js';
import { leavePage, noBrowser, setApproval, tileOf, useDashboard, type Visitor } from './dashboard.js';
import { waitMsMax } from '../harness/patience.js';

type Post = components['schemas']['Post'];

const example = (name: string): string => fileURLToPath(new URL(`../../examples/${name}`, import.meta.url));
const hourMs = 3_600_000;
const keyPressesMax = 18;
const dayMs = 24 * hourMs;
const outcome = { timeout: waitMsMax };

/** A script that counts the mouse clicks of a person in each page of a visitor. */
const countsClicks = `addEventListener('pointerdown', ({ isTrusted }) => {
  if (isTrusted) sessionStorage.setItem('clicks', String(1 + Number(sessionStorage.getItem('clicks'))));
}, { capture: true });`;

/** The everyday tasks of a person who plans posts, each in a limited number of clicks. */
describe.skipIf(noBrowser)('everyday tasks', () => {
  const dashboard = useDashboard();
  let person: Visitor;
  let page: Page;
  let receiver: Receiver;
  beforeAll(async () => {
    const storageState = await dashboard.owner.context.storageState();
    person = await dashboard.newVisitor({ storageState, viewport: { width: 1440, height: 900 } });
    await person.context.addInitScript({ content: countsClicks });
    page = await person.context.newPage();
    receiver = await startReceiver();
  });
  afterAll(async () => {
    await setApproval(dashboard, false);
    await person.context.close();
    await receiver.close();
  });

  const clicksOf = (of: Page): Promise<number> =>
    of.evaluate<number>("Number(sessionStorage.getItem('clicks'))");
  const forget = (of: Page): Promise<void> => of.evaluate<void>("sessionStorage.removeItem('clicks')");
  /** Opens a screen where a task begins. */
  const begin = async (screen: string, title: string): Promise<void> => {
    await page.goto(dashboard.at(screen));
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await forget(page);
  };
  /** Checks that the task has taken at most this many clicks since it began. */
  const expectClicks = async (clicksMax: number, of = page): Promise<void> => {
    const clicks = await clicksOf(of);
    expect(clicks).toBeGreaterThan(0);
    expect(clicks).toBeLessThanOrEqual(clicksMax);
  };
  const choose = async (button: Locator, file: string): Promise<void> => {
    const chooser = page.waitForEvent('filechooser');
    await button.click();
    await (await chooser).setFiles(example(file));
  };

  const accountOf = (platform: string): string =>
    dashboard.stack.info.socialAccounts.find((account) => account.platform === platform)?.id ?? '';
  const write = (caption: string, inMs: number, platform = 'THREADS'): Promise<Post> => {
    const targets = [{ socialAccountId: accountOf(platform) }];
    return sendAhead(inMs, (scheduledFor) =>
      dataOf(dashboard.api.POST('/posts', { body: { caption, targets, scheduledFor } })),
    );
  };
  const read = ({ id }: Post): Promise<Post> =>
    dataOf(dashboard.api.GET('/posts/{id}', { params: { path: { id } } }));
  const reaches = (post: Post, status: Post['status']): Promise<void> =>
    expect.poll(async () => (await read(post)).status, outcome).toBe(status);
  const found = async (caption: string): Promise<Post> => {
    const query = { workspaceId: dashboard.workspaceId, limit: 100 };
    const { data } = await dataOf(dashboard.api.GET('/posts', { params: { query } }));
    const post = data.find((one) => one.caption === caption);
    if (post === undefined) throw new Error(`There is no post "${caption}".`);
    return post;
  };

  const account = (of: Page, name: RegExp): Locator =>
    of.getByRole('group', { name: 'Accounts' }).getByRole('checkbox', { name });
  const open = async (of: Page): Promise<void> => {
    await of.goto(dashboard.at('compose'));
    await of.getByRole('group', { name: 'Accounts' }).waitFor();
  };

  it('1 and 2: schedule an image for three accounts in six clicks, with another text for one in a seventh', async () => {
    await begin('home', 'Home');
    await page.getByRole('link', { name: 'New post' }).first().click();
    for (const name of [/^Bluesky/, /^X @/, /^Facebook/]) await account(page, name).click();
    await page.getByLabel('Text', { exact: true }).fill('Open from nine');
    await choose(page.getByRole('button', { name: 'Choose files' }), 'picture.jpg');
    await page.getByLabel('Alt text for picture.jpg').waitFor();
    await expect.poll(() => page.evaluate('document.documentElement.scrollHeight')).toBe(900);
    const before = await clicksOf(page);
    await page.getByRole('tab', { name: 'X' }).click();
    await page.getByLabel(/^Text for X/).fill('Open from nine, on X too');
    expect((await clicksOf(page)) - before).toBe(1);
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    await page.getByRole('heading', { name: 'Post scheduled', level: 1 }).waitFor();
    await expectClicks(6 + 1);
    const { status, targets, media } = await found('Open from nine');
    expect([status, targets.length, media.length]).toEqual(['SCHEDULED', 3, 1]);
    const other = targets.find(({ platform }) => platform === 'X');
    expect(other?.captionOverride).toBe('Open from nine, on X too');
  });

  it('1, with the keyboard alone: schedule a post at the next free hour in 18 presses besides typing', async () => {
    const { page: theirs, context } = await dashboard.newMember('EDITOR');
    await open(theirs);
    let presses = 0;
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await theirs.keyboard.press(key);
      presses += keys.length;
      expect(presses).toBeLessThanOrEqual(keyPressesMax);
    };
    await press('Tab');
    await theirs.keyboard.type('bluesky');
    await press('Enter');
    await expect.poll(() => account(theirs, /^Bluesky/).isChecked()).toBe(true);
    while ((await theirs.locator('textarea:focus').count()) === 0) await press('Tab');
    await theirs.keyboard.type('Written without a mouse');
    const schedule = theirs.getByRole('button', { name: 'Schedule', exact: true });
    while ((await schedule.and(theirs.locator(':focus')).count()) === 0) await press('Tab');
    await press('Enter');
    await theirs.getByRole('heading', { name: 'Post scheduled', level: 1 }).waitFor();
    const post = await found('Written without a mouse');
    expect(post.scheduledAt).toMatch(/:00:00\.000Z$/);
    expect(Date.parse(post.scheduledAt ?? '')).toBeGreaterThan(Date.now());
    await open(theirs);
    await expect.poll(() => account(theirs, /^Bluesky/).isChecked()).toBe(true);
    const next = theirs.getByRole('button', { name: /^When: Next free hour/ });
    const hourAfter = new Date(Date.parse(post.scheduledAt ?? '') + hourMs);
    const shown = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit' }).format(hourAfter);
    await next.filter({ hasText: shown }).waitFor();
    await context.close();
  });

  it('3: move a post to another day by dragging it', async () => {
    const post = await write('Moved by hand', 3 * dayMs);
    const day = new Date(Date.now() + 5 * dayMs).toISOString().slice(0, 'YYYY-MM-DD'.length);
    await page.goto(dashboard.at('calendar?view=month'));
    const tile = page.locator('[data-post]', { hasText: 'Moved by hand' });
    await tile.waitFor();
    await dragToDay(page, tile, day);
    await page
      .getByText(/“Moved by hand” was moved/)
      .first()
      .waitFor();
    expect((await read(post)).scheduledAt).not.toBe(post.scheduledAt);
  });

  it('4: change the text of a scheduled post in three clicks', async () => {
    const post = await write('With a tpyo', dayMs);
    await begin(`posts/${post.id}`, 'With a tpyo');
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Text', { exact: true }).fill('Without a typo');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('heading', { name: 'Changes saved', level: 1 }).waitFor();
    await expectClicks(3);
    expect(await read(post)).toMatchObject({ caption: 'Without a typo', status: 'SCHEDULED' });
  });

  it('5: cancel a post in one click', async () => {
    const post = await write('Called off', dayMs);
    await begin(`posts/${post.id}`, 'Called off');
    await page.getByRole('button', { name: 'Cancel post', exact: true }).click();
    await reaches(post, 'CANCELED');
    await expectClicks(1);
  });

  it('6 and 15: see at once why a post failed, and retry it in two clicks', async () => {
    const post = await write('Refused once [sandbox:reject]', hourMs / 3_600);
    await reaches(post, 'FAILED');
    const path = { id: post.id };
    await dataOf(dashboard.api.PATCH('/posts/{id}', { params: { path }, body: { caption: 'Taken now' } }));
    await begin('home', 'Home');
    const row = page
      .getByRole('region', { name: 'Failed' })
      .getByRole('listitem')
      .filter({ hasText: 'Taken now' });
    await row.getByText(/The platform rejected the post/).waitFor();
    await row.getByRole('link').first().click();
    await page.getByRole('button', { name: /^Retry: Threads/ }).click();
    await reaches(post, 'PUBLISHED');
    await expectClicks(2);
  });

  it('7: reply to a comment in two clicks', async () => {
    const post = await write('Ask us anything', hourMs / 3_600);
    await reaches(post, 'PUBLISHED');
    const externalPostId = (await read(post)).targets[0]?.externalPostId;
    const answer = await fetch(`${dashboard.stack.info.sandboxUrl}/comments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        platform: 'THREADS',
        externalPostId,
        text: 'When do you open?',
        authorName: 'Anna Berg',
      }),
    });
    expect(answer.status).toBe(201);
    await begin('inbox', 'Inbox');
    await page.getByRole('button', { name: 'Check for new comments' }).click();
    const row = page.getByRole('link', { name: /anna.berg.*When do you open\?/s });
    await row.waitFor(outcome);
    await forget(page);
    await row.click();
    await page.getByLabel('Your reply to anna.berg').fill('At nine.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Your reply was published').waitFor();
    await expectClicks(2);
  });

  it('8: let a client without an account approve a post, in two clicks from the link', async () => {
    await setApproval(dashboard, true);
    const post = await write('Half price on Monday', dayMs);
    expect(post.status).toBe('NEEDS_APPROVAL');
    await begin('members', 'Members');
    await page.getByRole('button', { name: 'New client link' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Who is it for?').fill('Ms. Bauer');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const url = await dialog.getByLabel('Link for Ms. Bauer').inputValue();
    const client = await dashboard.newVisitor({ viewport: { width: 360, height: 740 } });
    await client.context.addInitScript({ content: countsClicks });
    const theirs = await client.context.newPage();
    // Opening the link is the first of the two clicks.
    await theirs.goto(url);
    await theirs.getByRole('article', { name: /^Preview for Threads/ }).waitFor();
    await theirs.getByRole('button', { name: 'Approve Half price on Monday' }).click();
    await theirs.getByText('Post approved').waitFor();
    await expectClicks(1, theirs);
    // Until the page closes, the approval can be undone. Then it is sent.
    await leavePage(theirs);
    await reaches(post, 'SCHEDULED');
    await client.context.close();
    await setApproval(dashboard, false);
  });

  it('9: connect an account in six clicks', async () => {
    const further = simulators.find(({ name }) => name === 'THREADS')?.accounts[1];
    await begin('accounts', 'Accounts');
    await page.getByRole('button', { name: 'Connect an account' }).click();
    const dialog = page.getByRole('dialog');
    await tileOf(dialog, 'THREADS').click();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.locator(`input[name=account][value="${further?.externalAccountId ?? ''}"]`).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText(`${further?.handle ?? ''} is connected`).waitFor();
    await expectClicks(6);
  });

  it('10: create an API key in three clicks', async () => {
    await begin('keys', 'API keys');
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Newsletter');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    const shown = page.getByRole('dialog', { name: 'Your new API key' });
    const key = await shown.getByLabel(/^Key /).inputValue();
    await shown.getByRole('button', { name: 'I have copied it' }).click();
    await expectClicks(3);
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(`${dashboard.stack.info.apiUrl}/posts`, { headers });
    expect(answer.status).toBe(200);
  });

  it('11: add a webhook and see a delivery in six clicks', async () => {
    await begin('webhooks', 'Webhooks');
    await page.getByRole('button', { name: 'Add an endpoint' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('URL').fill(receiver.url);
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('link', { name: receiver.url }).click();
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await page
      .getByRole('row', { name: /Test event/ })
      .getByText('Delivered')
      .waitFor();
    await expectClicks(6);
    await receiver.until(1);
  });

  it('12: find a post by its text in two clicks', async () => {
    const post = await write('The lighthouse is open at night', dayMs);
    await begin('accounts', 'Accounts');
    await page.getByRole('button', { name: 'Search' }).click();
    const box = page.getByRole('dialog', { name: 'Search' });
    await box.getByRole('combobox').fill('lighthouse');
    await box.getByRole('option').filter({ hasText: 'The lighthouse' }).click();
    await page.waitForURL(`**${dashboard.at(`posts/${post.id}`)}`);
    await expectClicks(2);
  });

  it('13: upload a video in one click', async () => {
    await begin('media', 'Media');
    await choose(page.getByRole('button', { name: /files/i }).first(), 'video.mp4');
    await expectClicks(1);
    const query = { workspaceId: dashboard.workspaceId, limit: 100 };
    const videos = async (): Promise<number> => {
      const { data } = await dataOf(dashboard.api.GET('/media', { params: { query } }));
      return data.filter(({ originalFilename: name, status }) => name === 'video.mp4' && status === 'READY')
        .length;
    };
    // The stack already has a video with this name.
    await expect.poll(videos, outcome).toBe(2);
  });

  it('14: move several posts at once in six clicks', async () => {
    const posts = await Promise.all(['First of two', 'Second of two'].map((text) => write(text, 20 * dayMs)));
    const day = new Date(Date.now() + 20 * dayMs).toISOString().slice(0, 'YYYY-MM-DD'.length);
    await page.goto(dashboard.at(`calendar?view=list&day=${day}`));
    const bar = page.getByRole('region', { name: 'Selection' });
    await bar.waitFor();
    await forget(page);
    for (const { caption } of posts)
      await page.getByLabel(`Select ${caption ?? ''}`, { exact: true }).click();
    await bar.getByRole('button', { name: 'Move' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move 2 posts' });
    await dialog.getByLabel('Days', { exact: true }).fill('1');
    await dialog.getByRole('button', { name: 'Move' }).click();
    await page.getByText('2 posts were moved').waitFor();
    await expectClicks(6);
    for (const post of posts) {
      const movedMs = Date.parse((await read(post)).scheduledAt ?? '') - Date.parse(post.scheduledAt ?? '');
      // The clocks may change in between.
      expect(Math.abs(movedMs - dayMs)).toBeLessThanOrEqual(hourMs);
    }
  });

  it('left no error on any page', () => {
    expect(dashboard.problems).toEqual([]);
  });
});
