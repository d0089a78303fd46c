import { connectErrors } from '../../../domain/connect-sessions.js';
import type {
  AuthorizeResult,
  ConnectAnswer,
  ConnectPlace,
  ConnectScope,
  RedirectConnect,
} from '../connect.js';
import type { RefreshAnswer } from '../platform.js';
import { cutText } from '../text.js';
import {
  authorizeAddress,
  exchangeCode,
  type OAuthParts,
  type OAuthTokens,
  type TokenAnswer,
} from './client.js';
import { sandboxClient, type OAuthClient, type OAuthDialect } from './dialect.js';

const wordsCharsMax = 300;

export interface OAuthConnectSpec {
  /** The app's variables: by name, what they are set to. The first is the client's id, the second its secret. */
  app: { idVariable: string; id: string | null; secretVariable: string; secret: string | null };
  /** A public client does without a secret. Default: it is needed. */
  secretRequired?: boolean;
  scopes: readonly ConnectScope[];
  pkce: boolean;
  redirectEndsWithSlash?: boolean;
  dialectOf: (place: ConnectPlace) => OAuthDialect;
  /** Whose accounts the tokens reach, asked at once: further exchanges of tokens happen here as well. */
  readCandidates: (place: ConnectPlace, tokens: OAuthTokens, client: OAuthClient) => Promise<ConnectAnswer>;
}

/** Connecting by OAuth 2.0, for every platform whose way differs from the RFC by data alone. */
export function oauthConnect(parts: OAuthParts, spec: OAuthConnectSpec): RedirectConnect {
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

/** Real ids and secrets never go to the sandbox. */
export function clientFor(
  { sandboxUrl }: Pick<ConnectPlace, 'sandboxUrl'>,
  app: { id: string | null; secret: string | null },
): OAuthClient {
  return sandboxUrl === undefined ? { id: app.id ?? '', secret: app.secret } : sandboxClient;
}

/** Meta's and others' codes come with `#_` behind them. */
function codeOf({ query, redirectUri, codeVerifier }: AuthorizeResult): Parameters<typeof exchangeCode>[3] {
  const code = (query.get('code') ?? query.get('auth_code') ?? '').replace(/#_?$/, '');
  return { code, redirectUri, codeVerifier };
}

/** As platforms spell that a person said no. */
const denials = new Set([
  'access_denied',
  'user_denied',
  'user_cancelled_login',
  'user_cancelled_authorize',
  'authorization_declined',
]);

function refusalIn(query: URLSearchParams): ConnectAnswer | null {
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

/** Anybody can write what stands in an address: one line of plain words is left of it. */
function plainWords(text: string): string {
  return cutText(
    text
      .replaceAll(/[<>"'`&\p{C}]+/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
    wordsCharsMax,
  );
}

function asDenial(answer: Exclude<TokenAnswer, { kind: 'tokens' }>): ConnectAnswer {
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

/** The same for a refresh: a dead grant is `auth-revoked`, and no other word of a platform is. */
export function asRefreshAnswer(
  answer: Exclude<TokenAnswer, { kind: 'tokens' }>,
): Exclude<RefreshAnswer, { kind: 'refreshed' }> {
  switch (answer.kind) {
    case 'dead-grant':
      return { kind: 'auth-revoked', message: answer.message };
    case 'refused':
      // Our own client id or secret is wrong, as a rule: the account is fine, and so may be the next try.
      return { kind: 'rejected', code: 'PERMISSION_MISSING', message: answer.message };
    default:
      return answer;
  }
}
