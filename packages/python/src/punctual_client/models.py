"""The types of requests, responses and events: plain dictionaries, with the names of the API.

Generated from openapi.json by `npm run openapi`. Do not edit.
"""

from __future__ import annotations

import sys
from datetime import datetime
from typing import Any, Literal, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired, TypedDict
else:
    from typing_extensions import NotRequired, TypedDict

# A time in a request: text in ISO 8601 with an offset, or a datetime with a time zone.
Time = Union[str, datetime]

WorkspaceRole = Literal[
    "OWNER",
    "ADMIN",
    "EDITOR",
    "CLIENT_REVIEWER",
]

WorkspaceUsagePlan = Literal[
    "SELF_HOSTED",
    "FREE",
    "DEVELOPER",
    "STARTER",
    "TEAM",
    "AGENCY",
]

Platform = Literal[
    "INSTAGRAM",
    "FACEBOOK_PAGE",
    "X",
    "LINKEDIN_PERSON",
    "LINKEDIN_COMPANY",
    "TIKTOK_BUSINESS",
    "TIKTOK_PERSONAL",
    "YOUTUBE",
    "PINTEREST",
    "THREADS",
    "BLUESKY",
]

PlatformInfoGuarantee = Literal[
    "keyed",
    "queryable",
    "blind",
]

PlatformLimitsTextUnit = Literal[
    "weighted",
    "graphemes",
    "characters",
    "utf16",
    "bytes",
]

PlatformQuotaScope = Literal[
    "account",
    "installation",
]

PlatformPricesPricesName = Literal[
    "POST",
    "POST_WITH_LINK",
    "ALT_TEXT",
]

CredentialFieldKind = Literal[
    "text",
    "address",
    "secret",
]

PlatformCommentsInfoDelete = Literal[
    "OWN",
    "ALL",
]

PlatformEditsFields = Literal[
    "text",
    "title",
]

InstagramOptionsKind = Literal[
    "FEED",
    "REELS",
    "STORIES",
]

InstagramOptionsTrialReelGraduationStrategy = Literal[
    "MANUAL",
    "SS_PERFORMANCE",
]

FacebookPageOptionsKind = Literal[
    "POST",
    "REEL",
    "STORY",
]

XOptionsReplySettings = Literal[
    "everyone",
    "following",
    "mentionedUsers",
    "subscribers",
    "verified",
]

LinkedinPersonOptionsVisibility = Literal[
    "PUBLIC",
    "CONNECTIONS",
]

LinkedinPersonOptionsPollDuration = Literal[
    "ONE_DAY",
    "THREE_DAYS",
    "SEVEN_DAYS",
    "FOURTEEN_DAYS",
]

TiktokBusinessOptionsPrivacyLevel = Literal[
    "PUBLIC_TO_EVERYONE",
    "MUTUAL_FOLLOW_FRIENDS",
    "FOLLOWER_OF_CREATOR",
    "SELF_ONLY",
]

TiktokPersonalOptionsPostMode = Literal[
    "DIRECT_POST",
    "MEDIA_UPLOAD",
]

YoutubeOptionsPrivacyStatus = Literal[
    "public",
    "unlisted",
    "private",
]

YoutubeOptionsLicense = Literal[
    "youtube",
    "creativeCommon",
]

ThreadsOptionsReplyControl = Literal[
    "everyone",
    "accounts_you_follow",
    "mentioned_only",
    "parent_post_author_only",
    "followers_only",
]

BlueskyOptionsLabels = Literal[
    "porn",
    "sexual",
    "nudity",
    "graphic-media",
    "!no-unauthenticated",
]

BlueskyOptionsReplyGate = Literal[
    "everyone",
    "nobody",
]

PostStatus = Literal[
    "DRAFT",
    "NEEDS_APPROVAL",
    "SCHEDULED",
    "PUBLISHING",
    "PARTIALLY_PUBLISHED",
    "PUBLISHED",
    "FAILED",
    "CANCELED",
]

SocialAccountStatus = Literal[
    "ACTIVE",
    "TOKEN_EXPIRED",
]

TargetStatus = Literal[
    "DRAFT",
    "SCHEDULED",
    "PUBLISHING",
    "PUBLISHED",
    "FAILED",
    "SKIPPED",
    "CANCELED",
]

TargetErrorCode = Literal[
    "PLATFORM_AUTH_FAILED",
    "PUBLISH_UNCONFIRMED",
    "ACCOUNT_DISCONNECTED",
    "PLATFORM_REJECTED",
    "MEDIA_REJECTED",
    "MEDIA_UNAVAILABLE",
    "DUPLICATE_CONTENT",
    "POLICY_BLOCKED",
    "CHOICE_NOT_AVAILABLE",
    "PERMISSION_MISSING",
    "COMMENTS_DISABLED",
    "POST_CANCELED",
    "PART_NOT_SENT",
    "PART_IMPOSSIBLE",
    "FIRST_COMMENT_NOT_SENT",
    "FIRST_COMMENT_IMPOSSIBLE",
    "RATE_LIMITED",
    "PLATFORM_QUOTA_EXCEEDED",
    "PLATFORM_UNAVAILABLE",
    "NOT_READY_IN_TIME",
    "PUBLISH_WINDOW_MISSED",
    "PLATFORM_NOT_SUPPORTED",
    "INTERNAL_ERROR",
]

TargetPartErrorRetryable = Literal[
    "yes",
    "no",
    "after",
]

TargetFirstCommentStatus = Literal[
    "WAITING",
    "SENDING",
    "PUBLISHED",
    "FAILED",
]

FirstCommentErrorCode = Literal[
    "PLATFORM_AUTH_FAILED",
    "PUBLISH_UNCONFIRMED",
    "ACCOUNT_DISCONNECTED",
    "PLATFORM_REJECTED",
    "DUPLICATE_CONTENT",
    "POLICY_BLOCKED",
    "PERMISSION_MISSING",
    "COMMENTS_DISABLED",
    "POST_CANCELED",
    "FIRST_COMMENT_NOT_SENT",
    "FIRST_COMMENT_IMPOSSIBLE",
    "RATE_LIMITED",
    "PLATFORM_QUOTA_EXCEEDED",
    "PLATFORM_UNAVAILABLE",
    "NOT_READY_IN_TIME",
    "PUBLISH_WINDOW_MISSED",
    "PLATFORM_NOT_SUPPORTED",
    "INTERNAL_ERROR",
]

EstimatedCostItemsPart = Literal[
    "POST",
    "PART",
    "FIRST_COMMENT",
    "MEDIA",
]

MetricsStatus = Literal[
    "OK",
    "PENDING",
    "UNSUPPORTED",
    "PERMISSION_MISSING",
    "OFF",
    "FAILED",
]

RemovalStatus = Literal[
    "NEEDS_APPROVAL",
    "REQUESTED",
    "RUNNING",
    "DONE",
    "FAILED",
    "UNCONFIRMED",
    "REJECTED",
]

MediaKind = Literal[
    "IMAGE",
    "GIF",
    "VIDEO",
    "DOCUMENT",
    "SUBTITLES",
]

MediaStatus = Literal[
    "PENDING_UPLOAD",
    "PROCESSING",
    "READY",
    "FAILED",
]

PostWarningCode = Literal[
    "ACCOUNT_TOKEN_EXPIRED",
    "CHOICE_NOT_AVAILABLE",
    "CHOICES_NOT_CHECKED",
    "FIRST_COMMENT_MAY_BE_REJECTED",
    "LINK_COSTS_MORE",
    "MEDIA_TOO_LONG",
    "PLATFORM_QUOTA_FORESEEN",
    "QUOTE_MAY_BE_REJECTED",
    "RECONNECT_NEEDED_BEFORE",
    "REPLY_MAY_BE_REJECTED",
    "SAME_TEXT_RECENTLY",
]

FindingSeverity = Literal[
    "error",
    "warning",
]

CanceledPostCancelResultsResult = Literal[
    "CANCELED",
    "IN_FLIGHT",
    "UNCONFIRMED",
    "PARTLY_PUBLISHED",
    "PUBLISHED",
    "FAILED",
    "SKIPPED",
]

ActOnPostsAction = Literal[
    "cancel",
    "delete",
    "approve",
    "retry",
]

PostOutcomeOutcome = Literal[
    "DONE",
    "FAILED",
]

InsufficientScopeErrorBodyScope = Literal[
    "posts:read",
    "posts:write",
    "posts:publish",
    "comments:read",
    "comments:write",
    "media:write",
    "accounts:read",
    "metrics:read",
]

TimelineEntryKind = Literal[
    "CREATED",
    "EDITED",
    "SCHEDULED",
    "RESCHEDULED",
    "UNSCHEDULED",
    "CANCELED",
    "CANCEL_REQUESTED",
    "APPROVAL_REQUESTED",
    "APPROVED",
    "REJECTED",
    "CLIENT_COMMENTED",
    "RETRIED",
    "COMMENT_RETRIED",
    "RESOLVED",
    "DELETED",
    "START_DEFERRED",
    "START_DELIVERED",
    "RUN_REPLACED",
    "RUN_SUPERSEDED",
    "LOOK_FIRST",
    "PUBLISHING_BEGUN",
    "RENDITION_MADE",
    "UPLOAD_STARTED",
    "UPLOADED",
    "ATTEMPT_STARTED",
    "ATTEMPT_ENDED",
    "WAITING",
    "TOKEN_REFRESH",
    "LOOKED_UP",
    "PUBLISHED",
    "OTHER_FOUND",
    "EXTRA_FAILED",
    "COMMENTS_LEFT_OUT",
    "FAILED",
    "FINISHED",
    "WEBHOOK_ATTEMPTED",
    "REMOVAL_REQUESTED",
    "EDIT_REQUESTED",
    "EDIT_APPROVED",
    "EDIT_REJECTED",
    "CHANGE_ATTEMPTED",
    "CHANGE_LOOKED_UP",
    "CHANGE_FAILED",
    "REMOVED",
    "TEXT_EDITED",
]

