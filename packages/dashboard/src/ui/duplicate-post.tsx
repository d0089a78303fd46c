import { Link } from '@tanstack/react-router';
import { useWorkspace } from '../api/workspace.js';
import { t } from '../messages/common.js';
import { buttonClass } from './button.js';

/** A link to the composer with a copy of a post. */
export function DuplicatePost({ postId }: { postId: string }) {
  const { id } = useWorkspace();
  return (
    <Link to={`/w/${id}/compose`} search={{ from: postId }} className={buttonClass()}>
      {t('duplicate')}
    </Link>
  );
}
