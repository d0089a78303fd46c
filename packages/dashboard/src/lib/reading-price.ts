import type { components } from '../../../client/src/api-types.js';
import { formatDay } from './dates.js';
import { userLocale } from './language.js';
import { money } from './wording.js';

type Price = NonNullable<components['schemas']['SocialAccountMetrics']['pricePerReading']>;

/** Returns a platform's price for each reading of a post, and the day of its price list. */
export const priceTexts = ({ amount, currency, asOf }: Price): { price: string; day: string } => ({
  price: money(Number(amount), currency, userLocale),
  // The day of a price list is the same in all time zones.
  day: formatDay(`${asOf}T00:00:00Z`, { timeZone: 'UTC' }),
});
