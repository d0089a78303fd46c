import { afterAll, expect } from 'vitest';
import { eq } from 'drizzle-orm';
import { exampleIds } from '../../src/api/examples/ids.js';
import { exampleAppQuery } from '../../src/api/routes/apps/schema.js';
import { comments, posts, targets, users, workspaces } from '../../src/db/schema/index.js';
import { createGuardedFetch } from '../../src/egress/guarded-fetch.js';
import { createSafeFetch } from '../../src/egress/create-safe-fetch.js';
import { sandboxAppPassword } from '../../src/platforms/bluesky/sandbox/accounts.js';
import { platformDefinitions } from '../../src/platforms/index.js';
import { createPlatforms } from '../../src/platforms/kit/create-platforms.js';
import { createOneTimeSignIn } from '../../src/services/sessions/one-time-sign-in.js';
import { call, field, type TestSession } from '../harness/api.js';
import { appQuery, registeredApp } from '../harness/apps.js';
import { mintPage, mintPageComment } from '../harness/commented-page.js';
import { createShiftedClock } from '../harness/clock.js';
import { startFakeStripe } from '../harness/fake-stripe.js';
import { startTestSandbox } from '../harness/sandbox.js';
import { stripeBillingAt } from '../harness/stripe-billing.js';
import { mintSession } from '../harness/tenants.js';
import { useTestApi, type UsedTestApi } from '../harness/use-test-api.js';
import { serveGated } from '../media/gated-source.js';
import { image, presign, send, single } from '../media/support.js';
import { buildWorld, type World } from './access-table.js';
import { failedComment, leaveTargets, type TargetFields } from '../harness/leave-targets.js';

/** The values in the examples that are not ids. */
const exampleToken = 'Xb4w1Yq7Zk0Jm3Np6Rs9Tu2Vx5Ac8De1Fg4Hi7Kl0M';
const exampleEmail = 'ada@example.com';
const examplePassword = 'correct horse battery staple';
const exampleFile = 'https://images.example.com/harbor.jpg';
const exampleOrigin = 'http://localhost:3000';
const exampleAppPassword = 'xxxx-xxxx-xxxx-xxxx';
const examplePostUrl = 'https://x.com/acme/status/1790000000000000001';

/** The workspace in which the examples are executed, and the real values that replace those in the examples. */
export interface ExampleWorld {
  world: World;
  /** The session for operations that need one. */
  session: TestSession;
  /** The real values, by the value in the example. */
  real: Record<string, string>;
}

/**
 * Starts the API with the simulated platforms, an image that can be fetched, and names that resolve to public
 * addresses.
 */
export function useExamplesApi(): { api: UsedTestApi; build: () => Promise<ExampleWorld> } {
  const closing: (() => Promise<void>)[] = [];
  let pictureUrl = '';
  const api = useTestApi(async () => {
    const sandbox = await startTestSandbox();
    const source = await serveGated();
    const stripe = await startFakeStripe();
    pictureUrl = source.at(1);
    const safeFetch = createSafeFetch();
    const media = createGuardedFetch({ policy: { allowCidrs: ['127.0.0.1/32'] } });
    const webhooks = createGuardedFetch({
      resolver: () => Promise.resolve([{ address: '9.9.9.9', family: 4 }]),
    });
    closing.push(() => sandbox.close(), stripe.close);
    for (const each of [source, safeFetch, media, webhooks]) {
      closing.push(async () => {
        await each[Symbol.asyncDispose]();
      });
    }
    const platforms = createPlatforms({
      definitions: platformDefinitions,
      fetchFor: () => safeFetch,
      clock: createShiftedClock(),
    });
    return {
      platforms,
      billing: stripeBillingAt(stripe.url, safeFetch),
      publishing: { platformBaseUrl: (name) => `${sandbox.url}/${name.toLowerCase().replaceAll('_', '-')}` },
      connect: { hasSandbox: () => true },
      media: { fetch: media },
      webhooks: { fetch: webhooks },
    };
  });
  afterAll(async () => {
    for (const close of closing) await close();
  });
  return { api, build: () => buildExampleWorld(api, pictureUrl) };
}

