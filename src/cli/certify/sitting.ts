import type { JsonObject } from '../../domain/json.js';
import type { DraftMedia } from '../../domain/media-rules.js';
import type { Certification, CertifyStep } from '../../platforms/kit/certification.js';
import type { PlatformFailure, Published } from '../../platforms/kit/failure.js';
import type {
  AccountChoices,
  Platform,
  Publication,
  PublicationMedia,
} from '../../platforms/kit/platform.js';
import type { PlatformSession } from '../../platforms/kit/session.js';
import type { ServiceDeps } from '../../services/shared/context.js';
import type { RecordedCall, Recorder } from './recorder.js';

/** Everything that the steps need: a connector and an account, but no database. */
export interface CertifyParts {
  platform: Platform;
  session: PlatformSession;
  certification: Certification;
  /** The image or video to publish. */
  file: { media: PublicationMedia; draft: DraftMedia };
  /** Options of the person, which replace those of the platform's certification. */
  options: JsonObject;
  skip: ReadonlySet<CertifyStep>;
  /** The permissions that the account has granted. Null if they were not recorded. */
  scopes: readonly string[] | null;
  /** Makes the texts of this run differ from those of all others. */
  mark: string;
  recorder: Recorder;
  clock: ServiceDeps['clock'];
  newKey: () => string;
  signal: AbortSignal;
  /** Waits, unless the signal is aborted. */
  wait: (ms: number) => Promise<void>;
  /** The waits before each look-up. */
  lookupDelaysMs: readonly number[];
  /** Called after each step, and as soon as something may be public. */
  onChange: (so: CertifyResult) => void;
}

/** The state of a run, which its steps change. */
export interface Sitting extends CertifyParts {
  made: Made[];
  choices: AccountChoices | null;
  /** Called to report a change. */
  changed: () => void;
}

export type Outcome =
  /** The platform behaved as the statement says. */
  | 'confirmed'
  /** The platform did something else. */
  | 'refuted'
  /** The platform could not be tested, or gave no clear answer. */
  | 'unclear'
  /** The person chose to skip the step. */
  | 'skipped';

export interface StepAnswer {
  outcome: Outcome;
  /** One sentence about the platform's answer. */
  answer: string;
}

export interface StepReport extends StepAnswer {
  step: CertifyStep;
  /** The assumption that the step tests. */
  statement: string;
  calls: readonly RecordedCall[];
}

export interface CertifyResult {
  steps: readonly StepReport[];
  made: readonly Made[];
}

/** A post or comment that this run has published or may have published. */
export interface Made {
  what: 'text' | 'image' | 'video' | 'first comment';
  publication: Publication;
  /** The state before the publishing call, together with the data from its response. */
  state: JsonObject;
  stateAfter: JsonObject;
  since: Date;
  /** Null until it is known to be public. */
  published: Published | null;
  fate: 'public' | 'maybe-public' | 'not-public' | 'deleted';
}

export const confirmed = (answer: string): StepAnswer => ({ outcome: 'confirmed', answer });
export const refuted = (answer: string): StepAnswer => ({ outcome: 'refuted', answer });
export const unclear = (answer: string): StepAnswer => ({ outcome: 'unclear', answer });

/** A refusal contradicts the statement. A call that never arrived or has no answer proves nothing. */
export function failed(failure: PlatformFailure): StepAnswer {
  const { kind, message } = failure;
  const code = 'code' in failure ? ` (${failure.code})` : '';
  const answer = `${kind}${code}: ${message}`;
  return kind === 'rejected' || kind === 'duplicate' || kind === 'auth-expired' || kind === 'auth-revoked'
    ? refuted(answer)
    : unclear(answer);
}
