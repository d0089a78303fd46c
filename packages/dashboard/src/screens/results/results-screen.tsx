import { ChartColumnBig } from 'lucide-react';
import { metricNames } from '../../../../../src/domain/metric-names.js';
import { byAccount, useResults, type AccountResults, type Result } from '../../api/results.js';
import { saveCsv, toCsv } from '../../lib/csv.js';
import { nameOfNumber, reportedNames } from '../../lib/numbers.js';
import { formatSpan } from '../../lib/wording.js';
import { useUrlParams } from '../../lib/use-url-params.js';
import { t } from '../../messages/results.js';
import { Button } from '../../ui/button.js';
import { ErrorState } from '../../ui/error-state.js';
import { SelectField } from '../../ui/field.js';
import { Screen } from '../../ui/screen.js';
import { Section } from '../../ui/section.js';
import { Segments } from '../../ui/segments.js';
import { EmptyState, Skeleton } from '../../ui/states.js';
import { AccountTable } from './account-table.js';
import { BestTimesList } from './best-times-list.js';
import { DaysSection } from './days-section.js';
import { PostTable } from './post-table.js';
import { inOrder, toRows, type Order } from './results.js';

const ranges = ['7', '30', '90'] as const;
type Range = (typeof ranges)[number];
const orders: readonly Order[] = ['published', ...metricNames];
const allAccounts = 'all';

/** Shows how published posts did: each account's sums, each post's numbers, and the best times. */
export function ResultsScreen() {
  const [params, setParams] = useUrlParams();
  const range = ranges.find((days) => days === params['days']) ?? '7';
  const { data, error, refetch } = useResults(Number(range));
  const accounts = byAccount(data?.results ?? []);
  const accountId = accounts.find((account) => account.accountId === params['account'])?.accountId;
  const shown = (data?.results ?? []).filter((one) => accountId === undefined || one.accountId === accountId);
  const order = orders.find((name) => name === params['sort']) ?? 'published';
  return (
    <Screen
      title={t('results')}
      actions={shown.length > 0 && <ExportButton results={inOrder(shown, order)} range={range} />}
    >
      <Filters range={range} accounts={accounts} accountId={accountId} onChange={setParams} />
      {data === undefined && error === null && <Skeleton label={t('loadingResults')} />}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data !== undefined && data.results.length === 0 && (
        <EmptyState icon={ChartColumnBig} title={t('nothingPublished', { days: Number(range) })}>
          {t('publishedPostsAppearHere')}
        </EmptyState>
      )}
      {data !== undefined && data.results.length > 0 && (
        <>
          {data.cutAt !== null && <p className="text-warning">{t('onlyNewest', { count: data.cutAt })}</p>}
          <DaysSection results={shown} days={Number(range)} accountId={accountId} />
          <Section title={t('accounts')} size="small">
            <AccountTable
              accounts={accounts.filter((one) => accountId === undefined || one.accountId === accountId)}
            />
          </Section>
          <Section
            title={t('posts')}
            size="small"
            action={<OrderSelect results={shown} order={order} onOrder={(sort) => setParams({ sort })} />}
          >
            <PostTable results={inOrder(shown, order)} order={order} />
          </Section>
        </>
      )}
      <Section title={t('bestTimes')} size="small">
        <BestTimesList accountId={accountId} />
      </Section>
    </Screen>
  );
}

interface FiltersProps {
  range: Range;
  accounts: readonly AccountResults[];
  accountId: string | undefined;
  onChange: (changes: Record<string, string | undefined>) => void;
}

function Filters({ range, accounts, accountId, onChange }: FiltersProps) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Segments
        label={t('range')}
        choices={ranges.map((days) => ({ value: days, label: formatSpan(Number(days)) }))}
        value={range}
        onValue={(days) => onChange({ days })}
      />
      {accounts.length > 1 && (
        <SelectField
          label={t('account')}
          choices={[
            { value: allAccounts, label: t('allAccounts') },
            ...accounts.map(({ accountId: value, place }) => ({ value, label: place })),
          ]}
          value={accountId ?? allAccounts}
          onValue={(value) => onChange({ account: value === allAccounts ? undefined : value })}
        />
      )}
    </div>
  );
}

function OrderSelect(props: { results: readonly Result[]; order: Order; onOrder: (order: string) => void }) {
  const { results, order, onOrder } = props;
  const reported = reportedNames(results.map(({ numbers }) => numbers.values));
  const names = metricNames.filter((name) => name === order || reported.includes(name));
  return (
    <SelectField
      label={t('sortedBy')}
      choices={[
        { value: 'published', label: t('published') },
        ...names.map((name) => ({ value: name, label: nameOfNumber(name) })),
      ]}
      value={order}
      onValue={onOrder}
    />
  );
}

function ExportButton({ results, range }: { results: readonly Result[]; range: Range }) {
  const save = () => {
    const day = new Date().toISOString().slice(0, 10);
    saveCsv(`results-${day}-${range}-days.csv`, toCsv(toRows(results)));
  };
  return <Button onClick={save}>{t('exportCsv')}</Button>;
}
