import { permissionRoles, roles, type Permission, type Role } from '../../src/domain/roles.js';
import {
  apiKeys,
  commentNotes,
  hashtagSets,
  invitations,
  mediaAssets,
  memberships,
  savedReplies,
  webhookDeliveries,
  webhookEndpoints,
  webhookEvents,
} from '../../src/db/schema/index.js';
import { ahead, call, field, type TestApi } from '../harness/api.js';
import { mintAppGrant } from '../harness/apps.js';
import { mintClientLink } from '../harness/client-links.js';
import { mintComment } from '../harness/comments.js';
import { mintTenant, mintTenantWithoutAccounts, type Tenant } from '../harness/tenants.js';

/** A workspace with one resource of each kind that a path can name. */
export interface World {
  tenant: Tenant;
  /** The token of a client link of the workspace. */
  clientToken: string;
  /** The ids of the resources by their names in paths, such as `{memberId}`. */
  ids: Record<string, string>;
  postId: string;
  commentId: string;
  mediaId: string;
  connectSessionId: string;
}

interface Entry {
  /** The required access: a permission, any session or key, a client link, or none. */
  who: Permission | 'anybody' | 'nobody' | 'client';
  body?: (api: TestApi, world: World) => object;
  query?: (world: World) => string;
}

const content = (_: TestApi, { tenant }: World): object => ({
  content: 'x',
  platforms: [{ accountId: tenant.accountIds[0] }],
});
const time = (api: TestApi): object => ({ scheduledAt: ahead(api) });
const workspace = ({ tenant }: World): string => `?workspaceId=${tenant.workspaceId}`;
const password = 'long enough to be one';

