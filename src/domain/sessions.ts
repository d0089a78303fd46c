const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A session ends this long after the sign-in, however much it is used … */
export const sessionAbsoluteMsMax = 7 * day;
/** … and this long after its last use. */
export const sessionIdleMsMax = 24 * hour;
/** `lastUsedAt` is written at most this often: finer, it would cost a write in every request. */
export const sessionUseStepMs = minute;
export const sessionsPerUserMax = 20;
export const oneTimeSignInMsMax = hour;

export const passwordCharsMin = 12;
/** Hashing takes its time; a bound keeps a body of a megabyte from taking more. */
export const passwordCharsMax = 128;
export const personNameCharsMax = 100;
export const emailCharsMax = 254;

/** Who may make an account, beyond the first one of an installation, which may need its set-up token. */
export const signUpPolicies = ['invited', 'open'] as const;
export type SignUpPolicy = (typeof signUpPolicies)[number];

/** E-mail addresses are compared without regard to case, and stored as they are compared. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

export interface ThrottleRule {
  /** Attempts before the first wait. */
  freeCount: number;
  /** The first wait; each further one is twice as long. */
  waitMs: number;
  waitMsMax: number;
  /** After this long without an attempt the count begins anew. */
  forgetMs: number;
}

/**
 * By e-mail: bounds what can be guessed of one password, from however many addresses, to some 100 tries a day. The
 * wait has a low ceiling, because anybody can make somebody else wait.
 */
export const emailThrottle: ThrottleRule = {
  freeCount: 5,
  waitMs: 30_000,
  waitMsMax: 15 * minute,
  forgetMs: day,
};

/** By address: bounds one guesser's walk over many accounts; an office behind one address has room. */
export const addressThrottle: ThrottleRule = {
  freeCount: 20,
  waitMs: 15_000,
  waitMsMax: hour,
  forgetMs: 2 * hour,
};
