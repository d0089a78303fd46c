import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '../ui/error-state.js';
import { Screen } from '../ui/screen.js';
import { EmptyState } from '../ui/states.js';

export function AddressNotFound() {
  return (
    <Screen title="Not found">
      <p>There is nothing at this address. It may have been deleted, or the link is not complete.</p>
      <p>
        <Link to="/" className="underline">
          Go to the start
        </Link>
      </p>
    </Screen>
  );
}

export function WorkspaceNotFound() {
  return (
    <Screen title="No such workspace">
      <p>This workspace has been deleted, or you are not a member of it (any more).</p>
      <p>
        <Link to="/" className="underline">
          Go to a workspace of yours
        </Link>
      </p>
    </Screen>
  );
}

export function NoWorkspace() {
  return (
    <Screen title="Welcome">
      <EmptyState title="There is nothing for you here yet">
        You are a member of no workspace, or your role has no screens in it. Ask whoever invited you.
      </EmptyState>
    </Screen>
  );
}

/** What a screen did not catch itself, bugs included: the rest of the page goes on. */
export function ScreenFault({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <Screen title="This did not work">
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
