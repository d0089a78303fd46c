import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../../db/client.js';
import { undoable } from '../../../db/undoable.js';
import { AppError } from '../../../domain/errors.js';
import type { Permission } from '../../../domain/roles.js';
import { lockPostWithRights } from '../../post-records/lock-with-rights.js';
import { readPost, type PostRecord } from '../../post-records/records.js';
import { toPostView } from '../../post-records/view.js';
import type { ContentCheck } from '../../post-records/types.js';
import { authorizeResource } from '../../shared/rights/access.js';
import type { RequestContext } from '../../shared/context.js';
import { checkPlatformRules, uncheckedContent } from './check-content.js';
import type { DraftedContent, DraftedTarget } from './platform-violations.js';
import { draftedContentOf } from './drafted-content.js';
import { waitingTargets } from './warnings.js';

/** How many times the rules are checked if other requests keep changing the post. */
export const ruleChecksMax = 2;

export const changedByOthers = (): AppError<'RETRY'> =>
  new AppError('RETRY', 'Somebody else is changing the post. Try again.', {});

export async function readInReach(
  ctx: RequestContext,
  postId: string,
  permission: Permission,
): Promise<PostRecord> {
  const record = await readPost(ctx.db, postId);
  authorizeResource(ctx.reach, record?.post.workspaceId, permission);
  // The version is compared with the one that the caller expects before any other error is thrown, and again under the
  // lock.
  ctx.expect?.(toPostView(record));
  return record;
}

interface Locked {
  postId: string;
  permission: Permission;
  /** Whether the platforms' rules apply to this change. Throws if the post does not allow the change at all. */
  isRuled: (record: PostRecord) => boolean;
  /** The time at which the waiting targets are due. */
  timeOf: (record: PostRecord) => Date;
}

/**
 * Locks a post that is published without an edit, and calls `work`. The platforms' rules are checked before the lock,
 * so that no other request waits for them. Under the lock, the content is only compared with the checked one.
 */
export async function lockChecked<T>(
  caller: RequestContext,
  { postId, permission, isRuled, timeOf }: Locked,
  work: (tx: Tx, ctx: RequestContext, record: PostRecord, checked: ContentCheck) => Promise<T>,
): Promise<T> {
  for (let tries = 1; tries <= ruleChecksMax; tries += 1) {
    const found = await readInReach(caller, postId, permission);
    const content = isRuled(found) ? draftedContentOf(found) : null;
    const checked = content === null ? uncheckedContent : await check(caller, found, content, timeOf(found));
    const done = await undoable<{ result: T } | null>(caller.db, async (tx, undo) => {
      const { ctx, record } = await lockPostWithRights(tx, caller, postId, permission);
      const isSame = !isRuled(record) || isDeepStrictEqual(draftedContentOf(record), content);
      // The transaction is rolled back, because the request's Idempotency-Key must not be bound if `work` was not
      // called.
      return isSame ? { result: await work(tx, ctx, record, checked) } : undo(null);
    });
    if (done !== null) return done.result;
  }
  throw changedByOthers();
}

function check(
  ctx: RequestContext,
  record: PostRecord,
  content: DraftedContent,
  at: Date,
): Promise<ContentCheck> {
  const waiting = waitingTargets(record);
  const isDue = ({ socialAccountId }: DraftedTarget): boolean =>
    waiting.some((target) => target.socialAccountId === socialAccountId);
  return checkPlatformRules(ctx, content, { at, postId: record.post.id, isDue });
}
