import { beforeAll, beforeEach, expect } from 'vitest';
import { memberships, users } from '../../src/db/schema/index.js';
import type { Role } from '../../src/domain/roles.js';
import type { DepsOverrides } from '../../src/services/shared/override-deps.js';
import {
  ahead,
  call,
  field,
  startTestApi,
  type Answer,
  type CallOptions,
  type TestApi,
  type TestApiOptions,
  type TestSession,
} from './api.js';
import { createHeld } from './held.js';
import { mintKey, mintSession, mintTenant, type Tenant } from './tenants.js';

/**
 * The caller: with a key, or with a session as in a browser. With both, the session is used. Select one with `{ key }`.
 */
export type Caller = Pick<CallOptions, 'key' | 'session'>;

/** One caller's requests under /api/v1. Their responses are checked as in `call`. */
export interface Requests {
  get: (path: string, headers?: Record<string, string>) => Promise<Answer>;
  post: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
  patch: (path: string, body?: unknown) => Promise<Answer>;
  put: (path: string, body?: unknown) => Promise<Answer>;
  delete: (path: string) => Promise<Answer>;
}

/** A user with a key and a session, and the workspace in which the user was created. */
export interface Member {
  userId: string;
  email: string;
  workspaceId: string;
  memberId: string;
  role: Role;
  key: string;
  session: TestSession;
}

/** A user with a workspace, three accounts in it, a key and a session. */
export interface Person {
  tenant: Tenant;
  email: string;
  session: TestSession;
}

/** A test API with the most common operations of tests. */
export interface UsedTestApi extends TestApi {
  as: (caller: Caller) => Requests;
  /** Creates a user without a workspace. */
  mintUser: (name?: string) => Promise<{ userId: string; email: string }>;
  /** Creates the owner of a new workspace, or a member with another role. */
  mintPerson: (role?: Role) => Promise<Person>;
  /** Makes a user a member of a workspace. Returns the membership's id. */
  addMember: (workspaceId: string, userId: string, role: Role) => Promise<string>;
  /** Creates a user who is another member of this workspace only. */
  mintMember: (workspaceId: string, role: Role) => Promise<Member>;
  /** Creates a post on the tenant's first account: a draft, unless `more` has a time. Returns its id. */
  draft: (tenant: Pick<Tenant, 'key' | 'accountIds'>, more?: object) => Promise<string>;
  /** Creates a post that is due in an hour, or in `aheadMs`. Returns its id. */
  schedule: (
    tenant: Pick<Tenant, 'key' | 'accountIds'>,
    more?: object & { aheadMs?: number },
  ) => Promise<string>;
  /** Performs one of a post's actions: POST /posts/{id}/{action}. */
  act: (caller: Caller, postId: string, action: string, body?: object) => Promise<Answer>;
}

type Overrides = DepsOverrides;

/**
 * The API of a test file, or of a `describe`: started before its tests, closed after them, with a database of its own.
 *
 *     const api = useTestApi();
 *     const tenant = useTenant(api);
 *     it('…', async () => expect((await api.as(tenant).get('/posts')).status).toBe(200));
 *
 * The result can be referred to at once and used in hooks and tests. Pass a function for options that hooks create.
 */
export function useTestApi(
  overrides: Overrides | (() => Overrides | Promise<Overrides>) = {},
  options: TestApiOptions | (() => TestApiOptions) = {},
): UsedTestApi {
  const held = createHeld<UsedTestApi>('The test API');
  beforeAll(async () => {
    const made = typeof overrides === 'function' ? await overrides() : overrides;
    const api = await startTestApi(made, typeof options === 'function' ? options() : options);
    held.put({ ...api, ...toolsOf(api) });
    return () => api.close();
  });
  return held.value;
}

/** Creates a tenant for the whole file, or a new one before each test. */
export function useTenant(api: TestApi, { each = false }: { each?: boolean } = {}): Tenant {
  const held = createHeld<Tenant>('The tenant');
  (each ? beforeEach : beforeAll)(async () => {
    held.put(await mintTenant(api));
  });
  return held.value;
}

function toolsOf(api: TestApi): Omit<UsedTestApi, keyof TestApi> {
  const { deps } = api;
  const as = (caller: Caller): Requests => requestsOf(api, caller);
  const mintUser: UsedTestApi['mintUser'] = async (name = 'A user') => {
    const [now, userId] = [deps.clock.now(), deps.newId('user')];
    const email = `${userId}@example.test`;
    await deps.db.insert(users).values({ id: userId, email, name, createdAt: now, updatedAt: now });
    return { userId, email };
  };
  const addMember: UsedTestApi['addMember'] = async (workspaceId, userId, role) => {
    const [id, createdAt] = [deps.newId('membership'), deps.clock.now()];
    await deps.db.insert(memberships).values({ id, workspaceId, userId, role, createdAt });
    return id;
  };
  const draft: UsedTestApi['draft'] = async ({ key, accountIds }, more = {}) => {
    const body = { content: 'A post', platforms: [{ accountId: accountIds[0] }], ...more };
    const answer = await as({ key }).post('/posts', body);
    expect(answer.status, answer.text).toBe(201);
    return field(answer, 'id');
  };
  return {
    as,
    mintUser,
    addMember,
    draft,
    schedule: (tenant, { aheadMs, ...more } = {}) =>
      draft(tenant, { scheduledFor: ahead(api, aheadMs), ...more }),
    mintPerson: async (role) => {
      const tenant = await mintTenant(api, role);
      const session = await mintSession(api, tenant.userId);
      return { tenant, email: `${tenant.userId}@example.test`, session };
    },
    mintMember: async (workspaceId, role) => {
      const user = await mintUser(role);
      const { userId } = user;
      const memberId = await addMember(workspaceId, userId, role);
      const [key, session] = [await mintKey(api, userId), await mintSession(api, userId)];
      return { ...user, workspaceId, memberId, role, key, session };
    },
    act: (caller, postId, action, body) => as(caller).post(`/posts/${postId}/${action}`, body),
  };
}

function requestsOf(api: TestApi, { key, session }: Caller): Requests {
  const credential = session === undefined ? { ...(key !== undefined && { key }) } : { session };
  const send = (method: string, path: string, more: CallOptions = {}): Promise<Answer> =>
    call(api, method, path, { ...credential, ...more });
  const withBody = (body: unknown): CallOptions => (body === undefined ? {} : { body });
  return {
    get: (path, headers = {}) => send('GET', path, { headers }),
    post: (path, body, headers = {}) => send('POST', path, { ...withBody(body), headers }),
    patch: (path, body) => send('PATCH', path, withBody(body)),
    put: (path, body) => send('PUT', path, withBody(body)),
    delete: (path) => send('DELETE', path),
  };
}
