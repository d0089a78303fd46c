import { useEffect, useRef, useState } from 'react';
import { announce } from '../../lib/announce.js';
import { showToast } from '../../lib/toasts.js';
import { useUrlParams } from '../../lib/use-url-params.js';
import { deliveryStateLabels } from '../../lib/labels.js';
import { t } from '../../messages/webhooks.js';
import { Button } from '../../ui/button.js';
import { DataList, type Column } from '../../ui/data-list.js';
import { DateTime } from '../../ui/date-time.js';
import { ErrorNote, ErrorState } from '../../ui/error-state.js';
import { SelectField } from '../../ui/field.js';
import { LoadMore } from '../../ui/load-more.js';
import { Section } from '../../ui/section.js';
import { EmptyState, Skeleton } from '../../ui/states.js';
import { useDeliveries, useRedeliver, type Delivery } from './api.js';
import { AttemptsDialog } from './attempts-dialog.js';
import { DeliveryState } from './delivery-state.js';
import { deliveryTypeLabels } from './labels.js';

const statuses = ['PENDING', 'DELIVERED', 'DEAD'] as const;
const choices = [
  { value: '', label: t('all') },
  ...statuses.map((value) => ({ value, label: deliveryStateLabels[value].label })),
];

/** Shows the deliveries of an endpoint in the last thirty days. The list is polled. */
export function DeliveryList({ endpointId }: { endpointId: string }) {
  const [params, setParams] = useUrlParams();
  const status = statuses.find((one) => one === params['status']);
  return (
    <Section title={t('deliveries')} className="gap-4">
      <div className="max-w-60">
        <SelectField
          label={t('showDeliveries')}
          choices={choices}
          value={status ?? ''}
          onValue={(value) => setParams({ status: value })}
        />
      </div>
      <Deliveries endpointId={endpointId} status={status} />
    </Section>
  );
}

function Deliveries({ endpointId, status }: { endpointId: string; status: Delivery['status'] | undefined }) {
  const pages = useDeliveries(endpointId, status);
  const [shown, setShown] = useState<Delivery | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  const columns = useColumns(endpointId, setShown, setFault);
  useSaidChanges(pages.rows);
  if (pages.isPending) return <Skeleton label={t('loadingDeliveries')} />;
  if (pages.isError && pages.rows.length === 0) {
    return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />;
  }
  return (
    <>
      <ErrorNote error={fault} />
      {pages.rows.length === 0 ? (
        <EmptyState title={t('noDeliveries')}>{t('sendATestEventTo')}</EmptyState>
      ) : (
        <DataList caption={t('deliveries')} columns={columns} rows={pages.rows} keyOf={({ id }) => id} />
      )}
      <LoadMore pages={pages} what={t('moreDeliveries')} />
      {shown !== null && <AttemptsDialog delivery={shown} onClose={() => setShown(null)} />}
    </>
  );
}

function useColumns(
  endpointId: string,
  onShow: (delivery: Delivery) => void,
  onFault: (error: unknown) => void,
): Column<Delivery>[] {
  return [
    { title: t('event'), isName: true, cell: ({ type }) => deliveryTypeLabels[type] },
    { title: t('status'), cell: (delivery) => <DeliveryState delivery={delivery} /> },
    { title: t('attempts'), cell: ({ attemptCount }) => attemptCount },
    { title: t('created'), cell: ({ createdAt }) => <DateTime at={createdAt} /> },
    {
      title: t('nextAttempt'),
      cell: ({ nextAttemptAt }) => (nextAttemptAt === null ? t('none') : <DateTime at={nextAttemptAt} />),
    },
    {
      title: t('actions'),
      isAction: true,
      cell: (delivery) => (
        <div className="flex flex-wrap gap-2 md:justify-end">
          <Button
            aria-label={t('attemptsOf', {
              event: deliveryTypeLabels[delivery.type],
            })}
            onClick={() => onShow(delivery)}
          >
            {t('attempts')}
          </Button>
          <RedeliverButton endpointId={endpointId} delivery={delivery} onFault={onFault} />
        </div>
      ),
    },
  ];
}

function RedeliverButton(props: {
  endpointId: string;
  delivery: Delivery;
  onFault: (error: unknown) => void;
}) {
  const { endpointId, delivery, onFault } = props;
  const redelivering = useRedeliver(endpointId);
  const redeliver = async (): Promise<void> => {
    onFault(null);
    await redelivering.mutateAsync(delivery.id);
    showToast(t('resending'));
  };
  return (
    <Button
      aria-label={t('resendEvent', { event: deliveryTypeLabels[delivery.type] })}
      busy={redelivering.isPending}
      onClick={() => redeliver().catch(onFault)}
    >
      {t('resend')}
    </Button>
  );
}

/** Announces the outcomes of deliveries that were pending. */
function useSaidChanges(rows: readonly Delivery[]): void {
  const known = useRef(new Map<string, Delivery['status']>());
  useEffect(() => {
    for (const { id, type, status } of rows) {
      if (known.current.get(id) === 'PENDING' && status !== 'PENDING') {
        announce(`${deliveryTypeLabels[type]}: ${deliveryStateLabels[status].label}`);
      }
      known.current.set(id, status);
    }
  }, [rows]);
}
