import { useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { usePeople } from '../../api/people.js';
import { usePost, usePostMedia, type Post, type Target } from '../../api/posts.js';
import { useWorkspace } from '../../api/workspace.js';
import { announce } from '../../lib/announce.js';
import { changesOf } from '../../lib/post-changes.js';
import { localTimeZone } from '../../lib/dates.js';
import { useHeldAction, type HeldAction } from '../../lib/held-requests.js';
import { postLabelOf } from '../../lib/labels.js';
import { nameOfPost } from '../../lib/post-name.js';
import { t } from '../../messages/post.js';
import { CalendarLink } from '../../ui/calendar-link.js';
import { Badge } from '../../ui/badge.js';
import { DateTime } from '../../ui/date-time.js';
import { TeamDecision } from '../../ui/team-decision.js';
import { ErrorState } from '../../ui/error-state.js';
import { MediaStrip } from '../../ui/media-strip.js';
import { OutLink } from '../../ui/out-link.js';
import { QuotedText } from '../../ui/quoted-text.js';
import { Screen } from '../../ui/screen.js';
import { Section } from '../../ui/section.js';
import { Skeleton } from '../../ui/states.js';
import { PostNumbers } from './numbers.js';
import { PostActions, RetryAll } from './post-actions.js';
import { TargetCard } from './target-card.js';
import { Timeline } from './timeline.js';

/** Shows one post: the live state of each account, the timeline and the actions. */
export function PostScreen() {
  const { postId = '' }: { postId?: string } = useParams({ strict: false });
  const reading = usePost(postId);
  const { data: post } = reading;
  // While an action can still be undone, no other one is offered.
  const held = useHeldAction(postId);
  useAnnouncements(post);
  return (
    <Screen
      key={postId}
      title={post === undefined ? t('title') : nameOfPost(post)}
      actions={post !== undefined && held === undefined && <PostActions post={post} />}
    >
      {post === undefined && reading.isPending && <Skeleton label={t('loading')} />}
      {post === undefined && reading.isError && (
        <ErrorState error={reading.error} onRetry={() => void reading.refetch()}>
          <CalendarLink />
        </ErrorState>
      )}
      {post !== undefined && <PostDetails post={asHeld(post, held)} />}
    </Screen>
  );
}

/** Returns the post as it will be once its held approval has been sent. */
function asHeld(post: Post, held: HeldAction | undefined): Post {
  if (held === 'approveText') return { ...post, targets: post.targets.map(asCorrecting) };
  if (held !== 'approve') return post;
  const targets = post.targets.map((target) =>
    target.status === 'DRAFT' ? { ...target, status: 'SCHEDULED' as const } : target,
  );
  return { ...post, status: 'SCHEDULED', targets };
}

const asCorrecting = (target: Target): Target => ({
  ...target,
  edits: target.edits.map((edit) =>
    edit.status === 'NEEDS_APPROVAL' ? { ...edit, status: 'REQUESTED' } : edit,
  ),
});

/** Announces changes of the post while it is shown. */
function useAnnouncements(post: Post | undefined): void {
  const before = useRef<Post | undefined>(undefined);
  useEffect(() => {
    const was = before.current;
    before.current = post;
    if (was === undefined || post === undefined || was.id !== post.id) return;
    const told = changesOf(was, post);
    if (told.length > 0) announce(told.join(' '));
  }, [post]);
}

function PostDetails({ post }: { post: Post }) {
  const media = usePostMedia(post).data ?? [];
  return (
    <>
      <Summary post={post} />
      <TeamDecision post={post} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <Section title={t('accounts')} size="small">
          <RetryAll post={post} />
          <ul className="flex flex-col gap-3">
            {post.targets.map((target) => (
              <TargetCard key={target.id} post={post} target={target} />
            ))}
          </ul>
          {post.targets.length === 0 && <p className="text-muted">{t('noAccounts')}</p>}
        </Section>
        <Section title={t('content')} size="small">
          {post.caption === null || post.caption === '' ? (
            <p className="text-muted">{t('noText')}</p>
          ) : (
            <QuotedText text={post.caption} className="rounded-lg border border-line bg-surface p-4" />
          )}
          <MediaStrip media={media} />
        </Section>
      </div>
      {post.targets.some(({ publishedAt }) => publishedAt !== null) && <PostNumbers post={post} />}
      <Section title={t('timeline.title')} size="small">
        <Timeline post={post} />
        <WorkflowRun post={post} />
      </Section>
    </>
  );
}

function Summary({ post }: { post: Post }) {
  const personOf = usePeople();
  const { approvedAt } = post;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <Badge {...postLabelOf(post)} />
        <PostTime post={post} />
      </div>
      <p className="text-sm text-muted">
        {t.rich('created', {
          ...personOf(post.createdByUserId),
          time: () => <DateTime at={post.createdAt} />,
        })}
        {approvedAt !== null && (
          <>
            {' · '}
            {t.rich('approved', {
              ...personOf(post.approvedByUserId),
              time: () => <DateTime at={approvedAt} />,
            })}
          </>
        )}
      </p>
      {post.rejectionReason !== null && (
        <div className="rounded-md bg-warning-soft p-4 text-warning">
          <p className="font-semibold">{t('rejected')}</p>
          <QuotedText text={post.rejectionReason} />
        </div>
      )}
    </div>
  );
}

/** Names the run that publishes the post, for the people who operate the server. */
function WorkflowRun({ post: { workflowId } }: { post: Post }) {
  const { role, runUrlTemplate } = useWorkspace();
  if (role !== 'OWNER' || workflowId === null) return null;
  return (
    <p className="text-sm wrap-anywhere text-muted">
      {t('workflow')}{' '}
      {runUrlTemplate === null ? (
        <code>{workflowId}</code>
      ) : (
        <OutLink href={runUrl(runUrlTemplate, workflowId)}>
          <code>{workflowId}</code>
        </OutLink>
      )}
    </p>
  );
}

const runUrl = (template: string, workflowId: string): string =>
  template.replace('{workflowId}', encodeURIComponent(workflowId));

/** Shows the time of the post in the post's zone, and in the reader's if it differs. */
function PostTime({ post: { scheduledAt, timezone, status } }: { post: Post }) {
  if (scheduledAt === null) return <p className="text-muted">{t('noTime')}</p>;
  const zone = timezone ?? localTimeZone();
  const time = () => <DateTime at={scheduledAt} timeZone={zone} />;
  return (
    <p>
      {status === 'DRAFT' ? t.rich('plannedFor', { time }) : time()}
      {zone !== localTimeZone() && (
        <span className="text-muted">
          {' '}
          {t.rich('yourTime', { time: () => <DateTime at={scheduledAt} /> })}
        </span>
      )}
    </p>
  );
}
