import { metricsOf } from '../account-grants/reads-metrics.js';
import {
  refreshAccounts,
  refreshSkips,
  type RefreshInput,
  type RefreshView,
} from '../platform-reads/refresh.js';
import type { RequestContext } from '../shared/context.js';
import { askForMetrics } from './enrol.js';

/** `PERMISSION_MISSING`: the account was connected without the permission to read numbers. */
export const metricRefreshSkips = [...refreshSkips, 'PERMISSION_MISSING'] as const;
type MetricRefreshSkip = (typeof metricRefreshSkips)[number];

/** Starts a reading of metrics that does not wait for the next sweep. */
export async function refreshMetrics(
  ctx: RequestContext,
  input: RefreshInput,
): Promise<RefreshView<MetricRefreshSkip>> {
  return refreshAccounts<MetricRefreshSkip>(ctx, input, {
    refreshedAt: 'metricsRefreshedAt',
    whyNot: (asked, account) => {
      const { available, reads, missingScope } = metricsOf(asked, account);
      if (!available) return 'NOT_SUPPORTED';
      if (!reads) return 'SWITCHED_OFF';
      return missingScope === null ? null : 'PERMISSION_MISSING';
    },
    ask: askForMetrics,
    start: (starter, id) => starter.startMeasuring(id),
  });
}
