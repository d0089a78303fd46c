import type { PlatformSession } from '../../kit/session.js';

/** A session of an account of the sandbox, which accepts any id. */
export function sandboxSession(baseUrl: string, id = '7007'): PlatformSession {
  const credentials = { accessToken: `sandbox:${id}`, refreshToken: `sandbox-refresh:${id}` };
  return { externalAccountId: id, handle: 'me', baseUrl, credentials };
}

/** The result of a look-up that finds the post. */
export const found = (externalPostId: string) => ({ kind: 'found', published: { externalPostId } });
