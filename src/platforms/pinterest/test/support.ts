import type { JsonObject } from '../../../domain/json.js';
import { connectorOf } from '../../../../test/platforms/support.js';
import type { SafeFetch } from '../../../egress/safe-fetch.js';
import type { Platform } from '../../kit/platform.js';
import type { PlatformSession } from '../../kit/session.js';
import { pinterest as definition } from '../definition.js';
import { simulator } from '../sandbox/index.js';

/** A board and a section that every account in the sandbox has. */
export const boardId = '549755880001';
export const sectionId = '549755890001';
export const otherBoardId = '549755880002';
export const foreignBoardId = '549755889999';

export function createSubject(
  safeFetch: SafeFetch,
  now = (): Date => new Date(),
  env: Record<string, string> = {},
): Platform {
  return connectorOf(definition, { fetch: safeFetch, now, env });
}

/** The session of an account of the sandbox at that URL. */
export function sandboxSession(sandboxUrl: string, accountId: string, grants = 0): PlatformSession {
  const baseUrl = `${sandboxUrl}/pinterest`;
  const credentials: JsonObject = simulator.credentialsOf(accountId, grants);
  return { externalAccountId: accountId, handle: 'pin.test', baseUrl, sandboxUrl: baseUrl, credentials };
}

/** The session of an account that is not in the sandbox, but at a stub. */
export function realSession(baseUrl: string): PlatformSession {
  const credentials = { accessToken: 'pina_access', refreshToken: 'pinr_refresh' };
  return { externalAccountId: '77', handle: 'pin.test', baseUrl, credentials };
}
