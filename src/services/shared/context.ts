import type { Billing } from '../../billing/billing.js';
import type { Clock } from '../../clock.js';
import type { Db } from '../../db/client.js';
import type { FairQueue } from '../../domain/fair-queue.js';
import type { NewId } from '../../domain/ids.js';
import type { PlatformName } from '../../domain/platforms.js';
import type { MediaBytesMax } from '../../domain/media.js';
import type { PlanName } from '../../domain/plans.js';
import type { Role } from '../../domain/roles.js';
import type { SignUpPolicy } from '../../domain/sessions.js';
import type { GuardedFetch } from '../../egress/guarded-fetch.js';
import type { SafeFetch } from '../../egress/safe-fetch.js';
import type { Logger } from '../../log.js';
import type { Metrics } from '../../observability/metrics.js';
import type { MediaRules } from '../../domain/media-rules.js';
import type { MediaProbe, Renderer } from '../../media/media-probe.js';
import type { ChoicesAnswer, PlatformRegistry } from '../../platforms/kit/platform.js';
import type { Storage } from '../../storage/storage.js';
import type { WorkflowStarter } from './workflow-starter.js';
import type { RateLimiter } from './rate-limiter.js';
import type { ReadCache } from './read-cache.js';
import type { SealedPlace } from './sealed-columns.js';

/** Encrypts a secret for one place (table, column, row); it can be read back in that place alone. */
export interface Vault {
  seal(plaintext: string, place: VaultPlace): string;
  open(sealed: string, place: VaultPlace): string;
  /** The id of the key that a value is sealed with. */
  keyIdOf(sealed: string): string;
}

/** `key_checks` has what tells keys apart, and is no use of a key by itself. */
export type VaultPlace = (SealedPlace | { table: 'key_checks'; column: 'sealed' }) & { rowId: string };

/** What every verb may use. Filled by context.ts; tests fill it with their own parts. */
export interface ServiceDeps {
  db: Db;
  clock: Clock;
  newId: NewId;
  log: Logger;
  metrics: Metrics;
  vault: Vault;
  /** Signs list cursors, so that a tampered one is refused. */
  cursorKey: Buffer;
  starter: WorkflowStarter;
  platforms: PlatformRegistry;
  publishing: PublishingDeps;
  choices: ChoicesDeps;
  connect: ConnectDeps;
  media: MediaDeps;
  webhooks: WebhookDeps;
  signUp: SignUpDeps;
  /** Counts the requests of each key and user. */
  limiter: RateLimiter;
  /** Asks for money, on installations that sell. */
  billing: Billing;
}

export interface PublishingDeps {
  /** Where a platform's API lives: the real one, or this installation's sandbox. No trailing slash. */
  platformBaseUrl: (platform: PlatformName, sandbox: boolean) => string;
  /** Waits before the look-ups after an unclear answer, where they are not to be the usual ones. */
  lookupDelaysMs?: readonly number[];
  /** How long an answer to a reply waits for its outcome, where it is not to be the usual time. */
  replyWaitMs?: number;
}

/** What accounts may pick from. */
export interface ChoicesDeps {
  /** By account and version of its credentials. */
  cache: ReadCache<ChoicesAnswer>;
  /** Share the reads among workspaces. */
  turns: FairQueue;
  /** How long a post waits for them, where it is not to be the usual time. */
  checkMsMax?: number;
}

/** How people connect accounts here. */
export interface ConnectDeps {
  /** Where their browsers reach the API, without a trailing slash. */
  publicUrl: () => string;
  /** Origins, beside our own, that a browser may be sent back to. */
  returnOrigins: readonly string[];
  /** Whether this installation simulates the platform. */
  hasSandbox: (platform: PlatformName) => boolean;
  /** Its word in addresses, and its name for people. */
  names: ReadonlyMap<PlatformName, { path: string; label: string }>;
  /** How long a platform may take for a grant, where it is not to be the usual time. */
  exchangeMsMax?: number;
}

export interface MediaDeps {
  /** The bytes of media. */
  storage: Storage;
  /** Says what the bytes of media are. */
  probe: MediaProbe;
  /** Makes of a picture what a platform takes. */
  renderer: Renderer;
  /** What each platform takes, those without a connector included. */
  rules: ReadonlyMap<PlatformName, MediaRules>;
  /** Whether what a picture's file says beyond the picture (place, camera, author) is published with it. */
  keepMetadata: boolean;
  /** Fetches media from addresses that users name; null: not on this installation. */
  fetch: MediaFetch | null;
  /** Share downloads among users, and then among workspaces. */
  downloads: { ofUsers: FairQueue; ofWorkspaces: FairQueue };
  /** How long a post's media by address may take, where it is not to be the usual time. */
  itemsMsMax?: number;
  bytesMax: MediaBytesMax;
  /** An address under which anybody may read a file while a target is published: for platforms that fetch. */
  publicUrl: (storageKey: string, targetId: string, ttlMs: number) => Promise<string>;
}

export interface WebhookDeps {
  /** For the receivers that users name: refuses what leads into a private network. */
  fetch: WebhookFetch;
}

export interface SignUpDeps {
  /** Who may make an account. */
  policy: SignUpPolicy;
  /** What makes the very first account; null: nothing is needed, because nobody else can reach the API. */
  setUpToken: string | null;
  /** The plan of a first workspace. */
  defaultPlan: PlanName;
}

/** A guarded fetch, without the duty to dispose of it. */
export type WebhookFetch = SafeFetch & Pick<GuardedFetch, 'check'>;

export type MediaFetch = Pick<GuardedFetch, 'openDownload' | 'check'>;

export interface WorkspaceSettings {
  plan: PlanName;
  requireApproval: boolean;
}

/** Which workspaces a credential acts in. */
export interface Reach {
  userId: string;
  /** Workspaces that the credential reaches, with its owner's role there. A session reaches all of the user's. */
  roleByWorkspace: ReadonlyMap<string, Role>;
  /** Of the same workspaces, and of those closed to the API, what decides about posts there. */
  settingsByWorkspace: ReadonlyMap<string, WorkspaceSettings>;
  /** Workspaces that would be reached, had their plan an API. */
  closedToApi?: ReadonlySet<string>;
  /** Every workspace that the owner belongs to: outside the allow-list of a scoped key they answer 403, not 404. */
  ownerWorkspaceIds: ReadonlySet<string>;
}

export interface ApiKeyActor {
  kind: 'apiKey';
  apiKeyId: string;
  userId: string;
}

/** A person at the dashboard. */
export interface SessionActor {
  kind: 'session';
  sessionId: string;
  userId: string;
}

export type Actor = ApiKeyActor | SessionActor;

/** Whoever can run commands of the installation has its database. Nothing that is recorded is theirs. */
export interface OperatorActor {
  kind: 'operator';
}

/** What a verb gets that acts before anybody has signed in. */
export interface AnonymousContext extends ServiceDeps {
  requestId: string;
  /** Who is at the other end: a network, for limits. */
  clientAddress: string;
}

/** What a verb gets that acts for a caller. */
export interface RequestContext extends ServiceDeps {
  actor: Actor;
  reach: Reach;
  requestId: string;
}
