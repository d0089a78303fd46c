import { createPrometheus } from '../../src/observability/prometheus.js';
import type { Debts } from '../../src/observability/debt-gauges.js';

const debts: Debts = {
  owedStarts: 0,
  oldestOwedStartS: 0,
  owedCancellations: 0,
  oldestOwedCancellationS: 0,
  overduePosts: 0,
  oldestOverdueS: 0,
  publishingPosts: 0,
  oldestPublishingS: 0,
  publishingOverHour: 0,
  publishingOverDay: 0,
  lastSweepAgeS: 0,
  owedReleases: 0,
  overdueRefreshes: 0,
  failingRefreshes: 0,
  expiredAccounts: 0,
  databaseConnections: 0,
  databaseConnectionsBusy: 0,
};

/** Returns all series that a process can have, by name, with the sets of labels that occur. */
export async function knownSeries(): Promise<Map<string, Record<string, string>[]>> {
  const { metrics, render } = createPrometheus({
    process: 'api',
    readDebts: () => Promise.resolve(debts),
    readTableBytes: () => Promise.resolve(new Map([['posts', 1]])),
    endingVersions: () => [{ platform: 'X', version: '1', endsAt: new Date(0) }],
  });
  metrics.publishLateness('BLUESKY', 1);
  metrics.publishAttempt('BLUESKY', 'POST', 'PUBLISHED');
  metrics.publishWait('BLUESKY', 'NOT_DUE');
  metrics.publishLookup('BLUESKY', 'FOUND');
  metrics.stepEnded('BLUESKY', 'POST', null);
  metrics.stepEnded('BLUESKY', 'POST', 'PUBLISH_UNCONFIRMED');
  metrics.runFinished('PUBLISHED');
  metrics.tokenRefresh('BLUESKY', 'refreshed');
  metrics.commentRead('BLUESKY', 'changed');
  metrics.targetMeasured('BLUESKY', 'changed');
  metrics.reconciled('failed');
  metrics.reconciled({
    started: 1,
    cancelled: 0,
    revived: 0,
    ended: 0,
    deliveriesStarted: 0,
    deliveriesRevived: 0,
  });
  metrics.rowsDeleted('posts', 1);
  metrics.httpRequest({ method: 'GET', route: '/healthz', status: 500, durationMs: 1 });
  metrics.webhookAttempt('DELIVERED', 1);
  metrics.webhookDead();
  metrics.urlRejected('private_address');
  metrics.rateLimited('unauthorized');
  metrics.rateLimiterFault('TIMEOUT');
  const { text } = await render();
  const series = new Map<string, Record<string, string>[]>();
  for (const [, name = ''] of text.matchAll(/^# TYPE (\w+)/gm)) series.set(name, []);
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? /gm)) {
    const own = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]);
    series.set(name, [...(series.get(name) ?? []), Object.fromEntries(own) as Record<string, string>]);
  }
  return series;
}
