import { isDeepStrictEqual } from 'node:util';
import type { PublishEvent } from '../../src/domain/decide.js';
import {
  errorOf,
  failedRefresh,
  failureBeforeCall,
  learnedFrom,
  stepResultOf,
  toldOf,
} from '../../src/domain/failure-answers.js';
import { failureMeanings } from '../../src/domain/failure-meanings.js';
import type { JsonObject } from '../../src/domain/json.js';
import {
  guaranteeLeft,
  isForeignRepeat,
  lookupResultOf,
  saidBy,
  verdictOf,
} from '../../src/domain/look-up-verdict.js';
import type { PlatformFailure } from '../../src/domain/platform-failure.js';
import type { PublishGuarantee } from '../../src/domain/platforms.js';
import { isOutcomeOpen, type AttemptOutcome } from '../../src/domain/publish-attempts.js';
import { lookupSlackMs } from '../../src/domain/publish-ladders.js';
import { endOf } from '../../src/domain/step-ends.js';
import {
  deadGrant,
  duplicateError,
  errorOfEnd,
  giveUpError,
  isDuplicate,
  unconfirmedAt,
  type StepError,
} from '../../src/domain/step-errors.js';
import type {
  LookupResult,
  PublishStep,
  StepResult,
  UploadResult,
} from '../../src/domain/workflow-contract.js';
import type { Publication as Content } from '../../src/platforms/kit/platform.js';
import type { PlatformSession } from '../../src/platforms/kit/session.js';
import { withoutDuplicateOf } from '../../src/services/attempts/duplicate-attempt.js';
import { lateForCall, publishWindowMs, windowWords } from '../../src/services/attempts/late-steps.js';
import type { PublicationRow } from '../../src/services/post-records/records.js';
import { answerWithoutCall } from '../../src/services/publishing/internal/fence.js';
import { playTurns, publicationOf, type Asked, type Played, type Told } from './play-decisions.js';
import { createScriptedPlatform, type ScriptedPlatform } from './scripted-platform.js';

export interface PlayedTarget {
  /** Runs the target to its end as its first run does, or with a request as the run of the user's retry does. */
  run: (request?: { republishUnconfirmed?: boolean; afterMs?: number }) => Promise<Played>;
  /** Cancels the post as a user does, before the run or during a call. */
  cancel: () => void;
  /** The outcomes of the attempts, the oldest first. */
  readonly outcomes: (AttemptOutcome | null)[];
  /** The error codes of the attempts. */
  readonly codes: (string | null)[];
  readonly status: 'OPEN' | 'PUBLISHED' | 'FAILED' | 'CANCELED';
  /** The error that users see if the target has failed. */
  readonly error: StepError | undefined;
  readonly externalPostId: string | null;
  /** Whether the account must be connected again. */
  readonly isGrantDead: boolean;
  readonly state: JsonObject | null;
}

interface Given {
  step?: PublishStep;
  text?: string;
  /** Whether it has an image, which is uploaded first. */
  carriesMedia?: boolean;
  /** How long before its due time the run begins. */
  aheadMs?: number;
  /** Whether it is a reply to a comment, which has less time than a post. */
  isReply?: boolean;
  /** By how much each command is late, in order, as if the machine had slept or no worker had run. */
  lateMs?: number[];
}

interface Attempt {
  step: PublishStep;
  outcome: AttemptOutcome | null;
  errorCode: StepError['code'] | null;
  errorMessage: string | null;
  startedAtMs: number;
  isAssumed: boolean;
}

const session = {} as PlatformSession;
const dayMs = 24 * 3_600_000;

const platformNames = { keyed: 'BLUESKY', queryable: 'THREADS', blind: 'X' } as const;

/** Creates a target on a new scripted platform, which works correctly until the test scripts something else. */
export function playOn(
  guarantee: PublishGuarantee,
  given: Given = {},
): { platform: ScriptedPlatform; target: PlayedTarget } {
  const platform = createScriptedPlatform(platformNames[guarantee], guarantee);
  return { platform, target: playTarget(platform, given) };
}

/**
 * Plays the publication of a target without a server. The scripted platform answers as its connector would, the
 * functions of `src` translate its answers and decide, and waits pass immediately. The rows are in memory, where
 * nothing else changes them, so other tests check the claim with a database.
 */
function playTarget(platform: ScriptedPlatform, given: Given): PlayedTarget {
  return new Target(platform, given);
}

