import { chromium, type Browser, type Page } from 'playwright-core';
import type { DevInfo } from '../e2e/real-stack.js';

export async function openBrowser(executablePath: string, options: readonly string[] = []): Promise<Browser> {
  // Chromium has no sandbox for root, as CI often is.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, args: [...args, ...options] });
}

/** Follows the link that `npm start` prints. */
export async function signInByLink(
  page: Page,
  { signInUrl, signIn }: Pick<DevInfo, 'signInUrl' | 'signIn'>,
): Promise<void> {
  await page.goto(`${signInUrl}#token=${signIn.token}`);
  await page.getByRole('button', { name: `Sign in as ${signIn.email}` }).click();
  await page.getByText('Signed in as').waitFor();
}

/** Signs out with the panel that the button with the user's name opens. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
}
