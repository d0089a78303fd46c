import * as oauth from 'oauth4webapi';
import { beforeAll, describe, expect, it } from 'vitest';
import { scopes } from '../../src/domain/scopes.js';
import { call, codeOf, field } from '../harness/api.js';
import { allow } from '../harness/apps.js';
import { connectMcp } from '../harness/mcp.js';
import { useTestApi, type Person } from '../harness/use-test-api.js';

/** The whole flow over HTTP, with a certified client library on the side of the app. */
const api = useTestApi();
const insecure = { [oauth.allowInsecureRequests]: true };
const redirectUri = 'http://127.0.0.1:49152/callback';

let person: Person;
let as: oauth.AuthorizationServer;
let client: oauth.Client;

beforeAll(async () => {
  person = await api.mintPerson();
  as = await discover('/mcp');
  client = await register(as);
});

/** Finds the authorization server like a client that knows only the URL of the resource. */
async function discover(path: string): Promise<oauth.AuthorizationServer> {
  const resource = new URL(api.url + path);
  const described = await oauth.processResourceDiscoveryResponse(
    resource,
    await oauth.resourceDiscoveryRequest(resource, insecure),
  );
  const issuer = new URL(described.authorization_servers?.[0] ?? '');
  const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
  return oauth.processDiscoveryResponse(issuer, found);
}

async function register(server: oauth.AuthorizationServer): Promise<oauth.Client> {
  const metadata = { client_name: 'Example Writer', redirect_uris: ['http://127.0.0.1/callback'] };
  const response = await oauth.dynamicClientRegistrationRequest(server, metadata, insecure);
  return oauth.processDynamicClientRegistrationResponse(response);
}

interface Asked {
  scope?: string;
  path?: '/mcp' | '/api/v1';
  days?: number;
}

/** Runs one authorization: the app asks, the person allows, and the app exchanges the code. */
async function authorize({
  scope,
  path = '/api/v1',
  days,
}: Asked = {}): Promise<oauth.TokenEndpointResponse> {
  const codeVerifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const asked = new URLSearchParams({
    ...{ response_type: 'code', client_id: client.client_id, redirect_uri: redirectUri, state },
    code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
    ...{ code_challenge_method: 'S256', resource: api.url + path, ...(scope !== undefined && { scope }) },
  });
  const back = await allow(api, person, asked.toString(), days === undefined ? {} : { days });
  expect(back.origin + back.pathname).toBe(redirectUri);
  const parameters = oauth.validateAuthResponse(as, client, back, state);
  const response = await oauth.authorizationCodeGrantRequest(
    as,
    client,
    oauth.None(),
    parameters,
    redirectUri,
    codeVerifier,
    { ...insecure, additionalParameters: { resource: api.url + path } },
  );
  return oauth.processAuthorizationCodeResponse(as, client, response);
}

const refreshed = async (token: string): Promise<oauth.TokenEndpointResponse> => {
  const response = await oauth.refreshTokenGrantRequest(as, client, oauth.None(), token, insecure);
  return oauth.processRefreshTokenResponse(as, client, response);
};

const statusOf = async (key: string): Promise<number> => (await call(api, 'GET', '/posts', { key })).status;