class Target implements PlayedTarget {
  readonly #platform: ScriptedPlatform;
  readonly #step: PublishStep;
  readonly #content: Content;
  readonly #kind: Pick<PublicationRow, 'replyTo'>;
  readonly #attempts: Attempt[] = [];
  readonly #carriesMedia: boolean;
  status: PlayedTarget['status'] = 'OPEN';
  error: StepError | undefined;
  externalPostId: string | null = null;
  isGrantDead = false;
  state: JsonObject | null = null;
  #credentialsVersion = 1;
  #hasConsent = false;
  #isCanceled = false;
  readonly #lateMs: number[];
  #dueMs: number;
  #nowMs = 0;

  constructor(platform: ScriptedPlatform, given: Given) {
    const { step = 'POST', text = 'Hello', carriesMedia = false, aheadMs = 0, isReply = false } = given;
    this.#platform = platform;
    this.#step = step;
    this.#carriesMedia = carriesMedia;
    const root = { externalPostId: 'post', reference: null };
    this.#kind = { replyTo: isReply ? { externalPostId: 'comment', reference: null, root } : null };
    const media = carriesMedia ? [{ sha256: 'picture', sizeBytes: 1_000 }] : [];
    this.#content = { text, media, replyTo: null } as unknown as Content;
    this.#dueMs = aheadMs;
    this.#lateMs = [...(given.lateMs ?? [])];
  }

  get outcomes(): PlayedTarget['outcomes'] {
    return this.#attempts.map(({ outcome }) => outcome);
  }

  get codes(): PlayedTarget['codes'] {
    return this.#attempts.map(({ errorCode }) => errorCode);
  }

  cancel(): void {
    this.#isCanceled = true;
  }

