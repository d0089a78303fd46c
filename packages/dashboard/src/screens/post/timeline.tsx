import { useNames } from '../../api/people.js';
import type { Post } from '../../api/posts.js';
import { formatInstant } from '../../lib/dates.js';
import { placeOf } from '../../lib/post-changes.js';
import { sentenceOf, type TimelineEntry } from '../../lib/timeline-sentences.js';
import { DateTime } from '../../ui/date-time.js';
import { ErrorState } from '../../ui/error-state.js';
import { LoadMore } from '../../ui/load-more.js';
import { Skeleton } from '../../ui/states.js';
import { useTimeline } from './api.js';

/** Shows the timeline as sentences, newest first. */
export function Timeline({ post }: { post: Post }) {
  const pages = useTimeline(post.id);
  const nameOf = useNames();
  if (pages.isPending) return <Skeleton label="Loading timeline" />;
  if (pages.isError && pages.rows.length === 0) {
    return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />;
  }
  if (pages.rows.length === 0) return <p className="text-muted">Nothing has happened yet.</p>;
  const tell = tellerOf(post, nameOf);
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
      <LoadMore pages={pages} what="timeline entries" />
    </>
  );
}

function tellerOf(post: Post, nameOf: (userId: string | null) => string): (entry: TimelineEntry) => string {
  const places = new Map(post.targets.map((target) => [target.id, placeOf(target)]));
  const isOne = post.targets.length === 1;
  const timeZone = post.timezone ?? undefined;
  return (entry) =>
    sentenceOf(entry, {
      who: whoOf(entry, nameOf),
      place: entry.targetId === null ? null : (places.get(entry.targetId) ?? 'a removed account'),
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

function whoOf({ actor }: TimelineEntry, nameOf: (userId: string | null) => string): string {
  if (actor.kind === 'system') return 'Punctual';
  if (actor.kind === 'clientLink') return actor.clientLinkName ?? 'A client';
  const name = nameOf(actor.userId);
  if (actor.kind === 'session') return name;
  return name === 'You' ? 'Your API key' : name === 'Somebody' ? 'An API key' : `${name}’s API key`;
}
