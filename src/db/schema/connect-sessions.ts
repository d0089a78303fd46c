import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type {
  CandidateReason,
  ConnectErrorCode,
  ConnectSessionStatus,
  ImportOutcome,
} from '../../domain/connect-sessions.js';
import type { PlatformName } from '../../domain/platforms.js';
import { bytea, instant } from './columns.js';
import { socialAccounts } from './social-accounts.js';
import { users, workspaces } from './workspaces.js';

/** A person's attempt to grant access to accounts on a platform. Deleted some time after its end. */
export const connectSessions = pgTable(
  'connect_sessions',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    platform: text('platform').$type<PlatformName>().notNull(),
    /** The only account that the session may reconnect. */
    socialAccountId: text('social_account_id').references(() => socialAccounts.id, { onDelete: 'cascade' }),
    sandbox: boolean('sandbox').notNull(),
    status: text('status').$type<ConnectSessionStatus>().notNull(),
    /**
     * The user who must be signed in when the platform redirects the browser back. Null if the session was started with
     * a key or a command.
     */
    boundUserId: text('bound_user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The SHA-256 of the ticket in a link to our own page, and the encrypted ticket. */
    ticketHash: bytea('ticket_hash'),
    ticket: text('ticket'),
    /** SHA-256 of the cookie of the browser that went through that page. Only this browser can complete the session. */
    browserHash: bytea('browser_hash'),
    /** The name of the session's creator for that page. Null if a signed-in user started the session. */
    askedBy: text('asked_by'),
    returnUrl: text('return_url'),
    redirectUri: text('redirect_uri'),
    /** SHA-256 of the `state` that the platform sends back. Null if there is none, and once it was used. */
    stateHash: bytea('state_hash'),
    /** Encrypted, like the two below, because it contains the state. */
    authorizeUrl: text('authorize_url'),
    codeVerifier: text('code_verifier'),
    /** Data that the platform's connector needs for exchanging the code. */
    carried: text('carried'),
    /** When the exchange of a code began. If the process dies during the exchange, the session ends. */
    exchangingSince: instant('exchanging_since'),
    /** The number of tries with credentials, counted before each try. */
    credentialTries: integer('credential_tries').notNull(),
    errorCode: text('error_code').$type<ConnectErrorCode>(),
    errorMessage: text('error_message'),
    createdAt: instant('created_at').notNull(),
    /** When the session expires if it is still open. */
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('connect_sessions_state').on(table.stateHash),
    uniqueIndex('connect_sessions_ticket').on(table.ticketHash),
    index('connect_sessions_expires').on(table.expiresAt),
    // The sweep uses this index to delete ended sessions.
    index('connect_sessions_ended').on(table.endedAt),
    index('connect_sessions_workspace').on(table.workspaceId),
  ],
);

/** An account that a grant gives access to, offered for import. */
export const connectCandidates = pgTable(
  'connect_candidates',
  {
    id: text('id').primaryKey(),
    sessionId: text('session_id')
      .notNull()
      .references(() => connectSessions.id, { onDelete: 'cascade' }),
    /** The position in the platform's order. */
    position: integer('position').notNull(),
    externalAccountId: text('external_account_id').notNull(),
    handle: text('handle').notNull(),
    displayName: text('display_name'),
    avatarUrl: text('avatar_url'),
    serviceUrl: text('service_url'),
    /** Encrypted. Null once the session has ended. */
    credentials: text('credentials'),
    tokenExpiresAt: instant('token_expires_at'),
    refreshBy: instant('refresh_by'),
    refreshNotBefore: instant('refresh_not_before'),
    reconnectBy: instant('reconnect_by'),
    scopes: jsonb('scopes').$type<string[]>(),
    missingScopes: jsonb('missing_scopes').$type<string[]>().notNull(),
    /** The reason why the candidate cannot be imported. */
    reason: text('reason').$type<CandidateReason>(),
    /** The account that the candidate became. */
    importedAccountId: text('imported_account_id'),
    outcome: text('outcome').$type<ImportOutcome>(),
  },
  (table) => [uniqueIndex('connect_candidates_account').on(table.sessionId, table.externalAccountId)],
);
