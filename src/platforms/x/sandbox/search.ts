import { z } from 'zod';
import type { Call } from '../../../sandbox/call.js';
import type { SimulatedComments } from '../../../sandbox/simulator.js';
import type { StoredPublication } from '../../../sandbox/store.js';
import { commentsUnder, digestOf, handleOf } from '../../../sandbox/visitors.js';
import { xAccountOf } from './accounts.js';
import { fieldsIn, listOf, postFields, tweetFields } from './fields.js';
import { toTweet } from './timeline.js';

const searchedMs = 7 * 24 * 60 * 60 * 1000;

/** The query of a search. The sandbox supports only searches for the replies of a conversation. */
const searchSchema = z.strictObject({
  query: z
    .string()
    .regex(/^conversation_id:\d{1,19} is:reply$/)
    .transform((words) => /\d+/.exec(words)?.[0] ?? ''),
  max_results: z.coerce.number().int().min(10).max(100).default(10),
  next_token: z.string().regex(/^\d+$/).default('0'),
  sort_order: z.enum(['recency']).default('recency'),
  'user.fields': listOf(['id', 'name', 'profile_image_url', 'username']),
});
const expansions = ['author_id'];
const querySchema = z.union([
  searchSchema.extend(tweetFields(expansions)),
  searchSchema.extend(postFields(expansions)),
]);

/** Lists the replies of the last seven days, newest first. */
export function searchRecent(call: Call): Response {
  const { c, store, dialect } = call;
  const query = querySchema.safeParse(c.req.query()).data;
  if (query === undefined) return dialect.reject();
  const since = store.now().getTime() - searchedMs;
  const replies = repliesIn(call, query.query).filter(({ publishedAt }) => Date.parse(publishedAt) >= since);
  const start = Number(query.next_token);
  const page = replies.slice(start, start + query.max_results);
  const end = start + page.length;
  const meta = { result_count: page.length, ...(end < replies.length ? { next_token: String(end) } : {}) };
  if (page.length === 0) return Response.json({ meta });
  const hasUsers = query.expansions.includes('author_id');
  const asked = new Set<string>(['id', 'name', 'username', ...query['user.fields']]);
  const users = new Map(page.map((reply) => [reply.accountId, userOf(reply, asked)]));
  return Response.json({
    data: page.map((reply) => toTweet(reply, fieldsIn(query))),
    ...(hasUsers && { includes: { users: [...users.values()] } }),
    meta,
  });
}

/** The replies of a conversation. It has the id of its first post, even if that was edited since. */
function repliesIn(call: Call, conversationId: string): StoredPublication[] {
  const { externalPostId = conversationId, earlierIds = [] } =
    call.store.find(call.platform, conversationId) ?? {};
  const ids = [...earlierIds, externalPostId];
  return ids[0] === conversationId ? ids.reverse().flatMap((id) => commentsUnder(call, id)) : [];
}

function userOf({ accountId, visitor }: StoredPublication, asked: ReadonlySet<string>): object {
  const known = xAccountOf(accountId);
  const user = {
    id: accountId,
    name: visitor?.name ?? known.name,
    username: visitor?.handle ?? known.username,
  };
  return Object.fromEntries(Object.entries(user).filter(([field]) => asked.has(field)));
}

export const xVisitors: SimulatedComments = {
  newComment: ({ store }) => ({ externalPostId: store.newNumericId(), extra: {} }),
  visitor: (name) => ({
    accountId: `9${(digestOf(name) % 10n ** 17n).toString().padStart(17, '0')}`,
    handle: handleOf(name).replaceAll('.', '_').slice(0, 15),
  }),
};