TimelineActorKind = Literal[
    "apiKey",
    "app",
    "session",
    "clientLink",
    "system",
]

TimelineDetailStep = Literal[
    "POST",
    "PART_2",
    "PART_3",
    "PART_4",
    "PART_5",
    "PART_6",
    "PART_7",
    "PART_8",
    "PART_9",
    "PART_10",
    "PART_11",
    "PART_12",
    "PART_13",
    "PART_14",
    "PART_15",
    "PART_16",
    "PART_17",
    "PART_18",
    "PART_19",
    "PART_20",
    "PART_21",
    "PART_22",
    "PART_23",
    "PART_24",
    "PART_25",
    "FIRST_COMMENT",
]

TimelineDetailOutcome = Literal[
    "PUBLISHED",
    "REJECTED",
    "AUTH_EXPIRED",
    "RATE_LIMITED",
    "NOT_SENT",
    "PREPARE_AGAIN",
    "AMBIGUOUS",
    "ABSENT",
    "UNCONFIRMED",
]

TimelineDetailReason = Literal[
    "NOT_DUE",
    "PACED",
    "RATE_LIMITED",
    "UNREACHABLE",
    "NOT_READY",
]

TimelineDetailRenditionChange = Literal[
    "METADATA_REMOVED",
    "ENCODED",
    "REPACKED",
]

TimelineDetailLookup = Literal[
    "FOUND",
    "ABSENT",
    "NOT_SEEN",
    "UNKNOWN",
    "UNCONFIRMED",
    "PROCESSING",
    "REFUSED",
]

TimelineDetailDelivery = Literal[
    "DELIVERED",
    "FAILED",
    "REFUSED",
]

TimelineDetailRefresh = Literal[
    "refreshed",
    "revoked",
    "unavailable",
]

TimelineDetailChangeKind = Literal[
    "REMOVE",
    "EDIT",
]

TimelineDetailChangeOutcome = Literal[
    "DONE",
    "GONE",
    "REFUSED",
    "AUTH_EXPIRED",
    "RATE_LIMITED",
    "NOT_SENT",
    "AMBIGUOUS",
]

TimelineDetailChangeLook = Literal[
    "THERE",
    "EDITED",
    "BEFORE",
    "OTHER",
    "GONE",
    "UNREACHABLE",
    "REFUSED",
    "RATE_LIMITED",
]

CommentStatus = Literal[
    "RECEIVED",
    "SENDING",
    "SENT",
    "FAILED",
    "UNCONFIRMED",
]

CommentReplyStatus = Literal[
    "SENDING",
    "SENT",
    "FAILED",
    "UNCONFIRMED",
]

CommentRefreshSkippedReason = Literal[
    "REFRESHED_LATELY",
    "PAUSED",
    "NOT_SUPPORTED",
    "SWITCHED_OFF",
    "TOKEN_EXPIRED",
    "NOT_PUBLISHED",
]

MetricRefreshSkippedReason = Literal[
    "REFRESHED_LATELY",
    "PAUSED",
    "NOT_SUPPORTED",
    "SWITCHED_OFF",
    "TOKEN_EXPIRED",
    "NOT_PUBLISHED",
    "PERMISSION_MISSING",
]

ConnectSessionStatus = Literal[
    "PENDING",
    "AWAITING_IMPORT",
    "COMPLETED",
    "FAILED",
    "EXPIRED",
]

ConnectSessionErrorCode = Literal[
    "ACCESS_DENIED",
    "CODE_REFUSED",
    "INVALID_CREDENTIALS",
    "NOTHING_GRANTED",
    "PERMISSION_MISSING",
    "WRONG_ACCOUNT",
    "STATE_MISMATCH",
    "PLATFORM_REJECTED",
    "PLATFORM_UNAVAILABLE",
]

ConnectCandidateReason = Literal[
    "PERMISSION_MISSING",
    "WRONG_ACCOUNT_TYPE",
    "ROLE_MISSING",
    "WRONG_ACCOUNT",
]

ImportedSocialAccountOutcome = Literal[
    "CONNECTED",
    "RECONNECTED",
]

SortByCreatedAt = Literal[
    "-createdAt",
    "createdAt",
]

PostExpand = Literal[
    "media.asset",
    "targets.account",
    "targets.metrics",
]

SortByCreatedAtOrScheduledAt = Literal[
    "-createdAt",
    "createdAt",
    "-scheduledAt",
    "scheduledAt",
]

SortByAt = Literal[
    "at",
    "-at",
]

SortByPostedAt = Literal[
    "-postedAt",
    "postedAt",
]

SocialAccountPurge = Literal[
    "true",
    "false",
]


class Workspace(TypedDict):
    """A workspace: everything else belongs to one."""

    id: str
    name: str
    slug: str
    plan: str
    requireApproval: bool
    brand: Brand | None
    role: WorkspaceRole
    runUrlTemplate: str | None
    createdAt: str
    updatedAt: str


class Brand(TypedDict):
    """What the pages behind connect links show in place of Punctual's own name, while the plan includes WHITE_LABEL."""

    name: str
    logoMediaId: str | None
    color: str | None


class WorkspaceUsage(TypedDict):
    """How much a workspace uses, and how much it may."""

    plan: WorkspaceUsagePlan
    month: str
    hasBillingPage: bool
    posts: WorkspaceUsagePosts
    apiPosts: WorkspaceUsageApiPosts
    storageBytes: WorkspaceUsageStorageBytes
    socialAccounts: WorkspaceUsageSocialAccounts
    members: WorkspaceUsageMembers
    waitingPosts: WorkspaceUsageWaitingPosts
    mediaAssets: WorkspaceUsageMediaAssets
    openConnectSessions: WorkspaceUsageOpenConnectSessions


class WorkspaceUsagePosts(TypedDict):
    """Posts created this month, including drafts and deleted posts."""

    used: int
    max: int | None


class WorkspaceUsageApiPosts(TypedDict):
    """Posts created this month with an API key."""

    used: int
    max: int | None


class WorkspaceUsageStorageBytes(TypedDict):
    """Bytes of media in the library, including unfinished uploads."""

    used: int
    max: int | None


class WorkspaceUsageSocialAccounts(TypedDict):
    """Connected accounts."""

    used: int
    max: int | None


class WorkspaceUsageMembers(TypedDict):
    """People in the workspace."""

    used: int
    max: int | None


class WorkspaceUsageWaitingPosts(TypedDict):
    """Posts that wait for their time."""

    used: int
    max: int | None


class WorkspaceUsageMediaAssets(TypedDict):
    """Files in the media library, including unfinished uploads."""

    used: int
    max: int | None


class WorkspaceUsageOpenConnectSessions(TypedDict):
    """Sessions for connecting accounts that have not ended."""

    used: int
    max: int | None


class PlatformInfoList(TypedDict):
    """Every platform."""

    data: list[PlatformInfo]


class PlatformInfo(TypedDict):
    """What a platform accepts, and what Punctual can do there."""

    platform: Platform
    label: str
    supported: bool
    guarantee: PlatformInfoGuarantee | None
    limits: PlatformLimits | None
    media: MediaRules | None
    optionsSchema: dict[str, Any] | None
    quotas: list[PlatformQuota]
    prices: PlatformPrices | None
    choices: list[str]
    searches: list[PlatformSearch]
    connect: PlatformConnectInfo | None
    comments: PlatformCommentsInfo
    changes: PlatformChangesInfo


class PlatformLimits(TypedDict):
    """Limits for the text of a post."""

    textUnit: PlatformLimitsTextUnit
    textUnitDescription: str
    textMax: int
    textBytesMax: int | None
    textRequired: bool
    textRequiredWithMedia: bool
    firstComment: bool
    firstCommentMax: int | None
    partsMax: int


class MediaRules(TypedDict):
    """The media that a platform accepts."""

    required: bool
    takesAltText: bool
    altTextCharsMax: float | None
    slots: list[MediaSlot]
    sources: list[str]
    notes: list[str]


class MediaSlot(TypedDict):
    """One layout of media that a post can have."""

    name: str
    optionKind: str | None
    itemsMin: int
    itemsMax: int
    image: PictureRules | None
    animation: PictureRules | None
    film: FilmRules | None
    document: DocumentRules | None


class PictureRules(TypedDict):
    """Rules for still images; null if they are not accepted."""

    mimes: list[str]
    bytesMax: float | None
    sideMin: float | None
    longSideMax: float | None
    shortSideMax: float | None
    widthMax: float | None
    ratioMin: float | None
    ratioMax: float | None
    pixelsMax: float | None
    framesMax: float | None


class FilmRules(TypedDict):
    """Rules for videos; null if they are not accepted."""

    mimes: list[str]
    bytesMax: float | None
    sideMin: float | None
    longSideMax: float | None
    shortSideMax: float | None
    widthMax: float | None
    ratioMin: float | None
    ratioMax: float | None
    videoCodecs: list[str] | None
    audioCodecs: list[str] | None
    bytesMin: float | None
    durationMinMs: float | None
    durationMaxMs: float | None
    bitRateMax: float | None
    frameRateMin: float | None
    frameRateMax: float | None


class DocumentRules(TypedDict):
    """Rules for documents; null if they are not accepted."""

    mimes: list[str]
    bytesMax: float | None
    pagesMax: float | None


