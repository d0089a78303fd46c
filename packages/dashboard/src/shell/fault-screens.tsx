import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '../ui/error-state.js';
import { Screen } from '../ui/screen.js';
import { EmptyState } from '../ui/states.js';

export function AddressNotFound() {
  return (
    <Screen title="Page not found">
      <p>This page does not exist. It may have been deleted, or the link is incomplete.</p>
      <p>
        <Link to="/" className="underline">
          Go to the start page
        </Link>
      </p>
    </Screen>
  );
}

export function WorkspaceNotFound() {
  return (
    <Screen title="Workspace not found">
      <p>This workspace was deleted, or you are not a member of it.</p>
      <p>
        <Link to="/" className="underline">
          Go to one of your workspaces
        </Link>
      </p>
    </Screen>
  );
}

export function NoWorkspace() {
  return (
    <Screen title="Welcome">
      <EmptyState title="Nothing here for you yet">
        You are not a member of any workspace, or your role has no pages in it. Ask the person who invited
        you.
      </EmptyState>
    </Screen>
  );
}

/** Shows an error that a screen did not handle, such as a bug. The rest of the page keeps working. */
export function ScreenFault({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <Screen title="This page does not work">
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
