import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { PlatformStore } from './store.js';
import { isRevoked, revokedUpTo, setRevokedUpTo, type SandboxToken } from './tokens.js';

/** How long the tokens of a simulated platform last, as on the real platform. Null: forever. */
export interface GrantTerms {
  accessLifeMs: number | null;
  /** For the refresh token issued with it; null also if there is none. */
  refreshLifeMs: number | null;
  scopes: readonly string[];
}

const recordSchema = z.object({
  scopes: z.array(z.string()),
  issuedAtMs: z.number(),
  accessUntilMs: z.number().nullable(),
  refreshUntilMs: z.number().nullable(),
  /** Whether its refresh token was used. */
  spent: z.boolean(),
});
type GrantRecord = z.infer<typeof recordSchema>;

/**
 * Tokens issued after a person's consent. Each has a number, and a record of how long it lasts. Tokens without one,
 * such as those of seeded accounts and of tests, work until they are revoked.
 */
export function issueTokens(
  at: PlatformStore,
  accountId: string,
  terms: GrantTerms,
  /** The token that was refreshed. */
  before?: SandboxToken,
): SandboxToken {
  const { store, platform } = at;
  const latest = Math.max(latestOf(at, accountId), revokedUpTo(at, accountId), before?.refreshes ?? -1);
  const token = { accountId, refreshes: latest + 1 };
  const nowMs = store.now().getTime();
  const until = (lifeMs: number | null): number | null => (lifeMs === null ? null : nowMs + lifeMs);
  store.setNote(latestKey(platform, accountId), token.refreshes);
  write(at, token, {
    scopes: [...terms.scopes],
    issuedAtMs: nowMs,
    accessUntilMs: until(terms.accessLifeMs),
    refreshUntilMs: until(terms.refreshLifeMs),
    spent: false,
  });
  return token;
}

/** Whether calls with it are refused, for any reason. */
export function isDead(at: PlatformStore, token: SandboxToken): boolean {
  return accessStateOf(at, token) !== 'alive';
}

/** The current state of an access token, or of a long-lived token that is itself refreshed. */
export function accessStateOf(at: PlatformStore, token: SandboxToken): 'alive' | 'expired' | 'revoked' {
  if (isRevoked(at, token)) return 'revoked';
  const until = readRecord(at, token)?.accessUntilMs ?? null;
  return until !== null && until <= at.store.now().getTime() ? 'expired' : 'alive';
}

/** `unknown`: no token of this platform, or one of another app. */
export type RefreshState = 'alive' | 'expired' | 'revoked' | 'spent' | 'unknown';

/**
 * Uses a refresh token. `singleUse`: the second time it is `spent`, and the whole grant is revoked if the platform
 * treats that as theft.
 */
export function useRefreshToken(
  at: PlatformStore,
  token: SandboxToken,
  { singleUse }: { singleUse: boolean },
): RefreshState {
  const { store, platform } = at;
  if (isRevoked(at, token)) return 'revoked';
  const record = readRecord(at, token);
  if (record === null) return 'alive';
  if (record.refreshUntilMs !== null && record.refreshUntilMs <= store.now().getTime()) return 'expired';
  if (singleUse && record.spent) {
    store.countCall(platform, 'refreshTokenReused');
    return 'spent';
  }
  write(at, token, { ...record, spent: true });
  return 'alive';
}

/** The scopes that a token has; null if it was issued without consent, and so has all of them. */
export function grantedScopes(at: PlatformStore, token: SandboxToken): string[] | null {
  return readRecord(at, token)?.scopes ?? null;
}

/** When the token was issued, in ms; null if it was issued without consent. */
export function issuedAtMsOf(at: PlatformStore, token: SandboxToken): number | null {
  return readRecord(at, token)?.issuedAtMs ?? null;
}

/** Seeded grants are numbered by minute, so that a development stack that is seeded later gets higher numbers. */
const seedStepMs = 60_000;

/** Ends every grant of an account, as its owner can in the platform's settings. */
export function revokeAll(at: PlatformStore, accountId: string): void {
  const seeded = Math.floor(at.store.now().getTime() / seedStepMs);
  setRevokedUpTo(at, accountId, Math.max(latestOf(at, accountId), seeded));
}

const codeSchema = z.object({
  accountIds: z.array(z.string()),
  scopes: z.array(z.string()),
  redirectUri: z.string(),
  clientId: z.string(),
  codeChallenge: z.string().nullable(),
  untilMs: z.number(),
});
/** A user's consent, from the platform's page until the code is exchanged. */
export type CodeGrant = Omit<z.infer<typeof codeSchema>, 'untilMs'>;

export function issueCode({ store, platform }: PlatformStore, grant: CodeGrant, lifeMs: number): string {
  const code = randomBytes(24).toString('base64url');
  store.setObject(codeKey(platform, code), { ...grant, untilMs: store.now().getTime() + lifeMs });
  return code;
}

/** A code works once, and only for a limited time. */
export function takeCode({ store, platform }: PlatformStore, code: string | null): CodeGrant | null {
  const key = codeKey(platform, code ?? '');
  const known = codeSchema.safeParse(store.object(key));
  if (!known.success) return null;
  store.setObject(key, null);
  const { untilMs, ...grant } = known.data;
  return untilMs <= store.now().getTime() ? null : grant;
}

const codeKey = (platform: string, code: string): string => `${platform} code ${code}`;
const latestKey = (platform: string, accountId: string): string => `latest grant ${platform} ${accountId}`;
const recordKey = (platform: string, { accountId, refreshes }: SandboxToken): string =>
  `${platform} grant ${accountId}~${refreshes}`;

const latestOf = ({ store, platform }: PlatformStore, accountId: string): number =>
  store.note(latestKey(platform, accountId)) ?? -1;

function readRecord({ store, platform }: PlatformStore, token: SandboxToken): GrantRecord | null {
  return recordSchema.safeParse(store.object(recordKey(platform, token))).data ?? null;
}

function write({ store, platform }: PlatformStore, token: SandboxToken, record: GrantRecord): void {
  store.setObject(recordKey(platform, token), record);
}
