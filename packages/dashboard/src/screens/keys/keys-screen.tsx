import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useWorkspaces } from '../../api/session.js';
import { Button } from '../../ui/button.js';
import { DataList, type Column } from '../../ui/data-list.js';
import { DateTime } from '../../ui/date-time.js';
import { ErrorState } from '../../ui/error-state.js';
import { LoadMore } from '../../ui/load-more.js';
import { Screen } from '../../ui/screen.js';
import { EmptyState, Skeleton } from '../../ui/states.js';
import { useApiKeys, type ApiKey } from './api.js';
import { CreateKeyDialog } from './create-key-dialog.js';
import { RevokeKeyDialog } from './revoke-key-dialog.js';

/** Shows the API keys of the workspace. The secret of a new key is shown only once. */
export function KeysScreen() {
  const [creating, setCreating] = useState(false);
  const create = (
    <Button look="primary" onClick={() => setCreating(true)}>
      Create a key
    </Button>
  );
  return (
    <Screen title="API keys" actions={create}>
      <p className="max-w-prose text-muted">
        An app that uses a key acts as you, with your role. The API is documented at{' '}
        <a href="/docs" className="underline">
          /docs
        </a>
        .
      </p>
      <KeyList />
      {creating && <CreateKeyDialog onClose={() => setCreating(false)} />}
    </Screen>
  );
}

function KeyList() {
  const pages = useApiKeys();
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const columns = useColumns(setRevoking);
  if (pages.isPending) return <Skeleton label="Loading keys" />;
  if (pages.isError && pages.rows.length === 0) {
    return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />;
  }
  return (
    <section aria-label="Keys">
      {pages.rows.length === 0 ? (
        <EmptyState icon={KeyRound} title="No keys yet">
          Create a separate key for each app, so that you can revoke each one on its own.
        </EmptyState>
      ) : (
        <DataList caption="API keys" columns={columns} rows={pages.rows} keyOf={({ id }) => id} />
      )}
      <LoadMore pages={pages} what="keys" />
      {revoking !== null && <RevokeKeyDialog apiKey={revoking} onClose={() => setRevoking(null)} />}
    </section>
  );
}

function useColumns(onRevoke: (key: ApiKey) => void): Column<ApiKey>[] {
  const workspaces = useWorkspaces();
  return [
    { title: 'Name', isName: true, cell: (key) => key.name },
    { title: 'Starts with', cell: ({ hint }) => <code>{hint}…</code> },
    { title: 'Access', cell: (key) => reachOf(key, (id) => workspaces.find((one) => one.id === id)?.name) },
    { title: 'Created by', cell: ({ createdByName }) => createdByName },
    { title: 'Created', cell: ({ createdAt }) => <DateTime at={createdAt} dayOnly /> },
    {
      title: 'Last used',
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <DateTime at={lastUsedAt} />),
    },
    {
      title: 'Actions',
      isAction: true,
      cell: (key) => (
        <Button aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
          Revoke
        </Button>
      ),
    },
  ];
}

function reachOf({ workspaceIds }: ApiKey, nameOf: (id: string) => string | undefined): string {
  if (workspaceIds === null) return 'All workspaces of its creator';
  const names = workspaceIds.map(nameOf).filter((name) => name !== undefined);
  const others = workspaceIds.length - names.length;
  return [...names, ...(others === 0 ? [] : [`${others} that you are not a member of`])].join(', ');
}
