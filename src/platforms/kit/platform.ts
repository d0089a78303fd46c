import type { ErrorCode } from '../../domain/errors.js';
import type { JsonObject } from '../../domain/json.js';
import type { DraftMedia, ImageRules, MediaClass } from '../../domain/media-rules.js';
import type { PlatformName, PublishGuarantee } from '../../domain/platforms.js';
import type { QuotaWindow } from '../../domain/quota-windows.js';
import type { TargetErrorCode } from '../../domain/target-errors.js';
import type { SendBefore } from '../../egress/safe-fetch.js';
import type { PlatformComments } from './comments.js';
import type { PlatformFailure, Published } from './failure.js';
import type { PlatformSession } from './session.js';
import type { CheckAnswer, GrantLife, PlatformConnect, RevokeAnswer } from './connect.js';

/**
 * One platform, seen from the publish protocol. All calls but `commit` are repeatable without a visible effect.
 * Failures are values, not exceptions: the caller must decide on each of them. A platform knows nothing of rows.
 */
export interface Platform {
  readonly name: PlatformName;
  /** Machine-readable limits; `validate` checks them and GET /platforms shows them. */
  readonly limits: PlatformLimits;
  /** JSON Schema of `platformOptions`, made from the schema that `validate` checks them with. */
  readonly optionsSchema: JsonObject;

  /** What we can know of a publication after its call's answer was lost. Pure: the same for all tries of it. */
  guaranteeOf(publication: PublicationForm): PublishGuarantee;

  /** On a hosted plan each new account there needs a card on file; who has none gets this error. */
  readonly cardRefusal?: CardRefusal;

  /** Pictures that options name by an asset's id: by the option's path, what each may be. */
  readonly optionMedia?: Readonly<Record<string, ImageRules>>;

  /**
   * Pure and synchronous: every rule that the draft breaks, and what its author should know. No errors means
   * publishable as far as we can tell.
   */
  validate(draft: PublicationDraft): RuleViolation[];

  /**
   * Brings the publication's media to the platform, invisibly; only for publications that have some. Repeatable at
   * any point: with the state that an earlier try has saved it goes on at the byte that the platform has reached.
   * What it has brought there stands in the state under `media`.
   */
  uploadMedia(
    session: PlatformSession,
    publication: Publication,
    state: JsonObject | null,
    run: UploadRun,
  ): Promise<UploadAnswer>;

  /**
   * Whatever else must exist before the one call that makes the publication public: a container, or, on a keyed
   * platform, just the key. The state returned is stored durably before anything else happens.
   * Called again with the state of an earlier try, if there was one, it keeps what can be kept.
   */
  prepare(
    session: PlatformSession,
    publication: Publication,
    state: JsonObject | null,
  ): Promise<PrepareAnswer>;

  /** Whether `commit` may be called now. Platforms without processing answer ready at once. */
  checkReadiness(
    session: PlatformSession,
    publication: Publication,
    state: JsonObject,
  ): Promise<ReadinessAnswer>;

  /**
   * The one call that makes it public: exactly one mutating request, never repeated in here. It must carry
   * `sendBefore`, past which it answers not-sent: others may have found nothing and published anew by then.
   */
  commit(
    session: PlatformSession,
    publication: Publication,
    state: JsonObject,
    sendBefore?: SendBefore,
  ): Promise<CommitAnswer>;

  /**
   * After an ambiguous commit: is it there? Read-only. It names only what this very publication sent: where the
   * platform's answer does not carry what tells two publications apart, the answer is `ambiguous`.
   * On a queryable or keyed platform `absent` is authoritative; on a blind one it only means "not seen".
   * `state` is null where what was prepared is lost with the database: then only what `publication` tells is known.
   */
  findPublished(
    session: PlatformSession,
    publication: Publication,
    state: JsonObject | null,
    search: PublishedSearch,
  ): Promise<FindAnswer>;

  /**
   * The public URL of a published post, where the publishing call's answer does not carry it. Called once, after the
   * publication is recorded; null where it cannot be had.
   */
  readPermalink?(session: PlatformSession, published: Published): Promise<string | null>;

  /**
   * What is done to a public post afterwards: a thumbnail, a playlist. Called once, after the publication is recorded;
   * gives what could not be done, which the timeline tells and which fails nothing. Repeatable.
   */
  addExtras?(
    session: PlatformSession,
    publication: Publication,
    published: Published,
  ): Promise<readonly FailedExtra[]>;

