import { refuseErrors } from '../../../domain/findings.js';
import type { PlatformName } from '../../../domain/platforms.js';
import type { RequestContext } from '../../shared/context.js';
import { whyNoReply, type CommentRecord } from '../view.js';
import { checkReachable, refusal } from './check-reachable.js';

const noReply = { canReply: false } as const;

/**
 * Refuses a reply to a comment that cannot be replied to: 503 if reconnecting the account would help, otherwise 409.
 */
export function checkAnswerable(ctx: Pick<RequestContext, 'platforms'>, record: CommentRecord): string {
  const { platform } = record.comment;
  const why = whyNoReply(record);
  if (why === 'NOT_TAKEN')
    throw refusal(record, 'The platform does not allow replies to this comment.', noReply);
  if (why === 'POST_REMOVED')
    throw refusal(record, 'The post above this comment was removed from its platform.', noReply);
  const externalCommentId = checkReachable(record, 'reply to it', noReply);
  if (!ctx.platforms.has(platform))
    throw refusal(record, `This installation cannot publish to ${platform} yet.`, noReply);
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
