import { avatarUrl } from '../../../sandbox/avatars.js';
import type { Call } from '../../../sandbox/call.js';
import type { SimulatedAccount, SimulatedAccounts } from '../../../sandbox/simulator.js';
import type { SandboxStore } from '../../../sandbox/store.js';
import type { SandboxToken } from '../../../sandbox/tokens.js';
import { fail, ok } from './dialect.js';
import { platform } from './publishes.js';

/**
 * The simulated accounts. A development stack starts with the first. An account whose id ends in `private` is private.
 */
export const tikTokAccounts: SimulatedAccounts = [
  {
    externalAccountId: '-000SandboxOfPunctual0000000000000000',
    handle: 'punctual.sandbox',
    displayName: 'Sandbox on TikTok',
  },
  { externalAccountId: '-000AcmeNewsSandbox', handle: 'acme.news', displayName: 'Acme News' },
  { externalAccountId: '-000QuietSandbox-private', handle: 'quiet.sandbox', displayName: 'Quiet Sandbox' },
];

/** The names of an account. Any account exists; unknown ones have their id as the name. */
export function tikTokAccountOf(id: string): Omit<SimulatedAccount, 'externalAccountId'> {
  const known = tikTokAccounts.find(({ externalAccountId }) => externalAccountId === id);
  return known ?? { handle: id, displayName: id };
}

/** How long a mark keeps an account at its cap. Without a mark there is no cap, because of load tests. */
const spentSeconds = 2;
const publicLevels = ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'];
const privateLevels = ['FOLLOWER_OF_CREATOR', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'];

/** Whether an account is private, with everything turned off. */
const isPrivate = ({ accountId }: SandboxToken): boolean => accountId.endsWith('private');

export const levelsOf = (token: SandboxToken): string[] => (isPrivate(token) ? privateLevels : publicLevels);

const capKey = ({ accountId }: SandboxToken): string => `quota ${platform} ${accountId}`;

export function spendCap(store: SandboxStore, token: SandboxToken): void {
  store.begin(capKey(token), spentSeconds * 1000);
}

export const isCapSpent = (store: SandboxStore, token: SandboxToken): boolean => store.lasts(capKey(token));

/** The account's settings for posts. As at TikTok, a reached cap is an error with HTTP 200. */
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
