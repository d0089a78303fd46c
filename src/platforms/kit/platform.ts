import type { ChangeRules } from '../../domain/changes.js';
import type { Charge, PriceList } from '../../domain/costs.js';
import type { ErrorCode } from '../../domain/errors.js';
import type { RuleViolation } from '../../domain/findings.js';
import type { JsonObject } from '../../domain/json.js';
import type { DraftMedia } from '../../domain/media-rules.js';
import type { OptionMediaRules } from '../../domain/option-media.js';
import type { PlatformName, PublishGuarantee } from '../../domain/platforms.js';
import type { QuotaWindow } from '../../domain/quota-windows.js';
import type { TargetErrorCode } from '../../domain/target-errors.js';
import type { TextUnit } from '../../domain/text-limits.js';
import type { SendBefore } from '../../egress/safe-fetch.js';
import type { ApiVersion } from './api-version.js';
import type { PlatformChanges } from './changes.js';
import type { ChoiceSearches, PlatformChoices } from './choices.js';
import type { PlatformComments } from './comments.js';
import type { PlatformFailure, Published } from './failure.js';
import type { UrlOwner } from './id-in-url.js';
import type { PlatformMetrics } from './metrics.js';
import type { Publication, PublicationForm } from './publication.js';
import type { PlatformSession } from './session.js';
import type { CheckAnswer, GrantLife, PlatformConnect, RevokeAnswer } from './connect.js';

export type { RuleViolation };
export type { AccountChoices, Choice, ChoicesAnswer } from './choices.js';
export type {
  Publication,
  PublicationForm,
  PublicationKey,
  PublicationMedia,
  ReplyTarget,
} from './publication.js';

/**
 * One platform, as the publish protocol uses it. Every call except `commit` can be repeated without a visible effect.
 * Failures are values, not exceptions, because the caller must decide about each (a connector throws them; see
 * `openConnector`). A platform knows nothing about the database.
 */
export interface Platform<Session = PlatformSession> {
  readonly name: PlatformName;
  /** The name as people know it. */
  readonly label: string;
  /** The domains of the platform's website. */
  readonly websites: readonly string[];
  /** `validate` checks these limits, and GET /platforms shows them. */
  readonly limits: PlatformLimits;
  /** JSON Schema of `platformOptions`, derived from the schema that `validate` uses. */
  readonly optionsSchema: JsonObject;

  /** How a publication can be found after the response to its call was lost. Pure: all attempts get the same result. */
  guaranteeOf(publication: PublicationForm): PublishGuarantee;

  /** The rules for posts of several parts, each a reply to the one before. Absent if a post can have only one. */
  readonly parts?: PartRules;

  /** The error for a new account without a card on file, where a hosted plan needs one. */
  readonly cardRefusal?: CardRefusal;

  /** Rules for files that options name by an asset's id. The key is the option's path. */
  readonly optionMedia?: Readonly<Record<string, OptionMediaRules>>;

  /** Returns broken rules and warnings. A draft without errors is expected to publish. Pure and synchronous. */
  validate(draft: PublicationDraft): RuleViolation[];

  /**
   * Uploads the publication's media, without making anything public. Repeatable at any point: with the state that an
   * earlier attempt has saved, it continues at the byte that the platform has reached. The state lists under `media`
   * what has been uploaded.
   */
  uploadMedia(
    session: Session,
    publication: Publication,
    state: JsonObject | null,
    run: UploadRun,
  ): Promise<UploadAnswer>;

  /**
   * Creates whatever else must exist before the one call that publishes: a media container, or, on a keyed platform,
   * just the key. The returned state is stored durably before anything else happens. Called again with the state of an
   * earlier attempt, it keeps what can be kept.
   */
  prepare(session: Session, publication: Publication, state: JsonObject | null): Promise<PrepareAnswer>;

  /** Whether `commit` can be called now. Platforms without processing are ready immediately. */
  checkReadiness(session: Session, publication: Publication, state: JsonObject): Promise<ReadinessAnswer>;

