import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/workspace.js';
import { localTimeZone } from '../../lib/dates.js';
import { postStateLabels } from '../../lib/labels.js';
import { lowerCase } from '../../lib/wording.js';
import { t } from '../../messages/composer.js';
import { CalendarLink } from '../../ui/calendar-link.js';
import { buttonClass } from '../../ui/button.js';
import { ErrorState } from '../../ui/error-state.js';
import { Screen } from '../../ui/screen.js';
import { EmptyState, Skeleton } from '../../ui/states.js';
import { postQuery, type Account, type PlatformInfo, type Post } from './api.js';
import { Composer } from './composer.js';
import { Done } from './done.js';
import { draftOf, type Draft } from './draft.js';
import { forget, keptName, readKept, type KeptDraft } from './kept-drafts.js';
import { KeptOffer } from './kept-offer.js';
import { Prepared } from './prepared.js';
import { isEditable } from './send.js';
import type { Sent } from './sent.js';

const title = t('editPost');
/**
 * An empty list, because repeated updates change nothing, so sent versions need not be recorded for an existing post.
 */
const nothing: readonly Sent[] = [];

/** A form to edit an existing post. */
export function EditScreen() {
  const { postId = '' }: { postId?: string } = useParams({ strict: false });
  const workspace = useWorkspace();
  // The post is read only once. Later changes by others are detected when the form is sent.
  const post = useQuery({
    ...postQuery(workspace.id, postId),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchOnMount: 'always',
  });
  if (post.data === undefined || !post.isFetchedAfterMount) {
    return (
      <Screen title={title}>
        {post.error === null ? (
          <Skeleton label={t('loadingPost')} />
        ) : (
          <ErrorState error={post.error} onRetry={() => void post.refetch()}>
            <CalendarLink />
          </ErrorState>
        )}
      </Screen>
    );
  }
  const { data } = post;
  return (
    <Prepared title={title}>
      {(accounts, platforms) => (
        <EditPost key={data.id} stored={data} accounts={accounts} platforms={platforms} />
      )}
    </Prepared>
  );
}

interface Start {
  base: Post;
  draft: Draft;
  times: number;
}

function EditPost(props: { stored: Post; accounts: readonly Account[]; platforms: readonly PlatformInfo[] }) {
  const { stored, accounts, platforms } = props;
  const workspace = useWorkspace();
  const keptAs = keptName(useSession().user.id, workspace.id, stored.id);
  const [kept, setKept] = useState<KeptDraft | null>(() => readKept(keptAs));
  const [start, setStart] = useState<Start>(() => startWith(stored));
  const [done, setDone] = useState<{ post: Post; retriedOn: readonly string[] } | null>(null);
  const begin = (base: Post, draft = draftOf(base, localTimeZone())): void =>
    setStart(({ times }) => ({ base, draft, times: times + 1 }));
  if (done !== null) {
    const goOn = (): void => {
      begin(done.post);
      setDone(null);
    };
    return <Done {...done} before={start.base.status} again={{ label: t('keepEditing'), onPress: goOn }} />;
  }
  if (!isEditable(start.base)) return <NotEditable post={start.base} />;
  return (
    <Screen title={title}>
      <SentBack post={start.base} />
      {kept === null ? (
        <Composer
          key={start.times}
          initial={start.draft}
          base={start.base}
          keptAs={() => keptAs}
          sent={nothing}
          accounts={accounts}
          platforms={platforms}
          onDone={(post, retriedOn) => setDone({ post, retriedOn })}
          onTheirs={(post) => begin(post)}
        />
      ) : (
        <KeptOffer
          kept={kept}
          onTake={() => {
            begin(kept.base ?? stored, kept.draft);
            setKept(null);
          }}
          onDrop={() => {
            forget(keptAs);
            setKept(null);
          }}
        />
      )}
    </Screen>
  );
}

function SentBack({ post }: { post: Post }) {
  if (post.rejectionReason === null) return null;
  return (
    <p className="rounded-md bg-warning-soft px-4 py-3 text-warning wrap-anywhere">
      {t('rejected', { reason: post.rejectionReason })}
    </p>
  );
}

const startWith = (post: Post): Start => ({ base: post, draft: draftOf(post, localTimeZone()), times: 0 });

function NotEditable({ post }: { post: Post }) {
  const { id } = useWorkspace();
  const way = (
    <Link to={`/w/${id}/posts/${post.id}`} className={buttonClass('primary')}>
      {t('openPost')}
    </Link>
  );
  return (
    <Screen title={title}>
      <EmptyState title={t('notEditable')} action={way}>
        {t('stateIs', { state: lowerCase(postStateLabels[post.status].label) })}
      </EmptyState>
    </Screen>
  );
}
