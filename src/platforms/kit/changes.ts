import type { RefusedChange } from '../../domain/changes.js';
import type { SendBefore } from '../../egress/safe-fetch.js';
import type { PlatformFailure, Published } from './failure.js';
import type { Verdict } from './look-up.js';
import type { PublicationForm } from './publication.js';
import type { PlatformSession } from './session.js';

/**
 * Takes back what the account has published, and corrects its text. What the platform allows is in `changeRules`, which
 * callers check first. Failures mean what they mean for publishing.
 */
export interface PlatformChanges<Session = PlatformSession> {
  /**
   * Takes a post or first comment back: one mutating request, never repeated here and not sent after `sendBefore`. A
   * repeated call changes nothing. Absent if the platform cannot.
   */
  readonly remove?: (session: Session, post: PublicPost, sendBefore?: SendBefore) => Promise<RemoveAnswer>;
  /**
   * Corrects the text of a post, never its media: one mutating request, as in `remove`. What is not in `edited` stays as
   * it is. Absent if the platform cannot.
   */
  readonly edit?: (
    session: Session,
    post: PublicPost,
    edited: EditedText,
    sendBefore?: SendBefore,
  ) => Promise<EditAnswer>;
  /**
   * Looks at one publication. Read-only. After an edit whose answer was lost, `edited` is its text. `LookRules` say what
   * the result proves.
   */
  find(session: Session, post: PublicPost, edited?: EditedText): Promise<LookAnswer>;
}

/** A post or first comment of the account, as we know it. */
export interface PublicPost extends Published, PublicationForm {
  publishedAt: Date;
  /** The text that is public as far as we know. That of `options.title` counts as well. */
  text: string;
}

export interface EditedText {
  text: string;
  /** Only where `EditRules` have the title. Absent: it stays. */
  title?: string;
}

export type RemoveAnswer =
  | { kind: 'removed' }
  /** The platform has no such publication, or does not show it to us. */
  | { kind: 'gone' }
  | ChangeRefusal
  | PlatformFailure;
export type EditAnswer =
  /** `published` replaces what is known of the post: it may have another id. */
  { kind: 'edited'; published: Published } | { kind: 'gone' } | ChangeRefusal | PlatformFailure;
export type LookAnswer =
  /** `published` is the post as it is now. */
  { kind: 'there'; published: Published; shows: ShownText } | { kind: 'gone' } | PlatformFailure;

/** The platform will not make this change, however often it is asked. */
export interface ChangeRefusal {
  kind: 'not-possible';
  reason: RefusedChange;
  message: string;
}

/** Which text the platform shows: the edited one, the one before, another, or too little of it to tell. */
export type ShownText = 'EDITED' | 'BEFORE' | 'OTHER' | 'UNCLEAR';

/** Finds out which text the platform shows. Equal texts count as edited: readers see what was wanted. */
export function shownTextOf(
  { text, options }: PublicPost,
  edited: EditedText | undefined,
  verdictOf: (candidate: EditedText) => Verdict,
): ShownText {
  const title = options?.['title'];
  const before = { text, ...(typeof title === 'string' && { title }) };
  const verdicts = [
    ...(edited === undefined ? [] : [['EDITED', verdictOf({ ...before, ...edited })] as const]),
    ['BEFORE', verdictOf(before)] as const,
  ];
  const [shown] = verdicts.find(([, verdict]) => verdict === 'ours') ?? [];
  return shown ?? (verdicts.some(([, verdict]) => verdict === 'unclear') ? 'UNCLEAR' : 'OTHER');
}

export function notPossible(reason: RefusedChange, message: string): ChangeRefusal {
  return { kind: 'not-possible', reason, message };
}
