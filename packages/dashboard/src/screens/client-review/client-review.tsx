import { CircleCheckBig } from 'lucide-react';
import type { ReactNode } from 'react';
import { toldOf } from '../../api/errors.js';
import { useNotHeld } from '../../lib/held-requests.js';
import { t } from '../../messages/client-review.js';
import { Avatar } from '../../ui/avatar.js';
import { DateTime } from '../../ui/date-time.js';
import { ErrorState } from '../../ui/error-state.js';
import { LoadMore } from '../../ui/load-more.js';
import { Screen } from '../../ui/screen.js';
import { EmptyState, Skeleton } from '../../ui/states.js';
import { ToldText } from '../../ui/told-text.js';
import { ApproveAll } from './approve-all.js';
import { isLinkEnded, LinkToken, useClientPosts, useReview } from './api.js';
import { ClientPostCard } from './client-post-card.js';
import { LinkNotice } from './link-notice.js';

/** Shows the posts that wait for the holder of a link, and takes their decisions. */
export function ClientReview({ token }: { token: string }) {
  return (
    <LinkToken value={token}>
      <Review />
    </LinkToken>
  );
}

function Review() {
  const review = useReview();
  const pages = useClientPosts();
  const ended = [review.error, pages.error].find(isLinkEnded);
  if (ended !== undefined && ended !== null) {
    return (
      <LinkNotice title={t('thisLinkNoLongerWorks')}>
        <ToldText told={toldOf(ended)} /> {t('askForNewLink')}
      </LinkNotice>
    );
  }
  const error = review.error ?? pages.error;
  if (review.data === undefined || pages.data === undefined) {
    return (
      <Screen title={t('postsForYourApproval')}>
        {error === null ? (
          <Skeleton label={t('loadingPosts')} />
        ) : (
          <ErrorState
            error={error}
            onRetry={() => {
              void review.refetch();
              void pages.refetch();
            }}
          />
        )}
      </Screen>
    );
  }
  const { workspaceName, name, expiresAt } = review.data;
  return (
    <Screen title={t('postsForYourApproval')}>
      <div className="flex items-center gap-3">
        <Avatar name={workspaceName} shape="workspace" />
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{workspaceName}</p>
          <p className="text-sm text-muted wrap-anywhere">
            {t.rich('forNameThisLinkWorks', { name, time: () => <DateTime at={expiresAt} dayOnly /> })}
          </p>
        </div>
      </div>
      <Posts pages={pages} />
    </Screen>
  );
}

function Posts({ pages }: { pages: ReturnType<typeof useClientPosts> }): ReactNode {
  const rows = pages.rows.filter(useNotHeld());
  if (rows.length === 0) {
    return (
      <EmptyState icon={CircleCheckBig} title={t('nothingWaitsForYou')}>
        {t('youAreUpToDate')}
      </EmptyState>
    );
  }
  return (
    <>
      <ApproveAll posts={rows} hasMore={pages.hasNextPage} />
      <ul aria-label={t('postsForYourApproval')} className="flex flex-col gap-6">
        {rows.map((post) => (
          <ClientPostCard key={post.id} post={post} />
        ))}
      </ul>
      <LoadMore pages={pages} what={t('morePosts')} />
    </>
  );
}
