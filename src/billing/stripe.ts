import Stripe from 'stripe';
import type { SafeFetch } from '../egress/safe-fetch.js';
import type { AddOnOrder, Billing, ChargeResult, ReleaseResult } from './billing.js';
import { EgressHttpClient } from './stripe-http-client.js';
import { createPortal, isMissing } from './stripe-portal.js';

const timeoutMs = 15_000;
/** The number of repeats by the library. Every write has an idempotency key. */
const networkRetriesMax = 1;
/** The limits of requests of the reconciler. Two of them have to fit into its sweep. */
const sweepOptions: Stripe.RequestOptions = { timeout: 4_000, maxNetworkRetries: 0 };
/** The number of a customer's subscriptions among which ours is searched. There is one. */
const subscriptionsMax = 100;

interface StripeBillingOptions {
  secretKey: string;
  workspaceAddOnPriceId: string;
  apiUrl: string;
  safeFetch: SafeFetch;
  /** Called for problems that the operator must fix, such as an invalid key or an outage. */
  onFault: (fault: StripeFault) => void;
}

/** An error of Stripe, without its message, which may quote the request. */
export interface StripeFault {
  type: string;
  status: number | undefined;
  code: string | undefined;
  stripeRequestId: string | undefined;
}

/**
 * Sells workspaces as one subscription item per customer. Its quantity is the number of workspaces beyond the plan's.
 */
export function createStripeBilling(options: StripeBillingOptions): Billing {
  const { secretKey, apiUrl, safeFetch, onFault, workspaceAddOnPriceId: price } = options;
  const { hostname, port, protocol } = new URL(apiUrl);
  const isPlain = protocol === 'http:';
  const orNull = async <T>(ask: () => Promise<T>): Promise<T | null> => {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      onFault(faultOf(error));
      // A final refusal must not look like a temporary problem. Stripe's message is left out, because it may quote the
      // request.
      if (isRefused(error))
        throw new Error(`Stripe refuses the request for good (${error.code ?? error.type}).`);
      return null;
    }
  };
  const stripe = new Stripe(secretKey, {
    httpClient: new EgressHttpClient(safeFetch),
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
    protocol: isPlain ? 'http' : 'https',
    timeout: timeoutMs,
    maxNetworkRetries: networkRetriesMax,
    telemetry: false,
  });
  const openPortal = createPortal(stripe);
  return {
    enabled: true,
    createCustomer: ({ userId, email, formerId }) =>
      orNull(async () => {
        const customer = await stripe.customers.create(
          { email, metadata: { userId } },
          { idempotencyKey: `punctual:customer:${userId}${formerId === null ? '' : `:after:${formerId}`}` },
        );
        return customer.id;
      }),
    hasPaymentMethod: (customerId) => orNull(() => hasPaymentMethod(stripe, customerId)),
    openPage: async (order) => (await orNull(() => openPortal(order))) ?? { kind: 'UNCLEAR' },
    setWorkspaceAddOns: async (order) => {
      try {
        return { kind: 'DONE', subscriptionId: await setQuantity(stripe, price, order) };
      } catch (error) {
        const result = refusalOf(error);
        if (result.kind === 'UNCLEAR') onFault(faultOf(error));
        return result;
      }
    },
    lowerWorkspaceAddOns: async (order): Promise<ReleaseResult> => {
      try {
        return { kind: 'DONE', subscriptionId: await lowerQuantity(stripe, price, order) };
      } catch (error) {
        const { kind } = refusalOf(error);
        onFault(faultOf(error));
        return { kind };
      }
    },
  };
}

