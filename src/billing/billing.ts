/** The payment processor's response to a charge. */
export type ChargeResult =
  | { kind: 'DONE'; subscriptionId: string }
  /** Nothing was bought. The text comes from the processor and is meant for the payer. */
  | { kind: 'REFUSED'; message: string }
  /** It may have been bought. The same request under the same idempotency key will tell. */
  | { kind: 'UNCLEAR' };

/** The response to a lowered quantity. Null: the subscription has ended, or there is none. */
export type ReleaseResult = { kind: 'DONE'; subscriptionId: string | null } | { kind: 'REFUSED' | 'UNCLEAR' };

export interface AddOnOrder {
  customerId: string;
  /** The subscription of earlier add-ons, if one is known. */
  subscriptionId: string | null;
  /** The total number afterwards. Stating it twice buys nothing twice. */
  quantity: number;
  idempotencyKey: string;
}

export interface PageOrder {
  customerId: string;
  /** The target of the page's link back. The caller has checked it. */
  returnUrl: string;
}

export type PageResult =
  | { kind: 'OPEN'; url: string }
  /** The processor has no such customer: deleted there, or of another account of the installation's. */
  | { kind: 'NO_CUSTOMER' }
  | { kind: 'UNCLEAR' };

export interface CustomerOrder {
  userId: string;
  email: string;
  /** The customer that this one replaces, because the processor no longer has it. */
  formerId: string | null;
}

/** The interface to a payment processor. Never call it inside a database transaction. */
export interface Billing {
  /** False: nothing is sold here. No check asks for a card, and no other function is called. */
  enabled: boolean;
  /**
   * Null, here and below: the processor gave no usable answer. Asking again does no harm. What it refuses for good, these
   * three functions throw.
   */
  createCustomer: (order: CustomerOrder) => Promise<string | null>;
  /** A customer that the processor does not have has none. */
  hasPaymentMethod: (customerId: string) => Promise<boolean | null>;
  /** The URL of the processor's own page, where this customer manages cards and invoices. It is a credential. */
  openPage: (order: PageOrder) => Promise<PageResult>;
  setWorkspaceAddOns: (order: AddOnOrder) => Promise<ChargeResult>;
  /** Never raises the quantity and creates no subscription, because it runs without a user who could agree. */
  lowerWorkspaceAddOns: (order: AddOnOrder) => Promise<ReleaseResult>;
}

const notSold = (): never => {
  throw new Error('This installation sells nothing.');
};

/** For self-hosted installations. */
export const noBilling: Billing = {
  enabled: false,
  createCustomer: notSold,
  hasPaymentMethod: notSold,
  openPage: notSold,
  setWorkspaceAddOns: notSold,
  lowerWorkspaceAddOns: notSold,
};
