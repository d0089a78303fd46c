import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dataOf } from '../../packages/client/src/index.js';
import { endUndo, expectAccessible, noBrowser, useDashboard } from './dashboard.js';

const stream = '**/api/v1/events';
const minuteMs = 60_000;
/** This time is longer than a page waits for a stream before it polls. */
const untilAwayMs = 10_000;
const untilPolledMs = 20_000;

/** Reads the position of the newest change, as the first message of a stream names it. */
const positionNow = (page: Page): Promise<string> =>
  page.evaluate<string>(`(async () => {
    const stop = new AbortController();
    const { body } = await fetch('/api/v1/events', { signal: stop.signal });
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('\\n\\n')) text += (await reader.read()).value;
    stop.abort();
    return /^id: (.*)$/m.exec(text)[1];
  })()`);

describe.skipIf(noBrowser)('open pages', () => {
  const dashboard = useDashboard();

  const createDraft = (caption: string) =>
    dataOf(
      dashboard.api.POST('/posts', {
        body: { workspaceId: dashboard.workspaceId, caption, targets: [] },
      }),
    );
  const openDrafts = async (page: Page): Promise<void> => {
    await page.goto(dashboard.at('drafts'));
    await page.locator('h1:focus', { hasText: 'Drafts' }).waitFor();
  };
  const newPage = (): Promise<Page> => dashboard.owner.context.newPage();

  it('show changes by other people without a reload', async () => {
    const [page, other] = [await newPage(), await newPage()];
    const { id } = await createDraft('Seen by two');
    await openDrafts(page);
    await page.getByText('Seen by two').waitFor();
    await other.goto(dashboard.at(`posts/${id}`));
    await other.getByRole('button', { name: 'Delete' }).click();
    await endUndo(other, 'Post deleted');
    await page.getByText('Seen by two').waitFor({ state: 'detached' });
    await createDraft('A second thought');
    await page.getByText('A second thought').waitFor();
    await Promise.all([page.close(), other.close()]);
  });

  it('send no requests while nothing changes', async () => {
    const page = await newPage();
    await page.clock.install();
    const opened = page.waitForResponse(stream);
    await openDrafts(page);
    await opened;
    await createDraft('Before the silence');
    await page.getByText('Before the silence').waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.clock.runFor(4 * minuteMs);
    // This change arrives after all earlier requests of the page.
    await createDraft('After the silence');
    await page.getByText('After the silence').waitFor();
    const lists = asked.filter((url) => url.includes('status=DRAFT') && url.includes('expand='));
    expect(lists).toHaveLength(1);
    expect(asked.filter((url) => /\/(comments|social-accounts)\b/.test(url))).toEqual([]);
    await page.close();
  });

  it('miss no change when their stream is cut', async () => {
    const page = await newPage();
    await openDrafts(page);
    const position = await positionNow(page);
    let resume = (): void => undefined;
    const mayResume = new Promise<void>((resolve) => (resume = resolve));
    let times = 0;
    await page.route(stream, async (route) => {
      times += 1;
      if (times === 1) {
        const body = `id: ${position}\n: nothing new\n\n`;
        await route.fulfill({ contentType: 'text/event-stream', body });
        return;
      }
      await mayResume;
      await route.continue();
    });
    await openDrafts(page);
    // The browser opens the stream again after it has ended.
    await expect.poll(() => times).toBe(2);
    await createDraft('Written in the gap');
    resume();
    await page.getByText('Written in the gap').waitFor();
    expect(times).toBe(2);
    await page.close();
  });

  it('send requests at intervals while there is no stream', async () => {
    const page = await newPage();
    await page.clock.install();
    await page.route(stream, (route) => route.fulfill({ status: 503, json: {} }));
    await openDrafts(page);
    await page.getByText('Written in the gap').waitFor();
    await createDraft('Without a stream');
    await page.clock.runFor(untilAwayMs);
    await page.getByText('Without a stream').waitFor();
    await createDraft('Still without a stream');
    await page.clock.runFor(untilPolledMs);
    await page.getByText('Still without a stream').waitFor();
    await page.close();
  });

  it('follow a post from the composer to its link on the platform', async () => {
    const page = await newPage();
    await page.goto(dashboard.at('compose'));
    await page.getByLabel('Text', { exact: true }).fill('Followed to the end');
    await page.getByRole('checkbox', { name: /^Bluesky/ }).check();
    await page.getByRole('button', { name: 'More ways to send' }).click();
    await page.getByRole('menuitem', { name: 'Publish now' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('heading', { level: 1, name: 'Publishing within a minute' }).waitFor();
    const row = page.getByRole('list', { name: 'Accounts' }).getByRole('listitem');
    await row.getByText('Published', { exact: true }).waitFor({ timeout: minuteMs });
    expect(await row.getByRole('link', { name: /^View on Bluesky/ }).getAttribute('href')).toMatch(/^http/);
    await expectAccessible(page);
    await page.close();
    expect(dashboard.problems).toEqual([]);
  });
});
