import { createHash, randomBytes } from 'node:crypto';
import { apiKeys, apiKeyWorkspaces, appGrants } from '../../src/db/schema/index.js';
import { appPaths, appResourcePaths, type AppResource } from '../../src/domain/apps.js';
import { scopes, type Scope } from '../../src/domain/scopes.js';
import { registerApp } from '../../src/services/apps/register.js';
import { call, field, type TestApi } from './api.js';
import type { Person } from './use-test-api.js';

/** The PKCE verifier, which is a secret of the app, and the challenge that its request shows. */
export const verifier = 'a-verifier-that-has-at-least-43-characters-in-it';
export const challengeOf = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url');
export const callback = 'https://writer.example.com/callback';

export interface RegisteredApp {
  clientId: string;
}

/** Registers an app with `callback` and a URL on the person's own machine. */
export function registeredApp({ deps }: Pick<TestApi, 'deps'>, name = 'Example Writer'): RegisteredApp {
  const { clientId } = registerApp(deps, {
    client_name: name,
    redirect_uris: [callback, 'http://127.0.0.1:1234/callback'],
  });
  return { clientId };
}

/** Returns the query with which an app opens the authorization page. A parameter that is undefined is left out. */
export function appQuery({ clientId }: RegisteredApp, more: Record<string, string | undefined> = {}): string {
  const parameters: Record<string, string | undefined> = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: callback,
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    state: 'a-state',
    ...more,
  };
  const given = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return new URLSearchParams(given).toString();
}

/** Returns the request body with which a person allows access. */
export const allowing = (
  { tenant }: Pick<Person, 'tenant'>,
  query: string,
  more: { scopes?: readonly Scope[]; workspaceIds?: readonly string[]; days?: number } = {},
): object => ({ query, workspaceIds: [tenant.workspaceId], scopes: [...scopes], ...more });

/** Allows access, and returns the URL to which the person's browser is sent back. */
export async function allow(
  api: TestApi,
  person: Pick<Person, 'tenant' | 'session'>,
  query: string,
  more: Parameters<typeof allowing>[2] = {},
): Promise<URL> {
  const answer = await call(api, 'POST', '/me/apps', {
    session: person.session,
    body: allowing(person, query, more),
  });
  return new URL(field<string>(answer, 'redirectTo'));
}

export interface OAuthAnswer {
  status: number;
  body: Record<string, unknown>;
}

/** Sends a request to one of the endpoints that apps call themselves. */
export async function sendForm(
  { url }: Pick<TestApi, 'url'>,
  path: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<OAuthAnswer> {
  const response = await fetch(url + path, { method: 'POST', body: new URLSearchParams(form), headers });
  const text = await response.text();
  return {
    status: response.status,
    body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
  };
}

export const redeem = (
  api: Pick<TestApi, 'url'>,
  app: RegisteredApp,
  code: string,
  more: Record<string, string> = {},
): Promise<OAuthAnswer> =>
  sendForm(api, appPaths.token, {
    grant_type: 'authorization_code',
    client_id: app.clientId,
    code,
    redirect_uri: callback,
    code_verifier: verifier,
    ...more,
  });

export const refresh = (
  api: Pick<TestApi, 'url'>,
  app: RegisteredApp,
  refreshToken: string,
  more: Record<string, string> = {},
): Promise<OAuthAnswer> =>
  sendForm(api, appPaths.token, {
    grant_type: 'refresh_token',
    client_id: app.clientId,
    refresh_token: refreshToken,
    ...more,
  });

export interface LetIn extends RegisteredApp {
  id: string;
  code: string;
  accessToken: string;
  refreshToken: string;
}

/** Registers an app, allows it access, and returns its first tokens. */
export async function letIn(
  api: TestApi,
  person: Pick<Person, 'tenant' | 'session'>,
  {
    resource = 'api',
    ...more
  }: { resource?: AppResource } & NonNullable<Parameters<typeof allowing>[2]> = {},
): Promise<LetIn> {
  const app = registeredApp(api);
  const query = appQuery(app, { resource: api.url + appResourcePaths[resource] });
  const code = (await allow(api, person, query, more)).searchParams.get('code') ?? '';
  const { status, body } = await redeem(api, app, code);
  if (status !== 200) throw new Error(`The code was refused: ${JSON.stringify(body)}`);
  const listed = await call(api, 'GET', '/me/apps', { session: person.session });
  const [newest] = field<{ id: string }[]>(listed, 'data');
  return {
    ...app,
    id: newest?.id ?? '',
    code,
    accessToken: String(body['access_token']),
    refreshToken: String(body['refresh_token']),
  };
}

/** Creates the access of an app that has exchanged its code. Its tokens are unknown. */
export async function mintAppGrant(
  { deps }: Pick<TestApi, 'deps'>,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<string> {
  const [id, now] = [deps.newId('apiKey'), deps.clock.now()];
  const later = new Date(now.getTime() + 60 * 60 * 1_000);
  await deps.db.insert(apiKeys).values({
    ...{ id, userId, name: 'Example Writer', mode: 'scoped', scopes: ['posts:read'], hint: '' },
    ...{ hash: randomBytes(32), createdAt: now, expiresAt: later },
  });
  await deps.db.insert(apiKeyWorkspaces).values({ apiKeyId: id, workspaceId });
  await deps.db.insert(appGrants).values({
    ...{ apiKeyId: id, clientId: 'app_x', place: 'writer.example.com', isVerified: false, resource: 'api' },
    ...{ codeHash: randomBytes(32), codeExpiresAt: now, codeUsedAt: now, codeChallenge: 'x' },
    redirectUri: callback,
  });
  return id;
}
