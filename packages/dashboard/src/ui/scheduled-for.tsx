import { localTimeZone } from '../lib/dates.js';
import { isPartlyPublic } from '../lib/partly-public.js';
import { t } from '../messages/common.js';
import { DateTime } from './date-time.js';

interface Waiting {
  scheduledAt: string | null;
  timezone: string | null;
  targets: readonly { status: string }[];
}

/** Says when a post that waits for approval will be published: in its author's time zone, and in the reader's own. */
export function ScheduledFor({ post }: { post: Waiting }) {
  const zone = post.timezone ?? localTimeZone();
  if (isPartlyPublic(post)) return t('scheduledFor.retried');
  if (post.scheduledAt === null) return t('scheduledFor.none');
  const { scheduledAt } = post;
  return t.rich(zone === localTimeZone() ? 'scheduledFor.one' : 'scheduledFor.both', {
    time: () => <DateTime at={scheduledAt} timeZone={zone} />,
    own: () => <DateTime at={scheduledAt} />,
  });
}