  /** What only the platform knows of an account, and a post must pick from. Absent where there is nothing to pick. */
  readonly choices?: PlatformChoices;

  /** How many posts the platform takes in a day. Absent where it states no such number. */
  readonly quotas?: readonly PlatformQuota[];

  /** Whether a grant dies that is never refreshed, so that one of which nothing is known is refreshed once. */
  readonly grantsDieUnused?: boolean;

  /** New credentials for old ones. Called by the account's single writer only. */
  refresh(session: PlatformSession): Promise<RefreshAnswer>;

  /** How its accounts are connected. Absent where that is not built yet. */
  readonly connect?: PlatformConnect;

  /** Who the account is there now, asked with its grant. Read-only, one or two calls. */
  check?(session: PlatformSession): Promise<CheckAnswer>;

  /** Ends the account's grant at the platform. Repeatable: a grant that is dead already counts as revoked. */
  revoke?(session: PlatformSession): Promise<RevokeAnswer>;

  /** Comments under its posts. Absent where the platform has no API for them. */
  readonly comments?: PlatformComments;
}

export interface PlatformLimits {
  /**
   * What `textMax` counts: X's weighted characters, grapheme clusters, characters with emoji as bytes, UTF-16 code
   * units, or bytes of UTF-8.
   */
  textUnit: 'weighted' | 'graphemes' | 'characters' | 'utf16' | 'bytes';
  textMax: number;
  /** A second bound in UTF-8 bytes, where the platform has one. */
  textBytesMax: number | null;
  textRequired: boolean;
  firstComment: boolean;
  /** In the unit of `textMax`; null: as long as a post's text. */
  firstCommentMax: number | null;
}

/** The caller's content for one target, before an account is involved. */
export interface CardRefusal {
  code: ErrorCode;
  message: string;
}

export interface PublicationDraft {
  text: string;
  firstComment: string | null;
  options: JsonObject | null;
  /** In the order in which they are to be shown. */
  media: readonly DraftMedia[];
  /** Media that options name, such as a thumbnail, by the option's path; one that is not in the library is missing. */
  optionMedia?: Readonly<Record<string, DraftMedia>>;
}

export interface RuleViolation {
  /** Which input breaks it. */
  field: 'text' | 'firstComment' | 'platformOptions' | 'media';
  /** Of `media`: which one, counted from 0, where it is not all of them. */
  mediaIndex?: number;
  /** Of `platformOptions`: which one, as a path with dots, where it is not all of them. */
  option?: string;
  /** Stable lower-snake word: text_too_long, text_required, link_limit_exceeded, unknown_option ... */
  rule: string;
  message: string;
  limit?: number;
  actual?: number;
  /** Something is lacking, as a draft may. */
  isMissing?: boolean;
  /** A warning never refuses a post; validation tells of it. Default: error. */
  severity?: 'error' | 'warning';
}

/** What stays the same for one thing to make public over all tries, runs and a restored database. */
export interface PublicationKey {
  /** Unique among everything that this installation publishes. */
  id: string;
  /** When its target was created. */
  createdAt: Date;
}

/** One thing to make public: a post, or a reply to one (first comment and inbox reply alike). */
export interface Publication {
  key: PublicationKey;
  text: string;
  options: JsonObject | null;
  replyTo: ReplyTarget | null;
  /** In the order in which they are shown; empty for a text, and in steps that do not load them. */
  media: readonly PublicationMedia[];
  /** Media that options name, by the option's path; loaded together with `media`. */
  optionMedia: Readonly<Record<string, PublicationMedia>>;
  /** What its media are, in their order, whether they are loaded or not. */
  mediaClasses: readonly MediaClass[];
}

/** What of a publication decides what we can know of it. */
export type PublicationForm = Pick<Publication, 'options' | 'replyTo' | 'mediaClasses'>;

/** One picture or video as this platform shall get it: the original, or the rendition that was made for it. */
export interface PublicationMedia {
  assetId: string;
  kind: 'IMAGE' | 'GIF' | 'VIDEO';
  mime: string;
  /** Of the bytes that `open` gives, as are `sha256` (hex), `width` and `height`. */
  sizeBytes: number;
  sha256: string;
  width: number | null;
  height: number | null;
  durationMs: number | null;
  altText: string | null;
  /** The bytes from `start` up to, not including, `end`. */
  open(range: { start: number; end: number }): AsyncIterable<Uint8Array>;
  /** An address from which the platform can fetch the bytes, for as long as stated. A secret until it has expired. */
  publicUrl(ttlMs: number): Promise<string>;
}

