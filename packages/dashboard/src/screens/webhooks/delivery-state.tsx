import { deliveryStateLabels, retryingLabel } from '../../lib/labels.js';
import { t } from '../../messages/webhooks.js';
import { Badge } from '../../ui/badge.js';
import { DateTime } from '../../ui/date-time.js';
import { ToldText } from '../../ui/told-text.js';
import { useLastAttempt, useSentDelivery, type Delivery } from './api.js';
import { attemptText, deadLabels } from './labels.js';

/** Shows the state of a delivery. A delivery that has failed but is tried again is shown as "Retrying". */
export function DeliveryState({ delivery }: { delivery: Delivery }) {
  const { deadReason } = delivery;
  return (
    <span className="inline-flex flex-col items-start gap-1">
      <Badge {...stateLabelOf(delivery)} />
      {isRetried(delivery) && <LastAttempt delivery={delivery} />}
      {deadReason !== null && <span className="text-sm text-muted">{deadLabels[deadReason]}</span>}
    </span>
  );
}

/** Shows the outcome of a test event. */
export function TestResult({ endpointId, deliveryId }: { endpointId: string; deliveryId: string }) {
  const { data: delivery } = useSentDelivery(endpointId, deliveryId);
  const nextAttemptAt = delivery !== undefined && isRetried(delivery) ? delivery.nextAttemptAt : null;
  const isTried = delivery !== undefined && delivery.attemptCount > 0;
  return (
    <div role="status" className="flex flex-wrap items-center gap-2">
      <span>{t('testEvent')}</span>
      {delivery === undefined ? t('sending') : <Badge {...stateLabelOf(delivery)} />}
      {isTried && <LastAttempt delivery={delivery} />}
      {nextAttemptAt !== null && (
        <span className="text-sm text-muted">
          {t.rich('nextAttemptAt', { time: () => <DateTime at={nextAttemptAt} /> })}
        </span>
      )}
    </div>
  );
}

function LastAttempt({ delivery }: { delivery: Delivery }) {
  const { data: attempt } = useLastAttempt(delivery);
  if (attempt === undefined || attempt === null) return null;
  return (
    <span className="text-sm text-muted wrap-anywhere">
      <ToldText told={attemptText(attempt)} />
    </span>
  );
}

const isRetried = ({ status, attemptCount }: Delivery): boolean => status === 'PENDING' && attemptCount > 0;

const stateLabelOf = (delivery: Delivery) =>
  isRetried(delivery) ? retryingLabel : deliveryStateLabels[delivery.status];
