import { and, eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { operations } from '../../src/api/routes/index.js';
import { runUsers } from '../../src/cli/users.js';
import { auditLog, socialAccounts, users, workspaces } from '../../src/db/schema/index.js';
import { auditActions, type AuditAction } from '../../src/domain/audit.js';
import { createSafeFetch } from '../../src/egress/create-safe-fetch.js';
import { createGuardedFetch, type GuardedFetch } from '../../src/egress/guarded-fetch.js';
import { sweepOldRows } from '../../src/services/retention/sweep.js';
import { deleteSocialAccount } from '../../src/services/social-accounts/delete.js';
import { createEndpoint } from '../../src/services/webhooks/create.js';
import { at, entriesOf, ok, type Entry } from '../harness/audit-log.js';
import { call, codeOf, field, type Answer } from '../harness/api.js';
import { allowing, appQuery, letIn, mintAppGrant, registeredApp } from '../harness/apps.js';
import { mintClientLink } from '../harness/client-links.js';
import { startFakeStripe, type FakeStripe } from '../harness/fake-stripe.js';
import { stripeBillingAt } from '../harness/stripe-billing.js';
import { mintComment } from '../harness/comments.js';
import { usualChangeRules } from '../harness/scripted-changes.js';
import { createScriptedComments } from '../harness/scripted-comments.js';
import {
  createScriptedConnect,
  passwordCanary,
  registryOf,
  tokenCanary,
} from '../harness/scripted-connect.js';
import { mintSession, secretCanary } from '../harness/tenants.js';
import { useTestApi, type Person, type Requests } from '../harness/use-test-api.js';
import { changePublic, contents, leaveUnconfirmed, refuseEntries } from './audit-support.js';

const urlCanary = 'url-canary-3c90';
const oldPassword = 'the first of two passwords';
const newPassword = 'the second of two passwords';

let guard: GuardedFetch;
let stripe: FakeStripe;
const stripeFetch = createSafeFetch();
const bluesky = createScriptedConnect('BLUESKY', { by: 'credentials' });
const api = useTestApi(async () => {
  stripe = await startFakeStripe();
  Object.assign(bluesky.platform, { comments: createScriptedComments(), changeRules: usualChangeRules });
  guard = createGuardedFetch({ resolver: () => Promise.resolve([{ address: '9.9.9.9', family: 4 }]) });
  return {
    webhooks: { fetch: guard },
    billing: stripeBillingAt(stripe.url, stripeFetch),
    platforms: registryOf(bluesky),
    connect: { hasSandbox: () => true },
  };
});
afterAll(() =>
  Promise.all([guard[Symbol.asyncDispose](), stripeFetch[Symbol.asyncDispose](), stripe.close()]),
);

/** Operations that change something, and their audit actions. A new one has to be listed here or below. */
const audited: Record<string, readonly AuditAction[]> = {
  signUp: ['user.created', 'member.joined'],
  signOut: ['user.sessions_ended'],
  changePassword: ['user.password_changed'],
  createWorkspace: ['workspace.created'],
  updateWorkspace: ['workspace.updated'],
  deleteWorkspace: ['workspace.deleted'],
  createBillingSession: ['billing.session_created'],
  createInvitation: ['invitation.created'],
  revokeInvitation: ['invitation.revoked'],
  acceptInvitation: ['member.joined'],
  updateMember: ['member.role_changed'],
  removeMember: ['member.removed'],
  createApiKey: ['api_key.created'],
  revokeApiKey: ['api_key.revoked'],
  allowApp: ['app.allowed'],
  revokeOwnApp: ['app.revoked'],
  revokeApp: ['app.revoked'],
  createClientLink: ['client_link.created'],
  revokeClientLink: ['client_link.revoked'],
  approveClientPosts: ['post.approved'],
  rejectClientPost: ['post.rejected'],
  createWebhookEndpoint: ['webhook_endpoint.created'],
  updateWebhookEndpoint: ['webhook_endpoint.updated'],
  rotateWebhookSecret: ['webhook_endpoint.secret_rotated'],
  deleteWebhookEndpoint: ['webhook_endpoint.deleted'],
  replayWebhooks: ['webhook_endpoint.events_replayed'],
  redeliverWebhook: ['webhook_delivery.redelivered'],
  createConnectSession: ['connect_session.created'],
  importConnectCandidates: ['social_account.connected', 'social_account.reconnected'],
  updateSocialAccount: ['social_account.updated'],
  deleteSocialAccount: ['social_account.disconnected', 'social_account.purged'],
  approvePost: ['post.approved'],
  rejectPost: ['post.rejected'],
  changePosts: ['post.approved', 'post.rejected'],
  resolveTarget: ['post.resolved'],
  removeTarget: ['post.removal_requested'],
  editTarget: ['post.edit_requested'],
  resolveReply: ['reply.resolved'],
  hideComment: ['comment.hidden'],
  unhideComment: ['comment.unhidden'],
  deleteComment: ['comment.deleted'],
};

/** Posts, comments and files have their own timeline. The other operations change nothing permanent. */
const notAudited = new Set([
  'signIn', 'oneTimeSignIn', 'previewOneTimeSignIn', 'previewInvitation', 'previewApp', 'createPost', 'validatePost', 'updatePost', 'deletePost',
  'schedulePost', 'reschedulePost', 'cancelPost', 'retryPost', 'retryFirstComment', 'replyToComment',
  'refreshComments', 'refreshMetrics', 'markCommentRead', 'presignMedia', 'createMediaFromUrl', 'updateMedia', 'deleteMedia',
  'resumeUpload', 'completeMedia', 'submitConnectCredentials', 'checkSocialAccount', 'sendTestWebhook',
  'commentOnClientPost', 'assignComment', 'addCommentNote', 'deleteCommentNote',
  'createSavedReply', 'updateSavedReply', 'deleteSavedReply',
  'createHashtagSet', 'updateHashtagSet', 'deleteHashtagSet',
]); // prettier-ignore

const lastOf = async (person: Person): Promise<Entry | undefined> =>
  (await entriesOf(api.as(person), person.tenant.workspaceId, '&sort=-createdAt'))[0];

const rowsOf = (workspaceId: string) =>
  api.deps.db.select().from(auditLog).where(eq(auditLog.workspaceId, workspaceId));

/** A session takes precedence over a key, so the key has to be selected. */
const keyOf = ({ tenant }: Person) => ({ key: tenant.key });

async function connect(person: Person, requests: Requests): Promise<string> {
  const { workspaceId } = person.tenant;
  const begun = await requests.post('/connect-sessions', {
    workspaceId,
    platform: 'BLUESKY',
    sandbox: false,
  });
  const id = field<string>(ok(begun), 'id');
  ok(
    await requests.post(`/connect-sessions/${id}/credentials`, { handle: 'acme', password: passwordCanary }),
  );
  const imported = ok(await requests.post(`/connect-sessions/${id}/import`, {}));
  return field<{ id: string }[]>(imported, 'data')[0]?.id ?? '';
}

async function waitingPost(person: Person): Promise<string> {
  await api.deps.db
    .update(workspaces)
    .set({ requireApproval: true })
    .where(eq(workspaces.id, person.tenant.workspaceId));
  return api.schedule(person.tenant);
}

async function invite(person: Person, email: string): Promise<{ id: string; token: string }> {
  const answer = ok(await api.as(person).post(at(person, '/invitations'), { email, role: 'EDITOR' }));
  return { id: field(answer, 'id'), token: field(answer, 'token') };
}

const paymentVisit = () => ({ returnUrl: `${api.url}/w?token=${urlCanary}` });

async function endpointOf(person: Person, path: string): Promise<{ id: string; secret: string }> {
  const url = `https://hooks.example/${path}?token=${urlCanary}`;
  const answer = ok(await api.as(person).post(at(person, '/webhook-endpoints'), { url }));
  return { id: field(answer, 'id'), secret: field(answer, 'secret') };
}

/** Performs every audited operation as the owner. Returns the secrets that the responses contained. */
async function doEverything(person: Person): Promise<string[]> {
  const me = api.as(person);
  const secrets = [
    secretCanary,
    tokenCanary,
    passwordCanary,
    urlCanary,
    oldPassword,
    newPassword,
    person.session.token,
  ];
  ok(await me.patch(at(person), { name: 'Renamed', requireApproval: true }));
  const visit = ok(await me.post(at(person, '/billing-sessions'), paymentVisit()));
  secrets.push(field(visit, 'url'));
  const revoked = await invite(person, 'gone@example.test');
  ok(await me.delete(at(person, `/invitations/${revoked.id}`)));
  const joining = await api.mintUser('Joining');
  const invitation = await invite(person, joining.email);
  const joiningSession = await mintSession(api, joining.userId);
  const accepted = ok(
    await api.as({ session: joiningSession }).post('/invitations/accept', { token: invitation.token }),
  );
  const memberId = field<string>(accepted, 'id');
  ok(await me.patch(at(person, `/members/${memberId}`), { role: 'ADMIN' }));
  ok(await me.delete(at(person, `/members/${memberId}`)));
  const signedUp = await invite(person, `${person.tenant.userId}.new@example.test`);
  const body = { email: `${person.tenant.userId}.new@example.test`, name: 'New', password: oldPassword };
  ok(await call(api, 'POST', '/auth/sign-up', { body: { ...body, invitationToken: signedUp.token } }));
  const key = ok(await me.post(at(person, '/api-keys'), { name: 'CI' }));
  ok(await me.delete(at(person, `/api-keys/${field<string>(key, 'id')}`)));
  const app = await letIn(api, person);
  secrets.push(app.accessToken, app.refreshToken, app.code);
  ok(await me.delete(`/me/apps/${app.id}`));
  const link = ok(await me.post(at(person, '/client-links'), { name: 'Acme' }));
  ok(await me.delete(at(person, `/client-links/${field<string>(link, 'id')}`)));
  secrets.push(field(link, 'token'));
  const endpoint = await endpointOf(person, 'a');
  const endpointPath = at(person, `/webhook-endpoints/${endpoint.id}`);
  ok(await me.patch(endpointPath, { url: `https://hooks.example/b?token=${urlCanary}` }));
  const rotated = ok(await me.post(`${endpointPath}/rotate-secret`, {}));
  const deliveryId = field<string>(ok(await me.post(`${endpointPath}/test`)), 'deliveryId');
  ok(await me.post(`${endpointPath}/deliveries/${deliveryId}/redeliver`));
  await api.deps.db.execute(sql`update webhook_deliveries set status = 'DEAD' where id = ${deliveryId}`);
  ok(await me.post(`${endpointPath}/replay`, { since: '2020-01-01T00:00:00Z' }));
  ok(await me.delete(endpointPath));
  const accountId = await connect(person, api.as(keyOf(person)));
  const comment = `/comments/${await mintComment(api, person.tenant, { socialAccountId: accountId })}`;
  ok(await me.post(`${comment}/hide`));
  ok(await me.post(`${comment}/unhide`));
  ok(await me.delete(comment));
  ok(await me.patch(`/social-accounts/${accountId}`, { readsComments: false }));
  await api.deps.db
    .update(socialAccounts)
    .set({ status: 'TOKEN_EXPIRED' })
    .where(eq(socialAccounts.id, accountId));
  await connect(person, me);
  ok(await me.delete(`/social-accounts/${accountId}?purge=true`));
  ok(await api.act(person, await waitingPost(person), 'approve'));
  ok(await api.act(person, await waitingPost(person), 'reject', { reason: 'Not like this' }));
  for (const published of [true, false]) {
    const { target, reply } = await leaveUnconfirmed(api, person);
    ok(await me.post(target, { published }));
    ok(await me.post(reply, { published }));
  }
  for (const answer of await changePublic(api, person)) ok(answer);
  secrets.push(invitation.token, revoked.token, signedUp.token, endpoint.secret, field(rotated, 'secret'));
  secrets.push(field(key, 'key'), joiningSession.token);
  return secrets;
}

describe('the audit log', () => {
  it('has a rule for every operation: it is either recorded or not', () => {
    const changing = operations
      .filter(({ route }) => route.method !== 'get')
      .map(({ route }) => route.operationId ?? '')
      .sort();
    expect([...Object.keys(audited), ...notAudited].sort()).toEqual(changing);
    const recorded = new Set(Object.values(audited).flat());
    expect(auditActions.filter((action) => !recorded.has(action))).toEqual([
      'webhook_endpoint.disabled',
      'connect_session.ended',
      'social_account.token_expired',
      'user.installation_role_changed',
      'user.sign_in_link_created',
    ]);
  });

  it('contains every change that must be recorded, without secrets', async () => {
    const person = await api.mintPerson();
    const secrets = await doEverything(person);
    const { workspaceId } = person.tenant;
    const second = ok(await api.as(person).post('/workspaces', { name: 'Second' }));
    const secondId = field<string>(second, 'id');
    ok(await api.as(person).delete(`/workspaces/${secondId}`));
    const changed = ok(await api.as(person).post('/auth/change-password', { newPassword }));
    secrets.push(/=([^;]+)/.exec(changed.headers.get('set-cookie') ?? '')?.[1] ?? 'no cookie');
    const session = await mintSession(api, person.tenant.userId);
    ok(await api.as({ session }).post('/auth/sign-out', { everywhere: true }));
    const rows = [...(await rowsOf(workspaceId)), ...(await rowsOf(secondId))];
    const recorded = new Set(rows.map(({ action }) => action));
    expect([...new Set(Object.values(audited).flat())].filter((action) => !recorded.has(action))).toEqual([]);
    const text = JSON.stringify(await api.deps.db.select().from(auditLog));
    expect(secrets.filter((secret) => secret.length < 8)).toEqual([]);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    expect(text).not.toContain('Not like this');
  });

  it('contains the actor, the action, its subject and its origin', async () => {
    const person = await api.mintPerson();
    const { userId, workspaceId } = person.tenant;
    const member = await api.mintMember(workspaceId, 'EDITOR');
    const answer = ok(
      await api.as(person).patch(at(person, `/members/${member.memberId}`), { role: 'ADMIN' }),
    );
    expect(await lastOf(person)).toEqual({
      id: expect.stringMatching(/^aud_/) as string,
      action: 'member.role_changed',
      actor: {
        kind: 'session',
        userId,
        name: 'A tester',
        apiKeyId: null,
        apiKeyName: null,
        clientLinkId: null,
      },
      network: '127.0.0.1',
      requestId: answer.headers.get('x-request-id'),
      subject: { id: member.userId, name: 'EDITOR' },
      changes: [{ field: 'role', from: 'EDITOR', to: 'ADMIN' }],
      createdAt: expect.any(String) as string,
    });
    const accountId = await connect(person, api.as(keyOf(person)));
    expect(await lastOf(person)).toMatchObject({
      action: 'social_account.connected',
      actor: {
        kind: 'apiKey',
        userId,
        apiKeyName: 'A key',
        apiKeyId: expect.stringMatching(/^key_/) as string,
      },
      subject: { id: accountId },
    });
    await endpointOf(person, 'hook');
    expect(await lastOf(person)).toMatchObject({ subject: { name: 'hooks.example' } });
  });

  it('contains the decision of a user on an unconfirmed post or reply', async () => {
    const person = await api.mintPerson();
    const { target, reply } = await leaveUnconfirmed(api, person);
    const [, , postId, , targetId] = target.split('/');
    const externalUrl = 'https://platform.invalid/seen/1';
    ok(await api.as(person).post(target, { published: true, externalUrl }));
    expect(await lastOf(person)).toMatchObject({
      action: 'post.resolved',
      subject: { id: postId },
      changes: [
        { field: 'targetId', to: targetId },
        { field: 'published', to: true },
        { field: 'externalUrl', to: externalUrl },
      ],
    });
    ok(await api.as(person).post(reply, { published: false }));
    expect(await lastOf(person)).toMatchObject({
      action: 'reply.resolved',
      subject: { id: reply.split('/')[2] },
      changes: [{ field: 'published', to: false }],
    });
    const recorded = (await rowsOf(person.tenant.workspaceId)).length;
    ok(await api.as(person).post(target, { published: true }));
    expect((await rowsOf(person.tenant.workspaceId)).length).toBe(recorded);
  });

  it('keeps the name that a user had at that time', async () => {
    const person = await api.mintPerson();
    const { userId } = person.tenant;
    ok(await api.as(person).patch(at(person), { name: 'Renamed' }));
    await api.deps.db.update(users).set({ name: 'Deleted user' }).where(eq(users.id, userId));
    expect(await lastOf(person)).toMatchObject({ actor: { userId, name: 'A tester' } });
  });

  it('contains nothing about requests that changed nothing', async () => {
    const person = await api.mintPerson();
    const { workspaceId } = person.tenant;
    const editor = await api.mintMember(workspaceId, 'EDITOR');
    const me = api.as(person);
    expect((await api.as(editor).patch(at(person), { name: 'Mine' })).status).toBe(403);
    ok(await me.patch(at(person), { name: 'A workspace' }));
    ok(await me.patch(at(person, `/members/${editor.memberId}`), { role: 'EDITOR' }));
    expect((await me.delete(at(person, '/api-keys/key_none'))).status).toBe(404);
    expect((await me.patch('/social-accounts/acc_none', { readsComments: false })).status).toBe(404);
    expect(codeOf(await api.act(person, await api.draft(person.tenant), 'approve'))).toBe('INVALID_STATE');
    expect(await rowsOf(workspaceId)).toEqual([]);
  });

  it('is written together with the change, or neither is', async () => {
    const person = await api.mintPerson();
    const { workspaceId, accountIds } = person.tenant;
    const member = await api.mintMember(workspaceId, 'EDITOR');
    const joining = await api.mintUser('Joining');
    const invitation = await invite(person, joining.email);
    const other = await invite(person, 'other@example.test');
    const key = ok(await api.as(person).post(at(person, '/api-keys'), { name: 'CI' }));
    const link = await mintClientLink(api, person.tenant);
    const [own, theirs] = [await mintAppGrant(api, person.tenant), await mintAppGrant(api, person.tenant)];
    const endpoint = at(person, `/webhook-endpoints/${(await endpointOf(person, 'a')).id}`);
    const deliveryId = field<string>(ok(await api.as(person).post(`${endpoint}/test`)), 'deliveryId');
    const [toApprove, toReject] = [await waitingPost(person), await waitingPost(person)];
    const begun = await api
      .as(person)
      .post('/connect-sessions', { workspaceId, platform: 'BLUESKY', sandbox: false });
    const connecting = `/connect-sessions/${field<string>(begun, 'id')}`;
    ok(await api.as(person).post(`${connecting}/credentials`, { handle: 'acme', password: passwordCanary }));
    const [seen, missed] = [await leaveUnconfirmed(api, person), await leaveUnconfirmed(api, person)];
    const session = await mintSession(api, joining.userId);
    const me = api.as(person);
    const changes: (() => Promise<Answer>)[] = [
      () => me.patch(at(person), { name: 'Renamed' }),
      () => me.post(at(person, '/billing-sessions'), paymentVisit()),
      () => me.post('/workspaces', { name: 'Another' }),
      () => me.post(at(person, '/invitations'), { email: 'x@example.test', role: 'EDITOR' }),
      () => me.delete(at(person, `/invitations/${other.id}`)),
      () => api.as({ session }).post('/invitations/accept', { token: invitation.token }),
      () => me.patch(at(person, `/members/${member.memberId}`), { role: 'ADMIN' }),
      () => me.delete(at(person, `/members/${member.memberId}`)),
      () => me.post(at(person, '/api-keys'), { name: 'Another' }),
      () => me.delete(at(person, `/api-keys/${field<string>(key, 'id')}`)),
      () => me.post('/me/apps', allowing(person, appQuery(registeredApp(api)))),
      () => me.delete(`/me/apps/${own}`),
      () => me.delete(at(person, `/apps/${theirs}`)),
      () => me.post(at(person, '/client-links'), { name: 'Another' }),
      () => me.delete(at(person, `/client-links/${link.id}`)),
      () => me.post(at(person, '/webhook-endpoints'), { url: 'https://other.example/' }),
      () => me.patch(endpoint, { url: 'https://other.example/' }),
      () => me.post(`${endpoint}/rotate-secret`, {}),
      () => me.post(`${endpoint}/deliveries/${deliveryId}/redeliver`),
      () => me.delete(endpoint),
      () => me.post('/connect-sessions', { workspaceId, platform: 'BLUESKY', sandbox: false }),
      () => me.post(`${connecting}/import`, {}),
      () => me.patch(`/social-accounts/${accountIds[0]}`, { readsComments: false }),
      () => me.delete(`/social-accounts/${accountIds[1]}`),
      () => api.act(person, toApprove, 'approve'),
      () => api.act(person, toReject, 'reject', { reason: 'No' }),
      () => me.post(seen.target, { published: true }),
      () => me.post(seen.reply, { published: true }),
      () => me.post(missed.target, { published: false }),
      () => me.post(missed.reply, { published: false }),
      () => me.post('/auth/change-password', { newPassword }),
      () => me.post('/auth/sign-out', { everywhere: true }),
      () => me.delete(at(person)),
    ];
    const before = await contents(api);
    const lifted = await refuseEntries(api);
    const statuses = [];
    for (const change of changes) statuses.push((await change()).status);
    await lifted();
    expect(statuses).toEqual(changes.map(() => 500));
    expect(await contents(api)).toEqual(before);
    for (const change of changes.slice(0, 1)) ok(await change());
  });

  it('is visible only to signed-in owners and admins of the workspace', async () => {
    const person = await api.mintPerson();
    const { workspaceId } = person.tenant;
    const path = at(person, '/audit-log');
    const admin = await api.mintMember(workspaceId, 'ADMIN');
    const [editor, reviewer] = [
      await api.mintMember(workspaceId, 'EDITOR'),
      await api.mintMember(workspaceId, 'CLIENT_REVIEWER'),
    ];
    const stranger = await api.mintPerson();
    for (const place of [path, `${path}/export`]) {
      expect((await api.as(person).get(place)).status).toBe(200);
      expect((await api.as({ session: admin.session }).get(place)).status).toBe(200);
      for (const { session } of [editor, reviewer]) {
        expect(codeOf(await api.as({ session }).get(place))).toBe('INSUFFICIENT_ROLE');
      }
      expect(codeOf(await api.as(keyOf(person)).get(place))).toBe('INSUFFICIENT_ROLE');
      expect(codeOf(await api.as({ session: stranger.session }).get(place))).toBe('FORBIDDEN_WORKSPACE');
    }
    ok(await api.as(stranger).patch(at(stranger), { name: 'Theirs' }));
    expect(await entriesOf(api.as(person), workspaceId)).toEqual([]);
  });

  it('shows the operator as the actor of a command', async () => {
    const person = await api.mintPerson();
    const { workspaceId, accountIds } = person.tenant;
    const reach = {
      userId: 'operator',
      roleByWorkspace: new Map([[workspaceId, 'OWNER' as const]]),
      settingsByWorkspace: new Map(),
      ownerWorkspaceIds: new Set([workspaceId]),
    };
    const operator = { ...api.deps, actor: { kind: 'operator' } as const, reach };
    const input = { workspaceId, url: 'https://hooks.example/', events: null, description: null };
    await createEndpoint(operator, input);
    await deleteSocialAccount(operator, { socialAccountId: accountIds[0] });
    const print = (): void => undefined;
    const publicUrl = 'https://punctual.example';
    expect(await runUsers(['sign-in', person.email], { deps: api.deps, publicUrl, print })).toBe(0);
    expect(await runUsers(['role', person.email, 'creator'], { deps: api.deps, publicUrl, print })).toBe(0);
    const entries = await entriesOf(api.as(person), workspaceId, '&sort=createdAt');
    expect(entries.map(({ action }) => action).sort()).toEqual([
      'social_account.disconnected',
      'user.installation_role_changed',
      'user.sign_in_link_created',
      'webhook_endpoint.created',
    ]);
    for (const { actor, network, requestId } of entries) {
      expect([actor.kind, actor.userId, network, requestId]).toEqual(['operator', null, null, null]);
    }
  });

  it('is kept for the configured time', async () => {
    const person = await api.mintPerson();
    const { workspaceId } = person.tenant;
    ok(await api.as(person).patch(at(person), { name: 'Old' }));
    ok(await api.as(person).post(at(person, '/api-keys'), { name: 'CI' }));
    const age = (action: AuditAction, days: number) =>
      api.deps.db
        .update(auditLog)
        .set({ createdAt: sql`now() - make_interval(days => ${days}) + interval '1 minute'` })
        .where(and(eq(auditLog.workspaceId, workspaceId), eq(auditLog.action, action)));
    await age('workspace.updated', 31);
    await age('api_key.created', 30);
    const retention = { ...api.deps.retention, auditLog: 30 };
    await sweepOldRows({ ...api.deps, retention }, new AbortController().signal);
    expect((await rowsOf(workspaceId)).map(({ action }) => action)).toEqual(['api_key.created']);
  });
});