describe('an app', () => {
  it('finds the authorization server from each resource, and from a refused request', async () => {
    for (const path of ['/mcp', '/api/v1']) {
      expect(await discover(path)).toMatchObject({
        issuer: api.url,
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: true,
        scopes_supported: [...scopes],
      });
    }
    const refused = await fetch(`${api.url}/mcp`, { method: 'POST' });
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer resource_metadata="${api.url}/.well-known/oauth-protected-resource/mcp"`,
    ]);
    const other = await call(api, 'GET', '/posts');
    expect(other.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${api.url}/.well-known/oauth-protected-resource/api/v1"`,
    );
    const root = await fetch(`${api.url}/.well-known/oauth-protected-resource`);
    expect(await root.json()).toMatchObject({ resource: `${api.url}/mcp` });
    expect(root.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('acts for the person with the allowed scopes, and its posts count as made by the API', async () => {
    const tokens = await authorize({ scope: 'posts:read posts:write accounts:read' });
    expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'posts:read posts:write accounts:read' });
    expect(tokens.access_token).toMatch(/^punctual_oat_[\w-]{43}$/);
    const key = tokens.access_token;
    const body = { content: 'By an app', platforms: [{ accountId: person.tenant.accountIds[0] }] };
    const made = await call(api, 'POST', '/posts', { key, body });
    expect([made.status, field(made, 'createdViaApi')]).toEqual([201, true]);
    const late = { ...body, scheduledFor: new Date(api.clock.now().getTime() + 3_600_000).toISOString() };
    const forbidden = await call(api, 'POST', '/posts', { key, body: late });
    expect([forbidden.status, codeOf(forbidden)]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect(field(forbidden, 'message')).toBe('The access token lacks the scope posts:publish.');
    expect(forbidden.headers.get('www-authenticate')).toBe(
      `Bearer error="insufficient_scope", scope="posts:publish", resource_metadata="${api.url}/.well-known/oauth-protected-resource/api/v1"`,
    );
  });

  it('schedules a post if the person allows it to publish', async () => {
    const { access_token: key } = await authorize();
    const scheduledFor = new Date(api.clock.now().getTime() + 3_600_000).toISOString();
    const body = {
      content: 'By an app',
      platforms: [{ accountId: person.tenant.accountIds[0] }],
      scheduledFor,
    };
    const made = await call(api, 'POST', '/posts', { key, body });
    expect([made.status, field(made, 'status')]).toEqual([201, 'SCHEDULED']);
  });

  it('uses the tools of MCP with a token for that resource', async () => {
    const { access_token: token } = await authorize({ path: '/mcp', scope: 'posts:read' });
    const mcp = await connectMcp(api.url, token);
    expect(await mcp.use('list_posts')).toMatchObject({ data: expect.any(Array) as unknown });
    await mcp.close();
  });

  it('gets new tokens with each refresh, and each refresh token works once', async () => {
    const first = await authorize();
    const second = await refreshed(first.refresh_token ?? '');
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await statusOf(first.access_token)).toBe(200);
    expect(await statusOf(second.access_token)).toBe(200);
    const third = await refreshed(second.refresh_token ?? '');
    expect(await statusOf(third.access_token)).toBe(200);
  });

  it('gives up its access by revoking the refresh token', async () => {
    const { access_token: accessToken, refresh_token: refreshToken = '' } = await authorize();
    const response = await oauth.revocationRequest(as, client, oauth.None(), refreshToken, insecure);
    await oauth.processRevocationResponse(response);
    expect(await statusOf(accessToken)).toBe(401);
    await expect(refreshed(refreshToken)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('revokes a single access token, and continues with a new one', async () => {
    const { access_token: accessToken, refresh_token: refreshToken = '' } = await authorize();
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(as, client, oauth.None(), accessToken, insecure),
    );
    expect(await statusOf(accessToken)).toBe(401);
    expect(await statusOf((await refreshed(refreshToken)).access_token)).toBe(200);
  });

  it('loses access at the end that the person chose, and after a time without use', async () => {
    const dayMs = 24 * 60 * 60 * 1_000;
    const before = api.clock.shiftMs;
    const short = await authorize({ days: 1 });
    const long = await authorize();
    api.clock.shiftMs = before + 31 * 60_000;
    expect(await statusOf(short.access_token)).toBe(401);
    const again = await refreshed(short.refresh_token ?? '');
    expect(await statusOf(again.access_token)).toBe(200);
    api.clock.shiftMs = before + dayMs + 1_000;
    expect(await statusOf(again.access_token)).toBe(401);
    await expect(refreshed(again.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' });
    api.clock.shiftMs = before + 61 * dayMs;
    await expect(refreshed(long.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' });
    api.clock.shiftMs = before;
  });
});
