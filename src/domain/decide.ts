import type { PlatformName } from './platforms.js';
import {
  absencesAtOnceMax,
  ladderDelayMs,
  processingDelaysMs,
  processingWaitMsMax,
  preparationsMax,
  readinessDelaysMs,
  turnWaitMsMin,
  unreachableDelaysMs,
  uploadsMax,
} from './publish-ladders.js';
import type {
  GiveUpReason,
  LookupInput,
  LookupResult,
  RefreshResult,
  StepResult,
  StepTries,
  UploadResult,
} from './workflow-contract.js';

/** One thing that a run makes public. */
export interface Publication {
  platform: PlatformName;
  /** Whether media are uploaded before the call. */
  carriesMedia: boolean;
  /** When the run gives up. */
  deadlineMs: number;
  /** The due time, if the run began before it. */
  dueMs: number | undefined;
  /** The waits before look-ups. */
  lookupDelaysMs: readonly number[];
}

/** The progress of a publication. */
export interface Position {
  tries: StepTries;
  mustUpload: boolean;
  /** The look-ups after a call of unknown outcome. */
  lookups: Lookups | null;
}

interface Lookups {
  /** The number of look-ups of the series that have ended. */
  ended: number;
  /** The number of look-ups in a row that did not find the post. */
  absences: number;
  /** How often the platform was still processing the post, in the current look-up. */
  processing: number;
  asked: LookupTries;
  /** Whether the token was refreshed for the current look-up. */
  isRefreshed: boolean;
}

type LookupTries = Pick<LookupInput, 'absencesBefore' | 'last' | 'over'>;

/** The answer to a command, or the start of the run. */
export type PublishEvent =
  | { kind: 'BEGUN' }
  | { kind: 'UPLOADED'; result: UploadResult }
  | { kind: 'CALLED'; result: StepResult }
  | { kind: 'LOOKED_UP'; result: LookupResult }
  | { kind: 'REFRESHED'; result: RefreshResult };

export type StepEnd = 'PUBLISHED' | 'FAILED' | 'CLOSED' | 'UNCONFIRMED';

/** The next thing that the run does. Every command is answered with an event, except those that end the run. */
export type PublishCommand =
  | Move
  | { kind: 'WAIT'; waitMs: number; text: string; next: Move }
  | { kind: 'GIVE_UP'; reason: GiveUpReason }
  | End;
export type Move =
  | { kind: 'UPLOAD' }
  | { kind: 'CALL' }
  | ({ kind: 'LOOK_UP'; number: number } & LookupTries)
  | { kind: 'REFRESH'; seenVersion: number };
interface End {
  kind: 'END';
  end: StepEnd;
}

/** A position while the run waits, with what follows the wait. It counts only for the run that wrote it. */
export interface SavedPosition {
  workflowId: string;
  /** The number of attempts at the target when it was written. Look-ups count only for the last of them. */
  attempts: number;
  position: Position;
  next: Move;
  wakeAtMs: number;
  text: string;
}

export interface Decision {
  position: Position;
  command: PublishCommand;
}

export const beginning = (mustUpload: boolean): Position => ({
  tries: { unreachable: 0, notReady: 0, preparations: 0, uploads: 0, refreshes: 0, absences: 0 },
  mustUpload,
  lookups: null,
});

/**
 * Decides what a run does next about a publication. It is a pure function: it reads no clock and changes nothing. It
 * does not decide whether a call may be made (the claim does), or how an end is recorded.
 */
export function decide(
  publication: Publication,
  position: Position,
  event: PublishEvent,
  nowMs: number,
): Decision {
  const on: Situation = { publication, nowMs, position };
  switch (event.kind) {
    case 'BEGUN':
      return move(position);
    case 'UPLOADED':
      return event.result.kind === 'UPLOADED'
        ? move({ ...position, mustUpload: false })
        : afterAnswer(on, event.result);
    case 'CALLED':
      if (event.result.kind !== 'AMBIGUOUS') return afterAnswer(on, event.result);
      // No call is made before the post is due, so a worker that was lost while it held the post has made none.
      return isAhead(on) ? afterAnswer(on, notSent) : lookUpNext(on, noLookups);
    case 'LOOKED_UP':
      return position.lookups === null ? move(position) : afterLookup(on, position.lookups, event.result);
    case 'REFRESHED': {
      const { lookups } = position;
      if (lookups === null) return pauseOr(on, notSent, pauseAfterRefresh(on, event.result));
      return { position, command: { kind: 'LOOK_UP', number: lookups.ended + 1, ...lookups.asked } };
    }
  }
}

