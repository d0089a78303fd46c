import { z } from 'zod';
import { avatarUrl } from '../../../sandbox/avatars.js';
import type { Call } from '../../../sandbox/call.js';
import { xAccounts } from './accounts.js';
import { listOf } from './fields.js';

const usernameSchema = z.string().regex(/^[A-Za-z0-9_]{1,15}$/);
const querySchema = z.strictObject({
  'user.fields': listOf(['id', 'name', 'profile_image_url', 'username']),
});

/** GET /2/users/by/username/{username}: finds an account of the sandbox, or a visitor who has commented. */
export function findUser({ c, store, platform, baseUrl, dialect }: Call): Response {
  const username = usernameSchema.safeParse(c.req.param('username')).data;
  const query = querySchema.safeParse(c.req.query()).data;
  if (username === undefined || query === undefined) return dialect.reject();
  const wanted = username.toLowerCase();
  const known = [
    ...xAccounts.map(({ externalAccountId: id, displayName: name, handle }) => ({ id, name, handle })),
    ...store
      .list({ platform })
      .flatMap(({ accountId: id, visitor }) => (visitor === null ? [] : [{ id, ...visitor }])),
  ].find(({ handle }) => handle.toLowerCase() === wanted);
  if (known === undefined) return notFound(username);
  const { id, name, handle } = known;
  const image = query['user.fields'].includes('profile_image_url');
  return Response.json({
    data: { id, name, username: handle, ...(image && { profile_image_url: avatarUrl(baseUrl, id) }) },
  });
}

/** X reports an unknown name in a successful response. */
function notFound(username: string): Response {
  return Response.json({
    errors: [
      {
        value: username,
        detail: `Could not find user with username: [${username}].`,
        title: 'Not Found Error',
        resource_type: 'user',
        parameter: 'username',
        resource_id: username,
        type: 'https://api.twitter.com/2/problems/resource-not-found',
      },
    ],
  });
}
