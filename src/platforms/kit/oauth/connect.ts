import { connectErrors } from '../../../domain/connect-sessions.js';
import type {
  AuthorizeResult,
  ConnectAnswer,
  ConnectPlace,
  ConnectScope,
  RedirectConnect,
} from '../connect.js';
import type { PlatformFailure } from '../failure.js';
import type { RefreshAnswer } from '../platform.js';
import { cutText } from '../text.js';
import { authorizeAddress, exchangeCode, type OAuthTokens, type TokenAnswer } from './client.js';
import { sandboxClient, type OAuthClient, type OAuthDialect } from './dialect.js';
import type { ConnectorParts } from '../parts.js';

const messageCharsMax = 300;

export interface OAuthConnectSpec {
  /** The app's variables and their values. The first is the client id, the second the client secret. */
  app: { idVariable: string; id: string | null; secretVariable: string; secret: string | null };
  /** Whether the client needs a secret. Without one it is a public client. Default: true. */
  secretRequired?: boolean;
  scopes: readonly ConnectScope[];
  pkce: boolean;
  redirectEndsWithSlash?: boolean;
  dialectOf: (place: ConnectPlace) => OAuthDialect;
  /** Reads the accounts that the tokens cover. Further token exchanges happen here too. */
  readCandidates: (place: ConnectPlace, tokens: OAuthTokens, client: OAuthClient) => Promise<ConnectAnswer>;
}

/** Connects accounts with OAuth 2.0, for every platform whose differences from the RFC are only data. */
export function oauthConnect(parts: ConnectorParts, spec: OAuthConnectSpec): RedirectConnect {
  const { scopes, pkce, app, secretRequired = true } = spec;
  const missing = [
    ...(app.id === null ? [app.idVariable] : []),
    ...(app.secret === null && secretRequired ? [app.secretVariable] : []),
  ];
  return {
    scopes,
    pkce,
    missingVariables: missing,
    ...(spec.redirectEndsWithSlash !== undefined && { redirectEndsWithSlash: spec.redirectEndsWithSlash }),
    begin: (place, { redirectUri, state, codeChallenge }) => {
      const client = clientFor(place, app);
      const asked = { redirectUri, state, codeChallenge, scopes: scopes.map(({ name }) => name) };
      const authorizeUrl = authorizeAddress(spec.dialectOf(place), client, asked);
      return Promise.resolve({ kind: 'begun', authorizeUrl, carried: null });
    },
    finish: async (place, grant) => {
      const refusal = refusalIn(grant.query);
      if (refusal !== null) return refusal;
      const client = clientFor(place, app);
      const answer = await exchangeCode(parts, spec.dialectOf(place), client, codeOf(grant));
      return answer.kind === 'tokens' ? spec.readCandidates(place, answer.tokens, client) : asDenial(answer);
    },
  };
}

/** The client for a login. Real client ids and secrets never go to the sandbox. */
export function clientFor(
  { sandboxUrl }: Pick<ConnectPlace, 'sandboxUrl'>,
  app: { id: string | null; secret: string | null },
): OAuthClient {
  return sandboxUrl === undefined ? { id: app.id ?? '', secret: app.secret } : sandboxClient;
}

/** Reads the code from the redirect. Meta and others append `#_` to codes. */
function codeOf({ query, redirectUri, codeVerifier }: AuthorizeResult): Parameters<typeof exchangeCode>[3] {
  const code = (query.get('code') ?? query.get('auth_code') ?? '').replace(/#_?$/, '');
  return { code, redirectUri, codeVerifier };
}

/** The errors that platforms use if a person declines. */
const denials = new Set([
  'access_denied',
  'user_denied',
  'user_cancelled_login',
  'user_cancelled_authorize',
  'authorization_declined',
]);

/** The refusal in a platform's redirect. Null if the redirect has a code. */
export function refusalIn(query: URLSearchParams): Exclude<ConnectAnswer, { kind: 'granted' }> | null {
  const error = query.get('error') ?? query.get('error_code');
  if (error !== null) {
    const isDenial = denials.has(error) || denials.has(query.get('error_reason') ?? '');
    const words = plainWords(query.get('error_description') ?? query.get('error_message') ?? error);
    const code = isDenial ? 'ACCESS_DENIED' : 'PLATFORM_REJECTED';
    return { kind: 'denied', code, message: `${connectErrors[code]} (${words})` };
  }
  const code = query.get('code') ?? query.get('auth_code') ?? '';
  if (code !== '') return null;
  return { kind: 'denied', code: 'PLATFORM_REJECTED', message: 'The platform sent back no code.' };
}

/** Reduces a text from the redirect to one line of plain text, because the redirect's URL can be forged. */
function plainWords(text: string): string {
  return cutText(
    text
      .replaceAll(/[<>"'`&\p{C}]+/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
    messageCharsMax,
  );
}

/** Converts the failure of a call right after the grant: if a permission is missing, the person did not tick it. */
export function asConnectAnswer(failure: PlatformFailure): ConnectAnswer {
  if (failure.kind !== 'rejected' || failure.code !== 'PERMISSION_MISSING') return failure;
  const { code, message } = failure;
  return { kind: 'denied', code, message: `${connectErrors[code]} (${message})` };
}

export function asDenial(
  answer: Exclude<TokenAnswer, { kind: 'tokens' }>,
): Exclude<ConnectAnswer, { kind: 'granted' }> {
  switch (answer.kind) {
    case 'dead-grant':
      return {
        kind: 'denied',
        code: 'CODE_REFUSED',
        message: `${connectErrors.CODE_REFUSED} (${answer.message})`,
      };
    case 'refused':
      return {
        kind: 'denied',
        code: 'PLATFORM_REJECTED',
        message: `${connectErrors.PLATFORM_REJECTED} (${answer.message})`,
      };
    default:
      return answer;
  }
}

/** Converts the failure of a refresh: only a dead grant is `auth-revoked`. */
export function asRefreshAnswer(
  answer: Exclude<TokenAnswer, { kind: 'tokens' }>,
): Exclude<RefreshAnswer, { kind: 'refreshed' }> {
  switch (answer.kind) {
    case 'dead-grant':
      return { kind: 'auth-revoked', message: answer.message };
    case 'refused':
      // Usually our own client id or secret is wrong. The account is fine, and the next attempt may work.
      return { kind: 'rejected', code: 'PERMISSION_MISSING', message: answer.message };
    default:
      return answer;
  }
}
