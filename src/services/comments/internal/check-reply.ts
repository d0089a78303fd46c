import { AppError } from '../../../domain/errors.js';
import { refuseErrors } from '../../../domain/findings.js';
import type { PlatformName } from '../../../domain/platforms.js';
import type { RequestContext } from '../../shared/context.js';
import { toCommentView, whyNoReply, type CommentRecord } from '../view.js';

const reasons = {
  DELETED: 'The comment was deleted, so nobody can reply to it.',
  NOT_TAKEN: 'The platform does not allow replies to this comment.',
  DISCONNECTED: 'The social account of this comment is no longer connected.',
} as const;

/**
 * Refuses a reply to a comment that cannot be replied to: 503 if reconnecting the account would help, otherwise 409.
 */
export function checkAnswerable(ctx: Pick<RequestContext, 'platforms'>, record: CommentRecord): string {
  const { status, externalCommentId, socialAccountId, platform } = toCommentView(record);
  const refused = (message: string): AppError<'INVALID_STATE'> =>
    new AppError('INVALID_STATE', message, { status, allowed: [], canReply: false });
  const why = whyNoReply(record);
  if (why === 'EXPIRED') {
    const message = 'The authorization of the social account is no longer valid. Connect the account again.';
    throw new AppError('PLATFORM_AUTH_FAILED', message, { accountId: socialAccountId });
  }
  if (why !== null) throw refused(reasons[why]);
  if (!ctx.platforms.has(platform)) throw refused(`This installation cannot publish to ${platform} yet.`);
  if (externalCommentId === null)
    throw refused('The comment may not be public yet, so nobody can reply to it.');
  return externalCommentId;
}

/** Refuses (422) a text that the platform would not accept as a comment. Replies follow the rules of first comments. */
export function checkReplyText(
  { platforms }: Pick<RequestContext, 'platforms'>,
  platform: PlatformName,
  text: string,
): void {
  const draft = { text: '', firstComment: text, options: null, media: [] };
  const violations = platforms.get(platform)?.validate(draft) ?? [];
  const ofText = violations.filter(({ field }) => field === 'firstComment');
  refuseErrors(
    ofText.map(({ rule, message, limit, actual, severity = 'error' }) => ({
      path: 'text',
      code: rule,
      message: `${platform}: ${message}`,
      ...(limit !== undefined && { limit }),
      ...(actual !== undefined && { actual }),
      severity,
    })),
  );
}
