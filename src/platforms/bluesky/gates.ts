import type { JsonObject } from '../../domain/json.js';
import { blueskyOptionsSchema, type ReplyGate } from './options.js';

export interface NewRecord {
  collection: string;
  rkey: string;
  record: Record<string, unknown>;
}

/** The records that limit replies and quotes. Each has the same key as its post. */
export function toGates(
  options: JsonObject | null,
  { uri, rkey, createdAt }: { uri: string; rkey: string; createdAt: string },
): NewRecord[] {
  const { replyGate = 'everyone', disableQuotes = false } = blueskyOptionsSchema.parse(options ?? {});
  const gate = (collection: string, rules: object): NewRecord => ({
    collection,
    rkey,
    record: { $type: collection, post: uri, createdAt, ...rules },
  });
  const allow = allowedBy(replyGate);
  return [
    ...(allow === null ? [] : [gate('app.bsky.feed.threadgate', { allow })]),
    ...(disableQuotes
      ? [
          gate('app.bsky.feed.postgate', {
            embeddingRules: [{ $type: 'app.bsky.feed.postgate#disableRule' }],
          }),
        ]
      : []),
  ];
}

/**
 * Returns the rules of a reply gate. Null if everyone may reply, because no gate is needed then. An empty list allows
 * no one.
 */
function allowedBy(replyGate: ReplyGate): object[] | null {
  if (replyGate === 'everyone') return null;
  if (replyGate === 'nobody') return [];
  const { mentioned, followers, following, lists = [] } = replyGate;
  const rule = (name: string): object => ({ $type: `app.bsky.feed.threadgate#${name}` });
  return [
    ...(mentioned === true ? [rule('mentionRule')] : []),
    ...(followers === true ? [rule('followerRule')] : []),
    ...(following === true ? [rule('followingRule')] : []),
    ...lists.map((list) => ({ ...rule('listRule'), list })),
  ];
}
