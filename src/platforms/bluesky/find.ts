import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import { readSuccess } from '../kit/call.js';
import type { FindAnswer, Publication } from '../kit/platform.js';
import { toPublished, uriOf } from './commit.js';
import type { BlueskySession } from './context.js';
import { blueskyStateSchema, replyRefSchema } from './record.js';
import { tidOf } from './tid.js';
import { askServer, postCollection, xrpcErrorName, xrpcFailure } from './xrpc.js';

const recordSchema = z.object({
  uri: z.string(),
  cid: z.string().min(1),
  value: z.object({ text: z.string(), reply: replyRefSchema.optional() }),
});
type FoundRecord = z.infer<typeof recordSchema>;

/**
 * Looks up the record with our key. Only the server's own "no such record" proves absence, and only a record
 * with our content counts: after a restore, different content may have been published under the same key.
 */
export async function findByKey(
  session: BlueskySession,
  publication: Publication,
  stored: JsonObject | null,
): Promise<FindAnswer> {
  const rkey = blueskyStateSchema.safeParse(stored).data?.rkey ?? (await tidOf(publication.key));
  const answer = await askServer(session, {
    nsid: 'com.atproto.repo.getRecord',
    method: 'GET',
    query: { repo: session.externalAccountId, collection: postCollection, rkey },
  });
  if (answer.status === 400 && xrpcErrorName(answer) === 'RecordNotFound') return { kind: 'absent' };
  const found = readSuccess(answer, recordSchema);
  if (found === null) {
    const failure = xrpcFailure(answer, session.clock);
    return failure.kind === 'rate-limited' ? failure : { kind: 'ambiguous', message: failure.message };
  }
  if (found.uri !== uriOf(session, rkey) || !isWhatWasSent(found, publication)) {
    return { kind: 'ambiguous', message: 'The record key of this publication holds different content.' };
  }
  return { kind: 'found', published: toPublished(session, rkey, found, found.value.reply?.root) };
}

function isWhatWasSent({ value }: FoundRecord, { text, replyTo }: Publication): boolean {
  return value.text === text && value.reply?.parent.uri === replyTo?.externalPostId;
}
