import { Link } from '@tanstack/react-router';
import { FilePenLine } from 'lucide-react';
import { api, dataOf } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { usePages } from '../../api/pages.js';
import { signedUrlsMs } from '../../api/polling.js';
import type { Post } from '../../api/posts.js';
import { useMay, useWorkspace } from '../../api/workspace.js';
import { toBulkPost, type BulkPost } from '../../lib/bulk-actions.js';
import { localTimeZone } from '../../lib/dates.js';
import { focusHeading } from '../../lib/focus-heading.js';
import { useNotHeld } from '../../lib/held-requests.js';
import { nameOfPost } from '../../lib/post-name.js';
import { useSelection, type Selection } from '../../lib/use-selection.js';
import { t as common } from '../../messages/common.js';
import { t } from '../../messages/drafts.js';
import { AccountPlaces } from '../../ui/account-places.js';
import { SelectBox } from '../../ui/bulk/select-box.js';
import { SelectionBar } from '../../ui/bulk/selection-bar.js';
import { buttonClass } from '../../ui/button.js';
import { DateTime } from '../../ui/date-time.js';
import { DeletePost } from '../../ui/delete-post.js';
import { ErrorState } from '../../ui/error-state.js';
import { LoadMore } from '../../ui/load-more.js';
import { MediaStrip } from '../../ui/media-strip.js';
import { QuotedText } from '../../ui/quoted-text.js';
import { Screen } from '../../ui/screen.js';
import { EmptyState, Skeleton } from '../../ui/states.js';

const pageRows = 20;

/** Shows all drafts, with or without a date. */
export function DraftsScreen() {
  const mayWrite = useMay('writePosts');
  return (
    <Screen title={t('drafts')}>
      <DraftList mayWrite={mayWrite} />
    </Screen>
  );
}

function useDrafts() {
  const { id: workspaceId } = useWorkspace();
  return usePages<Post>(
    keys.of(workspaceId, 'posts', 'drafts'),
    (cursor, signal) => {
      const query = {
        workspaceId,
        status: 'DRAFT',
        expand: 'media.asset,targets.account',
        limit: pageRows,
        ...(cursor !== undefined && { cursor }),
      };
      return dataOf(api.GET('/posts', { params: { query }, signal }));
    },
    { refetchMs: signedUrlsMs },
  );
}

function DraftList({ mayWrite }: { mayWrite: boolean }) {
  const pages = useDrafts();
  const rows = pages.rows.filter(useNotHeld());
  const posts = rows.map(toBulkPost);
  const selection = useSelection(posts);
  if (pages.isPending) return <Skeleton label={t('loadingDrafts')} />;
  if (pages.isError && pages.rows.length === 0) {
    return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />;
  }
  if (rows.length === 0) {
    return (
      <EmptyState icon={FilePenLine} title={t('noDrafts')}>
        {t('postsThatYouSaveAs')}
      </EmptyState>
    );
  }
  return (
    <>
      {mayWrite && <SelectionBar posts={posts} selection={selection} zone={localTimeZone()} />}
      <ul aria-label={t('drafts')} className="flex flex-col gap-4">
        {rows.map((post) => (
          <DraftCard key={post.id} post={post} mayWrite={mayWrite} selection={selection} />
        ))}
      </ul>
      <LoadMore pages={pages} what={t('moreDrafts')} />
    </>
  );
}

function DraftCard(props: { post: Post; mayWrite: boolean; selection: Selection<BulkPost> }) {
  const { post, mayWrite, selection } = props;
  const { id } = useWorkspace();
  const name = nameOfPost(post);
  const at = `/w/${id}/posts/${post.id}`;
  const { scheduledAt } = post;
  const more = post.media.length - 1;
  return (
    <li className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-col gap-1">
        <div className="-ml-2 flex items-center">
          {mayWrite && <SelectBox id={post.id} name={name} selection={selection} />}
          <h2 className="min-w-0 font-semibold wrap-anywhere">
            <Link to={at} className="underline">
              {name}
            </Link>
          </h2>
        </div>
        {post.targets.length === 0 ? (
          <p className="text-sm text-muted">{t('noAccountsYet')}</p>
        ) : (
          <AccountPlaces targets={post.targets} />
        )}
        <p className="text-sm text-muted">
          {scheduledAt === null
            ? t('noDate')
            : t.rich('onTheCalendar', {
                time: () => <DateTime at={scheduledAt} timeZone={post.timezone ?? localTimeZone()} />,
              })}
          {' · '}
          {t.rich('lastChanged', { time: () => <DateTime at={post.updatedAt} /> })}
        </p>
      </div>
      {post.caption !== null && post.caption.trim() !== name && <QuotedText text={post.caption} />}
      <MediaStrip media={post.media.slice(0, 1)} label={t('mediaOf', { name })} />
      {more > 0 && <p className="text-sm text-muted">{t('andMoreMedia', { more })}</p>}
      {mayWrite && (
        <div className="flex flex-wrap gap-2">
          <Link to={`${at}/edit`} className={buttonClass()} aria-label={t('editName', { name })}>
            {common('edit')}
          </Link>
          <DeletePost post={post} name={name} onDeleted={focusHeading} />
        </div>
      )}
    </li>
  );
}
