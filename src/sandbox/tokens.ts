import type { PlatformStore } from './store.js';

/**
 * Tokens contain the account and how often they were refreshed: `sandbox:<account>` at first, `sandbox:<account>~3`
 * after three refreshes, and `sandbox-refresh:` in the same way. So they survive a restart without being stored.
 */
export interface SandboxToken {
  accountId: string;
  refreshes: number;
}

const accessPattern = /^sandbox:([^~\s]{1,200})(?:~(\d{1,9}))?$/;
const refreshPattern = /^sandbox-refresh:([^~\s]{1,200})(?:~(\d{1,9}))?$/;

export const readAccessToken = (text: string | undefined): SandboxToken | null => read(accessPattern, text);
export const readRefreshToken = (text: string | undefined): SandboxToken | null => read(refreshPattern, text);
export const accessTokenOf = ({ accountId, refreshes }: SandboxToken): string =>
  `sandbox:${accountId}~${refreshes}`;
export const refreshTokenOf = ({ accountId, refreshes }: SandboxToken): string =>
  `sandbox-refresh:${accountId}~${refreshes}`;

/** The tokens of an account, as connectors store them. */
export function tokenPair(
  accountId: string,
  refreshes: number,
): { accessToken: string; refreshToken: string } {
  const token = { accountId, refreshes };
  return { accessToken: accessTokenOf(token), refreshToken: refreshTokenOf(token) };
}

export function readBearer(header: string | undefined): string | undefined {
  return /^Bearer (\S+)$/i.exec(header ?? '')?.[1];
}

/** Whether the token is revoked. Revoking a token also revokes those issued before it. */
export function isRevoked(at: PlatformStore, token: SandboxToken): boolean {
  return token.refreshes <= revokedUpTo(at, token.accountId);
}

export function revoke(at: PlatformStore, { accountId, refreshes }: SandboxToken): void {
  setRevokedUpTo(at, accountId, refreshes);
}

export function refreshed(token: SandboxToken): SandboxToken {
  return { accountId: token.accountId, refreshes: token.refreshes + 1 };
}

/** Every token of the account up to this number is revoked. */
export function revokedUpTo({ store, platform }: PlatformStore, accountId: string): number {
  return store.note(revokedKey(platform, accountId)) ?? -1;
}

export function setRevokedUpTo({ store, platform }: PlatformStore, accountId: string, number: number): void {
  store.setNote(revokedKey(platform, accountId), number);
}

const revokedKey = (platform: string, accountId: string): string => `revoked ${platform} ${accountId}`;

function read(pattern: RegExp, text: string | undefined): SandboxToken | null {
  const match = pattern.exec(text ?? '');
  if (match?.[1] === undefined) return null;
  return { accountId: match[1], refreshes: Number(match[2] ?? 0) };
}
