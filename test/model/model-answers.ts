import type { PublishStep } from '../../src/domain/workflow-contract.js';
import type { SendBefore } from '../../src/egress/safe-fetch.js';
import type { PlatformFailure, Published } from '../../src/platforms/kit/failure.js';
import type { How, PlatformKind } from './commands.js';

/** A post that was public, or accepted and not refused. */
export interface Entry {
  targetId: string;
  step: PublishStep;
  /** The text with which it was published. */
  text: string;
  /** The text that readers see. */
  shows: string;
  isGone: boolean;
  replyTo: string | null;
  id: string;
  /** The ids that it had before its edits. They lead to it, too. */
  earlierIds: string[];
  atMs: number;
  /** Later than `atMs` if the platform processes accepted posts. */
  shownFromMs: number;
  key: string;
}

/** Whether this id leads to the post. */
export function answersTo({ id, earlierIds }: Entry, asked: string | null): boolean {
  return asked !== null && (id === asked || earlierIds.includes(asked));
}

/** The platform's interface to the model. */
export interface PlatformWorld {
  readonly nowMs: number;
  /** The target for which the current call is made. */
  readonly targetId: string;
  /** Returns the event around this call, and uses it up. */
  take: (...concerned: How[]) => How;
  hold: () => Promise<void>;
  /** Called when a call that may publish begins. */
  began: (step: PublishStep) => void;
  /** Called when a call begins that may remove a post, or give it another text. */
  beganChange: (entry: Entry, text: string | null) => void;
  /** Called with the reported result of a call, or of its preparation. */
  told: (kind: PlatformKind, answer: string) => void;
}

const pauseMs = 60_000;
export const commitHows = [
  'lost-after',
  'lost-before',
  'rate-limited',
  'not-sent',
  'auth-expired',
  'auth-revoked',
  'rejected',
  'prepare-again',
  'held-before',
  'held-after',
  'held-then-limited',
] as const satisfies How[];

const limited: PlatformFailure = { kind: 'rate-limited', retryAfterMs: pauseMs, message: 'slow down' };
/** Answers to calls that changed nothing. */
export const refusals: Partial<Record<How, PlatformFailure>> = {
  'lost-before': { kind: 'ambiguous', message: 'no answer' },
  'rate-limited': limited,
  'held-then-limited': limited,
  'not-sent': { kind: 'not-sent', message: 'no connection' },
  'auth-expired': { kind: 'auth-expired', message: 'stale' },
  'auth-revoked': { kind: 'auth-revoked', message: 'revoked' },
  rejected: { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' },
};

export function isTooLate({ nowMs }: PlatformWorld, sendBefore: SendBefore | undefined): boolean {
  return sendBefore !== undefined && nowMs > sendBefore.wallMs;
}

export function unclear(message: string): Extract<PlatformFailure, { kind: 'ambiguous' }> {
  return { kind: 'ambiguous', message };
}

export function toPublished({ id }: Entry): Published {
  return { externalPostId: id, externalUrl: null, reference: null };
}
