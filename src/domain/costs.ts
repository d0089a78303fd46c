/**
 * The charges of a platform for publishing. Amounts are whole thousandths of the currency inside, and decimals in strings
 * outside, because a binary floating-point number cannot hold 0.015 exactly, and sums of such numbers drift.
 */
export const currencies = ['USD'] as const;

export const priceNames = ['POST', 'POST_WITH_LINK', 'ALT_TEXT'] as const;

export interface Price {
  name: (typeof priceNames)[number];
  thousandths: number;
  /** A description for people of the part that costs this amount. */
  description: string;
}

/** A platform's list prices. They are data: X changes them without a notice to its API's callers. */
export interface PriceList {
  currency: (typeof currencies)[number];
  prices: readonly Price[];
  /** The day on which the source had these prices, as YYYY-MM-DD. */
  asOf: string;
  /** The URL of the page that states the prices. */
  source: string;
}

/** The parts of a target that a platform can charge for. */
export const chargedParts = ['POST', 'PART', 'FIRST_COMMENT', 'MEDIA'] as const;

/** A part of a target, and how many times a price is charged for it. */
export interface Charge {
  part: (typeof chargedParts)[number];
  price: Price;
  count: number;
}

/** The cost of publishing one target by the list prices of its platform. */
export interface EstimatedCost {
  currency: PriceList['currency'];
  amount: string;
  items: { part: Charge['part']; price: Price['name']; count: number; amount: string }[];
  pricesAsOf: string;
}

export function estimateCost({ currency, asOf }: PriceList, charges: readonly Charge[]): EstimatedCost {
  const total = charges.reduce((sum, { price, count }) => sum + price.thousandths * count, 0);
  return {
    currency,
    amount: amountOf(total),
    items: charges.map(({ part, price, count }) => ({
      part,
      price: price.name,
      count,
      amount: amountOf(price.thousandths * count),
    })),
    pricesAsOf: asOf,
  };
}

const thousandthsPerUnit = 1_000;

/** Writes an amount as a decimal with two digits after the point, or three if it has a part of a cent. */
export function amountOf(thousandths: number): string {
  const fraction = String(thousandths % thousandthsPerUnit).padStart(3, '0');
  return `${Math.floor(thousandths / thousandthsPerUnit)}.${fraction.replace(/0$/, '')}`;
}
