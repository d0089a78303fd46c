import Stripe from 'stripe';
import type { PageOrder, PageResult } from './billing.js';

/** The limits of each request. A person waits for the page, which takes four requests at most, each tried twice. */
const options: Stripe.RequestOptions = { timeout: 8_000, maxNetworkRetries: 1 };
/** The number of portal configurations that are searched for ours. */
const configurationsMax = 100;
/**
 * The name of this version of `features`. Change both together, because Stripe refuses an idempotency key with other
 * contents.
 */
const configurationName = 'payment-page-1';
const metadataKey = 'punctual';

/**
 * The page shows cards, invoices, and the data on invoices. It does not change subscriptions, because their quantity is
 * the number of workspaces, which only Punctual knows (docs/decisions/plans.md#66-the-payment-page-cancels-nothing).
 */
const features: Stripe.BillingPortal.ConfigurationCreateParams.Features = {
  payment_method_update: { enabled: true },
  invoice_history: { enabled: true },
  customer_update: { enabled: true, allowed_updates: ['name', 'address', 'tax_id'] },
  subscription_cancel: { enabled: false },
  subscription_update: { enabled: false },
};

/** Opens Stripe's page for a customer with our own configuration, whatever the account's default allows. */
export function createPortal(stripe: Stripe): (order: PageOrder) => Promise<PageResult> {
  let configuring: Promise<string> | undefined;
  const open = async ({ customerId, returnUrl }: PageOrder): Promise<PageResult> => {
    configuring ??= configurationOf(stripe);
    try {
      const configuration = await configuring;
      const { url } = await stripe.billingPortal.sessions.create(
        { customer: customerId, configuration, return_url: returnUrl, locale: 'auto' },
        options,
      );
      return { kind: 'OPEN', url };
    } catch (error) {
      if (isMissing(error) && error.param === 'customer') return { kind: 'NO_CUSTOMER' };
      configuring = undefined;
      throw error;
    }
  };
  return async (order) => {
    const isKnown = configuring !== undefined;
    try {
      return await open(order);
    } catch (error) {
      // The configuration may have been archived at Stripe since it was found.
      if (isKnown && error instanceof Stripe.errors.StripeInvalidRequestError) return open(order);
      throw error;
    }
  };
}

export function isMissing(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

/**
 * Returns the id of our configuration, which is created once per Stripe account: it is found by its metadata, and all
 * processes create it with the same idempotency key.
 */
async function configurationOf(stripe: Stripe): Promise<string> {
  const filter = { active: true, limit: configurationsMax };
  const { data } = await stripe.billingPortal.configurations.list(filter, options);
  const known = data.find(({ metadata }) => metadata?.[metadataKey] === configurationName);
  if (known !== undefined) return known.id;
  const created = await stripe.billingPortal.configurations.create(
    { features, metadata: { [metadataKey]: configurationName } },
    { ...options, idempotencyKey: `punctual:${configurationName}` },
  );
  return created.id;
}
