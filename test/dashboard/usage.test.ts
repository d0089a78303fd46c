import { describe, expect, it } from 'vitest';
import { expectAccessible, noBrowser, useDashboard } from './dashboard.js';

describe.skipIf(noBrowser)('the usage of a workspace', () => {
  const dashboard = useDashboard();

  it('is read again on request after an error', async () => {
    const { page } = dashboard.owner;
    let asked = 0;
    let isMended = false;
    await page.route('**/usage', (route) => {
      asked += 1;
      return isMended ? route.continue() : route.fulfill({ status: 400 });
    });
    await page.goto(dashboard.at('workspace'));
    await page.getByText('Unknown').first().waitFor();
    await expectAccessible(page);
    const again = page.getByRole('button', { name: 'Try again' });
    const before = asked;
    await again.click();
    await expect.poll(() => asked).toBeGreaterThan(before);
    await again.waitFor();
    isMended = true;
    await expect
      .poll(async () => {
        // The page may also read again by itself, which removes the button.
        if (await again.isVisible())
          await again.dispatchEvent('click', {}, { timeout: 1_000 }).catch(() => null);
        return page.getByText('Unknown').count();
      })
      .toBe(0);
  });
});
