/** A connect session: one try of a person to grant this installation access to accounts on a platform. */
export const connectSessionStatuses = [
  'PENDING',
  'AWAITING_IMPORT',
  'COMPLETED',
  'FAILED',
  'EXPIRED',
] as const;
export type ConnectSessionStatus = (typeof connectSessionStatuses)[number];

/** Why a session failed. Each with what a person should know; a platform's own words come behind it. */
export const connectErrors = {
  ACCESS_DENIED: 'Access was not granted on the platform’s page.',
  CODE_REFUSED: 'The platform did not accept the code that it had sent: it is too old, or was used already.',
  INVALID_CREDENTIALS: 'The platform does not accept these credentials.',
  NOTHING_GRANTED: 'The grant reaches no account that could be connected.',
  PERMISSION_MISSING: 'A permission that is needed to publish was not granted.',
  WRONG_ACCOUNT: 'Access was granted to another account than the one that is to be reconnected.',
  STATE_MISMATCH:
    'The link was used for another platform, or in the browser of another person, than it was made for.',
  PLATFORM_REJECTED: 'The platform refused the request.',
  PLATFORM_UNAVAILABLE: 'The platform could not be reached, or gave no usable answer.',
} as const;
export type ConnectErrorCode = keyof typeof connectErrors;

/** Why a candidate cannot be imported. */
export const candidateReasons = {
  PERMISSION_MISSING: 'A permission that is needed to publish was not granted.',
  WRONG_ACCOUNT_TYPE: 'The platform lets no program publish to accounts of this type.',
  ROLE_MISSING: 'The person who granted access has no role there that may publish.',
  WRONG_ACCOUNT: 'It is not the account that is to be reconnected.',
} as const;
export type CandidateReason = keyof typeof candidateReasons;

/** The same of one candidate, with the permissions that it lacks. */
export function reasonWords(reason: CandidateReason, missingScopes: readonly string[]): string {
  const words = candidateReasons[reason];
  return reason === 'PERMISSION_MISSING' && missingScopes.length > 0
    ? `${words} Not granted: ${missingScopes.join(', ')}.`
    : words;
}

/** From the start until access is granted. */
export const connectGrantMsMax = 30 * 60_000;
/** Where the platform's page can be opened for less time than that: how long a person may take there. */
export const connectAtPageMsMax = 5 * 60_000;
/** From the start until the candidates are imported. */
export const connectImportMsMax = 60 * 60_000;
/** Of a callback or of credentials: the platform is asked for no longer. */
export const connectExchangeMsMax = 20_000;
/** How often credentials are tried in one session before it fails. */
export const connectCredentialTriesMax = 5;
export const connectCandidatesMax = 500;
/** How long a session that has ended can be read, and its import repeated. */
export const connectKeptMs = 24 * 60 * 60_000;
export const returnUrlCharsMax = 2_000;

/** What an import has made of a candidate. */
export const importOutcomes = ['CONNECTED', 'RECONNECTED'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];
