import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { t } from '../messages/shell.js';
import { ErrorState } from '../ui/error-state.js';
import { Screen } from '../ui/screen.js';
import { EmptyState } from '../ui/states.js';

export function AddressNotFound() {
  return (
    <Screen title={t('pageNotFound')}>
      <p>{t('thisPageDoesNotExist')}</p>
      <p>
        <Link to="/" className="underline">
          {t('goToTheStartPage')}
        </Link>
      </p>
    </Screen>
  );
}

export function WorkspaceNotFound() {
  return (
    <Screen title={t('workspaceNotFound')}>
      <p>{t('thisWorkspaceWasDeletedOr')}</p>
      <p>
        <Link to="/" className="underline">
          {t('goToOneOfYour')}
        </Link>
      </p>
    </Screen>
  );
}

export function NoWorkspace() {
  return (
    <Screen title={t('welcome')}>
      <EmptyState title={t('nothingHereForYouYet')}>{t('youAreNotAMember')}</EmptyState>
    </Screen>
  );
}

/** Shows an error that a screen did not handle, such as a bug. The rest of the page keeps working. */
export function ScreenFault({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <Screen title={t('thisPageDoesNotWork')}>
      <ErrorState
        error={error}
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </Screen>
  );
}
