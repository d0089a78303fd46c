/** A connect session is one attempt by a person to grant this installation access to accounts on a platform. */
export const connectSessionStatuses = [
  'PENDING',
  'AWAITING_IMPORT',
  'COMPLETED',
  'FAILED',
  'EXPIRED',
] as const;
export type ConnectSessionStatus = (typeof connectSessionStatuses)[number];

/** The reasons for which a session fails, with the text for the user. The platform's own message is appended. */
export const connectErrors = {
  ACCESS_DENIED: 'Access was not granted on the platform’s page.',
  CODE_REFUSED: 'The platform rejected its own authorization code: it has expired or was already used.',
  INVALID_CREDENTIALS: 'The platform rejected these credentials.',
  NOTHING_GRANTED: 'The authorization covers no account that can be connected.',
  PERMISSION_MISSING: 'A permission that publishing needs was not granted.',
  WRONG_ACCOUNT: 'Access was granted to a different account than the one to reconnect.',
  STATE_MISMATCH:
    'The link was opened for a different platform, or by a different person, than it was created for.',
  PLATFORM_REJECTED: 'The platform refused the request.',
  PLATFORM_UNAVAILABLE: 'The platform could not be reached or gave an unusable response.',
} as const;
export type ConnectErrorCode = keyof typeof connectErrors;

/** The reasons for which a candidate cannot be imported, with the text for the user. */
export const candidateReasons = {
  PERMISSION_MISSING: 'A permission that publishing needs was not granted.',
  WRONG_ACCOUNT_TYPE: 'The platform does not let apps publish to accounts of this type.',
  ROLE_MISSING: 'The person who granted access has no role on this account that allows publishing.',
  WRONG_ACCOUNT: 'This is not the account to reconnect.',
} as const;
export type CandidateReason = keyof typeof candidateReasons;

/** Returns the text for a candidate's reason, with the missing permissions. */
export function reasonWords(reason: CandidateReason, missingScopes: readonly string[]): string {
  const words = candidateReasons[reason];
  return reason === 'PERMISSION_MISSING' && missingScopes.length > 0
    ? `${words} Not granted: ${missingScopes.join(', ')}.`
    : words;
}

/** The time from the start until access is granted. */
export const connectGrantMsMax = 30 * 60_000;
/** The time that a user has on the platform's page, if the URL of that page expires before the session would. */
export const connectAtPageMsMax = 5 * 60_000;
/** The time from the start until the candidates are imported. */
export const connectImportMsMax = 60 * 60_000;
/** The longest wait for the platform's response to a callback or to credentials. */
export const connectExchangeMsMax = 20_000;
/** How many times credentials may be tried in one session before it fails. */
export const connectCredentialTriesMax = 5;
export const connectCandidatesMax = 500;
/** How long a session that has ended can be read, and its import repeated. */
export const connectKeptMs = 24 * 60 * 60_000;

/** The outcomes of importing a candidate. */
export const importOutcomes = ['CONNECTED', 'RECONNECTED'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];