interface Situation {
  publication: Publication;
  position: Position;
  nowMs: number;
}

type Answer = StepResult | UploadResult | Resolved;
/** The results that end a series of look-ups. */
type Resolved = Exclude<LookupResult, { kind: 'AUTH_EXPIRED' | 'NOT_SEEN' | 'UNKNOWN' | 'PROCESSING' }>;
/** The answers after which the publication is tried again, or the run gives up. */
type Unfinished = Exclude<Answer, { kind: StepEnd | 'ABSENT' | 'UPLOADED' }>;

const notSent = { kind: 'NOT_SENT' } as const;

/** The next step towards the call. */
const move = (position: Position): Decision => ({
  position,
  command: { kind: position.mustUpload ? 'UPLOAD' : 'CALL' },
});

function afterAnswer(on: Situation, answer: Answer): Decision {
  const { dueMs = 0 } = on.publication;
  switch (answer.kind) {
    case 'PUBLISHED':
    case 'UNCONFIRMED':
      return { position: on.position, command: { kind: 'END', end: answer.kind } };
    case 'FAILED':
    case 'CLOSED':
      // Nothing has been sent, and the run of a canceled post is canceled.
      if (isAhead(on)) return afterUnfinished(on, { kind: 'NOT_DUE', untilMs: dueMs });
      return { position: on.position, command: { kind: 'END', end: answer.kind } };
    case 'ABSENT':
      return afterAbsence(on);
    case 'UPLOADED':
      return move({ ...on.position, mustUpload: false });
    default:
      return afterUnfinished(on, answer);
  }
}

/** Nothing is public, so the call is made again: immediately the first times, and later after pauses. */
function afterAbsence(on: Situation): Decision {
  const absences = on.position.tries.absences + 1;
  const counted = { ...on, position: tried(on.position, { absences }) };
  if (absences <= absencesAtOnceMax) return move(counted.position);
  return afterUnfinished(counted, notSent);
}

function afterUnfinished(on: Situation, given: Unfinished): Decision {
  const { carriesMedia } = on.publication;
  // The prepared state is gone. For a publication with media, that includes the uploaded media.
  const answer = carriesMedia && given.kind === 'PREPARE_AGAIN' ? ({ kind: 'UPLOAD_AGAIN' } as const) : given;
  const position = { ...on.position, lookups: null };
  if (answer.kind === 'AUTH_EXPIRED') {
    return { position, command: { kind: 'REFRESH', seenVersion: answer.credentialsVersion } };
  }
  const here = answer.kind === 'UPLOAD_AGAIN' ? { ...position, mustUpload: true } : position;
  return pauseOr({ ...on, position: here }, answer, pauseAfter({ ...on, position: here }, answer));
}

/**
 * A pause before the next try, with the tries counted so far. `AT_ONCE`: no pause. A reason: no further try is useful.
 */
interface Paused {
  tries: Partial<StepTries>;
  pause: 'AT_ONCE' | GiveUpReason | Pause;
}
interface Pause {
  waitMs: number;
  /** The error with which the publication fails if there is no time for this pause. */
  reason: GiveUpReason;
  text: string;
}

function pauseAfter(on: Situation, answer: Exclude<Unfinished, { kind: 'AUTH_EXPIRED' }>): Paused {
  const { platform } = on.publication;
  const { tries } = on.position;
  switch (answer.kind) {
    case 'RATE_LIMITED': {
      const { waitMs, reason = 'RATE_LIMITED' } = answer;
      return { tries: {}, pause: { waitMs, reason, text: `${platform} asked for a pause` } };
    }
    case 'NOT_DUE': {
      const waitMs = Math.max(turnWaitMsMin, answer.waitMs ?? answer.untilMs - on.nowMs);
      const text = 'waiting for its time, or for its turn';
      return { tries: {}, pause: { waitMs, reason: 'PUBLISH_WINDOW_MISSED', text } };
    }
    case 'NOT_READY': {
      const waitMs = answer.waitMs ?? ladderDelayMs(readinessDelaysMs, tries.notReady);
      const text = `${platform} is still preparing the post`;
      return {
        tries: { notReady: tries.notReady + 1 },
        pause: { waitMs, reason: 'NOT_READY_IN_TIME', text },
      };
    }
    case 'UPLOAD_AGAIN':
      return pauseBeforeUpload(platform, tries.uploads + 1);
    case 'PREPARE_AGAIN': {
      const preparations = tries.preparations + 1;
      return {
        tries: { preparations },
        pause: preparations < preparationsMax ? 'AT_ONCE' : 'NOT_READY_IN_TIME',
      };
    }
    default:
      return pauseUnreachable(answer, platform, tries.unreachable);
  }
}