  /**
   * The one call that publishes: exactly one mutating request, never repeated here. After `sendBefore` it must not be
   * sent, and returns not-sent: another attempt may have found nothing by then, and published again.
   */
  commit(
    session: Session,
    publication: Publication,
    state: JsonObject,
    sendBefore?: SendBefore,
  ): Promise<CommitAnswer>;

  /**
   * After an ambiguous commit, looks for the publication. It only reads. It returns only what this very publication
   * sent: if the response is not enough to distinguish two publications, the result is `ambiguous`. `absent` is
   * authoritative on a queryable or keyed platform; on a blind one it only means "not seen". `state` is null if the
   * prepared state was lost with the database.
   */
  findPublished(
    session: Session,
    publication: Publication,
    state: JsonObject | null,
    search: PublishedSearch,
  ): Promise<FindAnswer>;

  /**
   * Returns the id of a post from its public URL, as `commit` would have returned it. Null unless the URL is on the
   * platform's own website and the id itself belongs to the account, because a first comment is written under that
   * post. A name beside the id proves nothing on platforms that open any id under any name. It is pure. Absent if no
   * URL contains the id.
   */
  idInUrl?(url: URL, owner: UrlOwner): string | null;

  /**
   * The public URL of a published post, if the response of the publishing call does not have it. Called once, after the
   * publication is recorded; null if it cannot be read.
   */
  readPermalink?: (session: Session, published: Published) => Promise<string | null>;

  /**
   * Work on a public post, such as a thumbnail or a playlist. Called once, after the publication is recorded.
   * Returns the steps that failed: the timeline reports them, but the target does not fail. Repeatable.
   */
  addExtras?: (
    session: Session,
    publication: Publication,
    published: Published,
  ) => Promise<readonly FailedExtra[]>;

  /** Values that only the platform knows and that a post must choose from, such as boards. Absent if there are none. */
  readonly choices?: PlatformChoices<Session>;

  /** Searches for values that no list can hold, such as people to mention. Absent if there are none. */
  readonly searches?: ChoiceSearches<Session>;

  /** The version of the platform's API that calls name, if versions end there. */
  readonly datedVersion?: ApiVersion;

  /** How many posts a day the platform accepts. Absent if it documents no number. */
  readonly quotas?: readonly PlatformQuota[];

  /** The platform's charges for publishing. Absent if it charges nothing. */
  readonly pricing?: PlatformPricing;

  /** Whether access ends if it is never refreshed, so that access of unknown age is refreshed once. */
  readonly grantsDieUnused?: boolean;

  /** Exchanges credentials for new ones. Called only by the account's single writer. */
  refresh(session: Session): Promise<RefreshAnswer>;

  /** The way in which accounts of the platform are connected. Absent if that is not built yet. */
  readonly connect?: PlatformConnect;

  /** Reads the account from the platform, with the account's access. Read-only, one or two calls. */
  check?: (session: Session) => Promise<CheckAnswer>;

  /** Ends the account's access at the platform. Repeatable: access that has already ended counts as revoked. */
  revoke?: (session: Session) => Promise<RevokeAnswer>;

  /** Comments on the account's posts. Absent if the platform has no API for them. */
  readonly comments?: PlatformComments<Session>;

  /** The metrics of the account's posts. Absent if the platform has none, or none that we read. */
  readonly metrics?: PlatformMetrics<Session>;

  /** The ways in which the platform lets us change public posts. */
  readonly changeRules: ChangeRules;

  /** Removes and edits public posts. Absent if the platform supports neither. */
  readonly changes?: PlatformChanges<Session>;
}

export interface PlatformLimits {
  /** The unit of `textMax`; `textUnitWords` names it. */
  textUnit: TextUnit;
  textMax: number;
  /** A second limit in UTF-8 bytes, if the platform has one. */
  textBytesMax: number | null;
  /** Whether a post without media needs a text. A post with media never does. */
  textRequired: boolean;
  firstComment: boolean;
  /** The limit in the unit of `textMax`. Null if a first comment can be as long as a post's text. */
  firstCommentMax: number | null;
}

/**
 * The rules for the further parts of a post. The rules for text and media are not repeated here, because they are the
 * same as for a post.
 */
