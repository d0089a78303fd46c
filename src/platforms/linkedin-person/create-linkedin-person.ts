import type { Connector } from '../kit/connector.js';
import type { ConnectorParts } from '../kit/parts.js';
import type { LinkedInSession } from '../linkedin/api.js';
import { createLinkedIn } from '../linkedin/create-linkedin.js';
import type { LinkedInSettings } from '../linkedin/settings.js';
import type { PlatformQuota, PublicationDraft, RuleViolation } from '../kit/platform.js';
import { linkedInPersonOptionsSchema } from './options.js';

/** LinkedIn's limit of calls per member and day. Publishing a text needs one call. */
const callsPerDayMax = 150;
/**
 * The number of calls for a video: start the upload, send it, end it, check it, and post. One image takes three calls,
 * and twenty images 41. The estimate lies between those, so that callers who plan more are warned.
 */
const callsWithMedia = 5;

const sinceMidnight = { window: { midnightIn: 'UTC' }, scope: 'account' } as const;

const quotas: readonly PlatformQuota[] = [
  {
    ...sinceMidnight,
    rule: 'posts_per_day',
    max: callsPerDayMax,
    note: `LinkedIn limits API calls, to ${callsPerDayMax}`,
    counts: () => true,
  },
  {
    ...sinceMidnight,
    rule: 'posts_with_media_per_day',
    max: callsPerDayMax / callsWithMedia,
    note: 'an estimate, because a post with media needs several calls',
    counts: ({ mediaClasses }) => mediaClasses.length > 0,
  },
];

/** A blind connector without a look-up, because apps cannot read a member's posts. */
export function createLinkedInPerson(
  parts: ConnectorParts,
  settings: LinkedInSettings,
): Connector<LinkedInSession> {
  return createLinkedIn(
    { ...parts, ...settings },
    { options: linkedInPersonOptionsSchema, quotas, violations: commentWarnings },
  );
}

/** Warns about a first comment, because a self-serve app can post for members, but not comment for them. */
function commentWarnings({ firstComment }: PublicationDraft): RuleViolation[] {
  if (firstComment === null || firstComment.trim() === '') return [];
  const message =
    'LinkedIn lets only a few apps comment as a person. Without that permission the first comment fails; the post is still published.';
  return [{ field: 'firstComment', rule: 'comment_right_is_rare', message, severity: 'warning' }];
}
