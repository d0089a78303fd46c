import { z } from 'zod';
import { isSuccess, readAnswer, successOf } from '../kit/call.js';
import { shownTextOf, type PlatformChanges } from '../kit/changes.js';
import type { BlueskyContext, BlueskySession } from './context.js';
import { recordAddress } from './refs.js';
import { askServer, xrpcErrorName, xrpcFailure } from './xrpc.js';

/** A server answers without a commit if the record did not exist. */
const deletedSchema = z.object({ commit: z.unknown().optional() });
const recordSchema = z.object({ value: z.object({ text: z.string() }) });

/**
 * Deletes records. It does not edit them: a server would replace a record, but the network keeps showing the first one
 * (`bluesky-social/social-app#673`).
 */
export function blueskyChanges(context: BlueskyContext): PlatformChanges<BlueskySession> {
  return {
    remove: async (session, { externalPostId }, sendBefore) => {
      const answer = await askServer(session, {
        nsid: 'com.atproto.repo.deleteRecord',
        method: 'POST',
        body: { ...recordAddress(externalPostId), repo: session.externalAccountId },
        access: await context.accessOf(session),
        ...(sendBefore && { sendBefore }),
      });
      if (!isSuccess(answer)) return xrpcFailure(answer, session.clock);
      return { kind: readAnswer(answer, deletedSchema)?.commit === undefined ? 'gone' : 'removed' };
    },
    find: async (session, post, edited) => {
      const answer = await askServer(session, {
        nsid: 'com.atproto.repo.getRecord',
        method: 'GET',
        query: { ...recordAddress(post.externalPostId) },
      });
      if (answer.status === 400 && xrpcErrorName(answer) === 'RecordNotFound') return { kind: 'gone' };
      const { value } = successOf(answer, recordSchema, (refusal) => xrpcFailure(refusal, session.clock));
      const { externalPostId, externalUrl, reference } = post;
      const published = { externalPostId, externalUrl, reference };
      const shows = shownTextOf(post, edited, ({ text }) => (text === value.text ? 'ours' : 'other'));
      return { kind: 'there', published, shows };
    },
  };
}
