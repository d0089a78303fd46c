import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import type { JsonObject } from '../../../domain/json.js';
import type {
  AuthorizeRequest,
  AuthorizeResult,
  BeginAnswer,
  ConnectAnswer,
  ConnectCandidate,
  ConnectPlace,
  RedirectConnect,
} from '../../kit/connect.js';
import { onFailure } from '../../kit/failure.js';
import { asDenial, refusalIn } from '../../kit/oauth/connect.js';
import type { BlueskyContext } from '../context.js';
import type { OAuthGrant } from '../credentials.js';
import { newPrivateJwk, privateJwkSchema } from '../dpop.js';
import { identify, readIdentity, refuse, resolveHandle, type Found, type Identity } from '../identity.js';
import { noProfile, readProfile } from '../profile.js';
import { oauthLife } from './grant.js';
import { blueskyScopes, clientDocuments, clientOf, sameClient, scopeText } from './our-client.js';
import { serverOf, type AuthServer } from './server.js';
import { callServer, readTokens, type BlueskyTokens } from './tokens.js';

/** Data from `begin` for `finish`. It contains a key, so it is stored encrypted. */
const carriedSchema = z.object({
  issuer: z.string(),
  tokenEndpoint: z.string(),
  revocationEndpoint: z.string().nullable(),
  clientId: z.string(),
  clientKeyId: z.string().nullable(),
  dpopKey: privateJwkSchema,
  /** The DID of the account that the user named. Null if any account that logs in is accepted. */
  did: z.string().nullable(),
});
type Carried = z.infer<typeof carriedSchema>;

/** OAuth of the AT Protocol, with the authorization server that the account's own document points to. */
export function blueskyRedirect(context: BlueskyContext): RedirectConnect {
  return {
    scopes: blueskyScopes,
    // Servers read our client document at our URL, so they must be able to reach it.
    missingVariables: context.publicUrl?.startsWith('https:') === true ? [] : ['PUBLIC_URL (https)'],
    pkce: true,
    documents: (publicUrl) => clientDocuments(context.clientKey, publicUrl),
    begin: (place, request) => begin(context, place, request),
    finish: (place, grant, carried) => finish(context, place, grant, carried),
  };
}

async function begin(
  context: BlueskyContext,
  place: ConnectPlace,
  request: AuthorizeRequest,
): Promise<BeginAnswer> {
  const asked = await findServer(context, place, request.handle);
  if ('refusal' in asked) return asked.refusal;
  if (asked.found === null) return { kind: 'unknown-handle', message: 'No Bluesky account has this handle.' };
  const { server, did } = asked.found;
  const client = await clientOf(place, context.clientKey, request.redirectUri);
  if (client === null) {
    return refuse('Bluesky redirects only to https URLs, so PUBLIC_URL must be one.').refusal;
  }
  const dpopKey = await newPrivateJwk();
  const proofs = await context.dpopHandles(dpopKey);
  const secrets = [request.state, request.codeChallenge ?? ''];
  const outcome = await callServer(context, { endpoints: server, client, proofs }, secrets, async (call) => {
    const params = authorizeParams(request);
    const answer = await oauth.pushedAuthorizationRequest(
      call.server,
      call.client,
      call.auth,
      params,
      call.options,
    );
    return oauth.processPushedAuthorizationResponse(call.server, call.client, answer);
  });
  if (outcome.kind !== 'done') return asDenial(outcome);
  const url = new URL(server.authorizationEndpoint);
  url.searchParams.set('client_id', client.id);
  url.searchParams.set('request_uri', outcome.value.request_uri);
  const { issuer, tokenEndpoint, revocationEndpoint } = server;
  const carried: Carried = {
    issuer,
    tokenEndpoint,
    revocationEndpoint,
    clientId: client.id,
    clientKeyId: client.keyId,
    dpopKey,
    did,
  };
  const linkMsMax = outcome.value.expires_in * 1_000;
  return { kind: 'begun', authorizeUrl: url.toString(), carried, linkMsMax };
}

function authorizeParams({
  redirectUri,
  state,
  codeChallenge,
  handle,
}: AuthorizeRequest): Record<string, string> {
  return {
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: scopeText,
    state,
    code_challenge: codeChallenge ?? '',
    code_challenge_method: 'S256',
    ...(handle !== null && { login_hint: handle.trim().replace(/^@/, '') }),
  };
}

/**
 * The authorization server of the named account. Without a name, the server of the configured service, whose
 * page asks for the account. Null if the account does not exist.
 */