async function hasPaymentMethod(stripe: Stripe, customerId: string): Promise<boolean> {
  try {
    const { data } = await stripe.customers.listPaymentMethods(customerId, { limit: 1 });
    return data.length > 0;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Whether an error is final: a repeat of the request would get the same response. */
function isRefused({ statusCode: status = 0 }: Stripe.errors.StripeError): boolean {
  return status >= 400 && status < 500 && ![408, 409, 429].includes(status);
}

function faultOf(error: unknown): StripeFault {
  const known = error instanceof Stripe.errors.StripeError ? error : undefined;
  return {
    type: known?.type ?? 'unknown',
    status: known?.statusCode,
    code: known?.code,
    stripeRequestId: known?.requestId,
  };
}

async function setQuantity(stripe: Stripe, price: string, order: AddOnOrder): Promise<string> {
  const { customerId, quantity, idempotencyKey } = order;
  const known = await findSubscription(stripe, price, order);
  if (known === undefined) {
    const created = await stripe.subscriptions.create(
      {
        customer: customerId,
        items: [{ price, quantity }],
        // If the charge fails, no subscription is created, and this request returns the error.
        payment_behavior: 'error_if_incomplete',
      },
      { idempotencyKey },
    );
    return created.id;
  }
  await stripe.subscriptions.update(
    known.id,
    {
      items: [{ id: known.itemId, quantity }],
      payment_behavior: 'error_if_incomplete',
      proration_behavior: 'always_invoice',
    },
    { idempotencyKey },
  );
  return known.id;
}

/**
 * Lowers the quantity. The unused part of the month is credited to the customer. Returns the id of the remaining
 * subscription.
 */
async function lowerQuantity(stripe: Stripe, price: string, order: AddOnOrder): Promise<string | null> {
  const { quantity, idempotencyKey } = order;
  const known = await findSubscription(stripe, price, order, sweepOptions);
  if (known === undefined) return null;
  if (known.quantity <= quantity) return known.id;
  if (quantity === 0 && known.isAlone) {
    await stripe.subscriptions.cancel(known.id, { prorate: true }, sweepOptions);
    return null;
  }
  await stripe.subscriptions.update(
    known.id,
    {
      items: [quantity === 0 ? { id: known.itemId, deleted: true } : { id: known.itemId, quantity }],
      proration_behavior: 'create_prorations',
    },
    { ...sweepOptions, idempotencyKey },
  );
  return quantity === 0 ? null : known.id;
}

interface KnownSubscription {
  id: string;
  itemId: string;
  quantity: number;
  /** Whether the subscription has no other items. */
  isAlone: boolean;
}

/**
 * Finds the customer's subscription, even if we know of none: the process may have crashed between the first charge and
 * storing its result.
 */
async function findSubscription(
  stripe: Stripe,
  price: string,
  { customerId, subscriptionId }: AddOnOrder,
  options: Stripe.RequestOptions = {},
): Promise<KnownSubscription | undefined> {
  const filter = { customer: customerId, price, limit: subscriptionsMax };
  const subscriptions =
    subscriptionId === null
      ? (await stripe.subscriptions.list(filter, options)).data
      : [await stripe.subscriptions.retrieve(subscriptionId, {}, options)];
  for (const { id, status, items } of subscriptions) {
    if (status === 'canceled' || status === 'incomplete_expired') continue;
    const item = items.data.find((each) => each.price.id === price) ?? items.data[0];
    if (item === undefined) continue;
    return { id, itemId: item.id, quantity: item.quantity ?? 0, isAlone: items.data.length === 1 };
  }
  return undefined;
}

/** Classifies an error. Only a refusal is final; after any other error, the purchase may or may not have been made. */
function refusalOf(error: unknown): Exclude<ChargeResult, { kind: 'DONE' }> {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  // Stripe is still processing the same order, or is busy.
  if (error.statusCode === 409 || error.statusCode === 429) return { kind: 'UNCLEAR' };
  if (
    error instanceof Stripe.errors.StripeCardError ||
    error instanceof Stripe.errors.StripeInvalidRequestError
  ) {
    return { kind: 'REFUSED', message: error.message };
  }
  return { kind: 'UNCLEAR' };
}
