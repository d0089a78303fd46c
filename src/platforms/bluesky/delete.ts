import { isSuccess } from '../kit/call.js';
import type { DeleteAnswer } from '../kit/platform.js';
import type { BlueskyContext, BlueskySession } from './context.js';
import { askServer, xrpcFailure } from './xrpc.js';

/** Deletes a record of the account by its at:// URI. Servers count a record that is not there as deleted. */
export async function deleteRecord(
  context: BlueskyContext,
  session: BlueskySession,
  uri: string,
): Promise<DeleteAnswer> {
  const [, collection = '', rkey = ''] = uri.replace(/^at:\/\//, '').split('/');
  const answer = await askServer(session, {
    nsid: 'com.atproto.repo.deleteRecord',
    method: 'POST',
    body: { repo: session.externalAccountId, collection, rkey },
    access: await context.accessOf(session),
  });
  return isSuccess(answer) ? { kind: 'deleted' } : xrpcFailure(answer, session.clock);
}
