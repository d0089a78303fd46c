import { eq } from 'drizzle-orm';
import { invitations, users, workspaces } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';
import { addressThrottle, emailHintOf } from '../../domain/sessions.js';
import type { AnonymousContext } from '../shared/context.js';
import { giveBackAttempt, takeAttempt, type ThrottleSubject } from '../shared/limits/throttle.js';
import { isTokenFormat } from '../shared/secrets/token.js';
import { isOpenWith, mayInvite } from './accept-invitation.js';
import { roleNow } from './internal/records.js';
import type { InvitationPreview } from './types.js';

/**
 * Shows the invitation of a token before a sign-in, without using up the token. Guesses are counted by network, like
 * those of other tokens.
 */
export async function previewInvitation(
  ctx: AnonymousContext,
  { token }: { token: string },
): Promise<InvitationPreview> {
  const byAddress: ThrottleSubject = { kind: 'invitation-address', value: ctx.clientAddress };
  await takeAttempt(ctx, byAddress, addressThrottle);
  const found = isTokenFormat(token) ? await findPreview(ctx, token) : undefined;
  if (found === undefined) throw unusable();
  await giveBackAttempt(ctx.db, byAddress);
  return found;
}

async function findPreview(
  { db, clock }: AnonymousContext,
  token: string,
): Promise<InvitationPreview | undefined> {
  const [row] = await db
    .select({ invitation: invitations, workspaceName: workspaces.name, inviterName: users.name })
    .from(invitations)
    .innerJoin(workspaces, eq(workspaces.id, invitations.workspaceId))
    .innerJoin(users, eq(users.id, invitations.invitedByUserId))
    .where(isOpenWith(token, clock.now()));
  if (row === undefined) return undefined;
  const { workspaceId, invitedByUserId, role, email, expiresAt } = row.invitation;
  const inviterRole = await roleNow(db, { workspaceId, userId: invitedByUserId });
  if (inviterRole === undefined || !mayInvite(inviterRole, role)) return undefined;
  const { workspaceName, inviterName } = row;
  return { workspaceName, inviterName, emailHint: emailHintOf(email), role, expiresAt };
}

const unusable = (): AppError<'NOT_FOUND'> =>
  new AppError('NOT_FOUND', 'There is no such invitation. It may have expired or been used already.', {});
