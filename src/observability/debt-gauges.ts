import { Gauge, type Registry } from 'prom-client';
import { readAtMost } from './read-at-most.js';

/** The figures about overdue work. */
export interface Debts {
  owedStarts: number;
  oldestOwedStartS: number;
  owedCancellations: number;
  oldestOwedCancellationS: number;
  overduePosts: number;
  oldestOverdueS: number;
  publishingPosts: number;
  /** How long ago the oldest post that is being published was due. */
  oldestPublishingS: number;
  publishingOverHour: number;
  publishingOverDay: number;
  /** The age of the last sweep. Null before the first one. */
  lastSweepAgeS: number | null;
  owedReleases: number;
  /**
   * The numbers of accounts whose refresh is an hour overdue, whose last three refreshes have failed, and whose grant
   * is dead.
   */
  overdueRefreshes: number;
  failingRefreshes: number;
  expiredAccounts: number;
  databaseConnections: number;
  databaseConnectionsBusy: number;
}

export type ReadDebts = () => Promise<Debts>;

/** How long a result is reused, because several collectors may scrape, and each read queries the database. */
const readAgeMsMax = 2_000;

/**
 * Registers gauges of overdue work, read from the database on each scrape. Every process shows the same figures, so
 * aggregate with max(). While the database cannot be read, the gauges are absent and `punctual_debts_readable` is 0.
 */
export function registerDebts(registry: Registry, readDebts: ReadDebts): void {
  const read = readAtMost(readAgeMsMax, readDebts);
  for (const [figure, { name, help }] of Object.entries(figures) as [keyof Debts, Figure][]) {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const value = (await read())?.[figure] ?? undefined;
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  }
  new Gauge({
    name: 'punctual_debts_readable',
    help: 'Whether the database could be asked how much work is still to be started.',
    registers: [registry],
    async collect() {
      this.set((await read()) === undefined ? 0 : 1);
    },
  });
}

interface Figure {
  name: string;
  help: string;
}

const figures: Record<keyof Debts, Figure> = {
  owedStarts: {
    name: 'punctual_owed_starts',
    help: 'Publish runs that are still to be started in Temporal.',
  },
  oldestOwedStartS: {
    name: 'punctual_owed_starts_oldest_seconds',
    help: 'Age of the oldest of these starts.',
  },
  owedCancellations: {
    name: 'punctual_owed_cancellations',
    help: 'Runs that Temporal still has to be told to cancel.',
  },
  oldestOwedCancellationS: {
    name: 'punctual_owed_cancellations_oldest_seconds',
    help: 'Age of the oldest of these cancellations.',
  },
  overduePosts: {
    name: 'punctual_overdue_posts',
    help: 'Posts that are past their time and that no run has taken.',
  },
  oldestOverdueS: {
    name: 'punctual_overdue_oldest_seconds',
    help: 'How late the latest of these posts is.',
  },
  publishingPosts: {
    name: 'punctual_publishing_posts',
    help: 'Posts that are being published, or wait for a platform.',
  },
  oldestPublishingS: {
    name: 'punctual_publishing_oldest_seconds',
    help: 'How long ago the oldest of these posts was due. After 25 hours the sweep ends it.',
  },
  publishingOverHour: {
    name: 'punctual_publishing_over_an_hour',
    help: 'How many of these posts were due more than an hour ago.',
  },
  publishingOverDay: {
    name: 'punctual_publishing_over_a_day',
    help: 'How many of these posts were due more than a day ago.',
  },
  lastSweepAgeS: {
    name: 'punctual_sweep_age_seconds',
    help: 'How long ago the last complete sweep ended; absent before the first one.',
  },
  owedReleases: {
    name: 'punctual_owed_releases',
    help: 'Payers who have fewer workspaces than the payment processor knows of.',
  },
  overdueRefreshes: {
    name: 'punctual_overdue_refreshes',
    help: 'Accounts whose tokens should have been refreshed an hour ago.',
  },
  failingRefreshes: {
    name: 'punctual_failing_refreshes',
    help: 'Accounts whose last three refreshes failed. They stay connected, and Punctual tries again.',
  },
  expiredAccounts: {
    name: 'punctual_expired_accounts',
    help: 'Accounts that a person has to connect again.',
  },
  databaseConnections: {
    name: 'punctual_database_connections',
    help: 'Database connections of all processes together.',
  },
  databaseConnectionsBusy: {
    name: 'punctual_database_connections_busy',
    help: 'Database connections that run a statement or hold a transaction.',
  },
};
