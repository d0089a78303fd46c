import { AppError } from '../../../domain/errors.js';
import { externalIdOf, statusOf, whyOutOfReach, type CommentRecord } from '../view.js';

type Extras = { canReply?: false; platformMessage?: string };

/** The error for an action that the comment does not allow. */
export function refusal(
  { comment, sending }: CommentRecord,
  message: string,
  extras: Extras = {},
): AppError<'INVALID_STATE'> {
  const status = statusOf(comment, sending);
  return new AppError('INVALID_STATE', message, { status, allowed: [], ...extras });
}

/**
 * The platform's id of a comment for an action there, such as "reply to it". Refuses a comment that is out of reach:
 * 503 if reconnecting the account would help, otherwise 409.
 */
export function checkReachable(record: CommentRecord, action: string, extras: Extras = {}): string {
  const refused = (message: string): AppError => refusal(record, message, extras);
  const externalCommentId = externalIdOf(record);
  switch (whyOutOfReach(record)) {
    case 'DELETED':
      throw refused(`The comment was deleted, so nobody can ${action}.`);
    case 'DISCONNECTED':
      throw refused('The social account of this comment is no longer connected.');
    case 'EXPIRED': {
      const message =
        'The authorization of the social account is no longer valid. Connect the account again.';
      throw new AppError('PLATFORM_AUTH_FAILED', message, { accountId: record.comment.socialAccountId });
    }
    case null:
      if (externalCommentId !== null) return externalCommentId;
      throw refused(`The comment may not be public yet, so nobody can ${action}.`);
  }
}
