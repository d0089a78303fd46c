import { groupBy } from '../../../domain/group-by.js';
import type { JsonObject } from '../../../domain/json.js';
import type { ConnectCandidate } from '../../../platforms/kit/connect.js';
import { platformSession } from '../../account-grants/platform-session.js';
import { endGrants, type UnusedGrant } from '../../account-grants/revoke-grants.js';
import type { ServiceDeps } from '../../shared/context.js';
import type { ConnectContext } from '../types.js';
import type { AbandonedCandidate } from './end.js';
import { candidatePlace, type SessionRow } from './rows.js';

/**
 * Revokes, at their platforms, grants that led to no account. Requests do not wait for the revocation, because such
 * grants also expire by themselves. A command waits, because its process ends when it returns.
 */
export async function endAbandonedGrants(
  deps: ServiceDeps & Partial<Pick<ConnectContext, 'actor'>>,
  grants: readonly UnusedGrant[],
): Promise<void> {
  const ended = endGrants(deps, grants);
  if (deps.actor?.kind === 'operator') await ended;
}

/** Returns the grants of ended sessions: one for each session, even if it gives access to several accounts. */
export function abandonedGrantsOf(
  deps: Pick<ServiceDeps, 'vault' | 'publishing'>,
  left: readonly AbandonedCandidate[],
): UnusedGrant[] {
  return [...groupBy(left, ({ sessionId }) => sessionId).values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const { id, sessionId, platform, sealed } = first;
    return [
      {
        about: { connectSessionId: sessionId },
        platform,
        externalAccountIds: [first, ...others].map(({ externalAccountId }) => externalAccountId),
        grantId: sessionId,
        open: () =>
          platformSession(deps, first, JSON.parse(deps.vault.open(sealed, candidatePlace(id))) as JsonObject),
      },
    ];
  });
}

/** The grant of a platform's response that was not stored. */
export function grantNotStored(
  deps: Pick<ServiceDeps, 'publishing'>,
  { id, platform, sandbox }: SessionRow,
  candidates: readonly ConnectCandidate[],
): UnusedGrant[] {
  const [first] = candidates;
  if (first === undefined) return [];
  return [
    {
      about: { connectSessionId: id },
      platform,
      externalAccountIds: candidates.map(({ externalAccountId }) => externalAccountId),
      grantId: id,
      open: () => platformSession(deps, { ...first, platform, sandbox }, first.credentials),
    },
  ];
}
