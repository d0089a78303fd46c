import { z } from 'zod';
import type { Register } from '../../../sandbox/call.js';
import { countersOf } from '../../../sandbox/counters.js';
import { commentsUnder } from '../../../sandbox/visitors.js';
import { denied, invalid } from './answers.js';
import { hasScope } from './grants.js';
import { mayRead, type LinkedInCall } from './parts.js';

const listOf = (kind: string) =>
  z
    .string()
    .regex(/^List\(.+\)$/)
    .transform((text) => text.slice('List('.length, -1).split(','))
    .pipe(z.array(z.string().startsWith(`urn:li:${kind}:`)).min(1));

const base = { q: z.literal('organizationalEntity'), organizationalEntity: z.string() };
const querySchema = z.union([
  z.strictObject({ ...base, shares: listOf('share') }),
  z.strictObject({ ...base, ugcPosts: listOf('ugcPost') }),
]);

/** Adds the statistics of an organization's posts. Posts of others are left out. */
export function addStatistics(on: Register<LinkedInCall>): void {
  on('GET', '/organizationalEntityShareStatistics', 'shareStatistics', (call) => {
    const isAllowed = mayRead(call) && hasScope(call, call.token, 'rw_organization_admin');
    if (!isAllowed) return denied('organizationalEntityShareStatistics.FINDER-organizationalEntity');
    const query = querySchema.safeParse(call.c.req.query()).data;
    if (query === undefined) return invalid('The query is not as described.');
    const [kind, urns] =
      'shares' in query ? (['share', query.shares] as const) : (['ugcPost', query.ugcPosts] as const);
    const own = urns
      .flatMap((urn) => call.store.find(call.platform, urn) ?? [])
      .filter(({ accountId }) => accountId === query.organizationalEntity);
    const elements = own.map((post) => {
      const { impressions, reach, likes, shares, clicks } = countersOf(call.store, post);
      return {
        organizationalEntity: query.organizationalEntity,
        [kind]: post.externalPostId,
        totalShareStatistics: {
          impressionCount: impressions,
          uniqueImpressionsCount: reach,
          clickCount: clicks,
          likeCount: likes,
          commentCount: commentsUnder(call, post.externalPostId).length,
          shareCount: shares,
        },
      };
    });
    return Response.json({ paging: { start: 0, count: elements.length, links: [] }, elements });
  });
}
