import { sql } from 'drizzle-orm';
import { sqlStateOf } from '../../../src/db/errors.js';
import { socialAccounts } from '../../../src/db/schema/index.js';
import { eq } from 'drizzle-orm';
import type { PlatformName } from '../../../src/domain/platforms.js';
import { untilLockWaits } from '../../harness/lock-waits.js';
import { call, startTestApi } from '../../harness/api.js';
import { failedComment } from '../../harness/leave-targets.js';
import { mintLimitedKey, mintSession, mintTenant } from '../../harness/tenants.js';
import {
  flatPost,
  leaveAs,
  newPost,
  newWorld,
  scheduled,
  send,
  type Producer,
  type World,
} from './producer.js';

async function retryComment(world: World, target: Parameters<typeof leaveAs>[3]) {
  const { id, targetId } = await newPost(world, scheduled(world));
  await leaveAs(world, id, { status: 'PUBLISHED' }, target);
  return send(world, 'POST', `/posts/${id}/targets/${targetId}/retry-first-comment`);
}

/** Publishes a post, and returns a function that edits it as one of another platform. */
async function editPublic(world: World) {
  const { id, targetId } = await newPost(world, scheduled(world));
  return async (platform: PlatformName, text = 'Corrected') => {
    await leaveAs(world, id, { status: 'PUBLISHED' }, { ...published, platform });
    return send(world, 'POST', `/posts/${id}/targets/${targetId}/edit`, { text });
  };
}

const published = { externalPostId: 'at://did/post/1' } as const;

const collisionsMax = 5;

/**
 * Each request waits for a row that the other one has locked, and Postgres refuses one of the two. This is repeated
 * until it refuses the request, not the other transaction.
 */
const collide: Producer = async (world) => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await collideOnce(world);
    } catch (error) {
      if (sqlStateOf(error) !== '40P01' || tries === collisionsMax) throw error;
    }
  }
};

