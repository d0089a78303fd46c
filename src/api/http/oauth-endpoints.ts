import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { appFormBytesMax, appPaths, OAuthFault } from '../../domain/apps.js';
import { redeemCode, refreshTokens } from '../../services/apps/issue-tokens.js';
import { readParameters } from '../../services/apps/read-parameters.js';
import { registerApp } from '../../services/apps/register.js';
import { revokeToken } from '../../services/apps/revoke-token.js';
import type { IssuedTokens } from '../../services/apps/types.js';
import type { ServiceDeps } from '../../services/shared/context.js';
import type { ApiEnv } from '../types.js';
import { clientAddress } from './client-address.js';
import { createNetworkGate, tooManyOf, type NetworkGate } from './network-gate.js';
import { decodeBody, readBounded } from './read-body.js';

export interface OAuthEndpointOptions {
  deps: ServiceDeps;
  trustProxyHops: number;
  /** How many registrations, and how many refused requests, a client network may make in a minute. Null: any number. */
  perMinuteMax: number | null;
}

type Handle = (c: Context<ApiEnv>) => Promise<Response>;

/**
 * Serves the endpoints that apps call themselves (RFC 6749, 7009, 7591). They need no session and no cookie, because
 * the credential is in the body. All apps are public clients, so a client secret is refused.
 */
export function registerOAuthEndpoints(app: OpenAPIHono<ApiEnv>, options: OAuthEndpointOptions): void {
  const { deps, perMinuteMax } = options;
  const [registrations, failures] = [createNetworkGate(perMinuteMax), createNetworkGate(perMinuteMax)];
  const networkOf = (c: Context<ApiEnv>): string => clientAddress(c, options.trustProxyHops);
  const refuseCrowd = (gate: NetworkGate, waitMs: number): void => {
    if (waitMs > 0) throw tooManyOf(gate, waitMs, deps.metrics);
  };
  /**
   * Answers in the form that OAuth defines. Only refused requests count against the network, because a valid request
   * proves a secret.
   */
  const answering =
    (handle: Handle): Handle =>
    async (c) => {
      const nowMs = deps.clock.now().getTime();
      refuseCrowd(failures, failures.waitMs(networkOf(c), nowMs));
      try {
        return await handle(c);
      } catch (error) {
        if (!(error instanceof OAuthFault)) throw error;
        failures.note(networkOf(c), nowMs);
        const status = error.error === 'invalid_client' ? 401 : 400;
        return c.json({ error: error.error, error_description: error.message }, status);
      }
    };
  app.post(
    appPaths.token,
    answering(async (c) => c.json(tokenResponse(await issue(deps, c)), 200)),
  );
  app.post(
    appPaths.revoke,
    answering(async (c) => {
      const form = await formOf(c);
      const [clientId, token] = [required(form, 'client_id'), required(form, 'token')];
      const { requestId } = c.var;
      await revokeToken(deps, { clientId, token, requestId, clientAddress: networkOf(c) });
      return c.body(null, 200);
    }),
  );
  app.post(
    appPaths.register,
    answering(async (c) => {
      refuseCrowd(registrations, registrations.note(networkOf(c), deps.clock.now().getTime()));
      return c.json(registrationResponse(registerApp(deps, await jsonOf(c))), 201);
    }),
  );
}

async function issue(deps: ServiceDeps, c: Context<ApiEnv>): Promise<IssuedTokens> {
  const form = await formOf(c);
  const common = {
    clientId: required(form, 'client_id'),
    resource: form.get('resource'),
    issuer: c.var.ownOrigin,
  };
  switch (form.get('grant_type')) {
    case 'authorization_code':
      return redeemCode(deps, {
        ...common,
        code: required(form, 'code'),
        codeVerifier: required(form, 'code_verifier'),
        redirectUri: form.get('redirect_uri'),
      });
    case 'refresh_token':
      return refreshTokens(deps, { ...common, refreshToken: required(form, 'refresh_token') });
    default:
      throw new OAuthFault(
        'unsupported_grant_type',
        'grant_type must be authorization_code or refresh_token.',
      );
  }
}

/** Reads a form. The parameters count only in the body, so that no secret is in a URL. */
async function formOf(c: Context<ApiEnv>): Promise<ReadonlyMap<string, string>> {
  if (c.req.header('authorization') !== undefined) throw publicOnly();
  if (new URL(c.req.url).search !== '')
    throw new OAuthFault('invalid_request', 'Send the parameters in the body, not in the URL.');
  requireType(c, 'application/x-www-form-urlencoded');
  const form = readParameters(await textOf(c));
  if (![...form.values()].every((value) => printable.test(value)))
    throw new OAuthFault('invalid_request', 'The request has a character that is not printable ASCII.');
  if (form.has('client_secret') || form.has('client_assertion')) throw publicOnly();
  return form;
}

/** The characters that the values of all parameters may have (RFC 6749, appendix A). Postgres refuses some other characters. */
const printable = /^[\x20-\x7e]*$/;

const publicOnly = (): OAuthFault =>
  new OAuthFault('invalid_client', 'All clients are public: send client_id in the body, and no secret.');

async function jsonOf(c: Context<ApiEnv>): Promise<unknown> {
  requireType(c, 'application/json');
  try {
    return JSON.parse(await textOf(c)) as unknown;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new OAuthFault('invalid_client_metadata', 'The body is not JSON.');
  }
}

function requireType(c: Context<ApiEnv>, type: string): void {
  const [given = ''] = (c.req.header('content-type') ?? '').split(';');
  if (given.trim().toLowerCase() !== type)
    throw new OAuthFault('invalid_request', `The Content-Type must be ${type}.`);
}

const textOf = async (c: Context<ApiEnv>): Promise<string> =>
  decodeBody(await readBounded(c.req.raw, appFormBytesMax));

function required(form: ReadonlyMap<string, string>, name: string): string {
  const value = form.get(name) ?? '';
  if (value === '') throw new OAuthFault('invalid_request', `${name} is missing.`);
  return value;
}

const tokenResponse = ({ accessToken, expiresInSeconds, refreshToken, scopes }: IssuedTokens): object => ({
  access_token: accessToken,
  token_type: 'Bearer',
  expires_in: expiresInSeconds,
  refresh_token: refreshToken,
  scope: scopes.join(' '),
});

const registrationResponse = ({
  clientId,
  issuedAt,
  name,
  redirectUris,
}: ReturnType<typeof registerApp>): object => ({
  client_id: clientId,
  client_id_issued_at: Math.floor(issuedAt.getTime() / 1_000),
  client_name: name,
  redirect_uris: redirectUris,
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
});