/** How an upload tells how far it has come, and hears that it is to stop. */
export interface UploadRun {
  /** Stores what the platform has got; called before anything is built upon it. What it throws ends the upload. */
  save(state: JsonObject): Promise<void>;
  /** How many bytes of all the media together the platform has got, those of earlier tries included. */
  progress(sentBytes: number): void;
  signal: AbortSignal;
}

/** What is answered: a post, or a comment under one. */
export interface ReplyTarget {
  externalPostId: string;
  /** What `commit` returned as `reference` for that post (a hash of its content, for one), or a comment's reference. */
  reference: JsonObject | null;
  /** The post under which the answered comment stands. Absent: the post itself is answered. */
  root?: { externalPostId: string; reference: JsonObject | null };
}

export interface PublishedSearch {
  /** Nothing older can be ours. What the platform's clock and ours may differ by is taken off already. */
  since: Date;
  /** External ids that other publications of this account already own since then: a like text there is not ours. */
  takenIds: ReadonlySet<string>;
}

export type UploadAnswer = { kind: 'uploaded'; state: JsonObject } | PlatformFailure;
export type PrepareAnswer =
  | { kind: 'prepared'; state: JsonObject }
  /** It cannot be prepared before the platform has processed the media. */
  | { kind: 'pending'; checkAfterMs: number | null }
  | PlatformFailure;
export type ReadinessAnswer =
  | { kind: 'ready' }
  | { kind: 'pending'; checkAfterMs: number | null }
  /** A call has used it already, whatever we heard of that call: it is looked up, and none is made. */
  | { kind: 'used-up'; message: string }
  | PlatformFailure;
export type CommitAnswer = { kind: 'published'; published: Published } | PlatformFailure;
export type FindAnswer =
  /** `byId`: asked by an id that this very call was answered with, so that a like post of another cannot be meant. */
  | { kind: 'found'; published: Published; byId?: true }
  | { kind: 'absent' }
  /** The platform has it and works on it: it will be public, or refused. Only where the platform is asked by an id. */
  | { kind: 'processing'; checkAfterMs: number | null; message: string }
  /** The platform took it, and has refused it for good since: it is not public and will not be. */
  | { kind: 'refused'; code: TargetErrorCode; message: string }
  | PlatformFailure;
export type RefreshAnswer =
  | {
      kind: 'refreshed';
      credentials: JsonObject;
      /** Of the new grant; absent: nothing is known of it. */
      life?: GrantLife;
      /** Where the answer tells them. */
      scopes?: readonly string[];
    }
  | PlatformFailure;

/** Something that could not be done to a public post. */
export interface FailedExtra {
  /** A lower-snake word: thumbnail, playlist. */
  extra: string;
  message: string;
}

export interface PlatformChoices {
  /** The options, as paths with dots, whose values `read` lists. A post that names another value is refused. */
  readonly options: readonly string[];
  read(session: PlatformSession): Promise<ChoicesAnswer>;
}

export type ChoicesAnswer = { kind: 'choices'; choices: AccountChoices } | PlatformFailure;

/** What an account may pick from now. */
export interface AccountChoices {
  /** By option. */
  options: Readonly<Record<string, readonly Choice[]>>;
  /** The longest video that this account may publish, where the platform says so. */
  videoDurationMaxMs: number | null;
  /** How many posts of the day's number are used, where the platform says so. */
  quota: { used: number; max: number; windowMs: number } | null;
}

export interface Choice {
  value: string | boolean;
  /** As its owner knows it. */
  label: string;
  /** Of what can be chosen only together with another choice: a section of a board. */
  within?: { option: string; value: string };
}

/** How many publications of a kind the platform takes in a day. Beyond it they wait, so callers are warned before. */
export interface PlatformQuota {
  /** A lower-snake word that findings carry: posts_per_day, reels_per_day. */
  rule: string;
  max: number;
  window: QuotaWindow;
  /** Of the account, or of everything that this installation publishes there. */
  scope: 'account' | 'installation';
  counts(form: PublicationForm): boolean;
}

/** The connectors of this build. A platform without one cannot be scheduled to. */
export type PlatformRegistry = ReadonlyMap<PlatformName, Platform>;