async function collideOnce(world: World): ReturnType<Producer> {
  const { id } = await newPost(world, scheduled(world));
  const { db } = world.api.deps;
  return db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from publications where post_id = ${id} for update`);
    const request = send(world, 'POST', `/posts/${id}/cancel`);
    await untilLockWaits(world.api.deps.db, 1);
    await tx.execute(sql`select 1 from posts where id = ${id} for update`);
    return request;
  });
}

/** The account is removed by hand after the request has read it, and before the target refers to it. */
const vanish: Producer = async (world) => {
  const { request } = await world.api.deps.db.transaction(async (tx) => {
    await tx.execute(sql`delete from social_accounts where id = ${world.tenant.accountIds[0]}`);
    const creation = send(world, 'POST', '/posts', flatPost(world));
    await untilLockWaits(world.api.deps.db, 1);
    return { request: creation };
  });
  return request;
};

/** A table is missing, so a statement fails for an unexpected reason. */
const faultOfOurs: Producer = async () => {
  const api = await startTestApi();
  try {
    const world = await newWorld(api);
    await api.deps.db.execute(sql`drop table post_events cascade`);
    return await send(world, 'POST', '/posts', flatPost(world));
  } finally {
    await api.close();
  }
};

export const postProducers = {
  VALIDATION_FAILED: (world) => send(world, 'POST', '/posts', flatPost(world, { timezone: 'Mars/Base' })),
  MUST_SPECIFY_EXACTLY_ONE: (world) => send(world, 'POST', '/posts', flatPost(world, { targets: [] })),
  PLATFORM_RULE_VIOLATION: (world) =>
    send(world, 'POST', '/posts', flatPost(world, { content: 'x'.repeat(301) })),
  TARGET_NOT_PUBLISHED: (world) => retryComment(world, { status: 'FAILED' }),
  NO_EXTERNAL_ID: (world) => retryComment(world, { externalPostId: null }),
  NO_COMMENT_TO_RETRY: (world) => retryComment(world, published),
  NO_ERROR_TO_RETRY: (world) => retryComment(world, { ...published, firstComment: 'First' }),
  CHANGE_NOT_POSSIBLE: async (world) => (await editPublic(world))('BLUESKY'),
  CHANGE_UNDER_WAY: async (world) => {
    const edit = await editPublic(world);
    await edit('FACEBOOK_PAGE', 'First');
    return edit('FACEBOOK_PAGE', 'Second');
  },
  RETRY_COOLDOWN: (world) =>
    retryComment(world, {
      ...published,
      firstComment: 'First',
      comment: { ...failedComment('COMMENTS_DISABLED'), runSince: world.api.clock.now() },
    }),
  INVALID_STATE: async (world) => {
    const { id } = await newPost(world);
    return send(world, 'POST', `/posts/${id}/retry`);
  },
  PRECONDITION_FAILED: async (world) => {
    const { id } = await newPost(world);
    const headers = { 'if-match': '"an-earlier-version"' };
    return call(world.api, 'DELETE', `/posts/${id}`, { key: world.tenant.key, headers });
  },
  PLATFORM_AUTH_FAILED: async (world) => {
    const { id } = await newPost(world, scheduled(world));
    await leaveAs(world, id, { status: 'FAILED' }, { status: 'FAILED' });
    await world.api.deps.db
      .update(socialAccounts)
      .set({ status: 'TOKEN_EXPIRED' })
      .where(eq(socialAccounts.id, world.tenant.accountIds[0]));
    return send(world, 'POST', `/posts/${id}/retry`);
  },
  NOT_FOUND: (world) => send(world, 'GET', '/posts/post_doesnotexist0000000'),
  METHOD_NOT_ALLOWED: (world) => send(world, 'PUT', '/posts', {}),
  UNSUPPORTED_MEDIA_TYPE: ({ api, tenant }) =>
    call(api, 'POST', '/posts', { key: tenant.key, raw: 'a=b', headers: { 'content-type': 'text/plain' } }),
  PAYLOAD_TOO_LARGE: (world) =>
    send(world, 'POST', '/posts', flatPost(world, { content: 'x'.repeat(2 ** 21) })),
  CONFLICT: async (world) => {
    const session = await mintSession(world.api, world.tenant.userId);
    const create = () =>
      call(world.api, 'POST', '/workspaces', { session, body: { name: 'Twice', slug: 'taken-slug' } });
    await create();
    return create();
  },
  FK_VIOLATION: vanish,
  RETRY: collide,
  INTERNAL_ERROR: faultOfOurs,
  UNAUTHORIZED: ({ api }) => call(api, 'GET', '/posts'),
  INVALID_API_KEY: ({ api }) => call(api, 'GET', '/posts', { key: `punctual_live_${'Z'.repeat(32)}` }),
  FORBIDDEN_WORKSPACE: (world) => send(world, 'GET', '/posts?workspaceId=ws_doesnotexist0000000'),
  INSUFFICIENT_ROLE: async ({ api }) => {
    const world = { api, tenant: await mintTenant(api, 'CLIENT_REVIEWER') };
    return send(world, 'POST', '/posts', flatPost(world));
  },
  INSUFFICIENT_SCOPE: async (world) => {
    const { api, tenant } = world;
    const key = await mintLimitedKey(api, tenant.userId, ['posts:write']);
    return call(api, 'POST', '/posts', { key, body: flatPost(world, scheduled(world)) });
  },
  CROSS_ORIGIN_REFUSED: async ({ api, tenant }) => {
    const session = await mintSession(api, tenant.userId);
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    return call(api, 'POST', '/workspaces', { session, headers, body: { name: 'Mine' } });
  },
  IDEMPOTENCY_KEY_REUSED: async (world) => {
    const { api, tenant } = world;
    const create = (content: string) =>
      call(api, 'POST', '/posts', {
        key: tenant.key,
        headers: { 'idempotency-key': 'one-key' },
        body: flatPost(world, { content }),
      });
    await create('first');
    return create('second');
  },
} satisfies Record<string, Producer>;