class PlatformQuota(TypedDict):
    """How many posts a platform accepts in a day."""

    rule: str
    max: int
    window: Literal["rolling-day"] | PlatformQuotaWindow
    scope: PlatformQuotaScope


class PlatformQuotaWindow(TypedDict):
    midnightIn: str


class PlatformPrices(TypedDict):
    """What the platform charges for publishing; null if it charges nothing."""

    currency: Literal["USD"]
    prices: list[PlatformPricesPrices]
    asOf: str
    source: str


class PlatformPricesPrices(TypedDict):
    name: PlatformPricesPricesName
    amount: str
    description: str


class PlatformSearch(TypedDict):
    """A search for values of an option."""

    option: str
    exact: bool
    paid: bool


class PlatformConnectInfo(TypedDict):
    """How its accounts are connected; null if this version cannot connect them."""

    configured: bool
    sandbox: bool
    redirectUri: str | None
    scopes: list[ConnectScope]
    credentialFields: list[CredentialField] | None


class ConnectScope(TypedDict):
    """A permission that is requested from the platform."""

    name: str
    purpose: str
    required: bool


class CredentialField(TypedDict):
    """A field that a person fills in to connect an account."""

    name: str
    label: str
    kind: CredentialFieldKind
    required: bool
    default: str | None


class PlatformCommentsInfo(TypedDict):
    """What Punctual can do with comments on a platform."""

    read: bool
    paidReads: bool
    listedForMs: int | None
    hide: bool
    delete: PlatformCommentsInfoDelete | None


class PlatformChangesInfo(TypedDict):
    """How Punctual can change a post that is public: remove and edit are null where the platform has no call for it."""

    remove: PlatformRemovals | None
    edit: PlatformEdits | None


class PlatformRemovals(TypedDict):
    """How a public post is removed."""

    perDayMax: int | None
    price: PlatformRemovalsPrice | None


class PlatformRemovalsPrice(TypedDict):
    """What the platform charges for each removal; null if it charges nothing."""

    currency: Literal["USD"]
    amount: str


class PlatformEdits(TypedDict):
    """How the text of a public post is edited."""

    fields: list[PlatformEditsFields]
    windowMs: int | None
    countMax: int | None
    needs: str | None
    pricedAsPost: bool


class CreatePostFlat(TypedDict):
    """A new post, written with platforms and content."""

    workspaceId: NotRequired[str]
    platforms: list[PlatformEntry]
    content: NotRequired[str | None]
    scheduledFor: NotRequired[Time | None]
    draftScheduledFor: NotRequired[Time | None]
    timezone: NotRequired[str | None]
    metadata: NotRequired[dict[str, str]]
    mediaIds: NotRequired[list[str]]
    mediaItems: NotRequired[list[MediaItem]]
    parts: NotRequired[list[PostPartEntry] | None]
    mediaAltText: NotRequired[dict[str, str]]
    clientReferenceId: NotRequired[str | None]


class PlatformEntry(TypedDict):
    """A social account to publish to, and what is different from the post there."""

    accountId: str
    captionOverride: NotRequired[str | None]
    partsOverride: NotRequired[list[PostPartEntry] | None]
    firstComment: NotRequired[str | None]
    platformOptions: NotRequired[PlatformOptions | None]
    mediaIds: NotRequired[list[str]]
    mediaItems: NotRequired[list[MediaItem]]


class PostPartEntry(TypedDict):
    """A further part of a post."""

    text: str
    mediaIds: NotRequired[list[str]]
    mediaAltText: NotRequired[dict[str, str]]


class InstagramOptions(TypedDict):
    """Options of a post on INSTAGRAM."""

    platform: NotRequired[Literal["INSTAGRAM"]]
    kind: NotRequired[InstagramOptionsKind]
    shareToFeed: NotRequired[bool]
    coverMediaId: NotRequired[str]
    thumbOffsetMs: NotRequired[int]
    collaborators: NotRequired[list[str]]
    userTags: NotRequired[list[InstagramOptionsUserTags]]
    locationId: NotRequired[str]
    audioName: NotRequired[str]
    trialReel: NotRequired[InstagramOptionsTrialReel]
    isAiGenerated: NotRequired[bool]
    isPaidPartnership: NotRequired[bool]
    commentsEnabled: NotRequired[bool]


class InstagramOptionsUserTags(TypedDict):
    username: str
    x: NotRequired[float]
    y: NotRequired[float]
    mediaIndex: NotRequired[int]


class InstagramOptionsTrialReel(TypedDict):
    """Reels only: a trial reel, which is shown to non-followers first."""

    graduationStrategy: InstagramOptionsTrialReelGraduationStrategy


class FacebookPageOptions(TypedDict):
    """Options of a post on FACEBOOK_PAGE."""

    platform: NotRequired[Literal["FACEBOOK_PAGE"]]
    kind: NotRequired[FacebookPageOptionsKind]
    link: NotRequired[str]
    title: NotRequired[str]
    place: NotRequired[str]
    textFormatPresetId: NotRequired[str]


class XOptions(TypedDict):
    """Options of a post on X."""

    platform: NotRequired[Literal["X"]]
    replySettings: NotRequired[XOptionsReplySettings]
    madeWithAi: NotRequired[bool]
    paidPartnership: NotRequired[bool]
    communityId: NotRequired[str]
    shareWithFollowers: NotRequired[bool]
    poll: NotRequired[XOptionsPoll]
    quotePost: NotRequired[str]
    replyToPost: NotRequired[str]
    taggedUserIds: NotRequired[list[str]]
    forSuperFollowersOnly: NotRequired[bool]
    longPost: NotRequired[bool]


class XOptionsPoll(TypedDict):
    """A poll."""

    options: list[str]
    durationMinutes: int


class LinkedinPersonOptions(TypedDict):
    """Options of a post on LINKEDIN_PERSON."""

    platform: NotRequired[Literal["LINKEDIN_PERSON"]]
    visibility: NotRequired[LinkedinPersonOptionsVisibility]
    disableReshare: NotRequired[bool]
    article: NotRequired[LinkedinPersonOptionsArticle]
    poll: NotRequired[LinkedinPersonOptionsPoll]
    documentTitle: NotRequired[str]
    mentions: NotRequired[list[LinkedinPersonOptionsMentions]]


class LinkedinPersonOptionsArticle(TypedDict):
    """A link to show as a card."""

    source: str
    title: str
    description: NotRequired[str]
    thumbnailMediaId: NotRequired[str]


class LinkedinPersonOptionsPoll(TypedDict):
    """A poll."""

    question: str
    options: list[str]
    duration: NotRequired[LinkedinPersonOptionsPollDuration]


class LinkedinPersonOptionsMentions(TypedDict):
    name: str
    urn: str


class LinkedinCompanyOptions(TypedDict):
    """Options of a post on LINKEDIN_COMPANY."""

    platform: NotRequired[Literal["LINKEDIN_COMPANY"]]
    visibility: NotRequired[Literal["PUBLIC"]]
    disableReshare: NotRequired[bool]
    article: NotRequired[LinkedinCompanyOptionsArticle]
    poll: NotRequired[LinkedinCompanyOptionsPoll]
    documentTitle: NotRequired[str]
    mentions: NotRequired[list[LinkedinCompanyOptionsMentions]]


class LinkedinCompanyOptionsArticle(TypedDict):
    """A link to show as a card."""

    source: str
    title: str
    description: NotRequired[str]
    thumbnailMediaId: NotRequired[str]


class LinkedinCompanyOptionsPoll(TypedDict):
    """A poll."""

    question: str
    options: list[str]
    duration: NotRequired[LinkedinPersonOptionsPollDuration]


class LinkedinCompanyOptionsMentions(TypedDict):
    name: str
    urn: str


class TiktokBusinessOptions(TypedDict):
    """Options of a post on TIKTOK_BUSINESS."""

    platform: NotRequired[Literal["TIKTOK_BUSINESS"]]
    privacyLevel: NotRequired[TiktokBusinessOptionsPrivacyLevel]
    disableComment: NotRequired[bool]
    disableDuet: NotRequired[bool]
    disableStitch: NotRequired[bool]
    isBrandOrganic: NotRequired[bool]
    isBrandedContent: NotRequired[bool]
    isAiGenerated: NotRequired[bool]
    uploadToDraft: NotRequired[bool]
    thumbnailMediaId: NotRequired[str]
    thumbnailOffsetMs: NotRequired[int]
    title: NotRequired[str]
    photoCoverIndex: NotRequired[int]
    autoAddMusic: NotRequired[bool]


class TiktokPersonalOptions(TypedDict):
    """Options of a post on TIKTOK_PERSONAL."""

    platform: NotRequired[Literal["TIKTOK_PERSONAL"]]
    postMode: NotRequired[TiktokPersonalOptionsPostMode]
    privacyLevel: NotRequired[TiktokBusinessOptionsPrivacyLevel]
    disableComment: NotRequired[bool]
    disableDuet: NotRequired[bool]
    disableStitch: NotRequired[bool]
    brandContentToggle: NotRequired[bool]
    brandOrganicToggle: NotRequired[bool]
    isAigc: NotRequired[bool]
    autoAddMusic: NotRequired[bool]
    photoCoverIndex: NotRequired[int]
    videoCoverTimestampMs: NotRequired[int]
    title: NotRequired[str]