async function buildExampleWorld(api: UsedTestApi, pictureUrl: string): Promise<ExampleWorld> {
  const world = await buildWorld(api);
  const { tenant, ids } = world;
  const real = {
    [exampleIds.workspace]: tenant.workspaceId,
    [exampleIds.user]: tenant.userId,
    [exampleIds.post]: world.postId,
    [exampleIds.target]: await targetOf(api, world.postId),
    [exampleIds.comment]: world.commentId,
    [exampleIds.commentNote]: ids['noteId'] ?? '',
    [exampleIds.savedReply]: ids['savedReplyId'] ?? '',
    [exampleIds.hashtagSet]: ids['hashtagSetId'] ?? '',
    [exampleIds.socialAccount]: tenant.accountIds[0],
    [exampleIds.connectSession]: world.connectSessionId,
    [exampleIds.member]: ids['memberId'] ?? '',
    [exampleIds.invitation]: ids['invitationId'] ?? '',
    [exampleIds.apiKey]: ids['keyId'] ?? '',
    [exampleIds.app]: ids['appId'] ?? '',
    [exampleAppQuery]: appQuery(registeredApp(api)),
    [exampleIds.clientLink]: ids['linkId'] ?? '',
    [exampleIds.webhookEndpoint]: ids['endpointId'] ?? '',
    [exampleIds.webhookDelivery]: ids['deliveryId'] ?? '',
    [exampleIds.media]: world.mediaId,
    [exampleOrigin]: api.url,
    [exampleFile]: pictureUrl,
    [exampleAppPassword]: sandboxAppPassword,
    // The account of the example world is on Bluesky.
    [examplePostUrl]: 'https://bsky.app/profile/acme.example/post/3kabcdefghij2',
  };
  return { world, session: await mintSession(api, tenant.userId), real };
}

async function targetOf({ deps }: UsedTestApi, postId: string): Promise<string> {
  const [row] = await deps.db.select({ id: targets.id }).from(targets).where(eq(targets.postId, postId));
  return row?.id ?? '';
}

type Prepare = (api: UsedTestApi, made: ExampleWorld) => Promise<unknown>;

/** Creates what an operation needs, besides a workspace with one resource of each kind. */
export const preparations: Readonly<Record<string, Prepare>> = {
  signUp: invite,
  signIn: adaIn,
  oneTimeSignIn: async (api, { world, real }) => {
    real[exampleToken] = (await createOneTimeSignIn(api.deps, world.tenant.userId)).token;
  },
  previewOneTimeSignIn: async (api, { world, real }) => {
    real[exampleToken] = (await createOneTimeSignIn(api.deps, world.tenant.userId)).token;
  },
  changePassword: async (api, made) => {
    made.session = await adaIn(api, made);
  },
  previewInvitation: invite,
  acceptInvitation: async (api, made) => {
    const session = await adaIn(api, made);
    await invite(api, made);
    made.session = session;
  },
  reschedulePost: scheduled,
  cancelPost: scheduled,
  approvePost: handedIn,
  rejectPost: handedIn,
  approveClientPosts: handedIn,
  commentOnClientPost: handedIn,
  rejectClientPost: async (api, made) => {
    await handedIn(api, made);
    const listed = await api.as({ key: made.world.clientToken }).get('/client/posts');
    const [post] = field<{ version: string }[]>(listed, 'data');
    // The ETag of the examples, without its quotes.
    made.real['kq3Zb1v0cX9mYt2hJ4sLw8RnUe0'] = post?.version.slice(1, -1) ?? '';
  },
  retryPost: (api, made) => leftAs(api, made, { status: 'FAILED', errorCode: 'PLATFORM_REJECTED' }),
  retryFirstComment: (api, made) =>
    leftAs(api, made, {
      status: 'PUBLISHED',
      externalPostId: '1',
      firstComment: 'First',
      comment: failedComment('PLATFORM_UNAVAILABLE'),
    }),
  resolveTarget: (api, made) => leftAs(api, made, { status: 'FAILED', errorCode: 'PUBLISH_UNCONFIRMED' }),
  removeTarget: (api, made) => leftAs(api, made, { status: 'PUBLISHED', externalPostId: '1' }),
  editTarget: (api, made) =>
    // Posts on Bluesky, where the account of the example world is, cannot be edited.
    leftAs(api, made, { status: 'PUBLISHED', externalPostId: '1', platform: 'FACEBOOK_PAGE' }),
  resolveReply: unconfirmedReply,
  hideComment: pageComment,
  unhideComment: pageComment,
  deleteComment: pageComment,
  resumeUpload: begunUpload,
  completeMedia: async (api, made) => {
    const { upload, bytes } = await begunUpload(api, made);
    expect(await send(single(upload), bytes)).toBeLessThan(300);
  },
  importConnectCandidates: async (api, { world, real }) => {
    const path = `/connect-sessions/${world.connectSessionId}/credentials`;
    const body = { handle: 'acme.bsky.social', appPassword: sandboxAppPassword };
    const answer = await api.as({ key: world.tenant.key }).post(path, body);
    expect(answer.status, answer.text).toBe(200);
    real[exampleIds.connectCandidate] = field<{ id: string }[]>(answer, 'candidates')[0]?.id ?? '';
  },
};

