import { Link } from '@tanstack/react-router';
import { CircleCheckBig } from 'lucide-react';
import { api, dataOf } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { usePages } from '../../api/pages.js';
import { signedUrlsMs } from '../../api/polling.js';
import { usePeople } from '../../api/people.js';
import type { Post, Target } from '../../api/posts.js';
import { useMay, useWorkspace } from '../../api/workspace.js';
import { toBulkPost, type BulkPost } from '../../lib/bulk-actions.js';
import { localTimeZone } from '../../lib/dates.js';
import { useNotHeld } from '../../lib/held-requests.js';
import { placeOf } from '../../lib/post-changes.js';
import { nameOfPost } from '../../lib/post-name.js';
import { waitsFor } from '../../lib/public-changes.js';
import { useSelection, type Selection } from '../../lib/use-selection.js';
import { t } from '../../messages/approvals.js';
import { AccountPlaces } from '../../ui/account-places.js';
import { SelectBox } from '../../ui/bulk/select-box.js';
import { SelectionBar } from '../../ui/bulk/selection-bar.js';
import { TeamDecision } from '../../ui/team-decision.js';
import { ErrorState } from '../../ui/error-state.js';
import { LoadMore } from '../../ui/load-more.js';
import { MediaStrip } from '../../ui/media-strip.js';
import { OwnMedia } from '../../ui/own-media.js';
import { QuotedText } from '../../ui/quoted-text.js';
import { ScheduledFor } from '../../ui/scheduled-for.js';
import { Screen } from '../../ui/screen.js';
import { EmptyState, Skeleton } from '../../ui/states.js';
import { CorrectedTexts } from './corrected-texts.js';

const pageRows = 20;

/** Shows the posts that wait for approval or have corrected texts that do, the earliest scheduled first. */
export function ApprovalsScreen() {
  return (
    <Screen title={t('approvals')}>
      <ApprovalList />
    </Screen>
  );
}

function useWaitingPosts() {
  const { id: workspaceId } = useWorkspace();
  return usePages<Post>(
    keys.of(workspaceId, 'posts', 'approvals'),
    (cursor, signal) => {
      const query = {
        workspaceId,
        needsApproval: true,
        sort: 'scheduledAt' as const,
        expand: 'media.asset,targets.account',
        limit: pageRows,
        ...(cursor !== undefined && { cursor }),
      };
      return dataOf(api.GET('/posts', { params: { query }, signal }));
    },
    { refetchMs: signedUrlsMs },
  );
}

function ApprovalList() {
  const pages = useWaitingPosts();
  const mayApprove = useMay('approvePosts');
  const rows = pages.rows.filter(useNotHeld());
  const posts = rows.filter(isWhole).map(toBulkPost);
  const selection = useSelection(posts);
  if (pages.isPending) return <Skeleton label={t('loadingPosts')} />;
  if (pages.isError && pages.rows.length === 0) {
    return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />;
  }
  if (rows.length === 0) {
    return (
      <EmptyState icon={CircleCheckBig} title={t('noPostsNeedApproval')}>
        {t('postsThatAreSubmittedFor')}
      </EmptyState>
    );
  }
  return (
    <>
      {!mayApprove && <p className="text-muted">{t('onlyOwnersAdminsAndClient')}</p>}
      <SelectionBar posts={posts} selection={selection} zone={localTimeZone()} />
      <ul aria-label={t('postsThatNeedApproval')} className="flex flex-col gap-4">
        {rows.map((post) => (
          <ApprovalCard key={post.id} post={post} selection={selection} />
        ))}
      </ul>
      <LoadMore pages={pages} what={t('morePosts')} />
    </>
  );
}

/** Whether the post itself waits, so that it can be changed together with others. */
const isWhole = (post: Post): boolean => waitsFor(post) === 'approve';

function ApprovalCard({ post, selection }: { post: Post; selection: Selection<BulkPost> }) {
  const { id } = useWorkspace();
  const name = nameOfPost(post);
  return (
    <li className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4">
      <div className="flex items-center">
        {isWhole(post) && (
          <span className="-ml-2 flex">
            <SelectBox id={post.id} name={name} selection={selection} />
          </span>
        )}
        <h2 className="min-w-0 font-semibold wrap-anywhere">
          <Link to={`/w/${id}/posts/${post.id}`} className="underline">
            {name}
          </Link>
        </h2>
      </div>
      {isWhole(post) ? <WholePost post={post} name={name} /> : <CorrectedTexts post={post} />}
      <TeamDecision post={post} name={name} />
    </li>
  );
}

function WholePost({ post, name }: { post: Post; name: string }) {
  const personOf = usePeople();
  return (
    <>
      <div className="-mt-3 flex flex-col gap-1">
        <p>
          <ScheduledFor post={post} />
        </p>
        <p className="text-sm text-muted">{t('by', { ...personOf(post.createdByUserId) })}</p>
      </div>
      <PostPreview post={post} name={name} />
    </>
  );
}

/** Shows the content of a post for each account. Accounts with the same text share one preview, unless it is the name. */
function PostPreview({ post, name }: { post: Post; name: string }) {
  const texts = new Map<string, Post['targets']>();
  const waiting = post.targets.filter(({ status }) => status === 'DRAFT');
  for (const target of waiting) {
    const text = target.captionOverride ?? post.caption ?? '';
    texts.set(text, [...(texts.get(text) ?? []), target]);
  }
  return (
    <div className="flex flex-col gap-3">
      {[...texts].map(([text, targets]) => (
        <div key={text} className="flex flex-col gap-1">
          <AccountPlaces targets={targets} />
          {text === '' && <p className="text-muted">{t('noText')}</p>}
          {text !== '' && text !== name && <QuotedText text={text} />}
        </div>
      ))}
      <MediaStrip media={post.media} />
      {waiting.map((target) => (
        <OwnParts key={target.id} target={target} />
      ))}
    </div>
  );
}

/** Shows the media and the first comment that are only for one account. */
function OwnParts({ target }: { target: Target }) {
  const { mediaIds, firstComment } = target;
  const place = placeOf(target);
  return (
    <>
      {mediaIds.length > 0 && (
        <div className="flex flex-col gap-1">
          <p className="text-sm text-muted">{t('mediaFor', { place })}</p>
          <OwnMedia ids={mediaIds} label={t('mediaFor', { place })} />
        </div>
      )}
      {firstComment !== null && (
        <div>
          <p className="text-sm text-muted">{t('firstCommentFor', { place })}</p>
          <QuotedText text={firstComment} />
        </div>
      )}
    </>
  );
}
