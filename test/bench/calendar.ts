import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import postgres from 'postgres';
import { createPunctualClient } from '../../packages/client/src/index.js';
import { dataOf } from '../../packages/client/src/errors.js';
import { seedSignIn } from '../../src/services/seed/seed-sign-in.js';
import { ensureChromium } from '../browser/chromium.js';
import { openBrowser, signInByLink } from '../browser/person.js';
import { nextYear } from '../dashboard/calendar-days.js';
import { insertPostsLike } from '../harness/many-posts.js';
import { scaled, type Bench } from './bench.js';
import type { BenchStack } from './bench-stack.js';
import { timeRow } from './rows.js';
import { sidesOfRound } from './statistics.js';

const postsEachMonth = 500;
const months = { May: '05', June: '06' } as const;
const viewport = { width: 1280, height: 800 };

/** Runs in each page, and resolves with the time at which something was painted. */
const watch = `globalThis.painted = (isShown) => new Promise((resolve) => {
  const look = () => {
    if (!isShown()) return requestAnimationFrame(look);
    // A message that is sent in a frame arrives after its paint.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(performance.now());
    port2.postMessage(null);
  };
  requestAnimationFrame(look);
})`;

interface Times {
  coldMs: number;
  againMs: number;
}

/** Compares the dashboard's calendar with a page that shows as many plain elements, in the same browser. */
export const calendar: Bench = {
  name: 'calendar',
  run: async (run) => {
    const { stack, runs, say } = run;
    const count = scaled(run, postsEachMonth);
    await fillMonths(stack, count);
    const chromium = ensureChromium();
    if (chromium === null) throw new Error('There is no browser.');
    const browser = await openBrowser(chromium);
    const bare = await serveBare(count);
    try {
      const signedIn = await signIn(browser, stack);
      const measure = {
        ours: () => inPage(browser, signedIn, (page) => openCalendar(page, stack)),
        bare: () => inPage(browser, {}, (page) => openBare(page, bare.url, count)),
      };
      const times = { ours: [] as Times[], bare: [] as Times[] };
      // The first round only warms up.
      for (let round = -1; round < runs; round += 1) {
        for (const side of sidesOfRound(round + 1)) {
          const taken = await measure[side]();
          if (round >= 0) times[side].push(taken);
        }
      }
      const rowOf = (label: string, which: keyof Times) =>
        timeRow(
          {
            label,
            unit: 'ms',
            ours: times.ours.map((taken) => taken[which]),
            bare: times.bare.map((taken) => taken[which]),
          },
          null,
        );
      const rows = [
        rowOf('opened in a browser without a cache', 'coldMs'),
        rowOf('back in a month that was shown before', 'againMs'),
      ];
      for (const { label, ours, result } of rows) say(`  ${label}: ${ours.toFixed(0)} ms, ${result ?? ''}`);
      return {
        title: `The calendar with ${count} posts a month`,
        method: `Chromium with a window of ${viewport.width} x ${viewport.height}, signed in: from the request of the page until all posts of the month are known and the frame with its tiles is painted, and from the click on “Previous month” until then. Bare: a static page with ${count} plain elements, and a click that replaces them. The aims, on a machine with nothing else to do, are 300 ms and 60 ms.`,
        rows: rows.map((row) => ({ ...row, speed: null })),
        cpuMs: null,
        curves: null,
      };
    } finally {
      await browser.close();
      await bare.close();
    }
  },
};

async function fillMonths(
  { apiUrl, apiKey, accounts, databaseUrl }: BenchStack,
  count: number,
): Promise<void> {
  const api = createPunctualClient({ baseUrl: `${apiUrl}/api/v1`, apiKey });
  const platforms = accounts.slice(0, 1).map(({ id }) => ({ accountId: id }));
  const body = { content: 'One of many', platforms, draftScheduledFor: `${nextYear}-01-15T12:00:00Z` };
  const { id } = await dataOf(api.POST('/posts', { body }));
  const sql = postgres(databaseUrl, { max: 1 });
  try {
    for (const month of Object.values(months))
      await insertPostsLike(sql, id, { count, from: `${nextYear}-${month}-01` });
  } finally {
    await sql.end();
  }
}

/** Returns the options of a context in which the owner is signed in. */
async function signIn(browser: Browser, { apiUrl, context }: BenchStack): Promise<BrowserContextOptions> {
  const visitor = await browser.newContext();
  const signedIn = await seedSignIn(context.deps);
  await signInByLink(await visitor.newPage(), { signInUrl: `${apiUrl}/sign-in`, signIn: signedIn });
  const storageState = await visitor.storageState();
  await visitor.close();
  return { storageState };
}

/** Uses a new context each time, because its cache is empty. */
async function inPage(
  browser: Browser,
  options: BrowserContextOptions,
  take: (page: Page) => Promise<Times>,
): Promise<Times> {
  const context = await browser.newContext({
    viewport,
    timezoneId: 'UTC',
    locale: 'en-US',
    reducedMotion: 'reduce',
    ...options,
  });
  try {
    await context.addInitScript({ content: watch });
    return await take(await context.newPage());
  } finally {
    await context.close();
  }
}

async function openCalendar(page: Page, { apiUrl, workspaceId }: BenchStack): Promise<Times> {
  await page.goto(`${apiUrl}/w/${workspaceId}/calendar?view=month&day=${nextYear}-${months.May}-15`);
  const coldMs = await page.evaluate<number>(`painted(${isMonth('May')})`);
  await page.evaluate(turn('Next month', isMonth('June')));
  return { coldMs, againMs: await page.evaluate<number>(turn('Previous month', isMonth('May'))) };
}

/** Whether a month is shown with all its posts: the status names only their number when all have been read. */
const isMonth = (name: keyof typeof months): string => `() =>
  document.querySelector('h2')?.textContent === '${name} ${nextYear}' &&
  [...document.querySelectorAll('[role=status]')].some(({ textContent }) => /^\\d+ posts$/.test(textContent)) &&
  document.querySelector('[data-date="${nextYear}-${months[name]}-15"] [data-post]') !== null`;

const turn = (button: string, isShown: string): string => `(async () => {
  const begunMs = performance.now();
  document.querySelector('button[aria-label="${button}"]').click();
  return (await painted(${isShown})) - begunMs;
})()`;

async function openBare(page: Page, url: string, count: number): Promise<Times> {
  await page.goto(url);
  const isShown = (of: string): string =>
    `() => document.querySelectorAll('li[data-of="${of}"]').length === ${count}`;
  const coldMs = await page.evaluate<number>(`painted(${isShown('first')})`);
  return { coldMs, againMs: await page.evaluate<number>(turn('Replace', isShown('second'))) };
}

async function serveBare(count: number): Promise<{ url: string; close: () => Promise<void> }> {
  const items = (of: string): string =>
    Array.from({ length: count }, (_, index) => `<li data-of="${of}">Bulk ${index}</li>`).join('');
  const page = `<!doctype html><title>Bare</title><button aria-label="Replace">Replace</button><ul>${items('first')}</ul>
<script>document.querySelector('button').onclick = () => { document.querySelector('ul').innerHTML = '${items('second')}'; };</script>`;
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
