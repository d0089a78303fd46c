import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useWorkspace } from '../../api/workspace.js';
import { findingText } from '../../lib/finding-sentence.js';
import { lateWarnings } from '../../lib/late-warnings.js';
import { t } from '../../messages/composer.js';
import { Badge } from '../../ui/badge.js';
import { Button, buttonClass } from '../../ui/button.js';
import { DateTime } from '../../ui/date-time.js';
import { Screen } from '../../ui/screen.js';
import { listOf } from '../../lib/wording.js';
import { postLabelOf } from '../../lib/labels.js';
import { ToldText } from '../../ui/told-text.js';
import type { Post } from './api.js';
import { Progress } from './progress.js';

/** A post that is due within this time is shown as being published. */
const soonMs = 60_000;

/** Shows the result of sending a post, with links to continue. What is being published is followed until its end. */
export function Done(props: {
  post: Post;
  /** The previous status of the post. Absent for a new post. */
  before?: Post['status'];
  /** The names of the accounts on which the post is being retried. */
  retriedOn?: readonly string[];
  again: { label: string; onPress: () => void };
}) {
  const { post, before, retriedOn = [], again } = props;
  const { id } = useWorkspace();
  const at = `/w/${id}/posts/${post.id}`;
  const warnings = lateWarnings(post);
  const isRetry = retriedOn.length > 0;
  const isOnItsWay = isRetry && post.status !== 'NEEDS_APPROVAL';
  const isFollowed = post.status !== 'DRAFT' && post.status !== 'NEEDS_APPROVAL';
  const [isSoon] = useState(
    () => post.scheduledAt !== null && Date.parse(post.scheduledAt) - Date.now() <= soonMs,
  );
  return (
    <Screen title={titleOf(post, { before, retriedOn, isSoon })}>
      <p className="flex flex-wrap items-center gap-2">
        {!isFollowed && <Badge {...postLabelOf(post)} />}
        {/* The time of a retried post is not shown: it is the old one, not when the post will be published. */}
        {post.scheduledAt !== null && !isRetry && (
          <DateTime at={post.scheduledAt} {...(post.timezone !== null && { timeZone: post.timezone })} />
        )}
      </p>
      {isFollowed && <Progress postId={post.id} />}
      {warnings.length > 0 && (
        <ul className="flex list-disc flex-col gap-1 rounded-md bg-warning-soft py-3 pr-4 pl-8 text-warning">
          {warnings.map((warning) => (
            <li key={`${warning.targetId} ${warning.code}`}>
              <ToldText told={findingText(warning)} />
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <Link to={at} className={buttonClass('primary')}>
          {t('openPost')}
        </Link>
        {!isOnItsWay && <Button onClick={again.onPress}>{again.label}</Button>}
      </div>
    </Screen>
  );
}

function titleOf(
  { status }: Post,
  how: { before: Post['status'] | undefined; retriedOn: readonly string[]; isSoon: boolean },
): string {
  const { before, retriedOn, isSoon } = how;
  if (status === 'DRAFT') return t('draftSaved');
  if (retriedOn.length > 0 && status !== 'NEEDS_APPROVAL') {
    return t('retrying', { accounts: listOf(retriedOn) });
  }
  if (status === 'SCHEDULED' && isSoon) return t('publishingSoon');
  if (status === before) return t('changesSaved');
  if (status === 'NEEDS_APPROVAL') return t('submitted');
  return status === 'SCHEDULED' ? t('postScheduled') : t('postSaved');
}
