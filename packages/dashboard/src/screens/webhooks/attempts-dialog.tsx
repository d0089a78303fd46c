import { t as common } from '../../messages/common.js';
import { t } from '../../messages/webhooks.js';
import { Button } from '../../ui/button.js';
import { DateTime } from '../../ui/date-time.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { ErrorState } from '../../ui/error-state.js';
import { LoadMore } from '../../ui/load-more.js';
import { Skeleton } from '../../ui/states.js';
import { ToldText } from '../../ui/told-text.js';
import { useAttempts, useDelivery, type Attempt, type Delivery } from './api.js';
import { attemptText, deliveryTypeLabels } from './labels.js';

export function AttemptsDialog({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const pages = useAttempts(delivery);
  return (
    <Dialog open onClose={onClose} title={t('attemptsOf', { event: deliveryTypeLabels[delivery.type] })} wide>
      <p className="text-muted wrap-anywhere">{t('eventId', { id: delivery.eventId })}</p>
      <Payload delivery={delivery} />
      {pages.isPending && <Skeleton label={t('loadingAttempts')} />}
      {pages.isError && pages.rows.length === 0 && (
        <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
      )}
      {pages.isSuccess && pages.rows.length === 0 && <p>{t('noAttemptsYet')}</p>}
      <ol className="flex flex-col gap-3">
        {pages.rows.map((attempt) => (
          <li key={attempt.id} className="rounded-md border border-line p-3">
            <AttemptCard attempt={attempt} />
          </li>
        ))}
      </ol>
      <LoadMore pages={pages} what={t('moreAttempts')} />
      <DialogActions>
        <Button onClick={onClose}>{common('close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

/** Shows, on request, the payload that all attempts send. */
function Payload({ delivery }: { delivery: Delivery }) {
  const { data, error, isError, refetch } = useDelivery(delivery);
  if (isError && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <details>
      <summary className="cursor-pointer">{t('payload')}</summary>
      {data === undefined ? (
        <Skeleton label={t('loadingPayload')} />
      ) : (
        <pre className="mt-1 rounded-sm bg-raised p-2 text-sm wrap-anywhere whitespace-pre-wrap">
          {JSON.stringify(data.payload, null, 2)}
        </pre>
      )}
    </details>
  );
}

function AttemptCard({ attempt }: { attempt: Attempt }) {
  const { number, startedAt, durationMs, responseText } = attempt;
  return (
    <div className="flex flex-col gap-1">
      <p className="font-medium wrap-anywhere">
        {number}. <ToldText told={attemptText(attempt)} />
      </p>
      <p className="text-sm text-muted">
        {t.rich('took', { time: () => <DateTime at={startedAt} />, durationMs })}
      </p>
      {responseText !== null && responseText !== '' && (
        <details>
          <summary className="cursor-pointer text-sm">{t('responseFromYourServer')}</summary>
          <pre className="mt-1 rounded-sm bg-raised p-2 text-sm wrap-anywhere whitespace-pre-wrap">
            {responseText}
          </pre>
        </details>
      )}
    </div>
  );
}