class YoutubeOptions(TypedDict):
    """Options of a post on YOUTUBE."""

    platform: NotRequired[Literal["YOUTUBE"]]
    title: YoutubeOptionsTitle
    madeForKids: bool
    tags: NotRequired[list[str]]
    categoryId: NotRequired[str]
    privacyStatus: NotRequired[YoutubeOptionsPrivacyStatus]
    notifySubscribers: NotRequired[bool]
    playlistId: NotRequired[str]
    thumbnailMediaId: NotRequired[str]
    license: NotRequired[YoutubeOptionsLicense]
    embeddable: NotRequired[bool]
    publicStatsViewable: NotRequired[bool]
    subtitles: NotRequired[YoutubeOptionsSubtitles]
    defaultLanguage: NotRequired[str]
    containsSyntheticMedia: NotRequired[bool]
    hasPaidProductPlacement: NotRequired[bool]


class YoutubeOptionsTitle(TypedDict):
    """The title of the video: one line of up to 100 characters, without "<" and ">"."""



class YoutubeOptionsSubtitles(TypedDict):
    """Subtitles for the video, which are added after publishing."""

    fileMediaId: str
    language: str
    name: NotRequired[str]


class PinterestOptions(TypedDict):
    """Options of a post on PINTEREST."""

    platform: NotRequired[Literal["PINTEREST"]]
    boardId: str
    boardSectionId: NotRequired[str]
    title: NotRequired[str]
    link: NotRequired[str]
    altText: NotRequired[str]
    dominantColor: NotRequired[str]
    coverMediaId: NotRequired[str]
    coverKeyFrameSec: NotRequired[int]
    carouselIndex: NotRequired[int]


class ThreadsOptions(TypedDict):
    """Options of a post on THREADS."""

    platform: NotRequired[Literal["THREADS"]]
    replyControl: NotRequired[ThreadsOptionsReplyControl]
    topicTag: NotRequired[str]
    linkAttachment: NotRequired[str]
    poll: NotRequired[ThreadsOptionsPoll]
    gif: NotRequired[str]
    spoilers: NotRequired[list[str]]
    spoilerMedia: NotRequired[bool]


class ThreadsOptionsPoll(TypedDict):
    """A poll."""

    options: list[str]


class BlueskyOptions(TypedDict):
    """Options of a post on BLUESKY."""

    platform: NotRequired[Literal["BLUESKY"]]
    langs: NotRequired[list[str]]
    labels: NotRequired[list[BlueskyOptionsLabels]]
    tags: NotRequired[list[str]]
    replyGate: NotRequired[BlueskyOptionsReplyGate]
    disableQuotes: NotRequired[bool]
    external: NotRequired[BlueskyOptionsExternal]
    quoteUri: NotRequired[str]


class BlueskyOptionsExternal(TypedDict):
    """A link to show as a card."""

    uri: str
    title: str
    description: str


class MediaItem(TypedDict):
    """A file that Punctual fetches from a URL."""

    url: str
    altText: NotRequired[str | None]
    filename: NotRequired[str | None]


class CreatePostNested(TypedDict):
    """A new post, written with targets and caption."""

    workspaceId: NotRequired[str]
    targets: list[TargetEntry]
    caption: NotRequired[str | None]
    scheduledFor: NotRequired[Time | None]
    draftScheduledFor: NotRequired[Time | None]
    timezone: NotRequired[str | None]
    metadata: NotRequired[dict[str, str]]
    mediaIds: NotRequired[list[str]]
    mediaItems: NotRequired[list[MediaItem]]
    parts: NotRequired[list[PostPartEntry] | None]
    mediaAltText: NotRequired[dict[str, str]]
    clientReferenceId: NotRequired[str | None]


class TargetEntry(TypedDict):
    """A social account to publish to, and what is different from the post there."""

    socialAccountId: str
    captionOverride: NotRequired[str | None]
    partsOverride: NotRequired[list[PostPartEntry] | None]
    firstComment: NotRequired[str | None]
    platformOptions: NotRequired[PlatformOptions | None]
    mediaIds: NotRequired[list[str]]
    mediaItems: NotRequired[list[MediaItem]]


class Post(TypedDict):
    """A post: a caption, media, a time and one target for each social account that it is published to."""

    id: str
    workspaceId: str
    createdByUserId: str
    status: PostStatus
    caption: str | None
    parts: list[PostPart]
    scheduledAt: str | None
    timezone: str | None
    metadata: dict[str, str]
    workflowId: str | None
    pendingWorkflowId: str | None
    approvedByUserId: str | None
    approvedAt: str | None
    rejectionReason: str | None
    createdViaApi: bool
    createdViaFlatShape: bool
    deletedAt: str | None
    createdAt: str
    updatedAt: str
    targets: list[Target]
    media: list[PostMedia]
    mediaAltText: dict[str, str]
    warnings: NotRequired[list[PostWarning]]


class PostPart(TypedDict):
    """A further part of a post."""

    text: str
    mediaIds: list[str]


class Target(TypedDict):
    """One social account that a post is published to, with its own status, text and result."""

    id: str
    postId: str
    socialAccountId: str
    account: NotRequired[SocialAccount | None]
    platform: Platform
    status: TargetStatus
    captionOverride: str | None
    partsOverride: list[PostPart] | None
    parts: list[TargetPart]
    firstComment: str | None
    firstCommentStatus: TargetFirstCommentStatus | None
    firstCommentError: str | None
    firstCommentErrorCode: FirstCommentErrorCode | None
    firstCommentErrorRetryable: TargetPartErrorRetryable | None
    firstCommentAttempt: int
    platformOptions: PlatformOptions | None
    mediaIds: list[str]
    scheduledFor: str | None
    cancelRequestedAt: str | None
    publishedAt: str | None
    publishedCaption: str | None
    externalPostId: str | None
    externalUrl: str | None
    errorCode: TargetErrorCode | None
    errorMessage: str | None
    errorRetryable: TargetPartErrorRetryable | None
    attemptCount: int
    lastAttemptAt: str | None
    estimatedCost: NotRequired[EstimatedCost | None]
    metrics: NotRequired[Metrics]
    removal: Removal | None
    edits: list[Edit]
    createdAt: str
    updatedAt: str


class SocialAccount(TypedDict):
    """An account on a platform that posts are published to."""

    id: str
    workspaceId: str
    platform: Platform
    externalAccountId: str
    handle: str
    displayName: str | None
    status: SocialAccountStatus
    sandbox: bool
    avatarUrl: str | None
    scopes: list[str] | None
    missingScopes: list[str]
    tokenExpiresAt: str | None
    reconnectBy: str | None
    lastCheckedAt: str | None
    lastError: str | None
    comments: SocialAccountComments
    metrics: SocialAccountMetrics
    createdAt: str
    updatedAt: str


class SocialAccountComments(TypedDict):
    """How comments of the account are read."""

    available: bool
    reads: bool
    paid: bool
    paidReadsThisMonth: int


class SocialAccountMetrics(TypedDict):
    """How the metrics of the account's posts are read."""

    available: bool
    reads: bool
    missingScope: str | None
    pricePerReading: SocialAccountMetricsPricePerReading | None


class SocialAccountMetricsPricePerReading(TypedDict):
    """The platform's price for each reading of a post; null if none."""

    currency: Literal["USD"]
    amount: str
    asOf: str


class TargetPart(TypedDict):
    """A further part of a post on one social account, with its own result."""

    order: int
    text: str
    mediaIds: list[str]
    status: TargetStatus
    publishedAt: str | None
    removedAt: str | None
    externalPostId: str | None
    externalUrl: str | None
    errorCode: TargetErrorCode | None
    errorMessage: str | None
    errorRetryable: TargetPartErrorRetryable | None


class EstimatedCost(TypedDict):
    """What publishing this target would cost; null if the platform charges nothing."""

    currency: Literal["USD"]
    amount: str
    items: list[EstimatedCostItems]
    pricesAsOf: str


class EstimatedCostItems(TypedDict):
    part: EstimatedCostItemsPart
    price: PlatformPricesPricesName
    count: int
    amount: str


class Metrics(TypedDict):
    """The metrics of the target; only with expand=targets.metrics, which needs the scope metrics:read."""

    status: MetricsStatus
    measuredAt: str | None
    nextAt: str | None
    values: MetricValues
    native: dict[str, float]


class MetricValues(TypedDict):
    """The metrics, by the same names for all platforms."""

    views: float | None
    impressions: float | None
    reach: float | None
    likes: float | None
    comments: float | None
    shares: float | None
    saves: float | None
    clicks: float | None


class Removal(TypedDict):
    """The latest removal of the public target from its platform; null if none was asked for."""

    id: str
    status: RemovalStatus
    requestedAt: str
    requestedByUserId: str
    error: ChangeErrorBody | None
    removedAt: str | None


class ChangeErrorBody(TypedDict):
    """Why it did not succeed; null if it did, and until it has ended."""

    code: str
    message: str


class Edit(TypedDict):
    """An edit of the text of a public target."""

    id: str
    status: RemovalStatus
    requestedAt: str
    requestedByUserId: str
    error: ChangeErrorBody | None
    text: str
    title: str | None
    editedAt: str | None


class PostMedia(TypedDict):
    """A media asset attached to a post."""

    postId: str
    mediaAssetId: str
    asset: NotRequired[Media | None]
    order: int
    altText: str | None


class Media(TypedDict):
    """An image, a video or another file in the media library of a workspace."""

    id: str
    workspaceId: str
    kind: MediaKind
    status: MediaStatus
    mime: str | None
    sizeBytes: int
    width: int | None
    height: int | None
    durationMs: int | None
    videoCodec: str | None
    audioCodec: str | None
    frameRate: float | None
    pageCount: int | None
    sha256: str | None
    altText: str | None
    storageKey: str | None
    originalFilename: str | None
    url: str | None
    thumbnailUrl: str | None
    failure: MediaFailure | None
    createdAt: str
    updatedAt: str