/**
 * The pause after a call that did not reach the platform. Because of the parameter's type, a new answer does not
 * compile until `pauseAfter` handles it. At run time, an unknown answer of a newer worker also gets this pause.
 */
function pauseUnreachable(
  _answer: { kind: 'NOT_SENT' | 'AMBIGUOUS' },
  platform: PlatformName,
  unreachable: number,
): Paused {
  const waitMs = ladderDelayMs(unreachableDelaysMs, unreachable);
  const text = `${platform} could not be reached`;
  return { tries: { unreachable: unreachable + 1 }, pause: { waitMs, reason: 'PLATFORM_UNAVAILABLE', text } };
}

/**
 * The first repeat of an upload is immediate, because the earlier one may only have expired. Later ones have growing
 * pauses, because the platform may have failed to fetch the media.
 */
function pauseBeforeUpload(platform: PlatformName, uploads: number): Paused {
  if (uploads === 1) return { tries: { uploads }, pause: 'AT_ONCE' };
  if (uploads >= uploadsMax) return { tries: { uploads }, pause: 'MEDIA_UNAVAILABLE' };
  const waitMs = ladderDelayMs(unreachableDelaysMs, uploads - 2);
  const text = `${platform} has not got the media`;
  return { tries: { uploads }, pause: { waitMs, reason: 'MEDIA_UNAVAILABLE', text } };
}

/** If the token is still stale after two refreshes, the publication waits as in an outage. */
function pauseAfterRefresh(
  { publication: { platform }, position }: Situation,
  result: RefreshResult,
): Paused {
  if (result === 'revoked') return { tries: {}, pause: 'PLATFORM_AUTH_FAILED' };
  const waitMs = ladderDelayMs(unreachableDelaysMs, position.tries.refreshes);
  const tries = { refreshes: position.tries.refreshes + 1 };
  if (result === 'refreshed' && tries.refreshes <= 2) return { tries, pause: 'AT_ONCE' };
  const text = `the token on ${platform} could not be refreshed`;
  return { tries, pause: { waitMs, reason: 'PLATFORM_AUTH_FAILED', text } };
}

/** Waits as long as the pause says, or gives up if there is no time for it. */
function pauseOr(on: Situation, answer: { kind: Unfinished['kind'] }, paused: Paused): Decision {
  const position = tried(on.position, paused.tries);
  const { pause, isAtDueTime } = pauseAhead({ ...on, position }, answer, paused.pause);
  const next = isAtDueTime ? { ...position, tries: beginning(false).tries } : position;
  if (pause === 'AT_ONCE') return move(next);
  const isTooLate = typeof pause === 'object' && on.nowMs + pause.waitMs > on.publication.deadlineMs;
  if (typeof pause === 'object' && !isTooLate) {
    const { waitMs, text } = pause;
    return { position: next, command: { kind: 'WAIT', waitMs, text, next: move(next).command as Move } };
  }
  return {
    position: next,
    command: { kind: 'GIVE_UP', reason: typeof pause === 'object' ? pause.reason : pause },
  };
}

/**
 * Adjusts a pause before the due time: nothing is given up, and no wait goes beyond the due time unless the platform
 * requests it or many posts are due at the same time. At the due time, all tries are counted from zero.
 */
