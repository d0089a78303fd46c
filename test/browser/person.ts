import { chromium, type Browser, type Page } from 'playwright-core';
import type { DevInfo } from '../e2e/real-stack.js';

const actionMsMax = 15_000;

/** A person at a browser of their own, at the installation. */
export interface Person extends AsyncDisposable {
  page: Page;
  /** What the browser's console complained of: errors of pages, refusals of the content policy. */
  complaints: string[];
}

export async function openBrowser(executablePath: string): Promise<Browser> {
  // Chromium has no sandbox for root, as CI often is.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, args });
}

/** Signed in by the one-time link of `npm start`. */
export async function signedInPerson(browser: Browser, info: DevInfo): Promise<Person> {
  const person = await newPerson(browser);
  await signInByLink(person.page, info);
  return person;
}

/** Somebody who is not signed in. */
export async function newPerson(browser: Browser): Promise<Person> {
  const context = await browser.newContext();
  context.setDefaultTimeout(actionMsMax);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => void complaints.push(error.message));
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() };
}

/** Follows the link that `npm start` prints. */
export async function signInByLink(page: Page, { signInUrl, signIn }: DevInfo): Promise<void> {
  await page.goto(`${signInUrl}#token=${signIn.token}`);
  await page.getByRole('button', { name: `Sign in as ${signIn.email}` }).click();
  await page.getByText('Signed in as').waitFor();
}
