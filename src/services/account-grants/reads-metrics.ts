import type { socialAccounts } from '../../db/schema/index.js';
import { amountOf } from '../../domain/costs.js';
import type { ServiceDeps } from '../shared/context.js';
import { lacksScope } from './missing-scopes.js';
import type { AccountMetricsView } from './types.js';

type Row = typeof socialAccounts.$inferSelect;

/** The state of reading the numbers of an account's posts, as callers see it. */
export function metricsOf(
  { platforms }: Pick<ServiceDeps, 'platforms'>,
  account: Pick<Row, 'platform' | 'readsMetrics' | 'scopes'>,
): AccountMetricsView {
  const metrics = platforms.get(account.platform)?.metrics;
  const { price, scope = null } = metrics ?? {};
  return {
    available: metrics !== undefined,
    reads: metrics !== undefined && (account.readsMetrics ?? price === undefined),
    missingScope: lacksScope(account, metrics ?? {}) ? scope : null,
    pricePerReading:
      price === undefined
        ? null
        : { currency: price.currency, amount: amountOf(price.thousandthsPerPost), asOf: price.asOf },
  };
}