function pauseAhead(
  on: Situation,
  answer: { kind: Unfinished['kind'] },
  pause: Paused['pause'],
): { pause: Paused['pause']; isAtDueTime: boolean } {
  const { dueMs } = on.publication;
  if (dueMs === undefined || !isAhead(on) || pause === 'AT_ONCE') return { pause, isAtDueTime: false };
  const leftMs = dueMs - on.nowMs;
  if (typeof pause === 'object') {
    const isShort = pause.waitMs <= leftMs || answer.kind === 'RATE_LIMITED';
    if (isShort || isOfCrowd(answer, pause.waitMs - leftMs)) return { pause, isAtDueTime: false };
  }
  const text = 'waiting until it is due';
  return { pause: { waitMs: leftMs, reason: 'INTERNAL_ERROR', text }, isAtDueTime: true };
}

/** Whether the publication waits only for its turn, because many posts are due at the same time. */
const isOfCrowd = (answer: { kind: Unfinished['kind'] }, afterDueMs: number): boolean =>
  answer.kind === 'NOT_DUE' && afterDueMs > turnWaitMsMin;

/** Whether the run works before the due time. */
const isAhead = ({ publication: { dueMs }, nowMs }: Situation): boolean =>
  dueMs !== undefined && nowMs < dueMs;

const tried = (position: Position, tries: Partial<StepTries>): Position => ({
  ...position,
  tries: { ...position.tries, ...tries },
});

const noLookups = { ended: 0, absences: 0 };

/** Waits for the next look-up of the series. After the last one, the outcome stays unconfirmed. */
function lookUpNext(on: Situation, { ended, absences }: Pick<Lookups, 'ended' | 'absences'>): Decision {
  const { platform, lookupDelaysMs } = on.publication;
  const waitMs = lookupDelaysMs[ended];
  if (waitMs === undefined) return { position: on.position, command: { kind: 'END', end: 'UNCONFIRMED' } };
  const asked = { absencesBefore: absences, last: ended === lookupDelaysMs.length - 1 };
  const text = `Before look-up ${ended + 1} on ${platform}`;
  return lookUpAfter(on, { ended, absences, processing: 0, asked, isRefreshed: false }, { waitMs, text });
}

const lookUpAfter = (
  { position }: Situation,
  lookups: Lookups,
  { waitMs, text }: { waitMs: number; text: string },
): Decision => ({
  position: { ...position, lookups },
  command: {
    kind: 'WAIT',
    waitMs,
    text,
    next: { kind: 'LOOK_UP', number: lookups.ended + 1, ...lookups.asked },
  },
});

function afterLookup(on: Situation, lookups: Lookups, result: LookupResult): Decision {
  const { ended, absences } = lookups;
  switch (result.kind) {
    case 'AUTH_EXPIRED': {
      if (lookups.isRefreshed) return lookUpNext(on, { ended: ended + 1, absences: 0 });
      const position = { ...on.position, lookups: { ...lookups, isRefreshed: true } };
      return { position, command: { kind: 'REFRESH', seenVersion: result.credentialsVersion } };
    }
    case 'NOT_SEEN':
      return lookUpNext(on, { ended: ended + 1, absences: absences + 1 });
    case 'UNKNOWN':
      return lookUpNext(on, { ended: ended + 1, absences: 0 });
    case 'PROCESSING':
      return lookups.asked.over === true
        ? lookUpNext(on, { ended: ended + 1, absences: 0 })
        : waitForProcessing(on, lookups, result.waitMs);
    default:
      return afterAnswer({ ...on, position: { ...on.position, lookups: null } }, result);
  }
}

/** While the platform processes the post, the look-up is repeated until the deadline. */
function waitForProcessing(on: Situation, lookups: Lookups, statedMs: number | null): Decision {
  const { platform, deadlineMs, lookupDelaysMs } = on.publication;
  const ladderMs = ladderDelayMs(processingDelaysMs, lookups.processing);
  const wantedMs = Math.min(Math.max(ladderMs, statedMs ?? 0), processingWaitMsMax);
  const restMs = Math.max(0, deadlineMs - on.nowMs);
  const isOver = wantedMs > restMs;
  const isLast = isOver || lookups.ended === lookupDelaysMs.length - 1;
  const asked = { absencesBefore: 0, last: isLast, ...(isOver && { over: true }) };
  const again = { ...lookups, processing: lookups.processing + 1, asked, isRefreshed: false };
  return lookUpAfter(on, again, { waitMs: Math.min(wantedMs, restMs), text: `${platform} is working on it` });
}
