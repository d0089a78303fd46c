import type { ReactNode } from 'react';
import { t } from '../../messages/composer.js';
import { ErrorState } from '../../ui/error-state.js';
import { Screen } from '../../ui/screen.js';
import { Skeleton } from '../../ui/states.js';
import { useAccounts, usePlatforms, type Account, type PlatformInfo } from './api.js';

/** Loads the accounts and platforms, and then renders the form that needs them. */
export function Prepared({
  title,
  children,
}: {
  title: string;
  children: (accounts: readonly Account[], platforms: readonly PlatformInfo[]) => ReactNode;
}) {
  const accounts = useAccounts();
  const platforms = usePlatforms();
  if (accounts.data !== undefined && platforms.data !== undefined)
    return children(accounts.data, platforms.data);
  const error = accounts.error ?? platforms.error;
  return (
    <Screen title={title}>
      {error === null ? (
        <Skeleton label={t('loadingAccounts')} />
      ) : (
        <ErrorState
          error={error}
          onRetry={() => {
            void accounts.refetch();
            void platforms.refetch();
          }}
        />
      )}
    </Screen>
  );
}
