import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { createPunctualClient, type PunctualClient } from '../../packages/client/src/index.js';
import { openBrowser, signInByLink } from '../browser/person.js';
import { freePorts, stackStartMsMax, startRealStack, type RealStack } from '../e2e/real-stack.js';
import { openSharedStack } from './shared-stack.js';

const actionMsMax = 90_000;
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Browsers log every response with an error status, even if the page handles it. */
const expected = /^Failed to load resource/;

/** The script runs in each page, because some violations are reported only to the page. */
const reportsRefusals = `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
  console.error('Content Security Policy: ' + [violatedDirective, blockedURI, sample].join(' '));
});`;

/** For `describe.skipIf(noBrowser)`. The setup prints a warning if there is no browser. */
export const noBrowser = inject('chromiumPath') === null;

export const memberPassword = 'correct horse battery staple';

/** A user with their own browser. */
export interface Visitor {
  context: BrowserContext;
  page: Page;
}

/**
 * The parts that the tests of one file share: one stack, and one browser in which the owner is signed in by the
 * one-time link.
 */
export interface Dashboard {
  stack: RealStack;
  dataDir: string;
  browser: Browser;
  /** The API with the key of the stack, with which a test prepares its data. */
  api: PunctualClient;
  owner: Visitor;
  workspaceId: string;
  /** The errors of all browsers: refusals of the content policy, and errors of pages and consoles. */
  problems: string[];
  /** Returns the path of a screen of the workspace, such as `at('keys')`. */
  at: (screen: string) => string;
  /** A visitor without a session. */
  newVisitor: (options?: BrowserContextOptions) => Promise<Visitor>;
  /** A member who has just accepted an invitation by the owner. */
  newMember: (role: 'ADMIN' | 'EDITOR' | 'CLIENT_REVIEWER') => Promise<Visitor & { email: string }>;
}

/**
 * The dashboard of a test file: opened before its tests, closed after them. Its fields can be used inside of tests.
 * `env` adds settings to those of `npm start`. Files without it share a stack, which is emptied for each of them.
 */
export function useDashboard(env?: () => Promise<Record<string, string>>): Dashboard {
  const dashboard = {} as Dashboard;
  const opened: Partial<Dashboard> = dashboard;
  let ownFolder: string | undefined;
  beforeAll(async () => {
    if (env === undefined) Object.assign(dashboard, await openSharedStack());
    else {
      ownFolder = mkdtempSync(path.join(tmpdir(), 'punctual-dashboard-'));
      dashboard.dataDir = ownFolder;
      dashboard.stack = await startRealStack(ownFolder, { ...(await freePorts()), ...(await env()) });
    }
    dashboard.browser = await openBrowser(inject('chromiumPath') ?? '');
    Object.assign(dashboard, await openDashboard(dashboard));
  }, stackStartMsMax);
  afterEach(async ({ task }) => {
    const [error] = task.result?.errors ?? [];
    if (error === undefined || opened.browser === undefined) return;
    const [first = '', ...others] = error.message.split('\n');
    const pages = await printPages(opened.browser);
    error.message = [`${first} Headings of the pages: ${pages}`, ...others].join('\n');
  });
  afterAll(async () => {
    await opened.browser?.close();
    if (ownFolder === undefined) return;
    await opened.stack?.killAll();
    rmSync(ownFolder, { recursive: true, force: true });
  });
  return dashboard;
}

const printedCharsMax = 12_000;
const snapshotMsMax = 10_000;
const summaryCharsMax = 90;

/**
 * Prints what the open pages show, which explains why a test did not find what it waited for. Returns the texts of their
 * headings, which are put into the closing lines of a run.
 */
async function printPages(browser: Browser): Promise<string> {
  const headings: string[] = [];
  for (const page of browser.contexts().flatMap((context) => context.pages())) {
    const shown = await page
      .locator('body')
      .ariaSnapshot({ timeout: snapshotMsMax })
      .catch((error: unknown) => String(error));
    process.stderr.write(`${page.url()} showed:\n${shown.slice(0, printedCharsMax)}\n`);
    const found = [...shown.matchAll(/- heading "(.*?)"/g)].map(([, text = '']) => text);
    headings.push(found.join(', ').slice(0, summaryCharsMax));
  }
  return headings.join(' | ');
}

