import { localTimeZone } from '../lib/dates.js';
import { isPartlyPublic } from '../lib/partly-public.js';
import { DateTime } from './date-time.js';

interface Waiting {
  scheduledAt: string | null;
  timezone: string | null;
  targets: readonly { status: string }[];
}

/** Says when a post that waits for approval will be published: in its author's time zone, and in the reader's own. */
export function ScheduledFor({ post }: { post: Waiting }) {
  const zone = post.timezone ?? localTimeZone();
  if (isPartlyPublic(post)) return 'Will be retried as soon as it is approved';
  if (post.scheduledAt === null) return 'No time set';
  return (
    <>
      Scheduled for <DateTime at={post.scheduledAt} timeZone={zone} />
      {zone !== localTimeZone() && (
        <>
          {' '}
          (<DateTime at={post.scheduledAt} /> your time)
        </>
      )}
    </>
  );
}
