import type { Clock } from '../clock.js';
import type { Db } from '../db/client.js';
import type { NewId } from '../domain/ids.js';
import type { PlatformName } from '../domain/platforms.js';
import type { Role } from '../domain/roles.js';
import type { GuardedFetch } from '../egress/guarded-fetch.js';
import type { SafeFetch } from '../egress/safe-fetch.js';
import type { Logger } from '../log.js';
import type { Metrics } from '../observability/metrics.js';
import type { PlatformRegistry } from '../platforms/platform.js';
import type { WorkflowStarter } from '../temporal/workflow-starter.js';

/** Encrypts a secret for one place (table, column, row); it can be read back in that place alone. */
export interface Vault {
  seal(plaintext: string, place: VaultPlace): string;
  open(sealed: string, place: VaultPlace): string;
}

export interface VaultPlace {
  table: string;
  column: string;
  rowId: string;
}

/** What every verb may use. Filled by context.ts; tests fill it with their own parts. */
export interface ServiceDeps {
  db: Db;
  clock: Clock;
  newId: NewId;
  log: Logger;
  metrics: Metrics;
  vault: Vault;
  platforms: PlatformRegistry;
  /** Where a platform's API lives: the real one, or this installation's sandbox. No trailing slash. */
  platformBaseUrl: (platform: PlatformName, sandbox: boolean) => string;
  starter: WorkflowStarter;
  /** For the receivers that users name: refuses what leads into a private network. */
  webhookFetch: WebhookFetch;
  /** Waits before the look-ups after an unclear answer, where they are not to be the usual ones. */
  lookupDelaysMs?: readonly number[];
  /** Signs list cursors, so that a tampered one is refused. */
  cursorKey: Buffer;
}

/** A guarded fetch, without the duty to dispose of it. */
export type WebhookFetch = SafeFetch & Pick<GuardedFetch, 'check'>;

/** Which workspaces a credential acts in. */
export interface Reach {
  userId: string;
  /** Workspaces that the credential reaches, with its owner's role there. */
  roleByWorkspace: ReadonlyMap<string, Role>;
  /** Every workspace that the owner belongs to: outside the allow-list of a scoped key they answer 403, not 404. */
  ownerWorkspaceIds: ReadonlySet<string>;
}

export interface Actor {
  kind: 'apiKey';
  apiKeyId: string;
  userId: string;
}

/** What a verb gets that acts for a caller. */
export interface RequestContext extends ServiceDeps {
  actor: Actor;
  reach: Reach;
  requestId: string;
}
