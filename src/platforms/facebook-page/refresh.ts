import { z } from 'zod';
import type { RefreshAnswer } from '../kit/platform.js';
import type { PlatformSession } from '../kit/session.js';
import { openPage, read, type FacebookContext } from './api.js';

const pageSchema = z.object({ id: z.string().min(1) });

/**
 * The token of a Page does not expire and cannot be exchanged. We only check whether it is dead, because a rejected
 * call may have been temporary.
 */
export async function checkPageToken(
  context: FacebookContext,
  session: PlatformSession,
): Promise<RefreshAnswer> {
  const opened = openPage(context, session);
  if ('failure' in opened) return opened.failure;
  const { page } = opened;
  const found = await read(
    page,
    { path: [page.pageId], method: 'GET', params: { fields: 'id' } },
    pageSchema,
  );
  if ('value' in found) return { kind: 'refreshed', credentials: session.credentials };
  const { failure } = found;
  if (failure.kind !== 'auth-expired') return failure;
  const message = `The token of the Page is no longer valid and cannot be renewed. Reconnect the Page. ${failure.message}`;
  return { kind: 'auth-revoked', message: message.slice(0, 500) };
}
