import { Link } from '@tanstack/react-router';
import { useMay, useWorkspace } from '../api/workspace.js';
import { buttonClass } from './button.js';

/** A link to the composer, for users who may write posts. */
export function NewPostLink() {
  const { id } = useWorkspace();
  if (!useMay('writePosts')) return null;
  return (
    <Link to={`/w/${id}/compose`} className={buttonClass('primary')}>
      New post
    </Link>
  );
}
