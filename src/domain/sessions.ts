const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A session ends this long after the sign-in, even while it is used. */
export const sessionAbsoluteMsMax = 7 * day;
/** A session ends this long after its last use. */
export const sessionIdleMsMax = 24 * hour;
/** The least time between two writes of `lastUsedAt`, so that not every request causes a write. */
export const sessionUseStepMs = minute;
export const sessionsPerUserMax = 20;
export const oneTimeSignInMsMax = hour;

export const passwordCharsMin = 12;
/** Hashing takes time, so the length of a password is limited. */
export const passwordCharsMax = 128;
export const personNameCharsMax = 100;
export const emailCharsMax = 254;

/** The policies for users who sign up after the first user. The first user may need the setup token. */
export const signUpPolicies = ['invited', 'open'] as const;
export type SignUpPolicy = (typeof signUpPolicies)[number];

/** Returns the form in which email addresses are stored and compared: trimmed and in lower case. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Shortens an email address, so that those who know it recognize it and others cannot use it. */
export function emailHintOf(email: string): string {
  const [first = ''] = email;
  return `${first}…${email.slice(email.lastIndexOf('@'))}`;
}

export interface ThrottleRule {
  /** The number of attempts before the first wait. */
  freeCount: number;
  /** The first wait. Each further one is twice as long. */
  waitMs: number;
  waitMsMax: number;
  /** After this long without an attempt, the count starts again. */
  forgetMs: number;
}

/**
 * Limits guesses of one user's password, from any number of IP addresses, to about 100 a day. Waits are short, because
 * an attacker can lock out the user with them.
 */
export const emailThrottle: ThrottleRule = {
  freeCount: 5,
  waitMs: 30_000,
  waitMsMax: 15 * minute,
  forgetMs: day,
};

/** Limits sign-ins for many users from one IP address, but leaves room for an office whose users share one. */
export const addressThrottle: ThrottleRule = {
  freeCount: 20,
  waitMs: 15_000,
  waitMsMax: hour,
  forgetMs: 2 * hour,
};
