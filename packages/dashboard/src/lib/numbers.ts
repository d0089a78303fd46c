import { metricNames, type MetricName } from '../../../../src/domain/metric-names.js';
import type { components } from '../../../client/src/api-types.js';
import { t } from '../messages/numbers.js';
import { accountName } from './account-names.js';
import type { StateLabel } from './labels.js';
import { platformNames, type Platform } from './platform-looks.js';
import { removedLabel } from './removed-label.js';

type Schemas = components['schemas'];
export type Numbers = Schemas['Metrics'];
export type Values = Schemas['MetricValues'];
type Refresh = Schemas['MetricRefresh'];

export const nameOfNumber = (name: MetricName): string => t(`name.${name}`);

export const numberLabels: Record<Numbers['status'], StateLabel> = {
  OK: { label: t('status.OK'), tone: 'good' },
  PENDING: { label: t('status.PENDING'), tone: 'info' },
  UNSUPPORTED: { label: t('status.UNSUPPORTED'), tone: 'neutral' },
  PERMISSION_MISSING: { label: t('status.PERMISSION_MISSING'), tone: 'warning' },
  OFF: { label: t('status.OFF'), tone: 'neutral' },
  FAILED: { label: t('status.FAILED'), tone: 'warning' },
};

/** The state of a post's numbers. A post that was removed from its platform has none. */
export const numbersStateOf = ({
  isRemoved,
  numbers,
}: {
  isRemoved: boolean;
  numbers: Numbers;
}): StateLabel => (isRemoved ? removedLabel : numberLabels[numbers.status]);

/** Returns why a number is missing: the platform does not report it, or nothing has been measured. */
export const missingText = (
  { status, measuredAt }: Pick<Numbers, 'status' | 'measuredAt'>,
  platform: Platform,
): string =>
  measuredAt === null && status !== 'OK'
    ? numberLabels[status].label
    : t('notReportedBy', { platform: platformNames[platform] });

/** The numbers that at least one of the readings has, in the order of `metricNames`. */
export const reportedNames = (readings: readonly Values[]): MetricName[] =>
  metricNames.filter((name) => readings.some((values) => values[name] !== null));

/** Adds up the numbers of one platform. A number that no reading has stays null. */
export function sumOfValues(readings: readonly Values[]): Values {
  const sums = metricNames.map((name) => {
    const reported = readings.flatMap((values) => values[name] ?? []);
    return [name, reported.length === 0 ? null : reported.reduce((sum, value) => sum + value, 0)] as const;
  });
  return Object.fromEntries(sums) as Values;
}

interface AccountOfTarget {
  id: string;
  platform: Platform;
  handle: string;
}

/** Returns sentences about the result of "Read now". */
export function readNowSentences(
  { accepted, skipped }: Refresh,
  accounts: readonly AccountOfTarget[],
): string {
  const nameOf = (accountId: string): string => {
    const account = accounts.find(({ id }) => id === accountId);
    return account === undefined ? accountId : accountName(account.platform, account.handle);
  };
  const others = skipped.map(({ socialAccountId, reason }) =>
    t(`skipped.${reason}`, { account: nameOf(socialAccountId) }),
  );
  return [t(accepted.length === 0 ? 'readingNone' : 'reading'), ...others].join(' ');
}
