import { createHmac } from 'node:crypto';
import { platformDefinitions } from '../../src/platforms/index.js';
import { createPlatforms } from '../../src/platforms/kit/create-platforms.js';
import type { PlatformRegistry } from '../../src/platforms/kit/platform.js';

export const pushSecret = 'app-secret-canary';
export const verifyToken = 'verify-token-canary-0123456789';

/** Creates the real connectors, with an app to which each of Meta's products may push. They must make no requests. */
export function pushedPlatforms(now = () => new Date()): PlatformRegistry {
  const products = ['INSTAGRAM', 'FACEBOOK_PAGE', 'THREADS'] as const;
  const env = Object.fromEntries(
    products.flatMap((name) => [
      [`${name}_CLIENT_ID`, '1'],
      [`${name}_CLIENT_SECRET`, pushSecret],
      [`${name}_WEBHOOK_VERIFY_TOKEN`, verifyToken],
    ]),
  );
  return createPlatforms({
    definitions: platformDefinitions,
    fetchFor: () => () => Promise.reject(new Error('A push must call no platform.')),
    clock: { now },
    settings: Object.fromEntries(
      platformDefinitions.flatMap(({ name, connector }) =>
        connector === null ? [] : [[name, connector.readSettings(env)]],
      ),
    ),
  });
}

export const signatureOf = (body: string | Uint8Array, secret = pushSecret): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** Sends a push as Meta does. If `signature` is null, it has no such header. */
export function push(
  api: { url: string },
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  signature: string | null = signatureOf(body),
): Promise<Response> {
  return fetch(`${api.url}/platform-webhooks/${path}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      ...(signature === null ? {} : { 'x-hub-signature-256': signature }),
    },
  });
}

/** The push about a comment, for each product. */
export const pushBody = {
  instagram: (accountId: string, postId: string): string =>
    JSON.stringify({
      object: 'instagram',
      entry: [
        {
          id: accountId,
          time: 1,
          changes: [{ field: 'comments', value: { id: '9', text: 'hello', media: { id: postId } } }],
        },
      ],
    }),
  'facebook-page': (accountId: string, postId: string): string =>
    JSON.stringify({
      object: 'page',
      entry: [
        {
          id: accountId,
          time: 1,
          changes: [
            { field: 'feed', value: { item: 'comment', verb: 'add', post_id: postId, message: 'hello' } },
          ],
        },
      ],
    }),
  threads: (accountId: string, postId: string): string =>
    JSON.stringify({
      app_id: '1',
      topic: 'moderate',
      target_id: postId,
      values: {
        field: 'replies',
        value: { id: '9', text: 'hello', root_post: { id: postId, owner_id: accountId } },
      },
    }),
};
