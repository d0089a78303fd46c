import type { Billing } from '../../billing/billing.js';
import type { Clock } from '../../clock.js';
import type { Db, Tx } from '../../db/client.js';
import type { FairQueue } from '../../concurrency/fair-queue.js';
import type { AppClient } from '../../domain/apps.js';
import type { NewId } from '../../domain/ids.js';
import type { WorkspaceCreation } from '../../domain/installation-roles.js';
import type { PlatformName } from '../../domain/platforms.js';
import type { MediaBytesMax } from '../../domain/media.js';
import type { PlanName } from '../../domain/plans.js';
import type { RetentionDays } from '../../domain/retention.js';
import type { Role } from '../../domain/roles.js';
import type { Scope } from '../../domain/scopes.js';
import type { SignUpPolicy } from '../../domain/sessions.js';
import type { Installation } from '../../domain/workflow-contract.js';
import type { GuardedFetch } from '../../egress/guarded-fetch.js';
import type { SafeFetch } from '../../egress/safe-fetch.js';
import type { Logger } from '../../log.js';
import type { Metrics } from '../../observability/metrics.js';
import type { MediaRules } from '../../domain/media-rules.js';
import type { MediaProbe, Renderer } from '../../media/media-probe.js';
import type { ChoicesAnswer, PlatformRegistry } from '../../platforms/kit/platform.js';
import type { Storage } from '../../storage/storage.js';
import type { ChangeStreams } from './change-streams.js';
import type { DueClock } from './clocks/due-clock.js';
import type { WorkflowStarter } from './workflow-starter.js';
import type { QuotaHeadroomCache } from './limits/quota-headroom.js';
import type { RateLimiter } from './limits/rate-limiter.js';
import type { ReadCache } from './remote-calls/read-cache.js';
import type { SealedPlace } from './secrets/sealed-columns.js';

/** Encrypts secrets, each for one place (table, column, row). A secret can be decrypted only for its own place. */
export interface Vault {
  seal(plaintext: string, place: VaultPlace): string;
  open(sealed: string, place: VaultPlace): string;
  /** The ids of all keys. The first key encrypts, and each of them can decrypt. */
  keyIds: readonly [string, ...string[]];
}

/** The place of an encrypted value. A row of `key_checks` identifies a key, but reveals nothing about it. */
export type VaultPlace = (SealedPlace | { table: 'key_checks'; column: 'sealed' }) & { rowId: string };

/** The dependencies of all services. context.ts creates them; tests use their own parts. */
export interface ServiceDeps {
  db: Db;
  clock: Clock;
  newId: NewId;
  log: Logger;
  metrics: Metrics;
  vault: Vault;
  /** Signs list cursors, so that a forged one is refused. */
  cursorKey: Buffer;
  starter: WorkflowStarter;
  /** Returns the installation to which the database belongs. Rejects until the database has responded once. */
  installation: () => Promise<Installation>;
  /** The URL of a run in the Temporal Web UI, with the placeholder `{workflowId}`; null to link to none. */
  runUrlTemplate: string | null;
  platforms: PlatformRegistry;
  publishing: PublishingDeps;
  choices: ChoicesDeps;
  /** Shares searches of captions fairly among users. */
  searches: FairQueue;
  /** Reports changes to open pages of the dashboard. */
  changeStreams: ChangeStreams;
  connect: ConnectDeps;
  media: MediaDeps;
  webhooks: WebhookDeps;
  apps: AppDeps;
  signUp: SignUpDeps;
  workspaces: WorkspaceDeps;
  /** Counts the requests of each key and user. */
  limiter: RateLimiter;
  /** Collects payments on installations that sell something. */
  billing: Billing;
  /** How long old rows are kept. */
  retention: RetentionDays;
}

