import { Link } from '@tanstack/react-router';
import { useWorkspace } from '../../api/workspace.js';
import { postLabelOf } from '../../lib/labels.js';
import { t as common } from '../../messages/common.js';
import { t } from '../../messages/media.js';
import { Badge } from '../../ui/badge.js';
import { DateTime } from '../../ui/date-time.js';
import { ErrorState } from '../../ui/error-state.js';
import { LoadMore } from '../../ui/load-more.js';
import { usePostsWith } from './api.js';

const excerptCharsMax = 60;

/** Shows the posts that use a file, newest first. */
export function UsedIn({ mediaId }: { mediaId: string }) {
  const { id } = useWorkspace();
  const pages = usePostsWith(mediaId);
  return (
    <section aria-labelledby="used-in-title" className="flex flex-col gap-2">
      <h3 id="used-in-title" className="font-semibold">
        {t('usedIn')}
      </h3>
      {pages.isPending && <p className="text-muted">{t('loadingPosts')}</p>}
      {pages.isError && pages.rows.length === 0 && (
        <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
      )}
      {pages.isSuccess && pages.rows.length === 0 && <p className="text-muted">{t('noPostsUseThisFile')}</p>}
      <ul className="flex flex-col gap-2">
        {pages.rows.map((post) => (
          <li key={post.id} className="flex flex-wrap items-center gap-2">
            <Badge {...postLabelOf(post)} />
            <Link to={`/w/${id}/posts/${post.id}`} className="underline">
              {excerptOf(post.caption)}
            </Link>
            {post.scheduledAt !== null && <DateTime at={post.scheduledAt} />}
          </li>
        ))}
      </ul>
      <LoadMore pages={pages} what={t('morePosts')} />
    </section>
  );
}

function excerptOf(caption: string | null): string {
  const text = caption?.trim() ?? '';
  if (text === '') return common('postWithoutText');
  return text.length > excerptCharsMax ? `${text.slice(0, excerptCharsMax)} …` : text;
}
