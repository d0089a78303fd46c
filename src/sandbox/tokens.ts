import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { PlatformStore } from './store.js';

/**
 * A token contains the account and the number of its refreshes: `sandbox:<account>` at first, `sandbox:<account>~3`
 * after three refreshes, and `sandbox-refresh:` in the same way. So tokens survive a restart without being stored.
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

/** The token of an account, as connectors of platforms without refresh tokens store it. */
export const accessTokenAlone = (accountId: string, refreshes: number): { accessToken: string } => ({
  accessToken: accessTokenOf({ accountId, refreshes }),
});

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

/** The number up to which every token of the account is revoked; -1 if none is. */
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

/** How long the tokens of a simulated platform last, as on the real platform. Null means forever. */
export interface GrantTerms {
  accessLifeMs: number | null;
  /** The life of the refresh token that is issued too. Also null if there is none. */
  refreshLifeMs: number | null;
  scopes: readonly string[];
}

const recordSchema = z.object({
  scopes: z.array(z.string()),
  issuedAtMs: z.number(),
  accessUntilMs: z.number().nullable(),
  refreshUntilMs: z.number().nullable(),
  /** Whether the refresh token of the grant was used. */
  spent: z.boolean(),
});
type GrantRecord = z.infer<typeof recordSchema>;

/**
 * Issues tokens after a person's consent. Each has a number, and a record of how long it lasts. Tokens
 * without a record, such as those of seeded accounts and of tests, work until they are revoked.
 */
export function issueTokens(
  at: PlatformStore,
  accountId: string,
  terms: GrantTerms,
  /** The token that is being refreshed, if any. */
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

/** Whether calls with the token are refused, for any reason. */
export function isDead(at: PlatformStore, token: SandboxToken): boolean {
  return accessStateOf(at, token) !== 'alive';
}

/** The current state of an access token, or of a long-lived token that is itself refreshed. */
export function accessStateOf(at: PlatformStore, token: SandboxToken): 'alive' | 'expired' | 'revoked' {
  if (isRevoked(at, token)) return 'revoked';
  const until = readRecord(at, token)?.accessUntilMs ?? null;
  return until !== null && until <= at.store.now().getTime() ? 'expired' : 'alive';
}

/** `unknown` means that the token is not one of this platform, or belongs to another app. */
export type RefreshState = 'alive' | 'expired' | 'revoked' | 'spent' | 'unknown';

/**
 * Uses a refresh token. With `singleUse`, its state is `spent` the second time; the caller may then revoke
 * the whole grant, if the platform treats that as theft.
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

/** The scopes of a token. Null if it was issued without consent, so that it has all of them. */
export function grantedScopes(at: PlatformStore, token: SandboxToken): string[] | null {
  return readRecord(at, token)?.scopes ?? null;
}

/** The time of a token's issue, in ms. Null if it was issued without consent. */
export function issuedAtMsOf(at: PlatformStore, token: SandboxToken): number | null {
  return readRecord(at, token)?.issuedAtMs ?? null;
}

/**
 * The step between grant numbers of seeded accounts: the minute, so that a development stack that is seeded
 * later gets higher numbers.
 */
const seedStepMs = 60_000;

/** Ends every grant of an account, as its owner can do in the platform's settings. */
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

/** Takes the grant of a code, which works once, and only for a limited time. Null if the code is not valid. */
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