export interface PublishingDeps {
  /** The URL of a platform's API: the real one, or this installation's sandbox. Without a trailing slash. */
  platformBaseUrl: (platform: PlatformName, sandbox: boolean) => string;
  /** Replaces the usual waits before look-ups after an unclear response. */
  lookupDelaysMs?: readonly number[];
  /** Decides whether a post is due. */
  dueClock: DueClock;
  /** Caches which daily limits of platforms are far from being reached. */
  quotaHeadroom: QuotaHeadroomCache;
  /** Replaces the usual limit on how long a step waits in a worker for its due time. */
  holdMsMax?: number;
  /** How long a response waits for the outcome of a reply or a first comment. The usual time if absent. */
  replyWaitMs?: number;
}

/** The values that accounts offer, such as boards. */
export interface ChoicesDeps {
  /** Caches choices by account and version of its credentials. */
  cache: ReadCache<ChoicesAnswer>;
  /** Caches what searches found, apart from lists, so that they do not displace each other. */
  found: ReadCache<ChoicesAnswer>;
  /** Shares the reads and searches fairly among workspaces. */
  turns: FairQueue;
  /** Replaces the usual time that a post waits for choices. */
  checkMsMax?: number;
}

/** The settings for connecting accounts. */
export interface ConnectDeps {
  /** The URL at which browsers reach the API, without a trailing slash. */
  publicUrl: () => string;
  /** Further origins that a browser may be sent back to. */
  returnOrigins: readonly string[];
  /** Whether this installation simulates the platform. */
  hasSandbox: (platform: PlatformName) => boolean;
  /** Each platform's name in URLs, and its name for people. */
  names: ReadonlyMap<PlatformName, { path: string; label: string }>;
  /** Replaces the usual time limit for a platform's response to a grant. */
  exchangeMsMax?: number;
}

export interface MediaDeps {
  /** Stores the bytes of media. */
  storage: Storage;
  /** Detects the type and properties of media. */
  probe: MediaProbe;
  /** Makes the version of an image that a platform accepts. */
  renderer: Renderer;
  /** The rules of each platform, including those without a connector. */
  rules: ReadonlyMap<PlatformName, MediaRules>;
  /** Whether an image's metadata (location, camera, author) is published with it. */
  keepMetadata: boolean;
  /** Downloads media from URLs that users supply. Null if this installation does not. */
  fetch: MediaFetch | null;
  /** Queues that share downloads fairly among users, and then among workspaces. */
  downloads: { ofUsers: FairQueue; ofWorkspaces: FairQueue };
  /** Replaces the usual time that downloading a post's media may take. */
  itemsMsMax?: number;
  bytesMax: MediaBytesMax;
  /** The storage of a workspace whose plan has no limit of its own. Null: no limit. */
  workspaceBytesMax: number | null;
  /** The space to keep free on the disk of a storage that knows its free space. */
  freeBytesMin: number;
  /** The disk space that this process reserves for files that it is storing: in total, and by user. */
  underWay: { bytes: number; ofOwners: Map<string, number> };
  /** Limits how often one signed URL accepts a body. */
  uploads: UploadRepeats;
  /** A public URL of a file while a target is being published, for platforms that fetch media. */
  publicUrl: (storageKey: string, targetId: string, ttlMs: number) => Promise<string>;
}

export interface UploadRepeats {
  /** Counts a use of the URL. Returns false if it was used too often. */
  mayRepeat: (grant: string) => boolean;
}

export interface WebhookDeps {
  /** Fetches webhook URLs that users supply. Refuses URLs that lead into a private network. */
  fetch: WebhookFetch;
}

/** The settings for third-party apps. */
export interface AppDeps {
  /** Fetches the metadata documents that apps name. Refuses URLs that lead into a private network. */
  fetch: SafeFetch;
  /** Caches the contents of these documents, by client id. */
  clients: ReadCache<AppClient>;
  /** Sign registrations. The first signs new ones, and all are accepted. */
  registrationKeys: readonly [Buffer, ...Buffer[]];
}

