import { avatarUrl } from '../../../sandbox/avatars.js';
import type { Call } from '../../../sandbox/call.js';
import type { SandboxStore } from '../../../sandbox/store.js';
import type { SandboxToken } from '../../../sandbox/tokens.js';
import { tikTokAccountOf } from './accounts.js';
import { fail, ok } from './dialect.js';
import { platform } from './publishes.js';

/** How long a mark keeps an account at its cap. Without a mark there is no cap, because of load tests. */
const spentSeconds = 2;
const publicLevels = ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'];
const privateLevels = ['FOLLOWER_OF_CREATOR', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'];

/** An account whose id ends with this is private, and has everything turned off. */
const isPrivate = ({ accountId }: SandboxToken): boolean => accountId.endsWith('private');

export const levelsOf = (token: SandboxToken): string[] => (isPrivate(token) ? privateLevels : publicLevels);

const capKey = ({ accountId }: SandboxToken): string => `quota ${platform} ${accountId}`;

export function spendCap(store: SandboxStore, token: SandboxToken): void {
  store.begin(capKey(token), spentSeconds * 1000);
}

export const isCapSpent = (store: SandboxStore, token: SandboxToken): boolean => store.lasts(capKey(token));

/** Caps are reported as an error with HTTP 200 here. */
export function creatorInfo({ store, token, baseUrl }: Call): Response {
  if (isCapSpent(store, token))
    return fail(200, 'spam_risk_too_many_posts', 'The daily post cap is reached.');
  const isOff = isPrivate(token);
  const { handle, displayName } = tikTokAccountOf(token.accountId);
  return ok({
    creator_avatar_url: avatarUrl(baseUrl, token.accountId),
    creator_username: handle,
    creator_nickname: displayName,
    privacy_level_options: levelsOf(token),
    comment_disabled: isOff,
    duet_disabled: isOff,
    stitch_disabled: isOff,
    max_video_post_duration_sec: isOff ? 60 : 600,
  });
}
