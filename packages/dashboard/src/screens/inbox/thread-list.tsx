import { Link } from '@tanstack/react-router';
import { MessageCircle } from 'lucide-react';
import type { usePages } from '../../api/pages.js';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/workspace.js';
import { replyStateLabels } from '../../lib/reply-states.js';
import { threadsOf, type Thread } from '../../lib/threads.js';
import { useUrlParams } from '../../lib/use-url-params.js';
import { t } from '../../messages/inbox.js';
import { Avatar } from '../../ui/avatar.js';
import { Badge } from '../../ui/badge.js';
import { DateTime } from '../../ui/date-time.js';
import { ErrorState } from '../../ui/error-state.js';
import { LoadMore } from '../../ui/load-more.js';
import { EmptyState, Skeleton } from '../../ui/states.js';
import { assignedToText } from './assignment.js';
import { useAccountName, type Comment } from './api.js';

/** Returns the author of a comment. Some platforms do not name the author. */
export const authorOf = ({ authorName, authorHandle }: Comment): string =>
  authorName ?? authorHandle ?? t('somebody');

/** Shows the conversations, ordered by their newest comments. */
export function ThreadList(props: {
  pages: ReturnType<typeof usePages<Comment>>;
  opened: string | null;
  isFiltered: boolean;
}) {
  const { pages, opened, isFiltered } = props;
  if (pages.isPending) return <Skeleton label={t('loadingComments')} />;
  if (pages.isError && pages.rows.length === 0) {
    return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />;
  }
  if (pages.rows.length === 0) return <NoComments isFiltered={isFiltered} />;
  return (
    <section aria-label={t('conversations')}>
      <ul className="flex flex-col gap-2">
        {threadsOf(pages.rows).map((thread) => (
          <ThreadRow
            key={thread.id}
            thread={thread}
            isOpen={thread.comments.some(({ id }) => id === opened) || thread.id === opened}
          />
        ))}
      </ul>
      <LoadMore pages={pages} what={t('moreComments')} />
    </section>
  );
}

function NoComments({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title={t('noCommentsMatchTheFilters')} />;
  return (
    <EmptyState icon={MessageCircle} title={t('noCommentsYet')}>
      {t('punctualChecksYourPostsFor')}
    </EmptyState>
  );
}

function ThreadRow({ thread, isOpen }: { thread: Thread; isOpen: boolean }) {
  const { id } = useWorkspace();
  const [params] = useUrlParams();
  const nameOf = useAccountName();
  const me = useSession().user.id;
  const { newest, comments, unreadCount, replyStatus } = thread;
  const { assignedTo } = newest;
  const noteCount = comments.reduce((sum, comment) => sum + comment.noteCount, 0);
  return (
    <li>
      <Link
        to={`/w/${id}/inbox`}
        search={{ ...params, comment: newest.id }}
        data-comments={comments.map(({ id: commentId }) => commentId).join(' ')}
        aria-current={isOpen ? 'true' : undefined}
        className={`flex min-w-0 items-start gap-3 rounded-lg border p-3 hover:bg-raised ${isOpen ? 'border-accent bg-raised' : 'border-line bg-surface'}`}
      >
        <Avatar name={authorOf(newest)} url={newest.authorAvatarUrl} platform={newest.platform} />
        <span className="flex min-w-0 grow flex-col gap-1">
          <span className="flex flex-wrap items-center gap-2">
            <span className={`min-w-0 wrap-anywhere ${unreadCount > 0 ? 'font-bold' : ''}`}>
              {authorOf(newest)}
            </span>
            {unreadCount > 0 && <Badge label={t('unreadCount', { count: unreadCount })} tone="info" />}
            {replyStatus !== null && <Badge {...replyStateLabels[replyStatus]} />}
            {newest.deletedAt !== null && <Badge label={t('deleted')} tone="neutral" />}
          </span>
          <span dir="auto" className="line-clamp-2 wrap-anywhere">
            {newest.text}
          </span>
          <span className="text-sm text-muted">
            {nameOf(newest.socialAccountId)} · <DateTime at={newest.postedAt} />
            {comments.length > 1 && ` · ${t('commentCount', { count: comments.length })}`}
            {noteCount > 0 && ` · ${t('noteCount', { count: noteCount })}`}
            {assignedTo !== null && ` · ${assignedToText(assignedTo, me)}`}
          </span>
        </span>
      </Link>
    </li>
  );
}