  async run(request: { republishUnconfirmed?: boolean; afterMs?: number } = {}): Promise<Played> {
    if (this.#attempts.length > 0) {
      this.#nowMs += request.afterMs ?? 0;
      this.#dueMs = this.#nowMs;
    }
    this.#hasConsent = request.republishUnconfirmed ?? false;
    this.status = 'OPEN';
    this.error = undefined;
    const isPost = this.#step === 'POST';
    const publication = publicationOf({
      platform: this.#platform.name,
      carriesMedia: this.#carriesMedia,
      deadlineMs: this.#dueMs + publishWindowMs(this.#kind),
      dueMs: isPost ? this.#dueMs : undefined,
    });
    const turns = playTurns(publication, this.#nowMs);
    let next = turns.next(null);
    while (next.done !== true) {
      const { command, nowMs } = next.value;
      this.#nowMs = nowMs + (this.#lateMs.shift() ?? 0);
      let told: Told = null;
      if (command.kind === 'GIVE_UP') {
        const window = windowWords(this.#kind);
        this.#end(giveUpError(command.reason, window, { isGrantDead: this.isGrantDead }));
      } else if (command.kind !== 'END') {
        told = { event: await this.#answer(command), atMs: this.#nowMs };
      }
      next = turns.next(told);
    }
    return next.value;
  }

  /** Carries out the command. If the worker is lost, another worker carries it out. */
  async #answer(command: Asked): Promise<PublishEvent> {
    try {
      return await this.#eventOf(command);
    } catch (error) {
      if (!(error instanceof LostWorker)) throw error;
      return this.#answer(command);
    }
  }

  async #eventOf(command: Asked): Promise<PublishEvent> {
    switch (command.kind) {
      case 'UPLOAD':
        return { kind: 'UPLOADED', result: await this.#upload() };
      case 'CALL':
        return { kind: 'CALLED', result: await this.#commit() };
      case 'LOOK_UP':
        return { kind: 'LOOKED_UP', result: await this.#lookUp(command) };
      case 'REFRESH':
        return { kind: 'REFRESHED', result: await this.#refresh() };
    }
  }

  get #isAhead(): boolean {
    return this.#step === 'POST' && this.#nowMs < this.#dueMs;
  }

  get #last(): Attempt | undefined {
    return this.#attempts.at(-1);
  }

  /** Returns the result if something stops the step before it is prepared. */
  #stopped(): StepResult | undefined {
    if (this.status !== 'OPEN') return { kind: 'CLOSED' };
    if (this.isGrantDead) return this.#failUnlessAhead(deadGrant);
    const answer = answerWithoutCall(this.#last);
    if (answer !== undefined) return answer;
    if (this.#isCanceled) {
      this.#end('CANCELED');
      return { kind: 'CLOSED' };
    }
    if (this.#step !== 'POST') return undefined;
    const scheduledFor = new Date(this.#dueMs);
    const late = lateForCall({ ...this.#kind, scheduledFor }, this.#last, this.#nowMs);
    return late && this.#failUnlessAhead(late);
  }

  #failUnlessAhead(error: StepError): StepResult {
    if (this.#isAhead) return { kind: 'NOT_DUE', untilMs: this.#dueMs };
    this.#end(error);
    return { kind: 'FAILED' };
  }

  async #upload(): Promise<UploadResult> {
    const stopped = this.#stopped();
    if (stopped !== undefined) return stopped.kind === 'AMBIGUOUS' ? { kind: 'UPLOADED' } : stopped;
    const answer = await this.#platform.uploadMedia(session, this.#content, this.state, {
      save: (state: JsonObject) => Promise.resolve(void (this.state = state)),
      progress: () => undefined,
      signal: new AbortController().signal,
    });
    if (answer.kind === 'upload-again') return { kind: 'UPLOAD_AGAIN' };
    if (answer.kind !== 'uploaded') return this.#stopBeforeCall(answer);
    this.state = answer.state;
    return { kind: 'UPLOADED' };
  }

  /** Prepares the step, waits for its time, and makes the one call. */
  async #commit(): Promise<StepResult> {
    const stopped = this.#stopped();
    if (stopped !== undefined) return stopped;
    const prepared = await this.#platform.prepare(session, this.#content, this.state);
    if (prepared.kind !== 'prepared') return this.#stopBeforeCall(prepared);
    const { state } = prepared;
    if (!isDeepStrictEqual(state, this.state)) this.state = state;
    const readiness = await this.#platform.checkReadiness(session, this.#content, state);
    if (readiness.kind === 'used-up') return this.#assumeEarlierCall();
    if (readiness.kind !== 'ready') return this.#stopBeforeCall(readiness);
    this.#nowMs = Math.max(this.#nowMs, this.#dueMs);
    const attempt = this.#begin({ outcome: null, startedAtMs: this.#nowMs, isAssumed: false });
    const answer = await this.#platform.commit(session, this.#content, state).catch(() => {
      throw new LostWorker();
    });
    if (answer.kind !== 'published') return this.#failAfterCall(attempt, answer);
    return this.#publish(attempt, answer.published.externalPostId);
  }

  #begin(fields: Pick<Attempt, 'outcome' | 'startedAtMs' | 'isAssumed'>): Attempt {
    const attempt: Attempt = { step: this.#step, errorCode: null, errorMessage: null, ...fields };
    this.#attempts.push(attempt);
    return attempt;
  }

  #assumeEarlierCall(): StepResult {
    if (this.#isAhead) return { kind: 'NOT_DUE', untilMs: this.#dueMs };
    this.#begin({ outcome: 'AMBIGUOUS', startedAtMs: this.#nowMs - dayMs, isAssumed: true });
    return { kind: 'AMBIGUOUS' };
  }

  #publish(attempt: Attempt, externalPostId: string): { kind: 'PUBLISHED' } {
    close(attempt, 'PUBLISHED');
    this.status = 'PUBLISHED';
    this.externalPostId = externalPostId;
    return { kind: 'PUBLISHED' };
  }

  #stopBeforeCall(answer: PlatformFailure | { kind: 'pending'; checkAfterMs: number | null }): StepResult {
    if (answer.kind === 'pending') return { kind: 'NOT_READY', waitMs: answer.checkAfterMs };
    const failure = failureBeforeCall(answer);
    this.#apply(failure);
    if (failureMeanings[failure.kind].answer === 'FAILED') return this.#failUnlessAhead(toldOf(failure));
    return stepResultOf(failure, this.#credentialsVersion);
  }

  #failAfterCall(attempt: Attempt, failure: PlatformFailure): StepResult {
    const { outcome } = failureMeanings[failure.kind];
    close(attempt, outcome, errorOf(failure));
    const learned = learnedFrom(failure);
    if (learned !== null) this.state = { ...this.state, ...learned };
    this.#apply(failure);
    if (outcome === 'REJECTED') this.#end(toldOf(failure));
    else if (this.#isCanceled && answerWithoutCall(attempt) === undefined) this.#end('CANCELED');
    return this.status === 'CANCELED' ? { kind: 'CLOSED' } : stepResultOf(failure, this.#credentialsVersion);
  }

  #apply({ kind }: PlatformFailure): void {
    switch (failureMeanings[kind].effect) {
      case 'EXPIRE_ACCOUNT':
        this.isGrantDead = true;
        return;
      case 'FORGET_STATE':
        this.state = null;
        return;
      case 'FORGET_MEDIA':
        this.state = without(this.state, 'media');
        return;
      // The pause applies to other targets of the account. This one waits for as long as its answer says.
      case 'PAUSE_ACCOUNT':
      case null:
    }
  }