export interface SignUpDeps {
  /** The policy for creating accounts. */
  policy: SignUpPolicy;
  /** Required to create the very first account. Null if the API can be reached only from this machine. */
  setUpToken: string | null;
  /** The plan of a first workspace. */
  defaultPlan: PlanName;
  /** Replaces the usual cost of hashing a password. */
  passwordCost?: PasswordCost;
}

/** The limits for creating workspaces. */
export interface WorkspaceDeps {
  creation: WorkspaceCreation;
  /** The workspaces that one person may own. */
  perUserMax: number;
}

/** The cost parameters of scrypt. */
export interface PasswordCost {
  log2N: number;
  r: number;
  p: number;
}

/** A guarded fetch that only its creator may dispose of. */
export type WebhookFetch = SafeFetch & Pick<GuardedFetch, 'check'>;

export type MediaFetch = Pick<GuardedFetch, 'openDownload' | 'check'>;

export interface WorkspaceSettings {
  plan: PlanName;
  requireApproval: boolean;
}

/** The workspaces in which a credential can act. */
export interface Reach {
  /** The id of the user, or of the client link, which acts for no user. */
  userId: string;
  /**
   * Workspaces that the credential reaches, with its owner's role in each. A session reaches all of the user's
   * workspaces.
   */
  roleByWorkspace: ReadonlyMap<string, Role>;
  /** The settings of the same workspaces, including those closed to the API. */
  settingsByWorkspace: ReadonlyMap<string, WorkspaceSettings>;
  /** Workspaces that would be reached if their plan included the API. */
  closedToApi?: ReadonlySet<string>;
  /**
   * Every workspace that the owner belongs to. Requests to those outside a scoped key's allow-list get 403, not 404.
   */
  ownerWorkspaceIds: ReadonlySet<string>;
}

export interface ApiKeyActor {
  kind: 'apiKey';
  apiKeyId: string;
  userId: string;
  /** The only scopes that the key has. Absent: all that its user may do. */
  scopes?: ReadonlySet<Scope>;
  /** Set if the key stands for the access of a third-party app. */
  isApp?: true;
}

/** A person who is signed in. */
export interface SessionActor {
  kind: 'session';
  sessionId: string;
  userId: string;
}

/** The holder of a client link, who has no account. Acts for no user and reaches one workspace. */
export interface ClientLinkActor {
  kind: 'clientLink';
  clientLinkId: string;
  /** The name that the workspace gave the link. */
  name: string;
}

/** A caller that is, or acts for, a member of workspaces. */
export type MemberActor = ApiKeyActor | SessionActor;

export type Actor = MemberActor | ClientLinkActor;

/** An operator who runs commands of the installation, and so has access to its database. */
export interface OperatorActor {
  kind: 'operator';
}

/** The context of an operation before a sign-in. */
export interface AnonymousContext extends ServiceDeps {
  requestId: string;
  /** The caller's network, for rate limits. */
  clientAddress: string;
}

/** The caller of an operation that commands may use as well. Commands have no request and no network. */
export type PersonOrCommand = Pick<RequestContext, 'reach'> &
  Partial<Pick<RequestContext, 'requestId' | 'clientAddress'>> & { actor: Actor | OperatorActor };

/** The context of an operation that acts for a caller. */
export interface RequestContext extends ServiceDeps {
  actor: Actor;
  reach: Reach;
  requestId: string;
  /** The caller's network. Absent if the request did not come over a network. */
  clientAddress?: string;
  /**
   * Throws PRECONDITION_FAILED unless the view of the resource is the version that the caller has read (If-Match). Call
   * it in the transaction that changes the resource, under its lock.
   */
  expect?: (view: object) => void;
  /**
   * Binds the request's Idempotency-Key to its change, in the same transaction, so that a repeat knows of the change.
   */
  bind?: (tx: Tx, resourceId: string) => Promise<void>;
  /** The resources that an earlier request with the same Idempotency-Key has changed without a stored response. */
  changedIds?: ReadonlySet<string>;
}
