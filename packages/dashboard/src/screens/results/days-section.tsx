import type { MetricName } from '../../../../../src/domain/metric-names.js';
import { byAccount, useResultsBefore, type AccountResults, type Result } from '../../api/results.js';
import { userLocale } from '../../lib/language.js';
import { nameOfNumber } from '../../lib/numbers.js';
import { useNow } from '../../lib/use-now.js';
import { t } from '../../messages/results.js';
import { Section } from '../../ui/section.js';
import { byDay, growthOf, sumOf } from './by-day.js';
import { DayChart } from './day-chart.js';
import { useChosenNumber } from './use-chosen-number.js';

const percent = new Intl.NumberFormat(userLocale, {
  style: 'percent',
  signDisplay: 'exceptZero',
  maximumFractionDigits: 0,
});

/** Whether the platform reports how often posts were seen, which is the number that a chart shows first. */
const saysViews = ({ values }: AccountResults): boolean =>
  values.views !== null || values.impressions !== null;

interface SectionProps {
  results: readonly Result[];
  days: number;
  accountId: string | undefined;
}

/** Shows a number of one account, day by day, and how it compares with the period before. */
export function DaysSection({ results, days, accountId }: SectionProps) {
  const accounts = byAccount(results)
    .filter(({ measured }) => measured > 0)
    .sort((one, other) => Number(saysViews(other)) - Number(saysViews(one)));
  const { account, name, fields } = useChosenNumber({ accounts, accountId, label: t('chartOf') });
  if (account === undefined || name === undefined) return null;
  return (
    <Section title={t('byDay')} size="small" action={fields}>
      <Days account={account} name={name} results={results} days={days} />
    </Section>
  );
}

interface DaysProps extends Pick<SectionProps, 'results' | 'days'> {
  account: AccountResults;
  name: MetricName;
}

function Days({ account: { accountId, place, platform, values }, name, results, days }: DaysProps) {
  const now = new Date(useNow());
  const own = results.filter((result) => result.accountId === accountId);
  const total = values[name] ?? 0;
  const title = t('chart', { name: nameOfNumber(name), account: place, total, days });
  return (
    <figure className="relative flex flex-col gap-3 rounded-lg border border-line bg-surface p-4">
      <figcaption className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="text-lg font-semibold">{t('total', { name: nameOfNumber(name), total })}</span>
        <Comparison accountId={accountId} name={name} total={total} days={days} />
      </figcaption>
      <DayChart title={title} days={byDay(own, name, { days, now })} name={name} platform={platform} />
      <p className="text-sm text-muted">{t('eachBar')}</p>
    </figure>
  );
}

function Comparison(props: { accountId: string; name: MetricName; total: number; days: number }) {
  const { accountId, name, total, days } = props;
  const results = useResultsBefore(days)?.filter((result) => result.accountId === accountId);
  if (results === undefined) return null;
  const before = sumOf(results, name);
  const growth = growthOf(total, before);
  if (before === null || growth === null) {
    const words = before === null ? t('unknownBefore', { days }) : t('noneBefore', { days });
    return <span className="text-sm text-muted">{words}</span>;
  }
  return (
    <span className={`text-sm ${growth > 0 ? 'text-good' : 'text-muted'}`}>
      {t('compared', { growth: percent.format(growth), days, before })}
    </span>
  );
}
