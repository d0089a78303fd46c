const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A session ends this long after the sign-in, however much it is used … */
export const sessionAbsoluteMsMax = 7 * day;
/** … and this long after its last use. */
export const sessionIdleMsMax = 24 * hour;
/** `lastUsedAt` is written at most this often. More often would cost a write in every request. */
export const sessionUseStepMs = minute;
export const sessionsPerUserMax = 20;
export const oneTimeSignInMsMax = hour;

export const passwordCharsMin = 12;
/** Hashing takes time, so the length of a password is limited. */
export const passwordCharsMax = 128;
export const personNameCharsMax = 100;
export const emailCharsMax = 254;

/** The policies for creating accounts after the first one. The first one may need the setup token. */
export const signUpPolicies = ['invited', 'open'] as const;
export type SignUpPolicy = (typeof signUpPolicies)[number];

/** Email addresses are stored and compared in lower case. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Enough to recognize a known email address, and too little to write or sign up with. */
export function emailHintOf(email: string): string {
  const [first = ''] = email;
  return `${first}…${email.slice(email.lastIndexOf('@'))}`;
}

export interface ThrottleRule {
  /** Attempts before the first wait. */
  freeCount: number;
  /** The first wait. Each further one is twice as long. */
  waitMs: number;
  waitMsMax: number;
  /** After this long without an attempt, the count starts again. */
  forgetMs: number;
}

/**
 * Limits guesses of one user's password, from any number of IP addresses, to about 100 a day. The wait is short,
 * because an attacker can cause it for another user.
 */
export const emailThrottle: ThrottleRule = {
  freeCount: 5,
  waitMs: 30_000,
  waitMsMax: 15 * minute,
  forgetMs: day,
};

/** Limits one IP address that tries many accounts, and allows an office that shares one. */
export const addressThrottle: ThrottleRule = {
  freeCount: 20,
  waitMs: 15_000,
  waitMsMax: hour,
  forgetMs: 2 * hour,
};
