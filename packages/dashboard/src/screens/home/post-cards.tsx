import { Link } from '@tanstack/react-router';
import { CalendarClock, CircleAlert, CircleCheckBig } from 'lucide-react';
import { isActionAllowed } from '../../../../../src/domain/post-actions.js';
import type { Post } from '../../api/posts.js';
import { useMay, useWorkspace } from '../../api/workspace.js';
import { formatTime } from '../../lib/dates.js';
import { postLabelOf } from '../../lib/labels.js';
import { placeOf, titleOfError } from '../../lib/post-changes.js';
import { nameOfPost } from '../../lib/post-name.js';
import { waitsFor } from '../../lib/public-changes.js';
import { remediesOf } from '../../lib/target-remedies.js';
import { t as common } from '../../messages/common.js';
import { t } from '../../messages/home.js';
import { Badge } from '../../ui/badge.js';
import { Button, buttonClass } from '../../ui/button.js';
import { DateTime } from '../../ui/date-time.js';
import { ErrorNote } from '../../ui/error-state.js';
import { useRetry } from '../../ui/use-retry.js';
import { failedDaysShown, useDuePosts, useFailedPosts, useWaitingPosts } from './api.js';
import { Card } from './card.js';
import { PostRow } from './post-row.js';

export function DueCard() {
  const { id } = useWorkspace();
  const mayWrite = useMay('writePosts');
  return (
    <Card
      title={t('dueToday')}
      icon={CalendarClock}
      all={{ path: 'queue', label: t('queue') }}
      query={useDuePosts()}
      rowOf={(post) => (
        <PostRow
          key={post.id}
          post={post}
          time={post.scheduledAt === null ? null : formatTime(post.scheduledAt)}
          action={post.status === 'SCHEDULED' ? undefined : <Badge {...postLabelOf(post)} />}
        />
      )}
      empty={
        <span className="flex flex-wrap items-center justify-between gap-3">
          {t('nothingIsDueToday')}
          {mayWrite && (
            <Link to={`/w/${id}/compose`} className={buttonClass()}>
              {t('writeAPost')}
            </Link>
          )}
        </span>
      }
    />
  );
}

export function FailedCard() {
  return (
    <Card
      title={t('failed')}
      icon={CircleAlert}
      all={{
        path: 'calendar',
        search: { view: 'list', states: 'FAILED,PARTIALLY_PUBLISHED,UNCONFIRMED' },
        label: t('allFailedPosts'),
      }}
      query={useFailedPosts()}
      rowOf={(post) => <FailedRow key={post.id} post={post} />}
      empty={t('noPostHasFailedIn', { days: failedDaysShown })}
    />
  );
}

/** Shows a failed post with the reason of its first failure, and a button to retry it if that is the best remedy. */
function FailedRow({ post }: { post: Post }) {
  const { id } = useWorkspace();
  const mayWrite = useMay('writePosts');
  const retrying = useRetry(post);
  const failed = post.targets.filter(({ status }) => status === 'FAILED');
  const [first] = failed;
  const code = first?.errorCode ?? null;
  const [best] =
    first === undefined || code === null ? [] : remediesOf(code, first.errorRetryable, post.status);
  const name = nameOfPost(post);
  return (
    <PostRow
      post={post}
      time={post.scheduledAt !== null && <DateTime at={post.scheduledAt} />}
      note={
        <>
          {first !== undefined && code !== null && (
            <span className="text-bad">
              {placeOf(first)}: {titleOfError(code)}
              {failed.length > 1 && t('andMore', { count: failed.length - 1 })}
            </span>
          )}
          <ErrorNote error={retrying.error} />
        </>
      }
      action={
        mayWrite && best === 'RETRY' && isActionAllowed('retry', post.status) ? (
          <Button
            aria-label={t('retryName', { name })}
            busy={retrying.isPending}
            onClick={() => retrying.retry()}
          >
            {common('retry')}
          </Button>
        ) : (
          <Link
            to={`/w/${id}/posts/${post.id}`}
            aria-label={t('openName', { name })}
            className={buttonClass()}
          >
            {t('open')}
          </Link>
        )
      }
    />
  );
}

export function WaitingCard() {
  return (
    <Card
      title={t('waitingForYourApproval')}
      icon={CircleCheckBig}
      all={{ path: 'approvals', label: t('approvals') }}
      query={useWaitingPosts()}
      rowOf={(post) => (
        <PostRow
          key={post.id}
          post={post}
          time={post.scheduledAt === null ? t('noTimeSet') : <DateTime at={post.scheduledAt} />}
          note={waitsFor(post) === 'approveText' ? t('correctedText') : undefined}
        />
      )}
      empty={t('noPostsNeedApproval')}
    />
  );
}