/** Every operation of the API, by its id. One without an entry fails the test. */
export const accessTable: Record<string, Entry> = {
  signUp: { who: 'nobody', body: () => ({ email: 'a@example.test', name: 'A', password }) },
  signIn: { who: 'nobody', body: () => ({ email: 'a@example.test', password }) },
  oneTimeSignIn: { who: 'nobody', body: () => ({ token: 'x' }) },
  previewOneTimeSignIn: { who: 'nobody', body: () => ({ token: 'x' }) },
  previewInvitation: { who: 'nobody', body: () => ({ token: 'x' }) },
  signOut: { who: 'anybody' },
  changePassword: { who: 'anybody', body: () => ({ newPassword: password }) },
  getCurrentSession: { who: 'anybody' },
  // By default, every owner may create a workspace, and each caller of the test owns another one.
  createWorkspace: { who: 'anybody', body: () => ({ name: 'Another' }) },
  listWorkspaces: { who: 'anybody' },
  getWorkspace: { who: 'read' },
  getWorkspaceUsage: { who: 'read' },
  updateWorkspace: { who: 'manageWorkspace', body: () => ({ name: 'Renamed' }) },
  deleteWorkspace: { who: 'deleteWorkspace' },
  createBillingSession: {
    who: 'manageBilling',
    body: (api) => ({ returnUrl: `${api.url}/w` }),
  },
  listAuditLog: { who: 'readAuditLog' },
  exportAuditLog: { who: 'readAuditLog' },
  listMembers: { who: 'read' },
  updateMember: { who: 'manageMembers', body: () => ({ role: 'EDITOR' }) },
  removeMember: { who: 'manageMembers' },
  createInvitation: {
    who: 'manageMembers',
    body: () => ({ email: 'b@example.test', role: 'CLIENT_REVIEWER' }),
  },
  listInvitations: { who: 'manageMembers' },
  revokeInvitation: { who: 'manageMembers' },
  acceptInvitation: { who: 'anybody', body: () => ({ token: 'x' }) },
  createApiKey: { who: 'manageKeys', body: () => ({ name: 'CI' }) },
  listApiKeys: { who: 'manageKeys' },
  revokeApiKey: { who: 'manageKeys' },
  previewApp: { who: 'anybody', body: () => ({ query: 'client_id=x' }) },
  allowApp: {
    who: 'read',
    body: (_, { tenant }) => ({
      query: 'client_id=x',
      workspaceIds: [tenant.workspaceId],
      scopes: ['posts:read'],
    }),
  },
  listOwnApps: { who: 'anybody' },
  revokeOwnApp: { who: 'anybody' },
  listApps: { who: 'manageKeys' },
  revokeApp: { who: 'manageKeys' },
  createClientLink: { who: 'manageMembers', body: () => ({ name: 'Acme' }) },
  listClientLinks: { who: 'manageMembers' },
  revokeClientLink: { who: 'manageMembers' },
  getClientReview: { who: 'client' },
  listClientPosts: { who: 'client' },
  approveClientPosts: {
    who: 'client',
    body: (_, { postId }) => ({ posts: [{ id: postId, version: '"x"' }] }),
  },
  rejectClientPost: { who: 'client', body: () => ({ version: '"x"' }) },
  commentOnClientPost: { who: 'client', body: () => ({ text: 'x' }) },
  listPlatforms: { who: 'anybody' },
  createPost: { who: 'writePosts', body: content },
  validatePost: { who: 'writePosts', body: content },
  listPosts: { who: 'read', query: workspace },
  getPost: { who: 'read' },
  updatePost: { who: 'writePosts', body: () => ({ content: 'y' }) },
  deletePost: { who: 'writePosts' },
  schedulePost: { who: 'writePosts', body: time },
  reschedulePost: { who: 'writePosts', body: time },
  approvePost: { who: 'approvePosts' },
  rejectPost: { who: 'approvePosts', body: () => ({ reason: 'Not like this' }) },
  cancelPost: { who: 'writePosts' },
  retryPost: { who: 'writePosts' },
  streamEvents: { who: 'anybody' },
  listCalendar: {
    who: 'read',
    query: (world) =>
      `${workspace(world)}&scheduledAfter=2030-01-01T00:00:00Z&scheduledBefore=2030-02-01T00:00:00Z`,
  },
  // The response has one outcome for each post, which says whether the caller may change it.
  changePosts: {
    who: 'anybody',
    body: (_, { postId }) => ({ action: 'move', postIds: [postId], days: 1 }),
  },
  retryFirstComment: { who: 'writePosts' },
  resolveTarget: { who: 'writePosts', body: () => ({ published: true }) },
  removeTarget: { who: 'writePosts' },
  editTarget: { who: 'writePosts', body: () => ({ text: 'Corrected' }) },
  getPostTimeline: { who: 'read' },
  listComments: { who: 'read', query: workspace },
  getComment: { who: 'read' },
  refreshComments: { who: 'writePosts', query: workspace, body: () => ({}) },
  getPostMetrics: { who: 'read' },
  listMetricChanges: { who: 'read', query: workspace },
  refreshMetrics: { who: 'writePosts', query: workspace, body: () => ({}) },
  replyToComment: { who: 'writePosts', body: () => ({ text: 'x' }) },
  resolveReply: { who: 'writePosts', body: () => ({ published: true }) },
  hideComment: { who: 'writePosts' },
  unhideComment: { who: 'writePosts' },
  deleteComment: { who: 'writePosts' },
  markCommentRead: { who: 'writePosts', body: () => ({}) },
  assignComment: { who: 'writePosts', body: (_, { tenant }) => ({ userId: tenant.userId }) },
  listCommentNotes: { who: 'writePosts' },
  addCommentNote: { who: 'writePosts', body: () => ({ text: 'x' }) },
  // Another member wrote this note. Authors may delete their own notes.
  deleteCommentNote: { who: 'manageWorkspace' },
  listSavedReplies: { who: 'writePosts' },
  createSavedReply: { who: 'writePosts', body: () => ({ name: 'x', text: 'y' }) },
  updateSavedReply: { who: 'writePosts', body: () => ({ text: 'z' }) },
  deleteSavedReply: { who: 'writePosts' },
  listHashtagSets: { who: 'writePosts' },
  createHashtagSet: { who: 'writePosts', body: () => ({ name: 'x', hashtags: '#y' }) },
  updateHashtagSet: { who: 'writePosts', body: () => ({ hashtags: '#z' }) },
  deleteHashtagSet: { who: 'writePosts' },
  getCommentTimeline: { who: 'read' },
  listMedia: { who: 'read', query: workspace },
  presignMedia: {
    who: 'writeMedia',
    query: workspace,
    body: () => ({ mime: 'image/jpeg', sizeBytes: 1_000 }),
  },
  createMediaFromUrl: {
    who: 'writeMedia',
    query: workspace,
    body: () => ({ url: 'https://127.0.0.1/a.jpg' }),
  },
  getMedia: { who: 'read' },
  updateMedia: { who: 'writeMedia', body: () => ({ altText: 'A harbour' }) },
  deleteMedia: { who: 'writeMedia' },
  resumeUpload: { who: 'writeMedia' },
  completeMedia: { who: 'writeMedia' },
  createConnectSession: {
    who: 'manageAccounts',
    body: (_, { tenant }) => ({ workspaceId: tenant.workspaceId, platform: 'BLUESKY' }),
  },
  getConnectSession: { who: 'manageAccounts' },
  submitConnectCredentials: { who: 'manageAccounts', body: () => ({ handle: 'a', appPassword: 'b' }) },
  importConnectCandidates: { who: 'manageAccounts', body: () => ({}) },
  listSocialAccounts: { who: 'read', query: workspace },
  getSocialAccount: { who: 'read' },
  listAccountChoices: { who: 'read' },
  updateSocialAccount: { who: 'manageAccounts', body: () => ({ readsComments: false }) },
  checkSocialAccount: { who: 'manageAccounts' },
  deleteSocialAccount: { who: 'manageAccounts' },
  createWebhookEndpoint: { who: 'manageWebhooks', body: () => ({ url: 'https://127.0.0.1/' }) },
  listWebhookEndpoints: { who: 'manageWebhooks' },
  getWebhookEndpoint: { who: 'manageWebhooks' },
  updateWebhookEndpoint: { who: 'manageWebhooks', body: () => ({ description: 'x' }) },
  deleteWebhookEndpoint: { who: 'manageWebhooks' },
  rotateWebhookSecret: { who: 'manageWebhooks' },
  sendTestWebhook: { who: 'manageWebhooks' },
  replayWebhooks: {
    who: 'manageWebhooks',
    body: (api) => ({ since: api.clock.now().toISOString() }),
  },
  listWebhookDeliveries: { who: 'manageWebhooks' },
  getWebhookDelivery: { who: 'manageWebhooks' },
  listWebhookAttempts: { who: 'manageWebhooks' },
  redeliverWebhook: { who: 'manageWebhooks' },
};

