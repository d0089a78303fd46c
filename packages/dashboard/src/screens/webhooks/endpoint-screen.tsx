import { Link, useParams } from '@tanstack/react-router';
import { useWorkspace } from '../../api/workspace.js';
import { endpointStateLabels } from '../../lib/labels.js';
import { disabledLabels, eventsText } from '../../lib/webhook-labels.js';
import { t } from '../../messages/webhooks.js';
import { Badge } from '../../ui/badge.js';
import { DateTime } from '../../ui/date-time.js';
import { ErrorState } from '../../ui/error-state.js';
import { Facts } from '../../ui/facts.js';
import { Screen } from '../../ui/screen.js';
import { Skeleton } from '../../ui/states.js';
import { useEndpoint, type Endpoint } from './api.js';
import { DeliveryList } from './delivery-list.js';
import { EndpointActions } from './endpoint-actions.js';

/** Shows one endpoint with its events, deliveries and attempts. */
export function EndpointScreen() {
  const { id } = useWorkspace();
  const { endpointId = '' }: { endpointId?: string } = useParams({ strict: false });
  const endpoint = useEndpoint(endpointId);
  return (
    <Screen title={t('webhookEndpoint')}>
      <Link to={`/w/${id}/webhooks`} className="self-start underline">
        {t('allEndpoints')}
      </Link>
      {endpoint.isPending && <Skeleton label={t('loadingEndpoint')} />}
      {endpoint.isError && endpoint.data === undefined && (
        <ErrorState error={endpoint.error} onRetry={() => void endpoint.refetch()} />
      )}
      {endpoint.data !== undefined && (
        <>
          <EndpointFacts endpoint={endpoint.data} />
          <EndpointActions endpoint={endpoint.data} />
          <DeliveryList endpointId={endpoint.data.id} />
        </>
      )}
    </Screen>
  );
}

function EndpointFacts({ endpoint }: { endpoint: Endpoint }) {
  const { url, status, disabledReason, disabledAt, events, description, firstFailureAt } = endpoint;
  const { previousSecretExpiresAt } = endpoint;
  return (
    <Facts
      facts={[
        ['URL', url],
        [t('description'), description],
        [t('status'), <Badge key="state" {...endpointStateLabels[status]} />],
        [t('reason'), disabledReason === null ? null : disabledLabels[disabledReason]],
        [t('offSince'), disabledAt === null ? null : <DateTime key="off" at={disabledAt} />],
        [t('events'), eventsText(events)],
        [t('failingSince'), firstFailureAt === null ? null : <DateTime key="failing" at={firstFailureAt} />],
        [
          t('oldSecretValidUntil'),
          previousSecretExpiresAt === null ? null : <DateTime key="old" at={previousSecretExpiresAt} />,
        ],
      ]}
    />
  );
}
