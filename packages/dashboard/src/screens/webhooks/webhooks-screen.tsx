import { Link } from '@tanstack/react-router';
import { Webhook } from 'lucide-react';
import { useState } from 'react';
import { useWorkspace } from '../../api/workspace.js';
import { endpointStateLabels } from '../../lib/labels.js';
import { eventsText } from '../../lib/webhook-labels.js';
import { t } from '../../messages/webhooks.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { DataList, type Column } from '../../ui/data-list.js';
import { DateTime } from '../../ui/date-time.js';
import { ErrorState } from '../../ui/error-state.js';
import { LoadMore } from '../../ui/load-more.js';
import { Screen } from '../../ui/screen.js';
import { EmptyState, Skeleton } from '../../ui/states.js';
import { useEndpoints, type Endpoint } from './api.js';
import { CreateEndpointDialog } from './create-endpoint-dialog.js';

/** Shows the endpoints that receive events of the workspace. */
export function WebhooksScreen() {
  const [creating, setCreating] = useState(false);
  const add = (
    <Button look="primary" onClick={() => setCreating(true)}>
      {t('addAnEndpoint')}
    </Button>
  );
  return (
    <Screen title={t('webhooks')} actions={add}>
      <p className="max-w-prose text-muted">{t('punctualNotifiesYourServerOf')}</p>
      <EndpointList />
      {creating && <CreateEndpointDialog onClose={() => setCreating(false)} />}
    </Screen>
  );
}

function EndpointList() {
  const pages = useEndpoints();
  if (pages.isPending) return <Skeleton label={t('loadingEndpoints')} />;
  if (pages.isError && pages.rows.length === 0) {
    return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />;
  }
  return (
    <section aria-label={t('endpoints')}>
      {pages.rows.length === 0 ? (
        <EmptyState icon={Webhook} title={t('noEndpointsYet')}>
          {t('addTheUrlOfA')}
        </EmptyState>
      ) : (
        <DataList
          caption={t('webhookEndpoints')}
          columns={columns}
          rows={pages.rows}
          keyOf={({ id }) => id}
        />
      )}
      <LoadMore pages={pages} what={t('moreEndpoints')} />
    </section>
  );
}

function EndpointLink({ endpoint }: { endpoint: Endpoint }) {
  const { id } = useWorkspace();
  return (
    <Link to={`/w/${id}/webhooks/${endpoint.id}`} className="underline wrap-anywhere">
      {endpoint.url}
    </Link>
  );
}

const columns: Column<Endpoint>[] = [
  { title: 'URL', isName: true, cell: (endpoint) => <EndpointLink endpoint={endpoint} /> },
  { title: t('status'), cell: ({ status }) => <Badge {...endpointStateLabels[status]} /> },
  { title: t('events'), cell: ({ events }) => eventsText(events) },
  {
    title: t('failingSince'),
    cell: ({ firstFailureAt }) =>
      firstFailureAt === null ? t('notFailing') : <DateTime at={firstFailureAt} />,
  },
  { title: t('description'), cell: ({ description }) => description ?? '–' },
];
