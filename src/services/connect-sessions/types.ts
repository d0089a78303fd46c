import type {
  CandidateReason,
  ConnectErrorCode,
  ConnectSessionStatus,
  ImportOutcome,
} from '../../domain/connect-sessions.js';
import type { PlatformName } from '../../domain/platforms.js';
import type { SocialAccountView } from '../account-grants/types.js';
import type { CredentialFieldView } from '../shared/connect-views.js';
import type { PersonOrCommand, ServiceDeps } from '../shared/context.js';

/** What the verbs here need of a caller; a request's context has it. */
export type ConnectContext = ServiceDeps & PersonOrCommand;

export interface ConnectSessionView {
  id: string;
  workspaceId: string;
  platform: PlatformName;
  socialAccountId: string | null;
  sandbox: boolean;
  status: ConnectSessionStatus;
  /** The page that leads to where a person grants access. Null if there is none, or if it no longer works. */
  authorizeUrl: string | null;
  /** What can be typed in its place; null where the platform takes no credentials, and once nothing can be typed any more. */
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
  /** The account of the workspace that it is already. */
  connectedAccountId: string | null;
  importable: boolean;
  reason: CandidateReason | null;
  /** Those that we ask for and were not granted; they need not stand against its import. */
  missingScopes: string[];
}

export interface ImportedAccount extends SocialAccountView {
  outcome: ImportOutcome;
}
