import { useEffect, useRef, useState } from 'react';
import { useMay } from '../../api/workspace.js';
import { announce } from '../../lib/announce.js';
import { takesNoReplies } from '../../lib/reply-states.js';
import { answeredByDefault, readingOf, type Seen } from '../../lib/threads.js';
import { commentStateLabels } from '../../lib/labels.js';
import { t as common } from '../../messages/common.js';
import { t } from '../../messages/inbox.js';
import { Button } from '../../ui/button.js';
import { ErrorState } from '../../ui/error-state.js';
import { Skeleton } from '../../ui/states.js';
import { useMarkRead, useThread, type Comment, type CommentWithThread } from './api.js';
import { Assignment } from './assignment.js';
import { CommentItem } from './comment-item.js';
import { Notes } from './notes.js';
import { PostOfThread } from './post-of-thread.js';
import { ReplyForm } from './reply-form.js';
import { authorOf } from './thread-list.js';

/** Shows a conversation, oldest comment first, with a form to reply. */
export function ThreadView({ commentId, onClose }: { commentId: string; onClose: () => void }) {
  const reading = useThread(commentId);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <section aria-labelledby="conversation" className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="conversation" ref={heading} tabIndex={-1} className="text-lg font-semibold">
          {t('conversation')}
        </h2>
        <Button onClick={onClose}>{common('close')}</Button>
      </div>
      {reading.isPending && <Skeleton label={t('loadingConversation')} />}
      {reading.isError && reading.data === undefined && (
        <ErrorState error={reading.error} onRetry={() => void reading.refetch()} />
      )}
      {reading.data !== undefined && <Conversation comment={reading.data} />}
    </section>
  );
}

function Conversation({ comment }: { comment: CommentWithThread }) {
  const { thread, threadTruncated, postId } = comment;
  const mayWrite = useMay('writePosts');
  const [picked, setPicked] = useState<string | null>(null);
  const [wantsAnyway, setWantsAnyway] = useState(false);
  const isClosed = takesNoReplies(thread) && !wantsAnyway;
  const answered = answeredByDefault(thread, picked ?? comment.id);
  const field = useRef<HTMLTextAreaElement>(null);
  useReadOnOpening(thread, mayWrite);
  useOutcomes(thread);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        {postId !== null && <PostOfThread postId={postId} />}
        <Assignment comment={comment} mayWrite={mayWrite} />
      </div>
      {threadTruncated && <p className="text-muted">{t('onlyTheNewestCommentsOf')}</p>}
      <ol className="flex flex-col gap-3">
        {thread.map((one) => (
          <CommentItem
            key={one.id}
            comment={one}
            parent={thread.find(({ id: parentId }) => parentId === one.parentId)}
            mayWrite={mayWrite}
            mayAnswer={!isClosed}
            onAnswer={() => {
              setPicked(one.id);
              field.current?.focus();
            }}
          />
        ))}
      </ol>
      {isClosed && mayWrite ? (
        <ClosedForReplies onOpened={() => setWantsAnyway(true)} />
      ) : (
        <Answer answered={answered} mayWrite={mayWrite} field={field} />
      )}
      {mayWrite && <Notes commentId={comment.id} />}
    </>
  );
}

/** Replaces the reply form while the platform has replies turned off. The user can say that they are on again. */
function ClosedForReplies({ onOpened }: { onOpened: () => void }) {
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-muted">{t('youCannotReplyHereReplies')}</p>
      <Button onClick={onOpened}>{t('repliesAreTurnedOnNow')}</Button>
    </div>
  );
}

function Answer(props: {
  answered: Comment | undefined;
  mayWrite: boolean;
  field: React.RefObject<HTMLTextAreaElement | null>;
}) {
  const { answered, mayWrite, field } = props;
  if (!mayWrite) return <p className="text-muted">{t('onlyOwnersAdminsAndEditors')}</p>;
  if (answered === undefined) {
    return <p className="text-muted">{t('youCannotReplyToThis')}</p>;
  }
  return <ReplyForm key={answered.id} answered={answered} author={authorOf(answered)} field={field} />;
}

/** Marks shown comments as read, and those whose reply fails as unread, for users who may reply. */
function useReadOnOpening(thread: readonly Comment[], mayWrite: boolean): void {
  const { mutate } = useMarkRead();
  const seen = useRef<Seen>({ opened: new Set(), replies: new Map() });
  useEffect(() => {
    if (!mayWrite) return;
    const { read, unread } = readingOf(thread, seen.current);
    for (const commentId of read) mutate({ commentId, read: true });
    for (const commentId of unread) mutate({ commentId, read: false });
  }, [mayWrite, thread, mutate]);
}

/** Announces the outcomes of replies that were being sent. */
function useOutcomes(thread: readonly Comment[]): void {
  const before = useRef(new Map<string, Comment['status']>());
  useEffect(() => {
    for (const { id, mine, status } of thread) {
      const was = before.current.get(id);
      if (mine && was === 'SENDING' && status !== 'SENDING') {
        announce(t('yourReply', { state: commentStateLabels[status].label }));
      }
      before.current.set(id, status);
    }
  }, [thread]);
}
