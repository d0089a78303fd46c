/** The payment processor's response to a charge. */
export type ChargeResult =
  | { kind: 'DONE'; subscriptionId: string }
  /** Nothing was bought. The message comes from the processor and is meant for the payer. */
  | { kind: 'REFUSED'; message: string }
  /** The purchase may have been made. A repeat of the request with the same idempotency key returns the result. */
  | { kind: 'UNCLEAR' };

/** The response to a lowered quantity. `subscriptionId` is null if the subscription has ended or there is none. */
export type ReleaseResult = { kind: 'DONE'; subscriptionId: string | null } | { kind: 'REFUSED' | 'UNCLEAR' };

export interface AddOnOrder {
  customerId: string;
  /** The subscription of earlier add-ons, if one is known. */
  subscriptionId: string | null;
  /** The total number after the order, so that a repeated order does not buy anything twice. */
  quantity: number;
  idempotencyKey: string;
}

export interface PageOrder {
  customerId: string;
  /** The target of the page's link back. The caller must have checked it. */
  returnUrl: string;
}

export type PageResult =
  | { kind: 'OPEN'; url: string }
  /** The processor has no such customer: it was deleted there, or belongs to another account of the installation. */
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
  /** Whether the installation sells anything. If not, no check requires a card, and no other function is called. */
  enabled: boolean;
  /**
   * Creates a customer. In this function and the next, null means that the processor gave no usable response, and a
   * repeat is safe. They and `openPage` throw if the processor refuses a request for good.
   */
  createCustomer: (order: CustomerOrder) => Promise<string | null>;
  /** Whether the customer has a card. False if the processor does not know the customer. */
  hasPaymentMethod: (customerId: string) => Promise<boolean | null>;
  /** Opens the processor's own page, where the customer manages cards and invoices. Its URL is a credential. */
  openPage: (order: PageOrder) => Promise<PageResult>;
  setWorkspaceAddOns: (order: AddOnOrder) => Promise<ChargeResult>;
  /**
   * Lowers the quantity. It never raises the quantity or creates a subscription, because no user is present to agree.
   */
  lowerWorkspaceAddOns: (order: AddOnOrder) => Promise<ReleaseResult>;
}

const notSold = (): never => {
  throw new Error('This installation sells nothing.');
};

/** The billing of installations that sell nothing, such as self-hosted ones. */
export const noBilling: Billing = {
  enabled: false,
  createCustomer: notSold,
  hasPaymentMethod: notSold,
  openPage: notSold,
  setWorkspaceAddOns: notSold,
  lowerWorkspaceAddOns: notSold,
};
