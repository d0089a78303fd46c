import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useRetryFirstComment, type Post, type Target } from '../../api/posts.js';
import { useMay, useWorkspace } from '../../api/workspace.js';
import { moreAbout, placeOf, remedyOf, titleOfError } from '../../lib/post-changes.js';
import { commentRemediesOf, remediesOf, targetDocUrl, type RemedyAction } from '../../lib/target-remedies.js';
import { showToast } from '../../lib/toasts.js';
import { useAlone } from '../../lib/use-alone.js';
import { t } from '../../messages/post.js';
import { toneClass } from '../../ui/badge.js';
import { Button, buttonClass } from '../../ui/button.js';
import { ErrorNote } from '../../ui/error-state.js';
import { FailureText } from '../../ui/failure-text.js';
import { OutLink } from '../../ui/out-link.js';
import { useRetry } from '../../ui/use-retry.js';
import { CommentDialog } from './comment-dialog.js';
import { ScheduleDialog } from '../../ui/schedule-dialog.js';
import { UnconfirmedDialog } from './unconfirmed-dialog.js';

/** Explains why a target failed and offers the remedies. */
export function TargetFailure({ post, target }: { post: Post; target: Target }) {
  const { errorCode: code } = target;
  if (target.status !== 'FAILED' || code === null) return null;
  const actions = remediesOf(code, target.errorRetryable, post.status);
  return (
    <Explained code={code} message={target.errorMessage}>
      <RemedyButtons post={post} target={target} actions={actions} />
    </Explained>
  );
}

/** Explains why the first comment of a public post failed and offers the remedies. */
export function CommentFailure({ post, target }: { post: Post; target: Target }) {
  const { firstCommentErrorCode: code, firstCommentError } = target;
  const workspace = useWorkspace();
  if (code === null || target.status !== 'PUBLISHED') return null;
  // Without the id of the published post, no comment can be sent under it, so there are no remedies.
  const actions =
    target.externalPostId === null
      ? []
      : commentRemediesOf(code, target.firstCommentErrorRetryable, workspace);
  return (
    <Explained
      code={code}
      title={t('remedy.comment', { problem: titleOfError(code) })}
      message={firstCommentError?.replace(`${code}: `, '') ?? null}
      remedy={actions.length === 0 ? t('remedy.commentImpossible') : undefined}
    >
      <RemedyButtons post={post} target={target} actions={actions} />
    </Explained>
  );
}

function Explained(props: {
  code: string;
  title?: string;
  message: string | null;
  remedy?: string | undefined;
  children: ReactNode;
}) {
  const { code, title = titleOfError(code), message, remedy, children } = props;
  return (
    <div
      className={`flex flex-col gap-2 rounded-md p-4 ${toneClass(code === 'PUBLISH_UNCONFIRMED' ? 'unsure' : 'bad')}`}
    >
      <p className="font-semibold">{title}</p>
      {message !== null && <FailureText text={message} className="text-sm" />}
      <p>
        {remedy ?? remedyOf(code) ?? t('remedy.unknown')}{' '}
        <OutLink href={targetDocUrl(code)}>{moreAbout(code)}</OutLink>
      </p>
      {children}
    </div>
  );
}

interface RemedyProps {
  post: Post;
  target: Target;
}

type DialogAction = 'SCHEDULE' | 'DECIDE' | 'EDIT_COMMENT';

const isDialogAction = (action: RemedyAction): action is DialogAction =>
  action === 'SCHEDULE' || action === 'DECIDE' || action === 'EDIT_COMMENT';

function RemedyButtons({ post, target, actions }: RemedyProps & { actions: readonly RemedyAction[] }) {
  const retrying = useRetry(post);
  const retryingComment = useRetryFirstComment(post);
  const alone = useAlone();
  const mayWrite = useMay('writePosts');
  const [open, setOpen] = useState<DialogAction | null>(null);
  const close = (): void => setOpen(null);
  if (!mayWrite || actions.length === 0) return null;
  const retryComment = async (): Promise<void> => {
    await retryingComment.mutateAsync(target.id);
    showToast(t('sendingComment'), 'info');
  };
  const act = (action: RemedyAction): void => {
    if (action === 'RETRY') retrying.retry([target.id]);
    else if (action === 'RETRY_COMMENT') alone(retryComment);
    else if (isDialogAction(action)) setOpen(action);
  };
  return (
    <>
      <div className="flex flex-wrap gap-2 text-ink">
        {actions.map((action, index) => (
          <RemedyButton
            key={action}
            action={action}
            post={post}
            target={target}
            isFirst={index === 0}
            busy={action === 'RETRY' ? retrying.isPending : retryingComment.isPending}
            onAct={act}
          />
        ))}
      </div>
      <ErrorNote error={retrying.error ?? retryingComment.error} />
      {open === 'SCHEDULE' && <ScheduleDialog post={post} onClose={close} />}
      {open === 'DECIDE' && <UnconfirmedDialog post={post} target={target} onClose={close} />}
      {open === 'EDIT_COMMENT' && <CommentDialog post={post} target={target} onClose={close} />}
    </>
  );
}

function RemedyButton(
  props: RemedyProps & {
    action: RemedyAction;
    isFirst: boolean;
    busy: boolean;
    onAct: (action: RemedyAction) => void;
  },
) {
  const { action, target, isFirst, busy, onAct } = props;
  const { id } = useWorkspace();
  const mayConnect = useMay('manageAccounts');
  const look = isFirst ? 'primary' : 'plain';
  const label = t(`remedy.${action}`);
  const name = `${label}: ${placeOf(target)}`;
  if (action === 'RECONNECT' && !mayConnect) {
    return <p className="text-bad">{t('remedy.askToReconnect')}</p>;
  }
  const link = linkOf(action, `/w/${id}`, target);
  if (link !== null) {
    return (
      <Link {...link} aria-label={name} className={buttonClass(look)}>
        {label}
      </Link>
    );
  }
  return (
    <Button look={look} aria-label={name} busy={busy} onClick={() => onAct(action)}>
      {label}
    </Button>
  );
}

/** Returns the link to the screen that handles a remedy, or null if no other screen does. */
function linkOf(action: RemedyAction, workspace: string, { postId, socialAccountId }: Target) {
  if (action === 'EDIT') return { to: `${workspace}/posts/${postId}/edit` };
  return action === 'RECONNECT'
    ? { to: `${workspace}/accounts`, search: { reconnect: socialAccountId } }
    : null;
}
