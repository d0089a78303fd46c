import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const wanted = process.env['TAKE_PICTURES'] === '1';
const size = { width: 1280, height: 800 };

/** Where asked for (`npm test -- --pictures test/dashboard/story.test.ts`), leaves a picture for README and docs. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (!wanted) return;
  const before = page.viewportSize();
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.screenshot({
    path: fileURLToPath(new URL(`../../docs/images/${name}.png`, import.meta.url)),
    animations: 'disabled',
    caret: 'hide',
  });
  if (before !== null) await page.setViewportSize(before);
}
