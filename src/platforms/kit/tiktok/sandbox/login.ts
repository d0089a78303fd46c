import type { Hono } from 'hono';
import { addConsent, type Consent } from '../../../../sandbox/consent.js';
import type { SandboxEnv } from '../../../../sandbox/publishing.js';
import type { SimulatorParts } from '../../../../sandbox/simulator.js';

interface TikTokConsent extends Pick<Consent, 'label' | 'accounts' | 'codeLifeMs'> {
  /** All scopes that an app can request. */
  scopes: readonly string[];
  /** Whether the login supports PKCE, whose challenge is encoded in hex. Default: no. */
  pkce?: 'optional';
  /** Checks further conditions of a request. */
  isValid?: (query: URLSearchParams) => boolean;
}

const isHexChallenge = (query: URLSearchParams): boolean =>
  query.get('code_challenge_method') === 'S256' && /^[0-9a-f]{64}$/.test(query.get('code_challenge') ?? '');

/**
 * Adds the consent page of TikTok's logins: `client_key`, commas between scopes, and permissions that can be left out.
 */
export function addTikTokConsent(
  app: Hono<SandboxEnv>,
  parts: SimulatorParts,
  { scopes, pkce, isValid, ...consent }: TikTokConsent,
): void {
  addConsent(app, parts, {
    ...consent,
    path: '/v2/auth/authorize/',
    request: {
      scopes,
      separator: ',',
      clientParam: 'client_key',
      ...(pkce && { pkce, isChallenge: isHexChallenge }),
      ...(isValid && { isValid }),
      refusal: 'Something went wrong. We couldn’t log in with TikTok.',
    },
    scopesCanBeUnticked: true,
  });
}
