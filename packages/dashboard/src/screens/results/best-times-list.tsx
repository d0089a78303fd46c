import type { MetricName } from '../../../../../src/domain/metric-names.js';
import { byAccount, daysMax, useResults, type AccountResults, type Result } from '../../api/results.js';
import { localTimeZone } from '../../lib/dates.js';
import { userLocale } from '../../lib/language.js';
import { nameOfNumber } from '../../lib/numbers.js';
import { useNow } from '../../lib/use-now.js';
import { t } from '../../messages/results.js';
import { ErrorState } from '../../ui/error-state.js';
import { Skeleton } from '../../ui/states.js';
import { basisMin, bestTimes, nameOfSlot } from './best-times.js';
import { useChosenNumber } from './use-chosen-number.js';

/** Shows when the posts of an account did best: of the given one, or of one that the reader chooses. */
export function BestTimesList({ accountId }: { accountId: string | undefined }) {
  const { data, error, refetch } = useResults(daysMax);
  const accounts = byAccount(data?.results ?? []).filter(({ measured }) => measured > 0);
  const { account, name, fields } = useChosenNumber({ accounts, accountId, label: t('bestTimesOf') });
  if (data === undefined) {
    return error === null ? (
      <Skeleton rows={1} label={t('loadingResults')} />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  }
  if (account === undefined) return <p className="text-muted">{t('noBestTimes')}</p>;
  return (
    <>
      {fields}
      {data.cutAt !== null && <p className="text-warning">{t('onlyNewest', { count: data.cutAt })}</p>}
      {name === undefined ? (
        <p className="text-muted">{t('noBestTimes')}</p>
      ) : (
        <Slots account={account} results={data.results} name={name} />
      )}
    </>
  );
}

interface SlotsProps {
  account: AccountResults;
  results: readonly Result[];
  name: MetricName;
}

function Slots({ account: { accountId, place }, results, name }: SlotsProps) {
  const zone = localTimeZone();
  const own = results.filter((result) => result.accountId === accountId);
  const { basis, slots } = bestTimes(own, name, { nowMs: useNow(), timeZone: zone });
  if (slots.length === 0) {
    return <p className="text-muted">{t('tooFew', { account: place, count: basis, min: basisMin })}</p>;
  }
  return (
    <>
      <p className="text-sm text-muted">
        {t('bestTimesRestOn', { name: nameOfNumber(name), count: basis, account: place, zone })}
      </p>
      <ol className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface px-4">
        {slots.map((slot) => (
          <li
            key={`${slot.weekday} ${slot.hour}`}
            className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5"
          >
            <span className="font-semibold">{nameOfSlot(slot, userLocale)}</span>
            <span className="text-sm text-muted">
              {t('slotRestsOn', { average: Math.round(slot.average * 10) / 10, count: slot.posts })}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
