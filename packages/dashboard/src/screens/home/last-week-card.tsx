import { ChartColumnBig } from 'lucide-react';
import { byAccount, useNewestResults, type AccountResults } from '../../api/results.js';
import { missingText, nameOfNumber, reportedNames } from '../../lib/numbers.js';
import { t } from '../../messages/home.js';
import { NumberValue } from '../../ui/number-value.js';
import { PlatformMark } from '../../ui/platform-mark.js';
import { Card, Row } from './card.js';

const days = 7;
const numbersMax = 3;

/** Shows the results of the posts of the last week for each account. */
export function LastWeekCard() {
  const { data, error, refetch } = useNewestResults(days);
  return (
    <Card
      title={t('lastDays', { days })}
      icon={ChartColumnBig}
      all={{ path: 'results', label: t('results') }}
      query={{ data: data && byAccount(data.results), error, refetch }}
      rowOf={(account) => <ResultsRow key={account.accountId} account={account} />}
      empty={t('nothingWasPublished')}
      note={data !== undefined && data.cutAt !== null && t('ofTheNewest', { count: data.cutAt })}
    />
  );
}

function ResultsRow({ account }: { account: AccountResults }) {
  const { platform, place, posts, values, status } = account;
  const names = reportedNames([values]).slice(0, numbersMax);
  const missing = missingText({ status: status === 'OK' ? 'PENDING' : status, measuredAt: null }, platform);
  return (
    <Row>
      <PlatformMark platform={platform} className="size-5" />
      <span className="min-w-0 flex-1 text-sm font-medium wrap-anywhere">
        {place}
        <span className="block font-normal text-muted">{t('postsOut', { count: posts })}</span>
      </span>
      {names.length === 0 ? (
        <span className="text-sm text-muted">{missing}</span>
      ) : (
        <dl className="flex flex-wrap justify-end gap-x-4 text-right text-sm">
          {names.map((name) => (
            <div key={name}>
              <dt className="text-muted">{nameOfNumber(name)}</dt>
              <dd className="font-semibold">
                <NumberValue value={values[name]} missing={missing} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Row>
  );
}
