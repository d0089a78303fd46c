import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import type { Tx } from '../../../db/client.js';
import { socialAccounts } from '../../../db/schema/index.js';
import type { PublishStep } from '../../../domain/workflow-contract.js';
import type { PostRow, TargetRow } from '../../post-records/records.js';
import type { ServiceDeps } from '../../shared/context.js';
import { slotAgeMsMax } from './pace.js';
import type { LoadedPublication } from './publication.js';

/**
 * Whether the content to send or the account has changed since it was loaded. The account's row stays locked, so that a
 * disconnection and the claim of the call wait for each other.
 */
export async function isStale(
  tx: Tx,
  { clock }: ServiceDeps,
  step: PublishStep,
  open: { post: PostRow; target: TargetRow },
  { post, target, account }: LoadedPublication,
): Promise<boolean> {
  if (!isDeepStrictEqual(contents[step](open), contents[step]({ post, target }))) return true;
  const isIt = eq(socialAccounts.id, account.id);
  const [now] = await tx.select().from(socialAccounts).where(isIt).for('key share');
  return (
    now === undefined ||
    now.deletedAt !== null ||
    now.status !== account.status ||
    now.credentialsVersion !== account.credentialsVersion ||
    // The account was rate limited by another post, so this one must reserve a slot first.
    (!hasSlot(target, clock.now()) && now.pacedUntil !== null && now.pacedUntil > clock.now())
  );
}

function hasSlot({ paceSlotAt }: TargetRow, now: Date): boolean {
  return paceSlotAt !== null && paceSlotAt.getTime() > now.getTime() - slotAgeMsMax;
}

/** The data that a step sends, and the data that decides when it is sent. */
const contents: Record<PublishStep, (rows: { post: PostRow; target: TargetRow }) => object> = {
  POST: ({ post, target }) => {
    const { captionOverride, platformOptions, mediaIds, lookFirstSince, paceSlotAt } = target;
    return { caption: post.caption, captionOverride, platformOptions, mediaIds, lookFirstSince, paceSlotAt };
  },
  FIRST_COMMENT: ({ target }) => {
    const { firstComment, lookFirstSince, paceSlotAt } = target;
    return { firstComment, lookFirstSince, paceSlotAt };
  },
};
