import { z } from 'zod';
import { onFailure } from '../kit/failure.js';
import type { RefreshAnswer } from '../kit/platform.js';
import { openPage, read, type FacebookSession } from './api.js';

const pageSchema = z.object({ id: z.string().min(1) });

/**
 * Checks whether a Page's token is dead, because a rejected call may have been temporary. The token does not
 * expire and cannot be exchanged.
 */
export async function checkPageToken(session: FacebookSession): Promise<RefreshAnswer> {
  const page = openPage(session);
  const reading = read(page, { path: [page.pageId], method: 'GET', params: { fields: 'id' } }, pageSchema);
  const alive: RefreshAnswer = { kind: 'refreshed', credentials: session.credentials };
  return onFailure(
    reading.then(() => alive),
    (failure) => {
      if (failure.kind !== 'auth-expired') return failure;
      const message = `The token of the Page is no longer valid and cannot be renewed. Reconnect the Page. ${failure.message}`;
      return { kind: 'auth-revoked', message: message.slice(0, 500) };
    },
  );
}
