import { usePeople, type Person } from '../../api/people.js';
import type { Post } from '../../api/posts.js';
import { formatInstant } from '../../lib/dates.js';
import { placeOf } from '../../lib/post-changes.js';
import { sentenceOf, type TimelineEntry } from '../../lib/timeline-sentences.js';
import { t } from '../../messages/post.js';
import { DateTime } from '../../ui/date-time.js';
import { ErrorState } from '../../ui/error-state.js';
import { LoadMore } from '../../ui/load-more.js';
import { Skeleton } from '../../ui/states.js';
import { useTimeline } from './api.js';

/** Shows the timeline as sentences, newest first. */
export function Timeline({ post }: { post: Post }) {
  const pages = useTimeline(post.id);
  const personOf = usePeople();
  if (pages.isPending) return <Skeleton label={t('timeline.loading')} />;
  if (pages.isError && pages.rows.length === 0) {
    return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />;
  }
  if (pages.rows.length === 0) return <p className="text-muted">{t('timeline.empty')}</p>;
  const tell = tellerOf(post, personOf);
  return (
    <>
      <ol className="flex flex-col gap-3 border-l-2 border-line pl-4">
        {pages.rows.map((entry, index) => (
          <li key={`${entry.at} ${entry.kind} ${entry.targetId ?? ''} ${index}`}>
            <p className="wrap-anywhere">{tell(entry)}</p>
            <p className="text-sm text-muted">
              <DateTime at={entry.at} withSeconds />
            </p>
          </li>
        ))}
      </ol>
      <LoadMore pages={pages} what={t('timeline.entries')} />
    </>
  );
}

function tellerOf(post: Post, personOf: (userId: string | null) => Person): (entry: TimelineEntry) => string {
  const places = new Map(post.targets.map((target) => [target.id, placeOf(target)]));
  const isOne = post.targets.length === 1;
  const timeZone = post.timezone ?? undefined;
  return (entry) =>
    sentenceOf(entry, {
      who: whoOf(entry, personOf),
      place: entry.targetId === null ? null : (places.get(entry.targetId) ?? t('timeline.removedAccount')),
      // If the post has only one account, its name is left out.
      places: isOne
        ? []
        : (entry.detail.targetIds ?? []).flatMap((id) => {
            const place = places.get(id);
            return place === undefined ? [] : [place];
          }),
      formatTime: (instant) => formatInstant(instant, timeZone === undefined ? {} : { timeZone }),
    });
}

function whoOf({ actor }: TimelineEntry, personOf: (userId: string | null) => Person): string | null {
  if (actor.kind === 'system') return 'Punctual';
  if (actor.kind === 'clientLink') return actor.clientLinkName ?? t('timeline.client');
  const { who, name } = personOf(actor.userId);
  if (actor.kind === 'app')
    return actor.appName === null
      ? t('timeline.anApp')
      : t('timeline.app', { who, name, app: actor.appName });
  if (actor.kind !== 'session') return t('timeline.key', { who, name });
  if (who === 'you') return null;
  return who === 'somebody' ? t('timeline.somebody') : name;
}
