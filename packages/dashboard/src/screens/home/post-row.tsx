import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Post } from '../../api/posts.js';
import { useWorkspace } from '../../api/workspace.js';
import { nameOfPost } from '../../lib/post-name.js';
import { PlatformMarks } from '../../ui/platform-marks.js';
import { Row } from './card.js';

/** Shows a post as a link, with its time, the marks of its platforms and its text. */
export function PostRow(props: { post: Post; time: ReactNode; note?: ReactNode; action?: ReactNode }) {
  const { post, time, note, action } = props;
  const { id } = useWorkspace();
  return (
    <Row>
      <span className="flex min-w-0 flex-1 flex-col gap-1">
        <Link
          to={`/w/${id}/posts/${post.id}`}
          className="text-sm font-medium wrap-anywhere hover:underline focus-visible:underline"
        >
          {nameOfPost(post)}
        </Link>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
          <span className="tabular-nums">{time}</span>
          <PlatformMarks targets={post.targets} />
        </span>
        {note !== undefined && <span className="text-sm wrap-anywhere">{note}</span>}
      </span>
      {action}
    </Row>
  );
}
