import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useWorkspaces } from '../../api/session.js';
import { useNow } from '../../lib/use-now.js';
import { t } from '../../messages/keys.js';
import { Button } from '../../ui/button.js';
import { DataList, type Column } from '../../ui/data-list.js';
import { DateTime } from '../../ui/date-time.js';
import { ErrorState } from '../../ui/error-state.js';
import { LoadMore } from '../../ui/load-more.js';
import { Screen } from '../../ui/screen.js';
import { EmptyState, Skeleton } from '../../ui/states.js';
import { AppsOfWorkspace } from '../../ui/app-list.js';
import { useApiKeys, type ApiKey } from './api.js';
import { CreateKeyDialog } from './create-key-dialog.js';
import { RevokeKeyDialog } from './revoke-key-dialog.js';
import { rightsOf } from '../../lib/scopes.js';

/** Shows the API keys of the workspace. The secret of a new key is shown only once. */
export function KeysScreen() {
  const [creating, setCreating] = useState(false);
  const create = (
    <Button look="primary" onClick={() => setCreating(true)}>
      {t('createAKey')}
    </Button>
  );
  return (
    <Screen title={t('apiKeys')} actions={create}>
      <p className="max-w-prose text-muted">
        {t.rich('anAppThatUsesA', {
          link: (words) => (
            <a href="/docs" className="underline">
              {words}
            </a>
          ),
        })}
      </p>
      <KeyList />
      <AppsOfWorkspace />
      {creating && <CreateKeyDialog onClose={() => setCreating(false)} />}
    </Screen>
  );
}

function KeyList() {
  const pages = useApiKeys();
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const columns = useColumns(setRevoking);
  if (pages.isPending) return <Skeleton label={t('loadingKeys')} />;
  if (pages.isError && pages.rows.length === 0) {
    return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />;
  }
  return (
    <section aria-label={t('keys')}>
      {pages.rows.length === 0 ? (
        <EmptyState icon={KeyRound} title={t('noKeysYet')}>
          {t('createASeparateKeyFor')}
        </EmptyState>
      ) : (
        <DataList caption={t('apiKeys')} columns={columns} rows={pages.rows} keyOf={({ id }) => id} />
      )}
      <LoadMore pages={pages} what={t('moreKeys')} />
      {revoking !== null && <RevokeKeyDialog apiKey={revoking} onClose={() => setRevoking(null)} />}
    </section>
  );
}

function useColumns(onRevoke: (key: ApiKey) => void): Column<ApiKey>[] {
  const workspaces = useWorkspaces();
  return [
    { title: t('name'), isName: true, cell: (key) => key.name },
    { title: t('startsWith'), cell: ({ hint }) => <code>{hint}…</code> },
    {
      title: t('access'),
      cell: (key) => (
        <Access apiKey={key} reach={reachOf(key, (id) => workspaces.find((one) => one.id === id)?.name)} />
      ),
    },
    {
      title: t('created'),
      cell: ({ createdAt, createdByName }) => (
        <>
          <DateTime at={createdAt} dayOnly />
          <span className="block text-sm text-muted">{createdByName}</span>
        </>
      ),
    },
    {
      title: t('lastUsed'),
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('never') : <DateTime at={lastUsedAt} />),
    },
    {
      title: t('actions'),
      isAction: true,
      cell: (key) => (
        <Button aria-label={t('revokeName', { name: key.name })} onClick={() => onRevoke(key)}>
          {t('revoke')}
        </Button>
      ),
    },
  ];
}

function Access({ apiKey, reach }: { apiKey: ApiKey; reach: string }) {
  const rights = rightsOf(apiKey);
  return (
    <>
      <p>{reach}</p>
      {rights !== null && <p className="text-sm text-muted">{rights}</p>}
      {apiKey.expiresAt !== null && <Expiry at={apiKey.expiresAt} />}
    </>
  );
}

function Expiry({ at }: { at: string }) {
  if (Date.parse(at) <= useNow()) return <p className="text-sm font-medium text-bad">{t('expired')}</p>;
  return (
    <p className="text-sm text-muted">{t.rich('untilDate', { time: () => <DateTime at={at} dayOnly /> })}</p>
  );
}

function reachOf({ workspaceIds }: ApiKey, nameOf: (id: string) => string | undefined): string {
  if (workspaceIds === null) return t('allWorkspacesOfItsCreator');
  const names = workspaceIds.map(nameOf).filter((name) => name !== undefined);
  const others = workspaceIds.length - names.length;
  return [...names, ...(others === 0 ? [] : [t('othersThatYouAreNot', { count: others })])].join(', ');
}
