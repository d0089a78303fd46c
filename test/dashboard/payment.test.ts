import { afterAll, describe, expect, it } from 'vitest';
import { startFakeStripe, type FakeStripe } from '../harness/fake-stripe.js';
import {
  endRoutes,
  expectAccessible,
  expectFitsNarrow,
  noBrowser,
  tileOf,
  useDashboard,
} from './dashboard.js';

describe.skipIf(noBrowser)('the payment page', () => {
  let stripe: FakeStripe;
  const dashboard = useDashboard(async () => {
    stripe = await startFakeStripe();
    return {
      STRIPE_SECRET_KEY: 'sk_test_123',
      STRIPE_WORKSPACE_ADD_ON_PRICE: 'price_addon',
      STRIPE_API_URL: stripe.url,
    };
  });
  afterAll(() => stripe.close());

  it('is linked from errors that require a card, and the provider’s page leads back to the dashboard', async () => {
    const { page } = dashboard.owner;
    await page.goto(dashboard.at('accounts'));
    await page.getByRole('button', { name: 'Connect an account' }).click();
    const dialog = page.getByRole('dialog');
    await tileOf(dialog, 'X').check();
    // The sandbox's accounts need no card, so the response for a real account is simulated.
    await page.route('**/connect-sessions', (route) =>
      route.fulfill({
        status: 402,
        json: {
          statusCode: 402,
          code: 'X_PAYMENT_METHOD_REQUIRED',
          message: 'To connect an X account, a payment card must be on file.',
          requestId: 'req_test',
        },
      }),
    );
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('A payment card is needed first').waitFor();
    await expectAccessible(page);
    await endRoutes(page);
    await dialog.getByRole('link', { name: 'Go to payment and invoices' }).click();
    const button = page.getByRole('button', { name: 'Payment and invoices' });
    await button.waitFor();
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await button.click();
    await page.waitForURL(`${stripe.url}/**`);
    expect(stripe.portalSessions).toHaveLength(1);
    await page.getByRole('link', { name: 'Return' }).click();
    await page.waitForURL(`**${dashboard.at('workspace')}`);
    await button.waitFor();
  });

  it('reports that the payment provider is down', async () => {
    const { page } = dashboard.owner;
    await page.goto(dashboard.at('workspace'));
    stripe.outage = 503;
    await page.getByRole('button', { name: 'Payment and invoices' }).click();
    await page.getByText('This is temporarily not possible').waitFor();
    await expectAccessible(page);
    stripe.outage = undefined;
    await page.getByRole('button', { name: 'Payment and invoices' }).click();
    await page.waitForURL(`${stripe.url}/**`);
  });

  it('is offered only to owners', async () => {
    const { page } = await dashboard.newMember('ADMIN');
    await page.goto(dashboard.at('workspace'));
    await page.getByText('Media storage').waitFor();
    await expect.poll(() => page.getByText(/^\d.* of/).count()).toBeGreaterThan(0);
    expect(await page.getByRole('button', { name: 'Payment and invoices' }).count()).toBe(0);
  });

  it('complies with the dashboard’s content policy', () => {
    expect(dashboard.problems).toEqual([]);
  });
});
