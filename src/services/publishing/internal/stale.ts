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
 * Whether the content to send, or the account, has changed since it was loaded. The account's row stays locked: who
 * disconnects it waits until the call is claimed, or is waited for.
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
    // Another post of the account was rate limited: this one takes its place in the line.
    (!hasSlot(target, clock.now()) && now.pacedUntil !== null && now.pacedUntil > clock.now())
  );
}

function hasSlot({ paceSlotAt }: TargetRow, now: Date): boolean {
  return paceSlotAt !== null && paceSlotAt.getTime() > now.getTime() - slotAgeMsMax;
}

/** What a step sends, and what decides when. */
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