class MediaFailure(TypedDict):
    """Why the file was refused; null if it was not."""

    code: str
    message: str


class PostWarning(TypedDict):
    """Something that may keep a post from being published on time, that makes it cost more, or that may be a mistake."""

    code: PostWarningCode
    targetId: str
    socialAccountId: str
    message: str
    rule: NotRequired[str]
    limit: NotRequired[float]
    actual: NotRequired[float]
    fitsAt: NotRequired[str | None]
    reconnectBy: NotRequired[str]


class PostValidation(TypedDict):
    """The result of checking a post."""

    valid: bool
    findings: list[Finding]
    targets: list[PostValidationTargets]


class Finding(TypedDict):
    """A problem found in a post."""

    path: str
    code: str
    severity: FindingSeverity
    message: str
    rule: NotRequired[str]
    limit: NotRequired[float]
    actual: NotRequired[float]
    fitsAt: NotRequired[str | None]
    reconnectBy: NotRequired[str]
    mime: NotRequired[str]
    platform: NotRequired[Platform]
    socialAccountId: NotRequired[str]


class PostValidationTargets(TypedDict):
    socialAccountId: str
    platform: Platform
    findings: list[Finding]
    estimatedCost: EstimatedCost | None


class UpdatePostFlat(TypedDict):
    """Changes to a post, written with platforms and content."""

    platforms: NotRequired[list[PlatformEntry]]
    content: NotRequired[str | None]
    scheduledFor: NotRequired[Time | None]
    draftScheduledFor: NotRequired[Time | None]
    timezone: NotRequired[str | None]
    metadata: NotRequired[dict[str, str]]
    mediaIds: NotRequired[list[str]]
    mediaItems: NotRequired[list[MediaItem]]
    parts: NotRequired[list[PostPartEntry] | None]
    mediaAltText: NotRequired[dict[str, str]]
    clientReferenceId: NotRequired[str | None]


class UpdatePostNested(TypedDict):
    """Changes to a post, written with targets and caption."""

    targets: NotRequired[list[TargetEntry]]
    caption: NotRequired[str | None]
    scheduledFor: NotRequired[Time | None]
    draftScheduledFor: NotRequired[Time | None]
    timezone: NotRequired[str | None]
    metadata: NotRequired[dict[str, str]]
    mediaIds: NotRequired[list[str]]
    mediaItems: NotRequired[list[MediaItem]]
    parts: NotRequired[list[PostPartEntry] | None]
    mediaAltText: NotRequired[dict[str, str]]
    clientReferenceId: NotRequired[str | None]


class SchedulePost(TypedDict):
    """When to publish a post."""

    scheduledAt: Time


class CanceledPost(TypedDict):
    """A post, with the effect of the cancellation on each target."""

    id: str
    workspaceId: str
    createdByUserId: str
    status: PostStatus
    caption: str | None
    parts: list[PostPart]
    scheduledAt: str | None
    timezone: str | None
    metadata: dict[str, str]
    workflowId: str | None
    pendingWorkflowId: str | None
    approvedByUserId: str | None
    approvedAt: str | None
    rejectionReason: str | None
    createdViaApi: bool
    createdViaFlatShape: bool
    deletedAt: str | None
    createdAt: str
    updatedAt: str
    targets: list[Target]
    media: list[PostMedia]
    mediaAltText: dict[str, str]
    warnings: NotRequired[list[PostWarning]]
    cancelResults: list[CanceledPostCancelResults]


class CanceledPostCancelResults(TypedDict):
    targetId: str
    result: CanceledPostCancelResultsResult


class RetryPost(TypedDict):
    """Which failed targets to publish again."""

    targetIds: NotRequired[list[str]]
    republishUnconfirmed: NotRequired[bool]


class ActOnPosts(TypedDict):
    """Cancels, deletes, approves or retries posts."""

    action: ActOnPostsAction
    postIds: list[str]


class MovePosts(TypedDict):
    """Moves posts by days or minutes."""

    action: Literal["move"]
    postIds: list[str]
    days: NotRequired[int]
    minutes: NotRequired[int]
    timezone: NotRequired[str]


class MovePostsTo(TypedDict):
    """Moves posts to a time."""

    action: Literal["moveTo"]
    postIds: list[str]
    scheduledAt: Time


class MoveEachPost(TypedDict):
    """Moves each post to a time of its own."""

    action: Literal["moveEach"]
    postIds: list[str]
    times: list[Time]


class SchedulePosts(TypedDict):
    """Schedules posts for a time."""

    action: Literal["schedule"]
    postIds: list[str]
    scheduledAt: Time


class RejectPosts(TypedDict):
    """Sends posts back to their authors."""

    action: Literal["reject"]
    postIds: list[str]
    reason: str


class PostOutcomes(TypedDict):
    """The outcomes of a change of several posts."""

    data: list[PostOutcome]


class PostOutcome(TypedDict):
    """What became of one post."""

    postId: str
    outcome: PostOutcomeOutcome
    post: ChangedPost | None
    error: ForbiddenWorkspaceErrorBody | InsufficientRoleErrorBody | NotFoundErrorBody | InvalidStateErrorBody | InsufficientScopeErrorBody | FkViolationErrorBody | UnsupportedMimeErrorBody | PlatformRuleViolationErrorBody | PlatformAuthFailedErrorBody | ValidationFailedErrorBody | FeatureNotAvailableErrorBody | ConflictErrorBody | RetryErrorBody | InternalErrorBody | None


class ChangedPost(TypedDict):
    """The state of the post afterwards."""

    id: str
    workspaceId: str
    status: PostStatus
    scheduledAt: str | None
    updatedAt: str
    cancelResults: NotRequired[list[ChangedPostCancelResults]]


class ChangedPostCancelResults(TypedDict):
    targetId: str
    result: CanceledPostCancelResultsResult


class ForbiddenWorkspaceErrorBody(TypedDict):
    """The credential has no access to the workspace of the request or of the resource."""

    statusCode: Literal[403]
    code: Literal["FORBIDDEN_WORKSPACE"]
    message: str
    requestId: str
    docUrl: NotRequired[str]


class InsufficientRoleErrorBody(TypedDict):
    """Your role in the workspace does not allow this, the operation needs a dashboard session instead of an API key, or the installation does not let you create workspaces."""

    statusCode: Literal[403]
    code: Literal["INSUFFICIENT_ROLE"]
    message: str
    requestId: str
    docUrl: NotRequired[str]


class NotFoundErrorBody(TypedDict):
    """The resource does not exist, was deleted, or belongs to a workspace that you are not a member of."""

    statusCode: Literal[404]
    code: Literal["NOT_FOUND"]
    message: str
    requestId: str
    docUrl: NotRequired[str]
    path: NotRequired[str]


class InvalidStateErrorBody(TypedDict):
    """The status of the resource does not allow this action."""

    statusCode: Literal[409]
    code: Literal["INVALID_STATE"]
    message: str
    requestId: str
    docUrl: NotRequired[str]
    status: str
    allowed: list[str]
    targetIds: NotRequired[list[str]]
    canReply: NotRequired[Literal[False]]
    replyId: NotRequired[str]
    platformMessage: NotRequired[str]


class InsufficientScopeErrorBody(TypedDict):
    """The API key is limited to scopes that do not include this."""

    statusCode: Literal[403]
    code: Literal["INSUFFICIENT_SCOPE"]
    message: str
    requestId: str
    docUrl: NotRequired[str]
    scope: InsufficientScopeErrorBodyScope | None


class FkViolationErrorBody(TypedDict):
    """Something that the request refers to was deleted in the meantime."""

    statusCode: Literal[409]
    code: Literal["FK_VIOLATION"]
    message: str
    requestId: str
    docUrl: NotRequired[str]
    accountId: NotRequired[str]
    path: NotRequired[str]


class UnsupportedMimeErrorBody(TypedDict):
    """The file type is not accepted at all, or not by the platform or the place in the post that the file is for; or the file is not what it claims to be."""

    statusCode: Literal[400]
    code: Literal["UNSUPPORTED_MIME"]
    message: str
    requestId: str
    docUrl: NotRequired[str]
    mime: str | None
    path: NotRequired[str]
    details: NotRequired[list[ErrorDetail]]


class ErrorDetail(TypedDict):
    """One problem with a request."""

    path: str
    code: str
    message: str
    limit: NotRequired[float]
    actual: NotRequired[float]
    mime: NotRequired[str]
    platform: NotRequired[Platform]
    socialAccountId: NotRequired[str]


class PlatformRuleViolationErrorBody(TypedDict):
    """The content breaks a rule of a platform."""

    statusCode: Literal[422]
    code: Literal["PLATFORM_RULE_VIOLATION"]
    message: str
    requestId: str
    docUrl: NotRequired[str]
    details: list[ErrorDetail]


class PlatformAuthFailedErrorBody(TypedDict):
    """The platform no longer accepts the access that was granted to the account."""

    statusCode: Literal[503]
    code: Literal["PLATFORM_AUTH_FAILED"]
    message: str
    requestId: str
    docUrl: NotRequired[str]
    accountId: NotRequired[str]


class ValidationFailedErrorBody(TypedDict):
    """The body, the query or a header is invalid."""

    statusCode: Literal[400]
    code: Literal["VALIDATION_FAILED"]
    message: str
    requestId: str
    docUrl: NotRequired[str]
    details: list[ErrorDetail]


class FeatureNotAvailableErrorBody(TypedDict):
    """The plan of the workspace does not include the feature."""

    statusCode: Literal[403]
    code: Literal["FEATURE_NOT_AVAILABLE"]
    message: str
    requestId: str
    docUrl: NotRequired[str]
    feature: str


