import {
  revoke,
  accessStateOf,
  grantedScopes,
  issueTokens,
  useRefreshToken,
  type SandboxToken,
  type GrantTerms,
  type RefreshState,
} from '../../../sandbox/tokens.js';
import { expiredToken, revokedToken } from './answers.js';
import type { LinkedInSide, Member, Role } from './simulated-accounts.js';

export function rolesOf({ members }: LinkedInSide, accountId: string): NonNullable<Member['roles']> {
  return members.find(({ externalAccountId }) => externalAccountId === accountId)?.roles ?? [];
}

/** The accounts that a grant covers: the member who owns the token, and every page on which the member has a role. */
export function reachedBy(side: LinkedInSide, accountId: string): string[] {
  return [accountId, ...rolesOf(side, accountId).map(({ organization }) => organization)];
}

const sharesOf = (side: LinkedInSide, { accountId, refreshes }: SandboxToken): SandboxToken[] =>
  reachedBy(side, accountId).map((id) => ({ accountId: id, refreshes }));

/** Issues one token number for all accounts that the grant covers, so that any of them can revoke it. */
export function issueGrant(
  side: LinkedInSide,
  accountId: string,
  terms: GrantTerms,
  before?: SandboxToken,
): SandboxToken {
  const issue = (id: string, after?: SandboxToken): SandboxToken =>
    issueTokens(side, id, terms, after && { accountId: id, refreshes: after.refreshes });
  const issued = reachedBy(side, accountId).map((id) => issue(id, before));
  const number = Math.max(...issued.map(({ refreshes }) => refreshes));
  for (const { accountId: id, refreshes } of issued) {
    if (refreshes < number) issue(id, { accountId: id, refreshes: number - 1 });
  }
  return { accountId, refreshes: number };
}

/** The rejection of a dead token; null while it is valid. */
export function refusalOf(side: LinkedInSide, token: SandboxToken | null): Response | null {
  if (token === null) return expiredToken();
  const states = sharesOf(side, token).map((share) => accessStateOf(side, share));
  if (states.includes('revoked')) return revokedToken();
  return states.includes('expired') ? expiredToken() : null;
}

/** The state of a refresh token, which can be used any number of times. */
export function refreshStateOf(side: LinkedInSide, token: SandboxToken): RefreshState {
  const states = sharesOf(side, token).map((share) => useRefreshToken(side, share, { singleUse: false }));
  return states.find((state) => state !== 'alive') ?? 'alive';
}

export function revokeGrant(side: LinkedInSide, token: SandboxToken): void {
  for (const share of sharesOf(side, token)) revoke(side, share);
}

const postingRoles = new Set<Role>([
  'ADMINISTRATOR',
  'CONTENT_ADMIN',
  'DIRECT_SPONSORED_CONTENT_POSTER',
  'RECRUITING_POSTER',
]);

/** The token for an account for which the token's owner may publish; null if the owner may not. */
export function actingAs(side: LinkedInSide, token: SandboxToken, urn: string): SandboxToken | null {
  if (token.accountId === urn) return token;
  const mayPost = rolesOf(side, token.accountId).some(
    ({ organization, role }) => organization === urn && postingRoles.has(role),
  );
  return mayPost ? { accountId: urn, refreshes: token.refreshes } : null;
}

export function hasScope(side: LinkedInSide, token: SandboxToken, scope: string): boolean {
  return grantedScopes(side, token)?.includes(scope) ?? true;
}
