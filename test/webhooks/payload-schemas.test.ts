import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { webhookSchemas } from '../../src/api/document/webhooks.js';
import {
  changes,
  metricFeeds,
  posts,
  targets,
  webhookEndpoints,
  webhookEvents,
} from '../../src/db/schema/index.js';
import { metricValues } from '../../src/domain/metrics.js';
import type { PostStatus } from '../../src/domain/post-status.js';
import { expireAccount } from '../../src/services/account-grants/expire.js';
import { announceComments } from '../../src/services/comment-feeds/internal/announce.js';
import { announceMetrics } from '../../src/services/metrics/internal/announce.js';
import { emitPostEvent } from '../../src/services/webhooks/emit-post-event.js';
import { emitTargetEvent } from '../../src/services/webhooks/emit-target-event.js';
import { buildWorld, type World } from '../api/access-table.js';
import { mintComment } from '../harness/comments.js';
import { mintSession } from '../harness/tenants.js';
import { useTestApi } from '../harness/use-test-api.js';

const api = useTestApi();
let world: World;

beforeAll(async () => {
  world = await buildWorld(api);
});

/** Returns the bodies that deliveries of the type send, parsed. */
async function sentOf(type: keyof typeof webhookSchemas): Promise<unknown[]> {
  const rows = await api.deps.db.select().from(webhookEvents).where(eq(webhookEvents.type, type));
  return rows.filter(({ payload }) => payload !== '{}').map(({ payload }) => JSON.parse(payload) as unknown);
}

/** A schema drops what it does not name, so that nothing may be missing afterwards, at any depth. */
async function expectDescribed(type: keyof typeof webhookSchemas): Promise<void> {
  const events = await sentOf(type);
  expect(events).toHaveLength(1);
  const schema: z.ZodType = webhookSchemas[type];
  for (const event of events) expect(schema.parse(event)).toEqual(event);
}

async function endPost(status: Extract<PostStatus, 'PUBLISHED' | 'FAILED'>): Promise<void> {
  const { db } = api.deps;
  const { workspaceId } = world.tenant;
  const postId = await api.schedule(world.tenant);
  const errors = status === 'FAILED' ? { errorCode: 'PLATFORM_REJECTED', errorMessage: 'no' } : {};
  await db.update(posts).set({ status }).where(eq(posts.id, postId));
  await db
    .update(targets)
    .set({ status, ...errors })
    .where(eq(targets.postId, postId));
  await db.transaction((tx) => emitPostEvent(tx, api.deps, { postId, workspaceId, status }));
}

describe('Events 1: the payload has exactly the described fields', () => {
  it('post.published', async () => {
    await endPost('PUBLISHED');
    await expectDescribed('post.published');
  });

  it('post.failed', async () => {
    await endPost('FAILED');
    await expectDescribed('post.failed');
  });

  it('account.token_expired', async () => {
    expect(await expireAccount(api.deps, world.tenant.accountIds[1], 1, 'revoked')).toBe(true);
    await expectDescribed('account.token_expired');
  });

  it('comment.received', async () => {
    const { workspaceId, accountIds } = world.tenant;
    const externalPostId = 'there-announced';
    await mintComment(api, world.tenant, { externalPostId, announceSince: api.clock.now() });
    const post = { workspaceId, socialAccountId: accountIds[0], externalPostId };
    expect(await announceComments(api.deps, post, () => true)).toBe(1);
    await expectDescribed('comment.received');
  });

  it('post.metrics_updated', async () => {
    const { db, clock } = api.deps;
    const { workspaceId, accountIds } = world.tenant;
    const postId = await api.schedule(world.tenant);
    const [target] = await db.select().from(targets).where(eq(targets.postId, postId));
    const [targetId, now] = [target?.id ?? '', clock.now()];
    await db.insert(metricFeeds).values({
      ...{ targetId, postId, workspaceId, socialAccountId: accountIds[0], platform: 'BLUESKY' },
      ...{ externalPostId: 'there-measured', publishedAt: now, measuredAt: now, changedAt: now },
      ...{ values: metricValues({ likes: 3 }), native: { likeCount: 3 } },
    });
    const url = 'https://127.0.0.1:9/metrics';
    await db.insert(webhookEndpoints).values({
      ...{ id: api.deps.newId('webhookEndpoint'), workspaceId, url, events: ['post.metrics_updated'] },
      ...{ status: 'DISABLED', createdAt: now, updatedAt: now },
    });
    expect(await announceMetrics(api.deps, [targetId])).toBe(1);
    await expectDescribed('post.metrics_updated');
  });

  it.each([
    ['post.target_removed', 'REMOVE'],
    ['post.target_edited', 'EDIT'],
  ] as const)('%s', async (type, kind) => {
    const { db, clock } = api.deps;
    const { workspaceId, userId } = world.tenant;
    const postId = await api.schedule(world.tenant);
    const [target] = await db
      .update(targets)
      .set({ status: 'PUBLISHED', takenDownAt: clock.now() })
      .where(eq(targets.postId, postId))
      .returning();
    const [targetId, now] = [target?.id ?? '', clock.now()];
    await db.insert(changes).values({
      ...{ id: api.deps.newId('change'), workspaceId, postId, publicationId: targetId, kind, status: 'DONE' },
      ...{ text: kind === 'EDIT' ? 'Corrected' : null, requestedByUserId: userId, requestedViaApi: true },
      ...{ createdAt: now, finishedAt: now, updatedAt: now },
    });
    await db.insert(webhookEndpoints).values({
      ...{ id: api.deps.newId('webhookEndpoint'), workspaceId, url: 'https://127.0.0.1:9/changes' },
      ...{ events: [type], status: 'DISABLED', createdAt: now, updatedAt: now },
    });
    await db.transaction((tx) => emitTargetEvent(tx, api.deps, postId, { targetId, kind }));
    await expectDescribed(type);
  });

  it('webhook.test', async () => {
    const session = await mintSession(api, world.tenant.userId);
    const path = `/workspaces/${world.tenant.workspaceId}/webhook-endpoints/${world.ids['endpointId'] ?? ''}/test`;
    expect((await api.as({ session }).post(path)).status).toBe(202);
    await expectDescribed('webhook.test');
  });
});