class ConflictErrorBody(TypedDict):
    """Another resource already has the same unique value."""

    statusCode: Literal[409]
    code: Literal["CONFLICT"]
    message: str
    requestId: str
    docUrl: NotRequired[str]
    existingId: NotRequired[str]


class RetryErrorBody(TypedDict):
    """A temporary problem: the change conflicted with another one, or the database or a platform was busy or unreachable."""

    statusCode: Literal[503]
    code: Literal["RETRY"]
    message: str
    requestId: str
    docUrl: NotRequired[str]
    retryAfterMs: NotRequired[int]


class InternalErrorBody(TypedDict):
    """An unexpected error in Punctual."""

    statusCode: Literal[500]
    code: Literal["INTERNAL_ERROR"]
    message: str
    requestId: str
    docUrl: NotRequired[str]


class ResolveUnconfirmed(TypedDict):
    """Whether something is public whose publication Punctual could not confirm."""

    published: bool
    externalUrl: NotRequired[str]


class EditTarget(TypedDict):
    """The corrected text of a public target."""

    text: str
    title: NotRequired[str]


class TimelineEntry(TypedDict):
    """Something that happened to a post or a reply."""

    at: str
    kind: TimelineEntryKind
    actor: TimelineActor
    requestId: str | None
    targetId: str | None
    platform: Platform | None
    detail: TimelineDetail


class TimelineActor(TypedDict):
    """Who or what caused the entry."""

    kind: TimelineActorKind
    apiKeyId: str | None
    appName: str | None
    clientLinkId: str | None
    clientLinkName: str | None
    userId: str | None
    part: str | None


class TimelineDetail(TypedDict):
    """Details that depend on the kind of the entry."""

    step: NotRequired[TimelineDetailStep]
    attempt: NotRequired[int]
    outcome: NotRequired[TimelineDetailOutcome]
    errorCode: NotRequired[str]
    reason: NotRequired[TimelineDetailReason]
    mediaCount: NotRequired[int]
    bytes: NotRequired[int]
    resumedAtBytes: NotRequired[int]
    mediaAssetId: NotRequired[str]
    rendition: NotRequired[TimelineDetailRendition]
    until: NotRequired[str]
    lookup: NotRequired[TimelineDetailLookup]
    isPublished: NotRequired[bool]
    externalUrl: NotRequired[str]
    externalPostId: NotRequired[str]
    extra: NotRequired[str]
    delivery: NotRequired[TimelineDetailDelivery]
    eventId: NotRequired[str]
    endpointId: NotRequired[str]
    refresh: NotRequired[TimelineDetailRefresh]
    status: NotRequired[PostStatus]
    scheduledAt: NotRequired[str]
    workflowId: NotRequired[str]
    rejectionReason: NotRequired[str]
    altTextsFixed: NotRequired[int]
    clientComment: NotRequired[str]
    because: NotRequired[Literal["ACCOUNT_RECONNECTED"]]
    targetIds: NotRequired[list[str]]
    change: NotRequired[TimelineDetailChange]
    changed: NotRequired[list[str]]


TimelineDetailRendition = TypedDict(
    "TimelineDetailRendition",
    {
        "change": "TimelineDetailRenditionChange",
        "from": "TimelineDetailRenditionFrom",
        "to": "TimelineDetailRenditionTo",
    },
)


class TimelineDetailRenditionFrom(TypedDict):
    """The original file."""

    mime: str
    sizeBytes: int
    width: int | None
    height: int | None


class TimelineDetailRenditionTo(TypedDict):
    """The file that the platform gets."""

    mime: str
    sizeBytes: int
    width: int | None
    height: int | None


class TimelineDetailChange(TypedDict):
    """For entries about a removal or an edit of a public target."""

    id: str
    kind: TimelineDetailChangeKind
    step: NotRequired[TimelineDetailStep]
    attempt: NotRequired[int]
    outcome: NotRequired[TimelineDetailChangeOutcome]
    look: NotRequired[TimelineDetailChangeLook]
    status: NotRequired[RemovalStatus]
    errorCode: NotRequired[str]


class HashtagSet(TypedDict):
    """Hashtags that members insert together into posts."""

    id: str
    workspaceId: str
    name: str
    hashtags: str
    createdAt: str
    updatedAt: str


class CreateHashtagSet(TypedDict):
    """The hashtag set to create."""

    name: str
    hashtags: str


class UpdateHashtagSet(TypedDict):
    """The fields of a hashtag set to change."""

    name: NotRequired[str | None]
    hashtags: NotRequired[str | None]


class Comment(TypedDict):
    """A comment below a post, or a reply to one."""

    id: str
    workspaceId: str
    socialAccountId: str
    platform: Platform
    postId: str | None
    targetId: str | None
    externalCommentId: str | None
    externalPostId: str
    parentId: str | None
    authorHandle: str | None
    authorName: str | None
    authorAvatarUrl: str | None
    text: str
    mine: bool
    canReply: bool
    canHide: bool
    canDelete: bool
    status: CommentStatus
    errorCode: TargetErrorCode | None
    errorMessage: str | None
    externalUrl: str | None
    readAt: str | None
    postedAt: str
    createdAt: str
    updatedAt: str
    hiddenAt: str | None
    deletedAt: str | None
    replyId: str | None
    replyStatus: CommentReplyStatus | None
    assignedTo: Person | None
    noteCount: int


class Person(TypedDict):
    """The member who takes care of the conversation; null if it is assigned to no member."""

    userId: str
    name: str


class CommentWithThread(TypedDict):
    """A comment with the conversation that it is part of."""

    id: str
    workspaceId: str
    socialAccountId: str
    platform: Platform
    postId: str | None
    targetId: str | None
    externalCommentId: str | None
    externalPostId: str
    parentId: str | None
    authorHandle: str | None
    authorName: str | None
    authorAvatarUrl: str | None
    text: str
    mine: bool
    canReply: bool
    canHide: bool
    canDelete: bool
    status: CommentStatus
    errorCode: TargetErrorCode | None
    errorMessage: str | None
    externalUrl: str | None
    readAt: str | None
    postedAt: str
    createdAt: str
    updatedAt: str
    hiddenAt: str | None
    deletedAt: str | None
    replyId: str | None
    replyStatus: CommentReplyStatus | None
    assignedTo: Person | None
    noteCount: int
    thread: list[Comment]
    threadTruncated: bool


class ReplyToComment(TypedDict):
    """A reply to a comment."""

    text: str
    republishUnconfirmed: NotRequired[bool]


class RefreshComments(TypedDict):
    """Which comments to read."""

    socialAccountId: NotRequired[str]
    postId: NotRequired[str]


class CommentRefresh(TypedDict):
    """For which accounts comments are now being read, and for which they are not."""

    accepted: list[CommentRefreshAccepted]
    skipped: list[CommentRefreshSkipped]


class CommentRefreshAccepted(TypedDict):
    socialAccountId: str


class CommentRefreshSkipped(TypedDict):
    socialAccountId: str
    reason: CommentRefreshSkippedReason
    retryAfterMs: int | None


class PostMetrics(TypedDict):
    """The metrics of a post on each account."""

    postId: str
    targets: list[PostMetricsTargets]


class PostMetricsTargets(TypedDict):
    workspaceId: str
    postId: str
    targetId: str
    socialAccountId: str
    platform: Platform
    metrics: Metrics
    history: list[MetricSnapshot]


class MetricSnapshot(TypedDict):
    """The metrics of a target at a time."""

    measuredAt: str
    values: MetricValues
    native: dict[str, float]


class MetricChanges(TypedDict):
    """Changes of metrics since a position."""

    data: list[TargetMetrics]
    cursor: str | None
    hasMore: bool


class TargetMetrics(TypedDict):
    """The metrics of one target of a post."""

    workspaceId: str
    postId: str
    targetId: str
    socialAccountId: str
    platform: Platform
    metrics: Metrics


class RefreshMetrics(TypedDict):
    """Which metrics to read."""

    socialAccountId: NotRequired[str]
    postId: NotRequired[str]


class MetricRefresh(TypedDict):
    """For which accounts metrics are now being read, and for which they are not."""

    accepted: list[MetricRefreshAccepted]
    skipped: list[MetricRefreshSkipped]


class MetricRefreshAccepted(TypedDict):
    socialAccountId: str


class MetricRefreshSkipped(TypedDict):
    socialAccountId: str
    reason: MetricRefreshSkippedReason
    retryAfterMs: int | None


class MarkCommentRead(TypedDict):
    """Whether the comment is read."""

    read: NotRequired[bool]


class MarkedCommentRead(TypedDict):
    """Confirms that the read state is stored."""

    ok: Literal[True]


class AssignComment(TypedDict):
    """Who takes care of the conversation."""

    userId: str | None


class CommentNote(TypedDict):
    """A note about a comment that only the team sees."""

    id: str
    commentId: str
    author: Person | None
    text: str
    createdAt: str


class AddCommentNote(TypedDict):
    """A note about a comment."""

    text: str


class SavedReply(TypedDict):
    """A text that members insert into replies."""

    id: str
    workspaceId: str
    name: str
    text: str
    createdAt: str
    updatedAt: str


class CreateSavedReply(TypedDict):
    """The saved reply to create."""

    name: str
    text: str


class UpdateSavedReply(TypedDict):
    """The fields of a saved reply to change."""

    name: NotRequired[str | None]
    text: NotRequired[str | None]


