import type { Hono } from 'hono';
import { readBearerToken, type Call, type Register } from '../../../sandbox/call.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import { dialect, expiredToken, invalid, refusal } from './answers.js';
import { refusalOf } from './grants.js';
import type { LinkedInSide } from './simulated-accounts.js';

/** Whether the app can read posts, images and comments. It cannot read those of members. */
export const mayRead = ({ platform }: LinkedInSide): boolean => platform === 'LINKEDIN_COMPANY';

const oldestVersion = 202_511;

/** A call of the versioned API by the member who owns the token. */
export type LinkedInCall = Omit<Call, keyof LinkedInSide> & LinkedInSide;

/** Registers routes of the versioned API, with the checks that apply to every call. */
export function versioned(app: Hono<SandboxEnv>, side: LinkedInSide): Register<LinkedInCall> {
  return (method, path, operation, handler) => {
    app.on(method, `/rest${path}`, (c) => {
      side.store.countCall(side.platform, operation);
      const token = readBearerToken(c);
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
      return handler({ ...side, c, token, dialect });
    });
  };
}

/** Responds with one page of a list. */
export function elementsOf<T>(
  all: readonly T[],
  { start, count }: { start: number; count: number },
  toElement: (item: T) => object,
): Response {
  const elements = all.slice(start, start + count).map(toElement);
  return Response.json({ paging: { start, count, links: [], total: all.length }, elements });
}