export function allowedRoles({ who }: Entry): readonly Role[] {
  if (who === 'client') return [];
  return who === 'anybody' || who === 'nobody' ? roles : permissionRoles[who];
}

/** Returns a request with the ids of the world, and a body that the operation would accept. */
export function requestOf(
  api: TestApi,
  world: World,
  { id, path }: { id: string; path: string },
): { path: string; body?: object } {
  const entry = accessTable[id];
  const root = /^(\/client)?\/[a-z-]+/.exec(path)?.[0] ?? '';
  const ofRoot: Record<string, string> = {
    '/posts': world.postId,
    '/client/posts': world.postId,
    '/comments': world.commentId,
    '/media': world.mediaId,
    '/connect-sessions': world.connectSessionId,
    '/social-accounts': world.tenant.accountIds[2],
    '/workspaces': world.tenant.workspaceId,
  };
  const named = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'id' ? (ofRoot[root] ?? '') : (world.ids[name] ?? ''),
  );
  const body = entry?.body?.(api, world);
  return { path: named + (entry?.query?.(world) ?? ''), ...(body === undefined ? {} : { body }) };
}

/** A workspace of its own, with a draft, an asset, another member, an invitation, a key, an endpoint and a delivery. */
export async function buildWorld(api: TestApi): Promise<World> {
  const { deps } = api;
  const tenant = await mintTenant(api);
  const { workspaceId, userId } = tenant;
  const now = deps.clock.now();
  const common = { workspaceId, createdAt: now };
  const other = await mintTenantWithoutAccounts(api);
  const link = await mintClientLink(api, tenant);
  const ids = {
    tid: 'tgt_doesnotexist000',
    memberId: deps.newId('membership'),
    invitationId: deps.newId('invitation'),
    keyId: deps.newId('apiKey'),
    appId: await mintAppGrant(api, tenant),
    linkId: link.id,
    endpointId: deps.newId('webhookEndpoint'),
    deliveryId: deps.newId('webhookDelivery'),
    noteId: deps.newId('commentNote'),
    savedReplyId: deps.newId('savedReply'),
    hashtagSetId: deps.newId('hashtagSet'),
  };
  const mediaId = deps.newId('mediaAsset');
  const { db } = deps;
  await db
    .insert(memberships)
    .values({ ...common, id: ids.memberId, userId: other.userId, role: 'CLIENT_REVIEWER' });
  await db.insert(invitations).values({
    ...common,
    id: ids.invitationId,
    email: `${ids.invitationId}@example.test`,
    role: 'EDITOR',
    tokenHash: Buffer.from(ids.invitationId),
    invitedByUserId: userId,
    expiresAt: new Date(now.getTime() + 60_000),
  });
  await db.insert(apiKeys).values({
    ...common,
    id: ids.keyId,
    userId,
    name: 'x',
    mode: 'full',
    hash: Buffer.from(ids.keyId),
    hint: 'xxxxxxxx',
  });
  await db.insert(mediaAssets).values({ ...common, id: mediaId, updatedAt: now });
  await insertWebhooks(api, { workspaceId, endpointId: ids.endpointId, deliveryId: ids.deliveryId });
  const body = { content: 'Mine', platforms: [{ accountId: tenant.accountIds[0] }] };
  const postId = field<string>(await call(api, 'POST', '/posts', { key: tenant.key, body }), 'id');
  const connectBody = { workspaceId, platform: 'BLUESKY' };
  const begun = await call(api, 'POST', '/connect-sessions', { key: tenant.key, body: connectBody });
  const commentId = await mintComment(api, tenant);
  const note = { commentId, authorUserId: userId, text: 'x', createdAt: now };
  const named = { ...common, name: 'x', text: 'y', updatedAt: now };
  await db.insert(savedReplies).values({ ...named, id: ids.savedReplyId });
  await db.insert(hashtagSets).values({ ...named, id: ids.hashtagSetId });
  await db.insert(commentNotes).values({ ...note, id: ids.noteId });
  return {
    tenant,
    clientToken: link.token,
    ids,
    postId,
    commentId,
    mediaId,
    connectSessionId: field(begun, 'id'),
  };
}

async function insertWebhooks(
  { deps }: TestApi,
  ids: { workspaceId: string; endpointId: string; deliveryId: string },
): Promise<void> {
  const now = deps.clock.now();
  const { workspaceId, endpointId, deliveryId } = ids;
  const place = { table: 'webhook_endpoints', column: 'secret', rowId: endpointId } as const;
  await deps.db.insert(webhookEndpoints).values({
    id: endpointId,
    workspaceId,
    url: 'https://9.9.9.9/',
    secret: deps.vault.seal('whsec_eA==', place),
    status: 'ENABLED',
    createdAt: now,
    updatedAt: now,
  });
  const eventId = deliveryId.replace('whd_', 'evt_');
  await deps.db
    .insert(webhookEvents)
    .values({ id: eventId, workspaceId, type: 'post.failed', payload: '{}', createdAt: now });
  await deps.db.insert(webhookDeliveries).values({
    id: deliveryId,
    eventId,
    endpointId,
    status: 'DEAD',
    generation: 1,
    attemptCount: 0,
    failures: 0,
    createdAt: now,
    updatedAt: now,
  });
}
