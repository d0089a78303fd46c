import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { components } from '../../../client/src/api-types.js';
import { forgetTextsOf } from '../lib/kept-texts.js';
import { hasPermission, type Permission } from '../../../../src/domain/roles.js';
import { noteSignedIn } from '../lib/signed-in.js';
import { dropHeld, sendAllHeld } from '../lib/held-requests.js';
import { dismissToasts } from '../lib/toasts.js';
import { stopFollowing } from './change-stream.js';
import { api, dataOf } from './client.js';
import { signingOut, tellSession } from './connection.js';
import { ApiError } from './errors.js';
import { forgetAnswers } from './etags.js';
import { keys } from './keys.js';
import { queryClient } from './query-client.js';

export type Session = components['schemas']['CurrentSession'];
export type Workspace = components['schemas']['Workspace'];

const pageMax = 100;
const workspacesMax = 1_000;

export const sessionQuery = queryOptions({
  queryKey: keys.session,
  queryFn: async ({ signal }) => {
    try {
      const session = await dataOf(api.GET('/me', { signal }));
      noteSignedIn(true);
      return session;
    } catch (error) {
      if (hasEnded(error)) noteSignedIn(false);
      throw error;
    }
  },
  staleTime: 60_000,
});

export const workspacesQuery = queryOptions({
  queryKey: keys.workspaces,
  queryFn: async ({ signal }) => {
    const all: Workspace[] = [];
    let cursor: string | null = null;
    do {
      const query: { limit: number; cursor?: string } = {
        limit: pageMax,
        ...(cursor !== null && { cursor }),
      };
      const page: components['schemas']['WorkspaceList'] = await dataOf(
        api.GET('/workspaces', { params: { query }, signal }),
      );
      all.push(...page.data);
      cursor = page.nextCursor;
    } while (cursor !== null && all.length < workspacesMax);
    return all;
  },
  staleTime: 60_000,
});

export const useSession = (): Session => useSuspenseQuery(sessionQuery).data;
export const useWorkspaces = (): Workspace[] => useSuspenseQuery(workspacesQuery).data;

/** Whether the user's role in the workspace has the permission. */
export const mayIn = (workspace: Workspace, permission: Permission): boolean =>
  hasPermission(workspace.role, permission);

/** Starts the session of a user after a sign-in and drops everything that was cached for a previous user. */
export function beginSession(session: Session): void {
  forgetSession();
  queryClient.setQueryData(keys.session, session);
  noteSignedIn(true);
  tellSession({ type: 'signed-in', userId: session.user.id });
}

export function forgetSession(): void {
  stopFollowing();
  queryClient.clear();
  forgetAnswers();
  dropHeld();
  dismissToasts();
}

/** Signs the user out. `everywhere` ends all of the user's sessions, including those in other browsers. */
export async function signOut(everywhere = false): Promise<void> {
  const userId = queryClient.getQueryData<Session>(keys.session)?.user.id;
  try {
    await sendAllHeld();
    await signingOut(async () => {
      try {
        await dataOf(api.POST('/auth/sign-out', { body: everywhere ? { everywhere } : {} }));
      } catch (error) {
        // The session has ended already, so there is nothing to sign out of.
        if (!hasEnded(error) || everywhere) throw error;
      }
      if (userId !== undefined) forgetTextsOf(userId);
    });
  } catch (error) {
    // With `everywhere`, other sessions may still exist. The user has to sign in again to end them.
    if (hasEnded(error)) tellSession({ type: 'ended' });
    throw error;
  }
}

export const hasEnded = (error: unknown): boolean => error instanceof ApiError && error.status === 401;
