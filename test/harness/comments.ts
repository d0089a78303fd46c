import { comments, socialAccounts } from '../../src/db/schema/index.js';
import { eq } from 'drizzle-orm';
import type { TestApi } from './api.js';
import type { Tenant } from './tenants.js';

type CommentRow = typeof comments.$inferSelect;

/** Stores a comment under a post of the tenant's first account, as a read of the platform does. Returns its id. */
export async function mintComment(
  { deps }: Pick<TestApi, 'deps'>,
  { workspaceId, accountIds }: Pick<Tenant, 'workspaceId' | 'accountIds'>,
  fields: Partial<CommentRow> = {},
): Promise<string> {
  const socialAccountId = fields.socialAccountId ?? accountIds[0];
  const [account] = await deps.db
    .select({ platform: socialAccounts.platform })
    .from(socialAccounts)
    .where(eq(socialAccounts.id, socialAccountId));
  if (account === undefined) throw new Error('no such account');
  const id = fields.id ?? deps.newId('comment');
  const now = deps.clock.now();
  await deps.db.insert(comments).values({
    id,
    workspaceId,
    socialAccountId,
    platform: account.platform,
    externalPostId: 'there-post',
    externalCommentId: `there-${id}`,
    authorHandle: 'visitor',
    authorName: 'A visitor',
    text: 'How nice',
    mine: false,
    canReply: true,
    postedAt: now,
    createdAt: now,
    updatedAt: now,
    ...fields,
  });
  return id;
}