class PresignMedia(TypedDict):
    """The file that you want to upload."""

    mime: str
    sizeBytes: int
    filename: NotRequired[str | None]
    altText: NotRequired[str | None]
    sha256: NotRequired[str | None]
    multipart: NotRequired[bool]


class PresignedMedia(TypedDict):
    """A new media asset, and how to send its file."""

    media: Media
    upload: SingleUpload | PartsUpload


class SingleUpload(TypedDict):
    """An upload in one request with the whole file."""

    kind: Literal["single"]
    method: Literal["PUT"]
    url: str
    headers: dict[str, str]
    expiresAt: str


class PartsUpload(TypedDict):
    """An upload in several parts."""

    kind: Literal["parts"]
    partSizeBytes: int
    parts: list[UploadPart]


class UploadPart(TypedDict):
    """One part of an upload."""

    partNumber: int
    sizeBytes: int
    uploaded: bool
    address: UploadPartAddress | None


class UploadPartAddress(TypedDict):
    """Where to send this part; null if it has already arrived."""

    method: Literal["PUT"]
    url: str
    headers: dict[str, str]
    expiresAt: str


class MediaFromUrl(TypedDict):
    """A file that Punctual fetches from a URL."""

    url: str
    altText: NotRequired[str | None]
    filename: NotRequired[str | None]


class UpdateMedia(TypedDict):
    """Changes to a media asset."""

    altText: NotRequired[str | None]
    filename: NotRequired[str | None]


class CreateConnectSession(TypedDict):
    """What to connect."""

    workspaceId: str
    platform: Platform
    returnUrl: NotRequired[str]
    socialAccountId: NotRequired[str]
    sandbox: NotRequired[bool]
    handle: NotRequired[str]


class ConnectSession(TypedDict):
    """One attempt to connect accounts of a platform to a workspace."""

    id: str
    workspaceId: str
    platform: Platform
    socialAccountId: str | None
    sandbox: bool
    status: ConnectSessionStatus
    authorizeUrl: str | None
    credentialFields: list[CredentialField] | None
    errorCode: ConnectSessionErrorCode | None
    errorMessage: str | None
    candidates: list[ConnectCandidate]
    expiresAt: str
    createdAt: str


class ConnectCandidate(TypedDict):
    """An account that was found while connecting and can be imported."""

    id: str
    externalAccountId: str
    handle: str
    displayName: str | None
    avatarUrl: str | None
    connectedAccountId: str | None
    importable: bool
    reason: ConnectCandidateReason | None
    missingScopes: list[str]


class ImportConnectCandidates(TypedDict):
    """Which candidates to import."""

    candidateIds: NotRequired[list[str]]


class ImportedSocialAccountList(TypedDict):
    """The imported social accounts."""

    data: list[ImportedSocialAccount]


class ImportedSocialAccount(TypedDict):
    """A social account, and what the import did with it."""

    id: str
    workspaceId: str
    platform: Platform
    externalAccountId: str
    handle: str
    displayName: str | None
    status: SocialAccountStatus
    sandbox: bool
    avatarUrl: str | None
    scopes: list[str] | None
    missingScopes: list[str]
    tokenExpiresAt: str | None
    reconnectBy: str | None
    lastCheckedAt: str | None
    lastError: str | None
    comments: SocialAccountComments
    metrics: SocialAccountMetrics
    createdAt: str
    updatedAt: str
    outcome: ImportedSocialAccountOutcome


class UpdateSocialAccount(TypedDict):
    """Changes to a social account."""

    readsComments: NotRequired[bool]
    readsMetrics: NotRequired[bool]


class AccountChoices(TypedDict):
    """What a post to this account can choose from, according to the platform."""

    socialAccountId: str
    platform: Platform
    options: dict[str, list[Choice]]
    videoDurationMaxMs: int | None
    quota: AccountChoicesQuota | None
    readAt: str
    expiresAt: str


class Choice(TypedDict):
    """A value that an option can have for this account."""

    value: str | bool
    label: str
    within: NotRequired[ChoiceWithin]
    detail: NotRequired[str]
    text: NotRequired[str]
    imageUrl: NotRequired[str]


class ChoiceWithin(TypedDict):
    """The other choice that this one belongs to."""

    option: str
    value: str


class AccountChoicesQuota(TypedDict):
    """How many posts the account may publish in a period, and how many it has published; null if the platform does not say."""

    used: int
    max: int
    windowMs: int


class PostPublishedEvent(TypedDict):
    """The event post.published."""

    id: str
    type: Literal["post.published"]
    createdAt: str
    workspaceId: str
    data: PostPublishedEventData


class PostPublishedEventData(TypedDict):
    """The resource that the event is about."""

    post: Post


class PostFailedEvent(TypedDict):
    """The event post.failed."""

    id: str
    type: Literal["post.failed"]
    createdAt: str
    workspaceId: str
    data: PostFailedEventData


class PostFailedEventData(TypedDict):
    """The resource that the event is about."""

    post: Post
    targets: list[WebhookTargetOutcome]


class WebhookTargetOutcome(TypedDict):
    """How one target of a failed post ended."""

    id: str
    platform: Platform
    account: WebhookTargetOutcomeAccount
    status: TargetStatus
    errorCode: TargetErrorCode | None
    message: str | None


class WebhookTargetOutcomeAccount(TypedDict):
    """The social account."""

    id: str
    handle: str
    displayName: str | None


class AccountTokenExpiredEvent(TypedDict):
    """The event account.token_expired."""

    id: str
    type: Literal["account.token_expired"]
    createdAt: str
    workspaceId: str
    data: AccountTokenExpiredEventData


class AccountTokenExpiredEventData(TypedDict):
    """The resource that the event is about."""

    socialAccount: SocialAccount


class CommentReceivedEvent(TypedDict):
    """The event comment.received."""

    id: str
    type: Literal["comment.received"]
    createdAt: str
    workspaceId: str
    data: CommentReceivedEventData


class CommentReceivedEventData(TypedDict):
    """The resource that the event is about."""

    comment: Comment


class PostScheduledEvent(TypedDict):
    """The event post.scheduled."""

    id: str
    type: Literal["post.scheduled"]
    createdAt: str
    workspaceId: str
    data: PostScheduledEventData


class PostScheduledEventData(TypedDict):
    """The resource that the event is about."""

    post: Post


class PostCanceledEvent(TypedDict):
    """The event post.canceled."""

    id: str
    type: Literal["post.canceled"]
    createdAt: str
    workspaceId: str
    data: PostCanceledEventData


class PostCanceledEventData(TypedDict):
    """The resource that the event is about."""

    post: Post


class PostNeedsApprovalEvent(TypedDict):
    """The event post.needs_approval."""

    id: str
    type: Literal["post.needs_approval"]
    createdAt: str
    workspaceId: str
    data: PostNeedsApprovalEventData


class PostNeedsApprovalEventData(TypedDict):
    """The resource that the event is about."""

    post: Post


class PostMetricsUpdatedEvent(TypedDict):
    """The event post.metrics_updated."""

    id: str
    type: Literal["post.metrics_updated"]
    createdAt: str
    workspaceId: str
    data: PostMetricsUpdatedEventData


class PostMetricsUpdatedEventData(TypedDict):
    """The resource that the event is about."""

    target: TargetMetrics


class PostTargetRemovedEvent(TypedDict):
    """The event post.target_removed."""

    id: str
    type: Literal["post.target_removed"]
    createdAt: str
    workspaceId: str
    data: PostTargetRemovedEventData


class PostTargetRemovedEventData(TypedDict):
    """The resource that the event is about."""

    targetId: str
    post: Post


class PostTargetEditedEvent(TypedDict):
    """The event post.target_edited."""

    id: str
    type: Literal["post.target_edited"]
    createdAt: str
    workspaceId: str
    data: PostTargetEditedEventData


class PostTargetEditedEventData(TypedDict):
    """The resource that the event is about."""

    targetId: str
    post: Post


class WebhookTestEvent(TypedDict):
    """The event webhook.test."""

    id: str
    type: Literal["webhook.test"]
    createdAt: str
    workspaceId: str
    data: WebhookTestEventData


class WebhookTestEventData(TypedDict):
    """The resource that the event is about."""

    message: str


class CrossOriginRefusedErrorBody(TypedDict):
    """A request with a session cookie came from another website, or does not say where it came from."""

    statusCode: Literal[403]
    code: Literal["CROSS_ORIGIN_REFUSED"]
    message: str
    requestId: str
    docUrl: NotRequired[str]


class PayloadTooLargeErrorBody(TypedDict):
    """The body is longer than maxBytes."""

    statusCode: Literal[413]
    code: Literal["PAYLOAD_TOO_LARGE"]
    message: str
    requestId: str
    docUrl: NotRequired[str]
    maxBytes: int


class UnsupportedMediaTypeErrorBody(TypedDict):
    """The body is not declared as JSON."""

    statusCode: Literal[415]
    code: Literal["UNSUPPORTED_MEDIA_TYPE"]
    message: str
    requestId: str
    docUrl: NotRequired[str]


class RateLimitedErrorBody(TypedDict):
    """You have sent more requests than the limits allow."""

    statusCode: Literal[429]
    code: Literal["RATE_LIMITED"]
    message: str
    requestId: str
    docUrl: NotRequired[str]
    retryAfterMs: int
    policy: str
    limit: int
    remaining: int
    windowMs: int | None


class UnauthorizedErrorBody(TypedDict):
    """The request has no credential, or the credential does not look like an API key."""

    statusCode: Literal[401]
    code: Literal["UNAUTHORIZED"]
    message: str
    requestId: str
    docUrl: NotRequired[str]


