import { Link } from '@tanstack/react-router';
import { useWorkspace } from '../../api/workspace.js';
import { Badge } from '../../ui/badge.js';
import { Button, buttonClass } from '../../ui/button.js';
import { DateTime } from '../../ui/date-time.js';
import { Screen } from '../../ui/screen.js';
import { postStateWords } from '../../lib/words.js';
import type { Post } from './api.js';

/** What has become of it, and where to go on. */
export function Done({ post, again }: { post: Post; again: { label: string; onPress: () => void } }) {
  const { id } = useWorkspace();
  const at = `/w/${id}/posts/${post.id}`;
  return (
    <Screen title={titleOf(post)}>
      <p className="flex flex-wrap items-center gap-2">
        <Badge {...postStateWords[post.status]} />
        {post.scheduledAt !== null && (
          <DateTime at={post.scheduledAt} {...(post.timezone !== null && { timeZone: post.timezone })} />
        )}
      </p>
      {post.warnings !== undefined && post.warnings.length > 0 && (
        <ul className="flex list-disc flex-col gap-1 rounded-md bg-warning-soft py-3 pr-4 pl-8 text-warning">
          {post.warnings.map((warning) => (
            <li key={`${warning.targetId} ${warning.code}`}>{warning.message}</li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <Link to={at} className={buttonClass('primary')}>
          Open post
        </Link>
        <Button onClick={again.onPress}>{again.label}</Button>
      </div>
    </Screen>
  );
}

function titleOf({ status }: Post): string {
  if (status === 'DRAFT') return 'Draft saved';
  if (status === 'NEEDS_APPROVAL') return 'Submitted for approval';
  if (status === 'SCHEDULED') return 'Post scheduled';
  return 'Post saved';
}
