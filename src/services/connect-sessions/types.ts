import type {
  CandidateReason,
  ConnectErrorCode,
  ConnectSessionStatus,
  ImportOutcome,
} from '../../domain/connect-sessions.js';
import type { PlatformName } from '../../domain/platforms.js';
import type { SocialAccountView } from '../account-grants/types.js';
import type { CredentialFieldView } from '../shared/connecting/connect-views.js';
import type { PersonOrCommand, ServiceDeps } from '../shared/context.js';

/** The context that these operations need. A request's context provides it. */
export type ConnectContext = ServiceDeps & PersonOrCommand;

export interface ConnectSessionView {
  id: string;
  workspaceId: string;
  platform: PlatformName;
  socialAccountId: string | null;
  sandbox: boolean;
  status: ConnectSessionStatus;
  /**
   * The URL of the platform's consent page, or of our own page before it. Null if there is none, or if it does not work
   * any more.
   */
  authorizeUrl: string | null;
  /** The fields to type instead; null if the platform accepts no credentials, or none any more for this session. */
  credentialFields: CredentialFieldView[] | null;
  errorCode: ConnectErrorCode | null;
  errorMessage: string | null;
  candidates: CandidateView[];
  expiresAt: Date;
  createdAt: Date;
}

export interface CandidateView {
  id: string;
  externalAccountId: string;
  handle: string;
  displayName: string | null;
  avatarUrl: string | null;
  /** The id of the workspace's account if this candidate is already connected. */
  connectedAccountId: string | null;
  importable: boolean;
  reason: CandidateReason | null;
  /** The requested scopes that were not granted. The candidate may be importable without them. */
  missingScopes: string[];
}

export interface ImportedAccount extends SocialAccountView {
  outcome: ImportOutcome;
}