class InvalidApiKeyErrorBody(TypedDict):
    """The key has the right form but is not an active key: it was revoked, or it belongs to another installation."""

    statusCode: Literal[401]
    code: Literal["INVALID_API_KEY"]
    message: str
    requestId: str
    docUrl: NotRequired[str]


class IdempotencyKeyInUseErrorBody(TypedDict):
    """The first request with this Idempotency-Key is still running."""

    statusCode: Literal[409]
    code: Literal["IDEMPOTENCY_KEY_IN_USE"]
    message: str
    requestId: str
    docUrl: NotRequired[str]
    retryAfterMs: int


class IdempotencyKeyReusedErrorBody(TypedDict):
    """The Idempotency-Key was used for a different request in the last 24 hours: with another body, or at another URL, such as that of another post."""

    statusCode: Literal[422]
    code: Literal["IDEMPOTENCY_KEY_REUSED"]
    message: str
    requestId: str
    docUrl: NotRequired[str]


class PreconditionFailedErrorBody(TypedDict):
    """The If-Match header does not name the current version of the resource: it has changed since you read it."""

    statusCode: Literal[412]
    code: Literal["PRECONDITION_FAILED"]
    message: str
    requestId: str
    docUrl: NotRequired[str]
    etag: str


class MediaInUseErrorBody(TypedDict):
    """The asset, or an asset of the workspace that is to be deleted, is used by posts that are not published yet, which may be in other workspaces."""

    statusCode: Literal[409]
    code: Literal["MEDIA_IN_USE"]
    message: str
    requestId: str
    docUrl: NotRequired[str]
    postCount: int


class MustSpecifyExactlyOneErrorBody(TypedDict):
    """The request has several fields that exclude each other, or none of them."""

    statusCode: Literal[400]
    code: Literal["MUST_SPECIFY_EXACTLY_ONE"]
    message: str
    requestId: str
    docUrl: NotRequired[str]
    fields: list[str]


class UrlIngestDisabledErrorBody(TypedDict):
    """This installation does not fetch media from URLs."""

    statusCode: Literal[400]
    code: Literal["URL_INGEST_DISABLED"]
    message: str
    requestId: str
    docUrl: NotRequired[str]


class UrlRejectedErrorBody(TypedDict):
    """The URL is not allowed."""

    statusCode: Literal[400]
    code: Literal["URL_REJECTED"]
    message: str
    requestId: str
    docUrl: NotRequired[str]
    reason: str
    path: NotRequired[str]


class FileTooLargeErrorBody(TypedDict):
    """The file is larger than a media asset can be."""

    statusCode: Literal[400]
    code: Literal["FILE_TOO_LARGE"]
    message: str
    requestId: str
    docUrl: NotRequired[str]
    sizeBytes: int
    maxBytes: int
    path: NotRequired[str]


class EmptyBodyErrorBody(TypedDict):
    """The file has no bytes: nothing was uploaded, or the URL returned nothing."""

    statusCode: Literal[400]
    code: Literal["EMPTY_BODY"]
    message: str
    requestId: str
    docUrl: NotRequired[str]
    path: NotRequired[str]


class FetchFailedErrorBody(TypedDict):
    """The file could not be fetched."""

    statusCode: Literal[400]
    code: Literal["FETCH_FAILED"]
    message: str
    requestId: str
    docUrl: NotRequired[str]
    status: NotRequired[int]
    reason: NotRequired[str]
    path: NotRequired[str]


class PlanLimitPostsErrorBody(TypedDict):
    """The workspace has used all posts of its plan for this month."""

    statusCode: Literal[403]
    code: Literal["PLAN_LIMIT_POSTS"]
    message: str
    requestId: str
    docUrl: NotRequired[str]
    limit: int
    current: int


class PlanLimitApiPostsErrorBody(TypedDict):
    """The workspace has used all posts that its plan allows through the API this month."""

    statusCode: Literal[403]
    code: Literal["PLAN_LIMIT_API_POSTS"]
    message: str
    requestId: str
    docUrl: NotRequired[str]
    limit: int
    current: int


class StorageLimitErrorBody(TypedDict):
    """The workspace has used all storage of its plan, or of the installation's limit."""

    statusCode: Literal[403]
    code: Literal["STORAGE_LIMIT"]
    message: str
    requestId: str
    docUrl: NotRequired[str]
    usedBytes: int
    maxBytes: int


class StorageWriteFailedErrorBody(TypedDict):
    """The storage failed while the file was being written."""

    statusCode: Literal[503]
    code: Literal["STORAGE_WRITE_FAILED"]
    message: str
    requestId: str
    docUrl: NotRequired[str]


class StorageFullErrorBody(TypedDict):
    """The disk of the installation is full, or has too little free space for the file (STORAGE_FREE_MIB_MIN)."""

    statusCode: Literal[503]
    code: Literal["STORAGE_FULL"]
    message: str
    requestId: str
    docUrl: NotRequired[str]


class ChangeUnderWayErrorBody(TypedDict):
    """The target is being removed or edited on its platform, or its first comment is being published."""

    statusCode: Literal[409]
    code: Literal["CHANGE_UNDER_WAY"]
    message: str
    requestId: str
    docUrl: NotRequired[str]
    targetId: str


class TargetNotPublishedErrorBody(TypedDict):
    """A first comment can only be retried, and a target can only be edited or removed, while the target is public."""

    statusCode: Literal[400]
    code: Literal["TARGET_NOT_PUBLISHED"]
    message: str
    requestId: str
    docUrl: NotRequired[str]


class NoExternalIdErrorBody(TypedDict):
    """Punctual does not know the id of the post on the platform, so it cannot comment on it, edit it or remove it."""

    statusCode: Literal[400]
    code: Literal["NO_EXTERNAL_ID"]
    message: str
    requestId: str
    docUrl: NotRequired[str]


class ChangeNotPossibleErrorBody(TypedDict):
    """The platform does not let Punctual remove or edit this post."""

    statusCode: Literal[409]
    code: Literal["CHANGE_NOT_POSSIBLE"]
    message: str
    requestId: str
    docUrl: NotRequired[str]
    reason: str
    platform: str
    targetId: str


class NoCommentToRetryErrorBody(TypedDict):
    """The target has no first comment."""

    statusCode: Literal[400]
    code: Literal["NO_COMMENT_TO_RETRY"]
    message: str
    requestId: str
    docUrl: NotRequired[str]


class NoErrorToRetryErrorBody(TypedDict):
    """The first comment is already public or is being published."""

    statusCode: Literal[400]
    code: Literal["NO_ERROR_TO_RETRY"]
    message: str
    requestId: str
    docUrl: NotRequired[str]


class RetryCooldownErrorBody(TypedDict):
    """The first comment was tried less than a minute ago, or is still being tried."""

    statusCode: Literal[400]
    code: Literal["RETRY_COOLDOWN"]
    message: str
    requestId: str
    docUrl: NotRequired[str]
    retryAfterMs: int


class XPaymentMethodRequiredErrorBody(TypedDict):
    """On this plan, connecting an X account needs a card on file."""

    statusCode: Literal[402]
    code: Literal["X_PAYMENT_METHOD_REQUIRED"]
    message: str
    requestId: str
    docUrl: NotRequired[str]


class DeveloperPaymentMethodRequiredErrorBody(TypedDict):
    """The free connections of the developer plan are used up, and no card is on file."""

    statusCode: Literal[402]
    code: Literal["DEVELOPER_PAYMENT_METHOD_REQUIRED"]
    message: str
    requestId: str
    docUrl: NotRequired[str]


class PlatformNotConfiguredErrorBody(TypedDict):
    """Accounts of this platform cannot be connected because the operator has not configured an app for it."""

    statusCode: Literal[503]
    code: Literal["PLATFORM_NOT_CONFIGURED"]
    message: str
    requestId: str
    docUrl: NotRequired[str]


class CredentialsRefusedErrorBody(TypedDict):
    """The platform did not accept the credentials."""

    statusCode: Literal[422]
    code: Literal["CREDENTIALS_REFUSED"]
    message: str
    requestId: str
    docUrl: NotRequired[str]
    triesLeft: int


class PlatformAlreadyConnectedErrorBody(TypedDict):
    """The account is already connected to the workspace and works."""

    statusCode: Literal[409]
    code: Literal["PLATFORM_ALREADY_CONNECTED"]
    message: str
    requestId: str
    docUrl: NotRequired[str]
    accountId: str


PlatformOptions = Union[
    InstagramOptions,
    FacebookPageOptions,
    XOptions,
    LinkedinPersonOptions,
    LinkedinCompanyOptions,
    TiktokBusinessOptions,
    TiktokPersonalOptions,
    YoutubeOptions,
    PinterestOptions,
    ThreadsOptions,
    BlueskyOptions,
]


CreatePostBody = Union[
    CreatePostFlat,
    CreatePostNested,
]


ValidatePostBody = Union[
    CreatePostFlat,
    CreatePostNested,
]


UpdatePostBody = Union[
    UpdatePostFlat,
    UpdatePostNested,
]


ChangePosts = Union[
    ActOnPosts,
    MovePosts,
    MovePostsTo,
    MoveEachPost,
    SchedulePosts,
    RejectPosts,
]


ConnectCredentials = dict[str, str]


WebhookEvent = Union[
    PostPublishedEvent,
    PostFailedEvent,
    AccountTokenExpiredEvent,
    CommentReceivedEvent,
    PostScheduledEvent,
    PostCanceledEvent,
    PostNeedsApprovalEvent,
    PostMetricsUpdatedEvent,
    PostTargetRemovedEvent,
    PostTargetEditedEvent,
    WebhookTestEvent,
]