async function findServer(
  context: BlueskyContext,
  place: ConnectPlace,
  handle: string | null,
): Promise<Found<{ server: AuthServer; did: string | null } | null>> {
  if (handle === null) {
    const read = await serverOf(context, place, { pdsUrl: place.baseUrl, mayBeEntryway: true });
    return 'refusal' in read ? read : { found: { server: read.found, did: null } };
  }
  const identity = await identify(context, place, handle);
  if ('refusal' in identity) return identity;
  if (identity.found === null) return { found: null };
  const { did, pdsUrl } = identity.found;
  const read = await serverOf(context, place, { pdsUrl, mayBeEntryway: false });
  return 'refusal' in read ? read : { found: { server: read.found, did } };
}

async function finish(
  context: BlueskyContext,
  place: ConnectPlace,
  result: AuthorizeResult,
  stored: JsonObject | null,
): Promise<ConnectAnswer> {
  const refusal = refusalIn(result.query);
  if (refusal !== null) return refusal;
  const carried = carriedSchema.safeParse(stored).data;
  const { codeVerifier } = result;
  if (carried === undefined || codeVerifier === null) {
    return refuse('The data of this request no longer exists. Connect again.').refusal;
  }
  // Check this before the code is sent anywhere: another server may have sent the person here to steal a code.
  if (result.query.get('iss') !== carried.issuer) {
    return refuse('The response came from a different server than expected.').refusal;
  }
  const client = await sameClient(place, context.clientKey, carried);
  if (client === null) return refuse('The key of this installation has changed in the meantime.').refusal;
  const proofs = await context.dpopHandles(carried.dpopKey);
  const secrets = [result.query.get('code') ?? '', codeVerifier];
  const outcome = await callServer(context, { endpoints: carried, client, proofs }, secrets, async (call) => {
    const params = oauth.validateAuthResponse(call.server, call.client, result.query, oauth.skipStateCheck);
    const answer = await oauth.authorizationCodeGrantRequest(
      call.server,
      call.client,
      call.auth,
      params,
      result.redirectUri,
      codeVerifier,
      call.options,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(call.server, call.client, answer);
    return readTokens(context, tokens);
  });
  if (outcome.kind !== 'done') return asDenial(outcome);
  if (outcome.value === null) {
    return refuse('The server’s response does not follow the AT Protocol’s OAuth profile.').refusal;
  }
  return toAnswer(context, place, carried, outcome.value);
}

/**
 * Turns tokens into the answer. Any server can claim any account, so it is trusted only if the account's own
 * document points to it.
 */
async function toAnswer(
  context: BlueskyContext,
  place: ConnectPlace,
  carried: Carried,
  tokens: BlueskyTokens,
): Promise<ConnectAnswer> {
  const { did } = tokens;
  if (carried.did !== null && carried.did !== did) {
    return {
      kind: 'denied',
      code: 'WRONG_ACCOUNT',
      message: 'Access was granted to a different account from the one requested.',
    };
  }
  const identity = await readIdentity(context, place, did);
  if ('refusal' in identity) return identity.refusal;
  const { pdsUrl } = identity.found;
  const server = await serverOf(context, place, { pdsUrl, mayBeEntryway: false });
  if ('refusal' in server) return server.refusal;
  if (server.found.issuer !== carried.issuer) {
    return refuse('The server that answered does not grant access to this account.').refusal;
  }
  const candidate = await toCandidate(context, place, { carried, tokens, identity: identity.found });
  return { kind: 'granted', candidates: [candidate] };
}

async function toCandidate(
  context: BlueskyContext,
  place: ConnectPlace,
  { carried, tokens, identity }: { carried: Carried; tokens: BlueskyTokens; identity: Identity },
): Promise<ConnectCandidate> {
  const { accessToken, refreshToken, accessExpiresAt, scopes, did } = tokens;
  const grantedAt = context.clock.now().toISOString();
  const { issuer, tokenEndpoint, revocationEndpoint, clientId, clientKeyId, dpopKey } = carried;
  const asked = { issuer, tokenEndpoint, revocationEndpoint, clientId, clientKeyId, dpopKey };
  const credentials: OAuthGrant = { ...asked, accessToken, refreshToken, grantedAt };
  const access = { token: accessToken, proofs: await context.dpopHandles(dpopKey) };
  const secrets = [accessToken, refreshToken];
  const profile = await readProfile(context, { baseUrl: identity.pdsUrl, access, did, secrets });
  return {
    externalAccountId: did,
    handle: await ownHandle(context, place, identity),
    ...(profile ?? noProfile),
    serviceUrl: identity.pdsUrl,
    credentials,
    life: oauthLife(context, credentials, accessExpiresAt),
    scopes,
    reason: null,
  };
}

/**
 * The handle to show. A document may claim any handle, so the claimed one is used only if it resolves to the account.
 */
async function ownHandle(
  context: BlueskyContext,
  place: ConnectPlace,
  { did, claimedHandle }: Identity,
): Promise<string> {
  if (claimedHandle === null) return did;
  const resolved = await onFailure(resolveHandle(context, place, claimedHandle), () => null);
  return resolved === did ? claimedHandle : did;
}