  async #lookUp(asked: Extract<Asked, { kind: 'LOOK_UP' }>): Promise<LookupResult> {
    const last = this.#last;
    if (last === undefined || !isOutcomeOpen(last.outcome))
      return { kind: last?.outcome === 'PUBLISHED' ? 'PUBLISHED' : 'ABSENT' };
    const guarantee = guaranteeLeft(this.#platform.guaranteeOf(this.#content), this.state !== null);
    const askedAtMs = this.#nowMs;
    const answer = this.isGrantDead ? null : await this.#find(last);
    if (answer?.kind === 'auth-expired')
      return { kind: 'AUTH_EXPIRED', credentialsVersion: this.#credentialsVersion };
    if (answer?.kind === 'found') return this.#publish(last, answer.published.externalPostId);
    const said = answer === null ? 'nothing' : saidBy[answer.kind];
    const attempt = { ...last, isDuplicate: isDuplicate(last) };
    const lookup = verdictOf({
      said,
      guarantee: answer === null ? null : guarantee,
      attempt,
      hasConsent: this.#hasConsent,
      isCancelRequested: this.#isCanceled,
      askedAtMs,
      absencesBefore: asked.absencesBefore,
      isLast: asked.last,
      isOver: asked.over ?? false,
    });
    if (lookup === 'REFUSED' && answer?.kind === 'refused') {
      close(last, 'REJECTED', answer);
      this.state = null;
      this.#end({ code: answer.code, message: answer.message });
    } else if (lookup === 'ABSENT') {
      close(last, 'ABSENT', guarantee === 'blind' ? unconfirmedAt(this.#step) : undefined);
      if (this.#isCanceled) {
        this.#end('CANCELED');
        return { kind: 'CLOSED' };
      }
    } else if (lookup === 'UNCONFIRMED' && isForeignRepeat(attempt, said)) {
      const error = duplicateError(last);
      close(last, 'REJECTED', error);
      this.#isCanceled = false;
      this.#end(error);
    } else if (lookup === 'UNCONFIRMED') {
      this.#end(unconfirmedAt(this.#step));
    }
    return lookupResultOf(lookup, answer?.kind === 'processing' ? answer.checkAfterMs : null);
  }

  #find({ startedAtMs }: Attempt) {
    const since = new Date(startedAtMs - lookupSlackMs);
    return this.#platform.findPublished(session, this.#content, withoutDuplicateOf(this.state), {
      since,
      takenIds: [],
    } as never);
  }

  async #refresh() {
    const answer = await this.#platform.refresh(session);
    if (answer.kind === 'refreshed') {
      this.#credentialsVersion += 1;
      return 'refreshed';
    }
    const result = failedRefresh(answer);
    if (result === 'revoked') this.isGrantDead = true;
    return result;
  }

  #end(wanted: StepError | 'CANCELED'): void {
    const last = this.#last;
    const end = endOf({
      step: this.#step,
      lastOutcome: last?.outcome,
      isCallMissing: false,
      hasUnprovenCall: this.#attempts.some(isUnproven),
      isCancelWanted: wanted === 'CANCELED' || this.#isCanceled,
    });
    const error = errorOfEnd(end, { step: this.#step, wanted, last });
    if (end === 'CALL_UNCONFIRMED' && last !== undefined && error !== 'CANCELED')
      close(last, 'UNCONFIRMED', error);
    this.status = error === 'CANCELED' ? 'CANCELED' : 'FAILED';
    this.error = error === 'CANCELED' ? undefined : error;
  }
}

class LostWorker extends Error {
  override readonly name = 'LostWorker';
}

const isUnproven = ({ outcome, errorCode }: Attempt): boolean =>
  outcome === 'ABSENT' && errorCode === 'PUBLISH_UNCONFIRMED';

function close(attempt: Attempt, outcome: AttemptOutcome, error?: StepError): void {
  attempt.outcome = outcome;
  attempt.errorCode = error?.code ?? null;
  attempt.errorMessage = error?.message ?? null;
}

const without = (state: JsonObject | null, key: string): JsonObject | null =>
  state === null ? null : Object.fromEntries(Object.entries(state).filter(([name]) => name !== key));
