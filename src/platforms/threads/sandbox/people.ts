import { avatarUrl } from '../../../sandbox/avatars.js';
import { invalid } from '../../kit/meta/sandbox/errors.js';
import { lacksScope, type MetaCall } from '../../kit/meta/sandbox/login.js';
import { threadsAccounts } from './accounts.js';
import { noPermission, noSuchObject } from './errors.js';

/** GET /profile_lookup: finds an account of the sandbox by its exact username. */
export function lookUpProfile(call: MetaCall): Response {
  if (lacksScope(call, 'threads_profile_discovery')) return noPermission();
  const { username } = call.params;
  if (username === undefined) return invalid('Param username is required.');
  const known = threadsAccounts.find(({ handle }) => handle === username);
  if (known === undefined) return noSuchObject();
  const { externalAccountId: id, displayName } = known;
  return Response.json({
    username,
    name: displayName,
    profile_picture_url: avatarUrl(call.baseUrl, id),
    biography: '',
    is_verified: false,
    follower_count: 100,
  });
}
