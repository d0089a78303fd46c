import type { RefusedChange } from '../../domain/changes.js';
import type { SendBefore } from '../../egress/safe-fetch.js';
import type { PlatformFailure, Published } from './failure.js';
import type { Verdict } from './look-up.js';
import type { PublicationForm } from './publication.js';
import type { PlatformSession } from './session.js';

/**
 * Removes posts and comments that the account has published, and corrects their text. `changeRules` says what the
 * platform allows, and callers check it first. Failures have the same meaning as in publishing.
 */
export interface PlatformChanges<Session = PlatformSession> {
  /**
   * Removes a post or first comment with one mutating request, which is never repeated here and not sent after
   * `sendBefore`. A repeated call changes nothing. Absent if the platform does not support it.
   */
  readonly remove?: (session: Session, post: PublicPost, sendBefore?: SendBefore) => Promise<RemoveAnswer>;
  /**
   * Corrects the text of a post, never its media, with one mutating request, as in `remove`. Fields that are missing in
   * `edited` stay unchanged. Absent if the platform does not support it.
   */
  readonly edit?: (
    session: Session,
    post: PublicPost,
    edited: EditedText,
    sendBefore?: SendBefore,
  ) => Promise<EditAnswer>;
  /**
   * Looks up one publication. It only reads. After an edit whose response was lost, `edited` is the edit's text.
   * `LookRules` says what the result proves.
   */
  find(session: Session, post: PublicPost, edited?: EditedText): Promise<LookAnswer>;
}

/** A post or first comment of the account, as we know it. */
export interface PublicPost extends Published, PublicationForm {
  publishedAt: Date;
  /** The text that is public as far as we know. The text of `options.title` counts as well. */
  text: string;
}

export interface EditedText {
  text: string;
  /** The title, only if `EditRules` has it. Absent: it stays unchanged. */
  title?: string;
}

export type RemoveAnswer =
  | { kind: 'removed' }
  /** The platform has no such publication, or does not show it to us. */
  | { kind: 'gone' }
  | ChangeRefusal
  | PlatformFailure;
export type EditAnswer =
  /** `published` replaces the stored data of the post, which may have another id now. */
  { kind: 'edited'; published: Published } | { kind: 'gone' } | ChangeRefusal | PlatformFailure;
export type LookAnswer =
  /** `published` is the current post. */
  { kind: 'there'; published: Published; shows: ShownText } | { kind: 'gone' } | PlatformFailure;

/** The platform will not make this change, even if the request is repeated. */
export interface ChangeRefusal {
  kind: 'not-possible';
  reason: RefusedChange;
  message: string;
}

/** The text that the platform shows: the edited one, the earlier one, another, or too little of it to decide. */
export type ShownText = 'EDITED' | 'BEFORE' | 'OTHER' | 'UNCLEAR';

/**
 * Finds out which text the platform shows. If both texts are equal, it counts as edited, because readers see the
 * intended text.
 */
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
