import type { ChangeKind } from '../../../domain/changes.js';
import type { ChangeRow } from '../../post-records/changes.js';
import type { TargetRow } from '../../post-records/records.js';
import type { RequestContext } from '../../shared/context.js';
import { requireMember } from '../../shared/rights/access.js';

/** The row of a change that a caller requests. It has no run yet. */
export function newChange(
  ctx: RequestContext,
  { id: publicationId, postId }: TargetRow,
  given: {
    workspaceId: string;
    kind: ChangeKind;
    text?: string;
    title?: string | null;
    needsApproval?: boolean;
  },
): ChangeRow {
  const { workspaceId, kind, text = null, title = null, needsApproval = false } = given;
  const { userId } = requireMember(ctx);
  const now = ctx.clock.now();
  return {
    ...{ id: ctx.newId('change'), workspaceId, postId, publicationId, kind, text, title },
    status: needsApproval ? 'NEEDS_APPROVAL' : 'REQUESTED',
    requestedByUserId: userId,
    requestedViaApi: ctx.actor.kind === 'apiKey',
    ...{ runs: 0, runId: null, runSince: null, position: null, attemptCount: 0 },
    ...{ errorCode: null, errorMessage: null, createdAt: now, finishedAt: null, updatedAt: now },
  };
}
