import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientLinks, workspaces } from '../../src/db/schema/index.js';
import { reschedulePost } from '../../src/services/posts/schedule.js';
import { call, field, startTestApi, type TestApi } from '../harness/api.js';
import { mintClientLink } from '../harness/client-links.js';
import { schedule, untilRunStatus, untilStatus } from '../harness/publishing.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { sendAhead } from '../harness/send-ahead.js';
import { useStack, useWorkspace } from '../harness/use-stack.js';

describe('POST /client/approvals', () => {
  const platform = createScriptedPlatform('X', 'blind');
  const stack = useStack({ platforms: [platform] });
  const workspace = useWorkspace(stack, ['X']);
  let api: TestApi;
  beforeAll(async () => {
    const { starter, platforms } = stack.deps;
    api = await startTestApi({ starter, platforms }, { databaseUrl: stack.databaseUrl });
  });
  afterAll(() => api.close());

  it('starts the run of the approved post, and the post is published after the link was revoked', async () => {
    const { workspaceId, ctx } = workspace;
    const { db } = stack.deps;
    await db.update(workspaces).set({ requireApproval: true }).where(eq(workspaces.id, workspaceId));
    const { id: postId, status } = await schedule(workspace, { inMs: 3_600_000 });
    expect(status).toBe('NEEDS_APPROVAL');
    const link = await mintClientLink(stack, { workspaceId, userId: ctx.actor.userId });
    const listed = await call(api, 'GET', '/client/posts', { key: link.token });
    const [seen] = field<{ id: string; version: string }[]>(listed, 'data');
    const posts = [{ id: postId, version: seen?.version }];
    const approved = await call(api, 'POST', '/client/approvals', { key: link.token, body: { posts } });
    expect(field(approved, 'data')).toMatchObject([{ id: postId, approved: true }]);
    await untilRunStatus(stack, `publish-post:${postId}:1`, 'RUNNING');
    await db.update(clientLinks).set({ revokedAt: new Date() }).where(eq(clientLinks.id, link.id));
    await sendAhead(2_000, (time) => reschedulePost(ctx, { postId, scheduledAt: new Date(time) }));
    await untilStatus(workspace, postId, 'PUBLISHED');
    expect(platform.published).toHaveLength(1);
  });
});
