import { isUnread } from '../../lib/threads.js';
import { platformNames } from '../../lib/platform-looks.js';
import { moreAbout } from '../../lib/post-changes.js';
import { failedReplyText } from '../../lib/reply-states.js';
import { targetDocUrl } from '../../lib/target-remedies.js';
import { commentStateLabels } from '../../lib/labels.js';
import { t } from '../../messages/inbox.js';
import { Avatar } from '../../ui/avatar.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { DateTime } from '../../ui/date-time.js';
import { ErrorNote } from '../../ui/error-state.js';
import { FailureText } from '../../ui/failure-text.js';
import { OutLink } from '../../ui/out-link.js';
import { QuotedText } from '../../ui/quoted-text.js';
import { useAccountName, useHideComment, useMarkRead, type Comment } from './api.js';
import { CommentMenu } from './comment-menu.js';
import { MayBePublic } from './may-be-public.js';
import { authorOf } from './thread-list.js';

/** Shows one comment of a conversation, with its actions. */
export function CommentItem(props: {
  comment: Comment;
  /** The parent comment, if it is part of the conversation. */
  parent: Comment | undefined;
  mayWrite: boolean;
  mayAnswer: boolean;
  onAnswer: () => void;
}) {
  const { comment, parent, mayWrite, mayAnswer, onAnswer } = props;
  const nameOf = useAccountName();
  const author = comment.mine ? nameOf(comment.socialAccountId) : authorOf(comment);
  return (
    <li
      className={`flex min-w-0 flex-col gap-2 rounded-lg border border-line p-3 ${comment.mine ? 'ml-4 bg-raised sm:ml-10' : 'bg-surface'}`}
    >
      <div className="flex flex-wrap items-center gap-2">
        <Avatar name={author} url={comment.authorAvatarUrl} size="small" />
        <h3 className="min-w-0 font-semibold wrap-anywhere">{author}</h3>
        <Badges comment={comment} />
      </div>
      <QuotedText
        text={comment.text}
        className={comment.deletedAt === null ? '' : 'text-muted line-through'}
      />
      <p className="text-sm text-muted">
        <DateTime at={comment.postedAt} />
        {comment.externalUrl !== null && comment.deletedAt === null && (
          <>
            {' · '}
            <OutLink href={comment.externalUrl}>
              {t('viewOn', { platform: platformNames[comment.platform] })}
            </OutLink>
          </>
        )}
      </p>
      {comment.status === 'FAILED' && <FailedReply comment={comment} />}
      {comment.status === 'UNCONFIRMED' && (
        <UnconfirmedReply comment={comment} parent={parent} mayWrite={mayWrite} />
      )}
      {mayWrite && <Actions comment={comment} author={author} onAnswer={mayAnswer ? onAnswer : undefined} />}
    </li>
  );
}

/** Own comments are always read, and may have a menu. */
function Actions(props: { comment: Comment; author: string; onAnswer: (() => void) | undefined }) {
  const { comment, author, onAnswer } = props;
  const marking = useMarkRead();
  const hiding = useHideComment();
  return (
    <>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {!comment.mine && comment.canReply && onAnswer !== undefined && (
          <Button aria-label={t('replyToAuthor', { author })} onClick={onAnswer}>
            {t('reply')}
          </Button>
        )}
        {!comment.mine && (
          <Button
            look="quiet"
            busy={marking.isPending}
            onClick={() => marking.mutate({ commentId: comment.id, read: isUnread(comment) })}
          >
            {isUnread(comment) ? t('markAsRead') : t('markAsUnread')}
          </Button>
        )}
        <CommentMenu comment={comment} author={author} hiding={hiding} />
      </div>
      <ErrorNote error={hiding.error ?? marking.error} />
    </>
  );
}

function Badges({ comment }: { comment: Comment }) {
  return (
    <>
      {comment.mine && <Badge {...commentStateLabels[comment.status]} />}
      {isUnread(comment) && <Badge label={t('unread')} tone="info" />}
      {comment.hiddenAt !== null && comment.deletedAt === null && (
        <Badge label={t('hidden')} tone="neutral" />
      )}
      {comment.deletedAt !== null && <Badge label={t('deletedOnThePlatform')} tone="neutral" />}
    </>
  );
}

function FailedReply({ comment: { errorCode, errorMessage } }: { comment: Comment }) {
  const { title, remedy } = failedReplyText(errorCode);
  return (
    <div className="flex flex-col gap-1 rounded-md bg-bad-soft p-3 text-bad">
      <p className="font-semibold">{title}</p>
      {errorMessage !== null && <FailureText text={errorMessage} className="text-sm" />}
      <p>
        {t('theReplyWasNotPublished')} {remedy}{' '}
        {errorCode !== null && <OutLink href={targetDocUrl(errorCode)}>{moreAbout(errorCode)}</OutLink>}
      </p>
    </div>
  );
}

function UnconfirmedReply({
  comment,
  parent,
  mayWrite,
}: {
  comment: Comment;
  parent: Comment | undefined;
  mayWrite: boolean;
}) {
  return (
    <MayBePublic
      title={t('itMayAlreadyBePublished')}
      replyId={comment.id}
      place={comment}
      url={parent?.externalUrl ?? null}
      mayWrite={mayWrite}
    />
  );
}
