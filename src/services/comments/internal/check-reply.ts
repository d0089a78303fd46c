import { AppError } from '../../../domain/errors.js';
import type { PlatformName } from '../../../domain/platforms.js';
import type { RequestContext } from '../../shared/context.js';
import { toCommentView, whyNoReply, type CommentRecord } from '../view.js';

const reasons = {
  DELETED: 'The comment is deleted: it cannot be answered.',
  NOT_TAKEN: 'The platform takes no answer to this comment.',
  DISCONNECTED: 'The social account of the comment is not connected any more.',
} as const;

/** Refuses a reply to what cannot be answered: 503 where connecting the account again would help, else 409. */
export function checkAnswerable(ctx: Pick<RequestContext, 'platforms'>, record: CommentRecord): string {
  const { status, externalCommentId, socialAccountId, platform } = toCommentView(record);
  const refused = (message: string): AppError<'INVALID_STATE'> =>
    new AppError('INVALID_STATE', message, { status, allowed: [], canReply: false });
  const why = whyNoReply(record);
  if (why === 'EXPIRED') {
    const message = 'The grant of the social account is no longer valid: connect it again.';
    throw new AppError('PLATFORM_AUTH_FAILED', message, { accountId: socialAccountId });
  }
  if (why !== null) throw refused(reasons[why]);
  if (!ctx.platforms.has(platform)) throw refused(`This installation cannot publish to ${platform} yet.`);
  if (externalCommentId === null)
    throw refused('The comment is not known to be public: it cannot be answered.');
  return externalCommentId;
}

/** Refuses what the platform would refuse of a comment (422): its rules are those of a first comment. */
export function checkReplyText(
  { platforms }: Pick<RequestContext, 'platforms'>,
  platform: PlatformName,
  text: string,
): void {
  const draft = { text: '', firstComment: text, options: null, media: [] };
  const broken = (platforms.get(platform)?.validate(draft) ?? []).filter(
    ({ field, severity = 'error' }) => field === 'firstComment' && severity === 'error',
  );
  if (broken.length === 0) return;
  const details = broken.map(({ rule, message, limit, actual }) => ({
    path: 'text',
    code: rule,
    message: `${platform}: ${message}`,
    ...(limit !== undefined && { limit }),
    ...(actual !== undefined && { actual }),
  }));
  throw new AppError('PLATFORM_RULE_VIOLATION', 'The reply breaks a rule of the platform.', { details });
}
