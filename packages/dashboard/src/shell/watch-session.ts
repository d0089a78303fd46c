import type { AnyRouter } from '@tanstack/react-router';
import { onSession } from '../api/connection.js';
import { keys } from '../api/keys.js';
import { queryClient } from '../api/query-client.js';
import { forgetSession, type Session } from '../api/session.js';
import { isWithoutSession } from '../lib/link-tokens.js';
import { safePath } from '../lib/safe-path.js';
import { maybeSignedIn, noteSignedIn } from '../lib/signed-in.js';

const isSigningIn = (): boolean => globalThis.location.pathname === '/sign-in';

/** Returns false for users who have never signed in here. They see no message about an ended session. */
const wasSignedIn = (): boolean => maybeSignedIn() || queryClient.getQueryData(keys.session) !== undefined;

/**
 * Opens the sign-in screen when the session ends, in this tab or another. After signing in, the user returns to the
 * same place. After an intended sign-out, no message about an ended session is shown.
 */
export function watchSession(router: AnyRouter): void {
  let leaving = false;
  const leave = async (isOnPurpose: boolean): Promise<void> => {
    if (leaving || isWithoutSession()) return;
    leaving = true;
    const { pathname, search } = globalThis.location;
    try {
      const next = `${pathname}${search}`;
      const why = isOnPurpose ? { out: '1' } : wasSignedIn() ? { ended: '1' } : {};
      await router.navigate({ to: '/sign-in', search: { next, ...why } });
      forgetSession();
      noteSignedIn(false);
    } finally {
      leaving = false;
    }
  };
  onSession((message) => {
    if (message.type === 'ended') void leave(false);
    else if (message.type === 'signed-out') void leave(true);
    else if (isSigningIn()) enterAsElsewhere();
    else if (isSomebodyElse(message.userId)) globalThis.location.reload();
  });
}

/** Leaves the sign-in screen after the user has signed in in another tab. That tab navigates by itself. */
function enterAsElsewhere(): void {
  const known = queryClient.getQueryData<Session>(keys.session);
  if (known !== undefined) return;
  const next = new URLSearchParams(globalThis.location.search).get('next') ?? undefined;
  globalThis.location.assign(safePath(next));
}

function isSomebodyElse(userId: string): boolean {
  const known = queryClient.getQueryData<Session>(keys.session);
  return known !== undefined && known.user.id !== userId;
}
