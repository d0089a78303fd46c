import type { ChangeFindResult } from '../../domain/decide-change.js';
import { isOutcomeOpen } from '../../domain/publish-attempts.js';
import { publicationIdOf, type CommitInput } from '../../domain/workflow-contract.js';
import { lastAttempt } from '../attempts/last-attempts.js';
import type { ServiceDeps } from '../shared/context.js';
import { loadPublication } from './internal/publication.js';
import { settleLookup } from './internal/settle-lookup.js';
import { askForPublished } from './lookup-step.js';

/**
 * Looks up a publication that has ended as unconfirmed, so that it can be removed. Only a success is recorded. If the
 * publication is not found, it stays unconfirmed.
 */
export async function findUnconfirmed(deps: ServiceDeps, input: CommitInput): Promise<ChangeFindResult> {
  const last = await lastAttempt(deps.db, publicationIdOf(input));
  if (last?.outcome === 'PUBLISHED') return { kind: 'FOUND' };
  if (last === undefined || !isOutcomeOpen(last.outcome)) return { kind: 'NOT_FOUND' };
  const loaded = await loadPublication(deps, publicationIdOf(input), input.nowMs);
  if (loaded === undefined || 'failure' in loaded) return { kind: 'UNREACHABLE' };
  const askedAtMs = Math.max(input.nowMs, deps.clock.now().getTime());
  const answer = await askForPublished(deps, loaded, last);
  switch (answer.kind) {
    case 'found': {
      const lookup = { ...input, absencesBefore: 0, last: true };
      const settled = await settleLookup(deps, lookup, last, { answer, askedAtMs, loaded });
      return { kind: settled.lookup === 'FOUND' ? 'FOUND' : 'NOT_FOUND' };
    }
    case 'auth-expired':
      return { kind: 'AUTH_EXPIRED', credentialsVersion: loaded.account.credentialsVersion };
    case 'not-sent':
    case 'rate-limited':
    case 'processing':
      return { kind: 'UNREACHABLE' };
    default:
      return { kind: 'NOT_FOUND' };
  }
}
