import { groupBy } from '../../../../../src/domain/group-by.js';
import { listOf, money } from '../../lib/wording.js';
import { platformNames } from '../../lib/platform-looks.js';
import { userLocale } from '../../lib/language.js';
import { t } from '../../messages/composer.js';
import type { Validation } from './api.js';

type Cost = NonNullable<Validation['targets'][number]['estimatedCost']>;

/** The estimates by account. Accounts whose platform charges nothing are missing. */
export type Costs = ReadonlyMap<string, Cost>;

export const costsOf = ({ targets }: Pick<Validation, 'targets'>): Costs =>
  new Map(
    targets.flatMap(({ socialAccountId, estimatedCost }) =>
      estimatedCost === null ? [] : [[socialAccountId, estimatedCost] as const],
    ),
  );

/** An account with what its platform charges. */
export interface ChargedAccount {
  name: string;
  platform: keyof typeof platformNames;
  cost: Cost;
}

/**
 * Returns one sentence about what a post costs: on one account with the reasons, on several as the total and what each
 * costs. Null if nothing is charged.
 */
export function costSentence(accounts: readonly ChargedAccount[], locale = userLocale): string | null {
  const [first, ...others] = accounts;
  if (first === undefined) return null;
  const { platform, cost } = first;
  const { currency, amount, items } = cost;
  if (others.length === 0) {
    return t('costOn', {
      amount: money(Number(amount), currency, locale),
      platform: platformNames[platform],
      items: listOf(together(items).map(itemText), locale),
    });
  }
  const total = accounts.reduce((sum, each) => sum + Number(each.cost.amount), 0);
  const each = accounts.map(({ name, cost: one }) =>
    t('costOfAccount', { account: name, amount: money(Number(one.amount), currency, locale) }),
  );
  return t('costInTotal', { amount: money(total, currency, locale), accounts: listOf(each, locale) });
}

/** Adds up what is charged in the same way, such as several parts without a link. */
const together = (items: Cost['items']): Cost['items'] =>
  [...groupBy(items, ({ part, price }) => `${part} ${price}`).values()].flatMap((alike) =>
    alike.slice(0, 1).map((one) => ({ ...one, count: alike.reduce((sum, { count }) => sum + count, 0) })),
  );

function itemText({ part, price, count }: Cost['items'][number]): string {
  const withLink = price === 'POST_WITH_LINK';
  switch (part) {
    case 'POST':
      return t(withLink ? 'costPostWithLink' : 'costPost');
    case 'PART':
      return t(withLink ? 'costPartsWithLink' : 'costParts', { count });
    case 'FIRST_COMMENT':
      return t(withLink ? 'costCommentWithLink' : 'costComment');
    case 'MEDIA':
      return t('costAltTexts', { count });
  }
}