export interface PartRules {
  /** The options that apply to every part. All others belong to the first. */
  options: readonly string[];
}

/** The error for a new account without a card on file. */
export interface CardRefusal {
  code: ErrorCode;
  message: string;
}

/** The caller's content for one target, before an account is involved. */
export interface PublicationDraft {
  text: string;
  firstComment: string | null;
  options: JsonObject | null;
  /** The media, in display order. */
  media: readonly DraftMedia[];
  /** Media that options name, such as a thumbnail, by the option's path. Those missing in the library are left out. */
  optionMedia?: Readonly<Record<string, DraftMedia>>;
  /** Whether this is a further part of a post, which is published as a reply. */
  isPart?: boolean;
}

/** Lets an upload report its progress, and be stopped. */
export interface UploadRun {
  /** Stores what the platform has received. Called before anything depends on it. If it throws, the upload ends. */
  save(state: JsonObject): Promise<void>;
  /** How many bytes of all media together the platform has received, including earlier attempts. */
  progress(sentBytes: number): void;
  signal: AbortSignal;
}

export interface PublishedSearch {
  /** Nothing older can be ours. The possible difference between the platform's clock and ours is subtracted. */
  since: Date;
  /** External ids of this account's other publications since then. A post with one of them is not ours. */
  takenIds: ReadonlySet<string>;
}

export type UploadAnswer = { kind: 'uploaded'; state: JsonObject } | PlatformFailure;
export type PrepareAnswer =
  | { kind: 'prepared'; state: JsonObject }
  /** The publication cannot be prepared before the platform has processed the media. */
  | { kind: 'pending'; checkAfterMs: number | null }
  | PlatformFailure;
export type ReadinessAnswer =
  | { kind: 'ready' }
  | { kind: 'pending'; checkAfterMs: number | null }
  /** A call has already used the prepared state, whatever its response was: look it up, and do not call again. */
  | { kind: 'used-up'; message: string }
  | PlatformFailure;
export type CommitAnswer = { kind: 'published'; published: Published } | PlatformFailure;
export type FindAnswer =
  /** `byId`: found by an id from the response to this very call, so it cannot be another post with equal content. */
  | { kind: 'found'; published: Published; byId?: true }
  | { kind: 'absent' }
  /** The platform is processing the post: it will become public, or be rejected. Only for look-ups by id. */
  | { kind: 'processing'; checkAfterMs: number | null; message: string }
  /** The platform accepted the post, and then rejected it for good: it is not public and will not be. */
  | { kind: 'refused'; code: TargetErrorCode; message: string }
  | PlatformFailure;
export type RefreshAnswer =
  | {
      kind: 'refreshed';
      credentials: JsonObject;
      /** The life of the new grant; absent if it is unknown. */
      life?: GrantLife;
      /** Absent if the response does not contain them. */
      scopes?: readonly string[];
    }
  | PlatformFailure;

/** A step on a public post that failed. */
export interface FailedExtra {
  /** The step in lower snake case: thumbnail, playlist. */
  extra: string;
  message: string;
}

/** How many publications of a kind the platform accepts in a day. More than that must wait, so callers are warned. */
export interface PlatformQuota {
  /** The name of the rule in findings, in lower snake case: posts_per_day, reels_per_day. */
  rule: string;
  max: number;
  window: QuotaWindow;
  /** Whether the quota applies to each account, or to everything that this installation publishes on the platform. */
  scope: 'account' | 'installation';
  /** A remark about the number, in a few words, for docs/platforms.md. */
  note?: string;
  counts(form: PublicationForm): boolean;
}

/** The prices of a platform that bills its callers for publishing. */
export interface PlatformPricing {
  /** GET /platforms shows it. */
  list: PriceList;
  /** Returns the charges for publishing a draft once. It is pure and synchronous, as `validate` is. */
  chargesFor(draft: PublicationDraft): Charge[];
}

/** The connectors of this build. Nothing can be scheduled to a platform without one. */
export type PlatformRegistry = ReadonlyMap<PlatformName, Platform>;
