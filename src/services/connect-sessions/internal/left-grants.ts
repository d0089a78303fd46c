import type { JsonObject } from '../../../domain/json.js';
import type { ConnectCandidate } from '../../../platforms/kit/connect.js';
import { platformSession } from '../../account-records/platform-session.js';
import { endGrants, type UnusedGrant } from '../../account-records/revoke-grants.js';
import type { ServiceDeps } from '../../shared/context.js';
import type { ConnectContext } from '../types.js';
import type { LeftCandidate } from './end.js';
import { candidatePlace, type SessionRow } from './rows.js';

/**
 * Ends grants that came to nothing at their platforms. They lapse there by themselves some day, so nobody waits for
 * it but commands: their process ends with the answer.
 */
export async function endLeftGrants(
  deps: ServiceDeps & Partial<Pick<ConnectContext, 'actor'>>,
  grants: readonly UnusedGrant[],
): Promise<void> {
  const ended = endGrants(deps, grants);
  if (deps.actor?.kind === 'operator') await ended;
}

/** Of sessions that have ended: one grant each, however many accounts it reaches. */
export function grantsLeftBy(
  deps: Pick<ServiceDeps, 'vault' | 'publishing'>,
  left: readonly LeftCandidate[],
): UnusedGrant[] {
  const bySession = new Map<string, LeftCandidate[]>();
  for (const each of left) bySession.set(each.sessionId, [...(bySession.get(each.sessionId) ?? []), each]);
  return [...bySession.values()].flatMap(([first, ...others]) => {
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

/** Of an answer of which nothing was stored. */
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
