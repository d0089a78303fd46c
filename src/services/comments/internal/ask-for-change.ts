import { eq } from 'drizzle-orm';
import { socialAccounts } from '../../../db/schema/index.js';
import { AppError } from '../../../domain/errors.js';
import type { CommentChangeAnswer } from '../../../platforms/kit/comments.js';
import type { PlatformSession } from '../../../platforms/kit/session.js';
import { askRefresh } from '../../account-grants/ask-refresh.js';
import { expireAccount } from '../../account-grants/expire.js';
import { openSession } from '../../account-grants/platform-session.js';
import { redactMessage } from '../../account-grants/redact-message.js';
import type { SocialAccountRow } from '../../account-grants/view.js';
import { inConnectTurn } from '../../shared/connecting/connect-turn.js';
import type { RequestContext } from '../../shared/context.js';
import { askPlatform } from '../../shared/remote-calls/ask-platform.js';
import { holdRights } from '../../shared/rights/rights-now.js';
import type { CommentRecord, CommentRow } from '../view.js';
import { refusal } from './check-reachable.js';

const waitMsMax = 15_000;

type Change = (session: PlatformSession) => Promise<CommentChangeAnswer>;

/**
 * Asks the platform for a change of a comment, and returns whether the platform has the comment. An expired token is
 * refreshed once. Throws if the platform does not confirm the change. Never call it inside a transaction.
 */
export async function askForChange(
  ctx: RequestContext,
  record: CommentRecord,
  change: Change,
): Promise<'changed' | 'gone'> {
  const { comment } = record;
  const first = await ask(ctx, comment, change);
  if (first.answer.kind !== 'auth-expired') return settle(ctx, record, first);
  const refreshed = await askRefresh(ctx, first.account);
  if (refreshed === 'revoked') throw unauthorized(comment);
  return settle(ctx, record, refreshed === 'refreshed' ? await ask(ctx, comment, change) : first);
}

interface Asked {
  account: SocialAccountRow;
  answer: CommentChangeAnswer;
}

async function ask(ctx: RequestContext, comment: CommentRow, change: Change): Promise<Asked> {
  const { platform, socialAccountId } = comment;
  const [account] = await ctx.db.select().from(socialAccounts).where(eq(socialAccounts.id, socialAccountId));
  const credentials = account?.credentials ?? null;
  if (account === undefined || credentials === null) throw unauthorized(comment);
  const session = openSession(ctx, account, credentials);
  const answer = await inConnectTurn(ctx, { platform, owner: ctx.reach.userId }, async () => {
    await holdRights(ctx.db, ctx, comment.workspaceId, 'writePosts');
    return askPlatform<CommentChangeAnswer>(
      ctx,
      { socialAccountId, platform },
      () => change(session),
      waitMsMax,
    );
  });
  if (!('message' in answer)) return { account, answer };
  return { account, answer: { ...answer, message: redactMessage(answer.message, session.credentials) } };
}

async function settle(
  ctx: RequestContext,
  record: CommentRecord,
  { account, answer }: Asked,
): Promise<'changed' | 'gone'> {
  const { comment } = record;
  const { platform } = comment;
  switch (answer.kind) {
    case 'changed':
    case 'gone':
      return answer.kind;
    case 'auth-revoked':
      await expireAccount(ctx, account.id, account.credentialsVersion, answer.message);
      throw unauthorized(comment);
    case 'rejected': {
      if (answer.code === 'PERMISSION_MISSING' || answer.code === 'PLATFORM_AUTH_FAILED')
        throw unauthorized(comment);
      const message = `${platform} refused the request: ${answer.message}`;
      throw refusal(record, message, { platformMessage: answer.message });
    }
    case 'rate-limited': {
      const message = `${platform} is limiting the request rate. Try again later.`;
      const { retryAfterMs } = answer;
      throw new AppError('RETRY', message, retryAfterMs === null ? {} : { retryAfterMs });
    }
    case 'ambiguous': {
      const message = `${platform} did not confirm the change. It may have been made; it is safe to try again.`;
      throw new AppError('RETRY', message, {});
    }
    default:
      throw new AppError('RETRY', `${platform} cannot be reached right now. Try again.`, {});
  }
}

function unauthorized({ socialAccountId }: CommentRow): AppError<'PLATFORM_AUTH_FAILED'> {
  const message = 'The platform does not let the social account do this. Connect the account again.';
  return new AppError('PLATFORM_AUTH_FAILED', message, { accountId: socialAccountId });
}