async function openDashboard({
  stack,
  browser,
}: Pick<Dashboard, 'stack' | 'browser'>): Promise<Omit<Dashboard, 'dataDir'>> {
  const { info } = stack;
  const problems: string[] = [];
  const newVisitor = async (options: BrowserContextOptions = {}): Promise<Visitor> => {
    const context = await browser.newContext({
      reducedMotion: 'reduce',
      baseURL: info.dashboardUrl,
      ...options,
    });
    context.setDefaultTimeout(actionMsMax);
    await context.addInitScript({ content: reportsRefusals });
    context.on('console', (message) => {
      if (message.type() === 'error' && !expected.test(message.text())) problems.push(message.text());
    });
    context.on('weberror', (fault) => void problems.push(fault.error().message));
    return { context, page: await context.newPage() };
  };
  const owner = await newVisitor();
  await signInByLink(owner.page, info);
  return {
    stack,
    browser,
    api: createPunctualClient({ baseUrl: info.apiUrl, apiKey: info.apiKey }),
    owner,
    workspaceId: info.workspaceId,
    problems,
    at: (screen) => `/w/${info.workspaceId}/${screen}`,
    newVisitor,
    newMember: async (role) => {
      const visitor = await newVisitor();
      const invitation = await invite(owner, info, role);
      await join(visitor, invitation);
      return { ...visitor, email: invitation.email };
    },
  };
}

interface Invitation {
  url: string;
  email: string;
}

async function invite(owner: Visitor, info: RealStack['info'], role: string): Promise<Invitation> {
  const email = `${role.toLowerCase().replace('_', '-')}-${Date.now()}@example.com`;
  const answer = await owner.context.request.post(
    `${info.apiUrl}/workspaces/${info.workspaceId}/invitations`,
    {
      headers: { origin: info.dashboardUrl },
      data: { email, role },
    },
  );
  expect(answer.status()).toBe(201);
  return { url: ((await answer.json()) as { url: string }).url, email };
}

async function join({ page }: Visitor, { url, email }: Invitation): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Name').fill('Robin Reviewer');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(memberPassword);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('Signed in as').waitFor();
}

declare global {
  /** The object that axe defines in each checked page, for the functions that run there. */
  var axe: { run: (options: object) => Promise<AxeResults> };
}

const rules = { runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] } };

/** The tile of a platform in the dialog that connects an account. */
export const tileOf = (within: Page | Locator, platform: string): Locator =>
  within.locator(`input[name=platform][value="${platform}"]`);

/** Closes the message that offers to undo, so that the held request is sent. */
export const endUndo = (page: Page, message: string): Promise<void> =>
  page.getByRole('button', { name: `Dismiss: ${message}` }).click();

/**
 * Reloads the page, which ends it in the same way as closing it. Chromium ends a page half a second after a change to
 * another site, which may be too early for a busy page to send its last requests.
 */
export const leavePage = async (page: Page): Promise<void> => void (await page.reload());

const narrowPx = 360;
const tabletPx = 768;
/** The widths of a phone, a tablet and a desktop. */
const widthsPx = [narrowPx, tabletPx, 1440] as const;
/** The widths at which the layout changes, one pixel less, and some in between. */
const manyWidthsPx = [320, 360, 480, 639, 640, 767, 768, 900, 1023, 1024, 1279, 1280, 1440, 1920] as const;

/**
 * Checks that axe finds no errors on the current page, in light and dark. While a dialog is open, this is checked in
 * windows of several widths, because a dialog lays itself out by the window.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const isDialogOpen = (await page.locator('[role=dialog], [role=alertdialog]').count()) > 0;
  const isWide = (page.viewportSize()?.width ?? 0) >= tabletPx;
  if (isDialogOpen && isWide) await expectAccessibleInWidths(page);
  else await expectAccessibleNow(page);
}

/** Checks the current page in light and dark, on a phone, a tablet and a desktop. */
export const expectAccessibleInWidths = (page: Page): Promise<void> =>
  inWidths(page, widthsPx, async () => {
    await expectFits(page);
    await expectAccessibleNow(page);
  });

/** Checks that nothing is off screen in windows of any width. */
export const expectFitsAnyWidth = (page: Page): Promise<void> =>
  inWidths(page, manyWidthsPx, () => expectFits(page));

