import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { newIdempotencyKey } from '../../api/client.js';
import { useSession } from '../../api/session.js';
import { useMay, useWorkspace } from '../../api/workspace.js';
import { localTimeZone } from '../../lib/dates.js';
import { useUrlParams } from '../../lib/use-url-params.js';
import { t } from '../../messages/composer.js';
import { buttonClass } from '../../ui/button.js';
import { ErrorState } from '../../ui/error-state.js';
import { Screen } from '../../ui/screen.js';
import { EmptyState, Skeleton } from '../../ui/states.js';
import { postQuery, type Account, type PlatformInfo, type Post } from './api.js';
import { Composer } from './composer.js';
import { Done } from './done.js';
import { copyOf, emptyDraft, targetOf, type Draft } from './draft.js';
import { forget, keptNameOfNew, readNewest, type KeptDraft } from './kept-drafts.js';
import { KeptOffer } from './kept-offer.js';
import { keepLastAccounts, lastAccounts } from './last-accounts.js';
import { Prepared } from './prepared.js';
import type { Sent } from './sent.js';

/**
 * A form for a new post. `?at=` sets its initial time; a click on the calendar adds that parameter. `?from=` is the id of a
 * post to copy.
 */
export function ComposeScreen() {
  const { id } = useWorkspace();
  const [{ from = '' }] = useUrlParams();
  const copied = useQuery({
    ...postQuery(id, from),
    enabled: from !== '',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (from !== '' && copied.data === undefined) {
    return (
      <Screen title={t('newPost')}>
        {copied.error === null ? (
          <Skeleton label={t('loadingPost')} />
        ) : (
          <ErrorState error={copied.error} onRetry={() => void copied.refetch()} />
        )}
      </Screen>
    );
  }
  return (
    <Prepared title={t('newPost')}>
      {(accounts, platforms) => (
        <NewPost
          key={`${id} ${from}`}
          copied={from === '' ? undefined : copied.data}
          accounts={accounts}
          platforms={platforms}
        />
      )}
    </Prepared>
  );
}

interface NewPostProps {
  /** The post to copy. */
  copied: Post | undefined;
  accounts: readonly Account[];
  platforms: readonly PlatformInfo[];
}

function NewPost({ copied, accounts, platforms }: NewPostProps) {
  const workspace = useWorkspace();
  const userId = useSession().user.id;
  const keptAs = (referenceId: string): string => keptNameOfNew(userId, workspace.id, referenceId);
  const [{ at }] = useUrlParams();
  const [kept, setKept] = useState<KeptDraft | null>(() =>
    copied === undefined ? readNewest(userId, workspace.id) : null,
  );
  const startAt = (time?: string): Start => {
    const targets = known(lastAccounts(userId, workspace.id), accounts).map(targetOf);
    return { draft: { ...emptyDraft(newIdempotencyKey(), localTimeZone(), time), targets }, sent: [] };
  };
  const [{ draft, sent }, setStart] = useState<Start>(() =>
    copied === undefined ? startAt(at) : startFrom(copied, accounts),
  );
  const [done, setDone] = useState<Post | null>(null);
  const finish = (post: Post): void => {
    const ids = post.targets.map(({ socialAccountId }) => socialAccountId);
    keepLastAccounts(userId, workspace.id, ids);
    setDone(post);
  };
  const startAnew = (): void => {
    setDone(null);
    setStart(startAt());
  };
  if (done !== null) return <Done post={done} again={{ label: t('another'), onPress: startAnew }} />;
  if (accounts.length === 0) return <NoAccounts />;
  return (
    <Screen title={t('newPost')}>
      {kept === null ? (
        <Composer
          key={draft.referenceId}
          initial={draft}
          base={null}
          keptAs={keptAs}
          sent={sent}
          accounts={accounts}
          platforms={platforms}
          onDone={finish}
          onTheirs={setDone}
        />
      ) : (
        <KeptOffer
          kept={kept}
          onTake={() => {
            setStart({ draft: withKnownAccounts(kept.draft, accounts), sent: kept.sent });
            setKept(null);
          }}
          onDrop={() => {
            forget(keptAs(kept.draft.referenceId));
            setKept(readNewest(userId, workspace.id));
          }}
        />
      )}
    </Screen>
  );
}

interface Start {
  draft: Draft;
  sent: readonly Sent[];
}

const startFrom = (post: Post, accounts: readonly Account[]): Start => ({
  draft: withKnownAccounts(copyOf(post, newIdempotencyKey(), localTimeZone()), accounts),
  sent: [],
});

const known = (ids: readonly string[], accounts: readonly Account[]): Account[] =>
  accounts.filter(({ id }) => ids.includes(id));

function NoAccounts() {
  const { id } = useWorkspace();
  const mayConnect = useMay('manageAccounts');
  const way = (
    <Link to={`/w/${id}/accounts`} className={buttonClass('primary')}>
      {t('connect')}
    </Link>
  );
  return (
    <Screen title={t('newPost')}>
      <EmptyState title={t('noAccounts')} action={mayConnect ? way : undefined}>
        {mayConnect ? t('connectToStart') : t('askToConnect')}
      </EmptyState>
    </Screen>
  );
}

/** Removes accounts that were disconnected after the draft was stored. */
function withKnownAccounts(draft: Draft, accounts: readonly Account[]): Draft {
  const known = new Set(accounts.map(({ id }) => id));
  return { ...draft, targets: draft.targets.filter(({ accountId }) => known.has(accountId)) };
}
