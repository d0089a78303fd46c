import type { Context } from 'hono';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import { readAccessToken, readBearer, type SandboxToken } from '../../../sandbox/tokens.js';
import { expiredToken, invalid, refusal } from './answers.js';
import type { LinkedInSide } from './simulated-accounts.js';
import { refusalOf } from './grants.js';

/** Apps cannot read a member's posts, images and comments. */
export const mayRead = ({ platform }: LinkedInSide): boolean => platform === 'LINKEDIN_COMPANY';

const oldestVersion = 202_511;

type Handler = (c: Context<SandboxEnv>, token: SandboxToken) => Response | Promise<Response>;

/** Checks what every call of the versioned API must have. */
export function versioned(side: LinkedInSide, operation: string, handler: Handler) {
  return async (c: Context<SandboxEnv>): Promise<Response> => {
    side.store.countCall(side.platform, operation);
    const token = readAccessToken(readBearer(c.req.header('authorization')));
    const refused = refusalOf(side, token);
    if (token === null || refused !== null) return refused ?? expiredToken();
    const version = c.req.header('linkedin-version');
    if (version === undefined) {
      return refusal(400, 'VERSION_MISSING', 'A version must be present: add the LinkedIn-Version header.');
    }
    const isKnown = /^20\d{2}(0[1-9]|1[0-2])$/.test(version) && Number(version) >= oldestVersion;
    if (!isKnown) return refusal(426, 'NONEXISTENT_VERSION', `Requested version ${version} is not active`);
    if (c.req.header('x-restli-protocol-version') !== '2.0.0') {
      return invalid('The X-RestLi-Protocol-Version must be 2.0.0.');
    }
    if (/urn:/i.test(c.req.url.slice(new URL(c.req.url).origin.length))) {
      return invalid('URNs in paths and queries must be percent-encoded.');
    }
    return handler(c, token);
  };
}

/** The body or the query, if it is JSON. */
export function jsonOf(c: Context<SandboxEnv>): Promise<unknown> {
  return c.req.json().catch(() => null);
}