/** Checks that nothing is off screen in the narrowest windows. */
export const expectFitsNarrow = (page: Page): Promise<void> =>
  inWidths(page, [narrowPx], () => expectFits(page));

async function inWidths(page: Page, widths: readonly number[], check: () => Promise<void>): Promise<void> {
  const before = page.viewportSize();
  try {
    for (const width of widths) {
      await page.setViewportSize({ width, height: before?.height ?? 900 });
      await check();
    }
  } finally {
    if (before !== null) await page.setViewportSize(before);
  }
}

/**
 * Collects what is off screen: the page itself if it has to be scrolled sideways, and each control that is out of the
 * window, but for those in parts that scroll. Runs in the page.
 */
const collectOffScreen = `(() => {
  const scrolls = (element) => element !== null &&
    (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  const controls = [...document.querySelectorAll('a, button, input, select, textarea, [role=button]')];
  const out = controls.filter((element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return element.checkVisibility() && width > 1 && (left < -1 || right > innerWidth + 1) && !scrolls(element.parentElement);
  });
  const { scrollWidth } = document.documentElement;
  return [...(scrollWidth > innerWidth ? [scrollWidth + ' px of the page'] : []), ...out.map(({ outerHTML }) => outerHTML.slice(0, 200))];
})()`;

/** Some elements measure themselves first, and only then adapt to a window of another width. */
const expectFits = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate<string[]>(collectOffScreen), {
      message: `${page.url()} in ${String(page.viewportSize()?.width)} px`,
    })
    .toEqual([]);

async function expectAccessibleNow(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe(colorScheme);
    expect(await faultsOf(page), colorScheme).toEqual([]);
  }
}

/** Returns the errors that axe finds on the current page. Most pages are never checked, so axe is loaded only here. */
export async function faultsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axeSource);
  const { violations } = await page.evaluate((options) => globalThis.axe.run(options), rules);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message ?? ''}`),
  );
}

/** Drops files on an element, as from a folder of the computer. */
export async function dropFiles(
  onto: Locator,
  files: readonly { name: string; mimeType: string; buffer: Buffer }[],
): Promise<void> {
  const given = files.map(({ buffer, ...file }) => ({ ...file, base64: buffer.toString('base64') }));
  const dataTransfer = await onto.page().evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    for (const { name, mimeType, base64 } of ${JSON.stringify(given)}) {
      const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type: mimeType }));
    }
    return transfer;
  })()`);
  for (const event of ['dragover', 'drop']) await onto.dispatchEvent(event, { dataTransfer });
}

/** Holds requests to the URL, until the returned function is called. */
export async function holdBack(page: Page, url: string): Promise<() => void> {
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(url, async (route) => {
    await held;
    await route.continue();
  });
  return answer;
}

/**
 * Ends all interceptions of the page, after the requests under way. Without the wait, Playwright continues those itself,
 * and their handlers fail.
 */
export const endRoutes = (page: Page): Promise<void> => page.unrouteAll({ behavior: 'wait' });

/**
 * Sets whether posts of the workspace need an approval. Only people may change this, so the owner's session is used.
 */
export async function setApproval({ stack, owner }: Dashboard, requireApproval: boolean): Promise<void> {
  const { apiUrl, workspaceId, dashboardUrl } = stack.info;
  const answer = await owner.context.request.patch(`${apiUrl}/workspaces/${workspaceId}`, {
    headers: { origin: dashboardUrl },
    data: { requireApproval },
  });
  expect(answer.status()).toBe(200);
}

/** Enters the time of publishing in the composer. */
export async function enterTime(
  page: Page,
  { date, time, timeZone }: { date?: string; time?: string; timeZone?: { typed: string; name: string } },
): Promise<void> {
  await page.getByRole('button', { name: /^When: / }).click();
  const fields = page.getByRole('dialog', { name: 'Publishing time' });
  if (date !== undefined) await fields.getByLabel('Date', { exact: true }).fill(date);
  if (time !== undefined) await fields.getByLabel('Time', { exact: true }).fill(time);
  if (timeZone !== undefined) {
    await fields.getByLabel('Time zone').fill(timeZone.typed);
    await page.getByRole('option', { name: timeZone.name }).click();
  }
  await fields.getByRole('button', { name: 'Done' }).click();
  await fields.waitFor({ state: 'detached' });
}