/** Invites the person of the examples, so that the token of the examples is valid. */
async function invite(api: UsedTestApi, { world, session, real }: ExampleWorld): Promise<void> {
  const path = `/workspaces/${world.tenant.workspaceId}/invitations`;
  const answer = await api.as({ session }).post(path, { email: exampleEmail, role: 'EDITOR' });
  expect(answer.status, answer.text).toBe(201);
  real[exampleToken] = field(answer, 'token');
}

/** Returns a session of the person in the examples, who signs up first if she has no account yet. */
async function adaIn(api: UsedTestApi, made: ExampleWorld): Promise<TestSession> {
  const find = () => api.deps.db.select({ id: users.id }).from(users).where(eq(users.email, exampleEmail));
  if ((await find()).length === 0) {
    await invite(api, made);
    const person = { email: exampleEmail, name: 'Ada Lovelace', password: examplePassword };
    const body = { ...person, invitationToken: made.real[exampleToken] };
    const answer = await call(api, 'POST', '/auth/sign-up', { body });
    expect(answer.status, answer.text).toBe(201);
  }
  return mintSession(api, (await find())[0]?.id ?? '');
}

async function scheduled(api: UsedTestApi, { world, real }: ExampleWorld): Promise<void> {
  real[exampleIds.post] = await api.schedule(world.tenant);
}

async function handedIn(api: UsedTestApi, made: ExampleWorld): Promise<void> {
  const { workspaceId } = made.world.tenant;
  const change = { plan: 'TEAM', requireApproval: true } as const;
  await api.deps.db.update(workspaces).set(change).where(eq(workspaces.id, workspaceId));
  await scheduled(api, made);
}

async function leftAs(
  api: UsedTestApi,
  made: ExampleWorld,
  fields: TargetFields & { status: 'FAILED' | 'PUBLISHED' },
): Promise<void> {
  await scheduled(api, made);
  const postId = made.real[exampleIds.post] ?? '';
  const { db } = api.deps;
  await db.update(posts).set({ status: fields.status }).where(eq(posts.id, postId));
  await leaveTargets(db, eq(targets.postId, postId), fields);
  made.real[exampleIds.target] = await targetOf(api, postId);
}

async function unconfirmedReply(api: UsedTestApi, { world, real }: ExampleWorld): Promise<void> {
  const { deps } = api;
  const path = `/comments/${world.commentId}/reply`;
  const reply = await api.as({ key: world.tenant.key }).post(path, { text: 'Thank you!' });
  expect(reply.status, reply.text).toBe(201);
  real[exampleIds.comment] = field(reply, 'id');
  const [row] = await deps.db
    .select()
    .from(comments)
    .where(eq(comments.id, field<string>(reply, 'id')));
  const unconfirmed = { status: 'FAILED', errorCode: 'PUBLISH_UNCONFIRMED', runId: null } as const;
  await deps.db
    .update(targets)
    .set(unconfirmed)
    .where(eq(targets.id, row?.replyPublicationId ?? ''));
}

/** Stores a comment on a platform where it can be hidden and deleted. */
async function pageComment(api: UsedTestApi, { world, real }: ExampleWorld): Promise<void> {
  const page = await mintPage(api, world.tenant.workspaceId);
  real[exampleIds.comment] = await mintPageComment(api, world.tenant, page, 'rude');
}

async function begunUpload(api: UsedTestApi, { world, real }: ExampleWorld) {
  const bytes = new Uint8Array(await image(1));
  const { media, upload } = await presign(api, world.tenant, {
    mime: 'image/png',
    sizeBytes: bytes.byteLength,
  });
  real[exampleIds.media] = media.id;
  return { upload, bytes };
}
