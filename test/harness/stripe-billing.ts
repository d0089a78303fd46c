import type { Billing } from '../../src/billing/billing.js';
import { createStripeBilling, type StripeFault } from '../../src/billing/stripe.js';
import type { SafeFetch } from '../../src/egress/safe-fetch.js';

/** The product's own use of Stripe, against a fake server. */
export function stripeBillingAt(
  apiUrl: string,
  safeFetch: SafeFetch,
  onFault: (fault: StripeFault) => void = () => undefined,
): Billing {
  return createStripeBilling({
    secretKey: 'sk_test_123',
    workspaceAddOnPriceId: 'price_addon',
    apiUrl,
    safeFetch,
    onFault,
  });
}
