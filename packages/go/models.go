// Code generated from openapi.json by npm run openapi; DO NOT EDIT.

package punctual

import (
	"encoding/json"
	"time"
)

// Workspace: A workspace: everything else belongs to one.
type Workspace struct {
	ID              string        `json:"id"`
	Name            string        `json:"name"`
	Slug            string        `json:"slug"`
	Plan            string        `json:"plan"`
	RequireApproval bool          `json:"requireApproval"`
	Brand           *Brand        `json:"brand"`
	Role            WorkspaceRole `json:"role"`
	RunURLTemplate  *string       `json:"runUrlTemplate"`
	CreatedAt       time.Time     `json:"createdAt"`
	UpdatedAt       time.Time     `json:"updatedAt"`
}

// Brand: What the pages behind connect links show in place of Punctual's own name, while the plan includes WHITE_LABEL.
type Brand struct {
	Name        string  `json:"name"`
	LogoMediaID *string `json:"logoMediaId"`
	Color       *string `json:"color"`
}

// WorkspaceRole is one of the values below. The service may add others.
type WorkspaceRole string

const (
	WorkspaceRoleOwner          WorkspaceRole = "OWNER"
	WorkspaceRoleAdmin          WorkspaceRole = "ADMIN"
	WorkspaceRoleEditor         WorkspaceRole = "EDITOR"
	WorkspaceRoleClientReviewer WorkspaceRole = "CLIENT_REVIEWER"
)

// WorkspaceUsage: How much a workspace uses, and how much it may.
type WorkspaceUsage struct {
	Plan                WorkspaceUsagePlan                `json:"plan"`
	Month               string                            `json:"month"`
	HasBillingPage      bool                              `json:"hasBillingPage"`
	Posts               WorkspaceUsagePosts               `json:"posts"`
	APIPosts            WorkspaceUsageAPIPosts            `json:"apiPosts"`
	StorageBytes        WorkspaceUsageStorageBytes        `json:"storageBytes"`
	SocialAccounts      WorkspaceUsageSocialAccounts      `json:"socialAccounts"`
	Members             WorkspaceUsageMembers             `json:"members"`
	WaitingPosts        WorkspaceUsageWaitingPosts        `json:"waitingPosts"`
	MediaAssets         WorkspaceUsageMediaAssets         `json:"mediaAssets"`
	OpenConnectSessions WorkspaceUsageOpenConnectSessions `json:"openConnectSessions"`
}

// WorkspaceUsagePlan is one of the values below. The service may add others.
type WorkspaceUsagePlan string

const (
	WorkspaceUsagePlanSelfHosted WorkspaceUsagePlan = "SELF_HOSTED"
	WorkspaceUsagePlanFree       WorkspaceUsagePlan = "FREE"
	WorkspaceUsagePlanDeveloper  WorkspaceUsagePlan = "DEVELOPER"
	WorkspaceUsagePlanStarter    WorkspaceUsagePlan = "STARTER"
	WorkspaceUsagePlanTeam       WorkspaceUsagePlan = "TEAM"
	WorkspaceUsagePlanAgency     WorkspaceUsagePlan = "AGENCY"
)

// WorkspaceUsagePosts: Posts created this month, including drafts and deleted posts.
type WorkspaceUsagePosts struct {
	Used int64  `json:"used"`
	Max  *int64 `json:"max"`
}

// WorkspaceUsageAPIPosts: Posts created this month with an API key.
type WorkspaceUsageAPIPosts struct {
	Used int64  `json:"used"`
	Max  *int64 `json:"max"`
}

// WorkspaceUsageStorageBytes: Bytes of media in the library, including unfinished uploads.
type WorkspaceUsageStorageBytes struct {
	Used int64  `json:"used"`
	Max  *int64 `json:"max"`
}

// WorkspaceUsageSocialAccounts: Connected accounts.
type WorkspaceUsageSocialAccounts struct {
	Used int64  `json:"used"`
	Max  *int64 `json:"max"`
}

// WorkspaceUsageMembers: People in the workspace.
type WorkspaceUsageMembers struct {
	Used int64  `json:"used"`
	Max  *int64 `json:"max"`
}

// WorkspaceUsageWaitingPosts: Posts that wait for their time.
type WorkspaceUsageWaitingPosts struct {
	Used int64  `json:"used"`
	Max  *int64 `json:"max"`
}

// WorkspaceUsageMediaAssets: Files in the media library, including unfinished uploads.
type WorkspaceUsageMediaAssets struct {
	Used int64  `json:"used"`
	Max  *int64 `json:"max"`
}

// WorkspaceUsageOpenConnectSessions: Sessions for connecting accounts that have not ended.
type WorkspaceUsageOpenConnectSessions struct {
	Used int64  `json:"used"`
	Max  *int64 `json:"max"`
}

// PlatformInfoList: Every platform.
type PlatformInfoList struct {
	Data []PlatformInfo `json:"data"`
}

// PlatformInfo: What a platform accepts, and what Punctual can do there.
type PlatformInfo struct {
	Platform      Platform               `json:"platform"`
	Label         string                 `json:"label"`
	Supported     bool                   `json:"supported"`
	Guarantee     *PlatformInfoGuarantee `json:"guarantee"`
	Limits        *PlatformLimits        `json:"limits"`
	Media         *MediaRules            `json:"media"`
	OptionsSchema map[string]any         `json:"optionsSchema"`
	Quotas        []PlatformQuota        `json:"quotas"`
	Prices        *PlatformPrices        `json:"prices"`
	Choices       []string               `json:"choices"`
	Searches      []PlatformSearch       `json:"searches"`
	Connect       *PlatformConnectInfo   `json:"connect"`
	Comments      PlatformCommentsInfo   `json:"comments"`
	Changes       PlatformChangesInfo    `json:"changes"`
}

// Platform is one of the values below. The service may add others.
type Platform string

const (
	PlatformInstagram       Platform = "INSTAGRAM"
	PlatformFacebookPage    Platform = "FACEBOOK_PAGE"
	PlatformX               Platform = "X"
	PlatformLinkedinPerson  Platform = "LINKEDIN_PERSON"
	PlatformLinkedinCompany Platform = "LINKEDIN_COMPANY"
	PlatformTiktokBusiness  Platform = "TIKTOK_BUSINESS"
	PlatformTiktokPersonal  Platform = "TIKTOK_PERSONAL"
	PlatformYoutube         Platform = "YOUTUBE"
	PlatformPinterest       Platform = "PINTEREST"
	PlatformThreads         Platform = "THREADS"
	PlatformBluesky         Platform = "BLUESKY"
)

// PlatformInfoGuarantee is one of the values below. The service may add others.
type PlatformInfoGuarantee string

const (
	PlatformInfoGuaranteeKeyed     PlatformInfoGuarantee = "keyed"
	PlatformInfoGuaranteeQueryable PlatformInfoGuarantee = "queryable"
	PlatformInfoGuaranteeBlind     PlatformInfoGuarantee = "blind"
)

// PlatformLimits: Limits for the text of a post.
type PlatformLimits struct {
	TextUnit              PlatformLimitsTextUnit `json:"textUnit"`
	TextUnitDescription   string                 `json:"textUnitDescription"`
	TextMax               int64                  `json:"textMax"`
	TextBytesMax          *int64                 `json:"textBytesMax"`
	TextRequired          bool                   `json:"textRequired"`
	TextRequiredWithMedia bool                   `json:"textRequiredWithMedia"`
	FirstComment          bool                   `json:"firstComment"`
	FirstCommentMax       *int64                 `json:"firstCommentMax"`
	PartsMax              int64                  `json:"partsMax"`
}

// PlatformLimitsTextUnit is one of the values below. The service may add others.
type PlatformLimitsTextUnit string

const (
	PlatformLimitsTextUnitWeighted   PlatformLimitsTextUnit = "weighted"
	PlatformLimitsTextUnitGraphemes  PlatformLimitsTextUnit = "graphemes"
	PlatformLimitsTextUnitCharacters PlatformLimitsTextUnit = "characters"
	PlatformLimitsTextUnitUtf16      PlatformLimitsTextUnit = "utf16"
	PlatformLimitsTextUnitBytes      PlatformLimitsTextUnit = "bytes"
)

// MediaRules: The media that a platform accepts.
type MediaRules struct {
	Required        bool        `json:"required"`
	TakesAltText    bool        `json:"takesAltText"`
	AltTextCharsMax *float64    `json:"altTextCharsMax"`
	Slots           []MediaSlot `json:"slots"`
	Sources         []string    `json:"sources"`
	Notes           []string    `json:"notes"`
}

// MediaSlot: One layout of media that a post can have.
type MediaSlot struct {
	Name       string         `json:"name"`
	OptionKind *string        `json:"optionKind"`
	ItemsMin   int64          `json:"itemsMin"`
	ItemsMax   int64          `json:"itemsMax"`
	Image      *PictureRules  `json:"image"`
	Animation  *PictureRules  `json:"animation"`
	Film       *FilmRules     `json:"film"`
	Document   *DocumentRules `json:"document"`
}

// PictureRules: Rules for still images; null if they are not accepted.
type PictureRules struct {
	Mimes        []string `json:"mimes"`
	BytesMax     *float64 `json:"bytesMax"`
	SideMin      *float64 `json:"sideMin"`
	LongSideMax  *float64 `json:"longSideMax"`
	ShortSideMax *float64 `json:"shortSideMax"`
	WidthMax     *float64 `json:"widthMax"`
	RatioMin     *float64 `json:"ratioMin"`
	RatioMax     *float64 `json:"ratioMax"`
	PixelsMax    *float64 `json:"pixelsMax"`
	FramesMax    *float64 `json:"framesMax"`
}

// FilmRules: Rules for videos; null if they are not accepted.
type FilmRules struct {
	Mimes         []string `json:"mimes"`
	BytesMax      *float64 `json:"bytesMax"`
	SideMin       *float64 `json:"sideMin"`
	LongSideMax   *float64 `json:"longSideMax"`
	ShortSideMax  *float64 `json:"shortSideMax"`
	WidthMax      *float64 `json:"widthMax"`
	RatioMin      *float64 `json:"ratioMin"`
	RatioMax      *float64 `json:"ratioMax"`
	VideoCodecs   []string `json:"videoCodecs"`
	AudioCodecs   []string `json:"audioCodecs"`
	BytesMin      *float64 `json:"bytesMin"`
	DurationMinMs *float64 `json:"durationMinMs"`
	DurationMaxMs *float64 `json:"durationMaxMs"`
	BitRateMax    *float64 `json:"bitRateMax"`
	FrameRateMin  *float64 `json:"frameRateMin"`
	FrameRateMax  *float64 `json:"frameRateMax"`
}

// DocumentRules: Rules for documents; null if they are not accepted.
type DocumentRules struct {
	Mimes    []string `json:"mimes"`
	BytesMax *float64 `json:"bytesMax"`
	PagesMax *float64 `json:"pagesMax"`
}

// PlatformQuota: How many posts a platform accepts in a day.
type PlatformQuota struct {
	Rule   string             `json:"rule"`
	Max    int64              `json:"max"`
	Window any                `json:"window"`
	Scope  PlatformQuotaScope `json:"scope"`
}

type PlatformQuotaWindow struct {
	MidnightIn string `json:"midnightIn"`
}

// PlatformQuotaScope is one of the values below. The service may add others.
type PlatformQuotaScope string

const (
	PlatformQuotaScopeAccount      PlatformQuotaScope = "account"
	PlatformQuotaScopeInstallation PlatformQuotaScope = "installation"
)

// PlatformPrices: What the platform charges for publishing; null if it charges nothing.
type PlatformPrices struct {
	Currency string                 `json:"currency"`
	Prices   []PlatformPricesPrices `json:"prices"`
	AsOf     string                 `json:"asOf"`
	Source   string                 `json:"source"`
}

type PlatformPricesPrices struct {
	Name        PlatformPricesPricesName `json:"name"`
	Amount      string                   `json:"amount"`
	Description string                   `json:"description"`
}

// PlatformPricesPricesName is one of the values below. The service may add others.
type PlatformPricesPricesName string

const (
	PlatformPricesPricesNamePost         PlatformPricesPricesName = "POST"
	PlatformPricesPricesNamePostWithLink PlatformPricesPricesName = "POST_WITH_LINK"
	PlatformPricesPricesNameAltText      PlatformPricesPricesName = "ALT_TEXT"
)

// PlatformSearch: A search for values of an option.
type PlatformSearch struct {
	Option string `json:"option"`
	Exact  bool   `json:"exact"`
	Paid   bool   `json:"paid"`
}

// PlatformConnectInfo: How its accounts are connected; null if this version cannot connect them.
type PlatformConnectInfo struct {
	Configured       bool              `json:"configured"`
	Sandbox          bool              `json:"sandbox"`
	RedirectURI      *string           `json:"redirectUri"`
	Scopes           []ConnectScope    `json:"scopes"`
	CredentialFields []CredentialField `json:"credentialFields"`
}

// ConnectScope: A permission that is requested from the platform.
type ConnectScope struct {
	Name     string `json:"name"`
	Purpose  string `json:"purpose"`
	Required bool   `json:"required"`
}

// CredentialField: A field that a person fills in to connect an account.
type CredentialField struct {
	Name     string              `json:"name"`
	Label    string              `json:"label"`
	Kind     CredentialFieldKind `json:"kind"`
	Required bool                `json:"required"`
	Default  *string             `json:"default"`
}

// CredentialFieldKind is one of the values below. The service may add others.
type CredentialFieldKind string

const (
	CredentialFieldKindText    CredentialFieldKind = "text"
	CredentialFieldKindAddress CredentialFieldKind = "address"
	CredentialFieldKindSecret  CredentialFieldKind = "secret"
)

// PlatformCommentsInfo: What Punctual can do with comments on a platform.
type PlatformCommentsInfo struct {
	Read        bool                        `json:"read"`
	PaidReads   bool                        `json:"paidReads"`
	ListedForMs *int64                      `json:"listedForMs"`
	Hide        bool                        `json:"hide"`
	Delete      *PlatformCommentsInfoDelete `json:"delete"`
}

// PlatformCommentsInfoDelete is one of the values below. The service may add others.
type PlatformCommentsInfoDelete string

const (
	PlatformCommentsInfoDeleteOwn PlatformCommentsInfoDelete = "OWN"
	PlatformCommentsInfoDeleteAll PlatformCommentsInfoDelete = "ALL"
)

// PlatformChangesInfo: How Punctual can change a post that is public: remove and edit are null where the platform has no call for it.
type PlatformChangesInfo struct {
	Remove *PlatformRemovals `json:"remove"`
	Edit   *PlatformEdits    `json:"edit"`
}

// PlatformRemovals: How a public post is removed.
type PlatformRemovals struct {
	PerDayMax *int64                 `json:"perDayMax"`
	Price     *PlatformRemovalsPrice `json:"price"`
}

// PlatformRemovalsPrice: What the platform charges for each removal; null if it charges nothing.
type PlatformRemovalsPrice struct {
	Currency string `json:"currency"`
	Amount   string `json:"amount"`
}

// PlatformEdits: How the text of a public post is edited.
type PlatformEdits struct {
	Fields       []PlatformEditsFields `json:"fields"`
	WindowMs     *int64                `json:"windowMs"`
	CountMax     *int64                `json:"countMax"`
	Needs        *string               `json:"needs"`
	PricedAsPost bool                  `json:"pricedAsPost"`
}

// PlatformEditsFields is one of the values below. The service may add others.
type PlatformEditsFields string

const (
	PlatformEditsFieldsText  PlatformEditsFields = "text"
	PlatformEditsFieldsTitle PlatformEditsFields = "title"
)

// CreatePostFlat: A new post, written with platforms and content.
type CreatePostFlat struct {
	WorkspaceID       Optional[string]    `json:"workspaceId,omitzero"`
	Platforms         []PlatformEntry     `json:"platforms"`
	Content           Optional[string]    `json:"content,omitzero"`
	ScheduledFor      Optional[time.Time] `json:"scheduledFor,omitzero"`
	DraftScheduledFor Optional[time.Time] `json:"draftScheduledFor,omitzero"`
	Timezone          Optional[string]    `json:"timezone,omitzero"`
	Metadata          map[string]string   `json:"metadata,omitzero"`
	MediaIDs          []string            `json:"mediaIds,omitzero"`
	MediaItems        []MediaItem         `json:"mediaItems,omitzero"`
	Parts             []PostPartEntry     `json:"parts,omitzero"`
	MediaAltText      map[string]string   `json:"mediaAltText,omitzero"`
	ClientReferenceID Optional[string]    `json:"clientReferenceId,omitzero"`
}

// PlatformEntry: A social account to publish to, and what is different from the post there.
type PlatformEntry struct {
	AccountID       string           `json:"accountId"`
	CaptionOverride Optional[string] `json:"captionOverride,omitzero"`
	PartsOverride   []PostPartEntry  `json:"partsOverride,omitzero"`
	FirstComment    Optional[string] `json:"firstComment,omitzero"`
	PlatformOptions PlatformOptions  `json:"platformOptions,omitzero"`
	MediaIDs        []string         `json:"mediaIds,omitzero"`
	MediaItems      []MediaItem      `json:"mediaItems,omitzero"`
}

// PostPartEntry: A further part of a post.
type PostPartEntry struct {
	Text         string            `json:"text"`
	MediaIDs     []string          `json:"mediaIds,omitzero"`
	MediaAltText map[string]string `json:"mediaAltText,omitzero"`
}

// PlatformOptions is one of InstagramOptions, FacebookPageOptions, XOptions, LinkedinPersonOptions, LinkedinCompanyOptions, TiktokBusinessOptions, TiktokPersonalOptions, YoutubeOptions, PinterestOptions, ThreadsOptions, BlueskyOptions.
type PlatformOptions = any

// InstagramOptions: Options of a post on INSTAGRAM.
type InstagramOptions struct {
	Platform          Optional[string]                    `json:"platform,omitzero"`
	Kind              Optional[InstagramOptionsKind]      `json:"kind,omitzero"`
	ShareToFeed       Optional[bool]                      `json:"shareToFeed,omitzero"`
	CoverMediaID      Optional[string]                    `json:"coverMediaId,omitzero"`
	ThumbOffsetMs     Optional[int64]                     `json:"thumbOffsetMs,omitzero"`
	Collaborators     []string                            `json:"collaborators,omitzero"`
	UserTags          []InstagramOptionsUserTags          `json:"userTags,omitzero"`
	LocationID        Optional[string]                    `json:"locationId,omitzero"`
	AudioName         Optional[string]                    `json:"audioName,omitzero"`
	TrialReel         Optional[InstagramOptionsTrialReel] `json:"trialReel,omitzero"`
	IsAIGenerated     Optional[bool]                      `json:"isAiGenerated,omitzero"`
	IsPaidPartnership Optional[bool]                      `json:"isPaidPartnership,omitzero"`
	CommentsEnabled   Optional[bool]                      `json:"commentsEnabled,omitzero"`
}

// InstagramOptionsKind is one of the values below. The service may add others.
type InstagramOptionsKind string

const (
	InstagramOptionsKindFeed    InstagramOptionsKind = "FEED"
	InstagramOptionsKindReels   InstagramOptionsKind = "REELS"
	InstagramOptionsKindStories InstagramOptionsKind = "STORIES"
)

type InstagramOptionsUserTags struct {
	Username   string            `json:"username"`
	X          Optional[float64] `json:"x,omitzero"`
	Y          Optional[float64] `json:"y,omitzero"`
	MediaIndex Optional[int64]   `json:"mediaIndex,omitzero"`
}

// InstagramOptionsTrialReel: Reels only: a trial reel, which is shown to non-followers first.
type InstagramOptionsTrialReel struct {
	GraduationStrategy InstagramOptionsTrialReelGraduationStrategy `json:"graduationStrategy"`
}

// InstagramOptionsTrialReelGraduationStrategy is one of the values below. The service may add others.
type InstagramOptionsTrialReelGraduationStrategy string

const (
	InstagramOptionsTrialReelGraduationStrategyManual        InstagramOptionsTrialReelGraduationStrategy = "MANUAL"
	InstagramOptionsTrialReelGraduationStrategySsPerformance InstagramOptionsTrialReelGraduationStrategy = "SS_PERFORMANCE"
)

// FacebookPageOptions: Options of a post on FACEBOOK_PAGE.
type FacebookPageOptions struct {
	Platform           Optional[string]                  `json:"platform,omitzero"`
	Kind               Optional[FacebookPageOptionsKind] `json:"kind,omitzero"`
	Link               Optional[string]                  `json:"link,omitzero"`
	Title              Optional[string]                  `json:"title,omitzero"`
	Place              Optional[string]                  `json:"place,omitzero"`
	TextFormatPresetID Optional[string]                  `json:"textFormatPresetId,omitzero"`
}

// FacebookPageOptionsKind is one of the values below. The service may add others.
type FacebookPageOptionsKind string

const (
	FacebookPageOptionsKindPost  FacebookPageOptionsKind = "POST"
	FacebookPageOptionsKindReel  FacebookPageOptionsKind = "REEL"
	FacebookPageOptionsKindStory FacebookPageOptionsKind = "STORY"
)

// XOptions: Options of a post on X.
type XOptions struct {
	Platform              Optional[string]                `json:"platform,omitzero"`
	ReplySettings         Optional[XOptionsReplySettings] `json:"replySettings,omitzero"`
	MadeWithAI            Optional[bool]                  `json:"madeWithAi,omitzero"`
	PaidPartnership       Optional[bool]                  `json:"paidPartnership,omitzero"`
	CommunityID           Optional[string]                `json:"communityId,omitzero"`
	ShareWithFollowers    Optional[bool]                  `json:"shareWithFollowers,omitzero"`
	Poll                  Optional[XOptionsPoll]          `json:"poll,omitzero"`
	QuotePost             Optional[string]                `json:"quotePost,omitzero"`
	ReplyToPost           Optional[string]                `json:"replyToPost,omitzero"`
	TaggedUserIDs         []string                        `json:"taggedUserIds,omitzero"`
	ForSuperFollowersOnly Optional[bool]                  `json:"forSuperFollowersOnly,omitzero"`
	LongPost              Optional[bool]                  `json:"longPost,omitzero"`
}

// XOptionsReplySettings is one of the values below. The service may add others.
type XOptionsReplySettings string

const (
	XOptionsReplySettingsEveryone       XOptionsReplySettings = "everyone"
	XOptionsReplySettingsFollowing      XOptionsReplySettings = "following"
	XOptionsReplySettingsMentionedUsers XOptionsReplySettings = "mentionedUsers"
	XOptionsReplySettingsSubscribers    XOptionsReplySettings = "subscribers"
	XOptionsReplySettingsVerified       XOptionsReplySettings = "verified"
)

// XOptionsPoll: A poll.
type XOptionsPoll struct {
	Options         []string `json:"options"`
	DurationMinutes int64    `json:"durationMinutes"`
}

// LinkedinPersonOptions: Options of a post on LINKEDIN_PERSON.
type LinkedinPersonOptions struct {
	Platform       Optional[string]                          `json:"platform,omitzero"`
	Visibility     Optional[LinkedinPersonOptionsVisibility] `json:"visibility,omitzero"`
	DisableReshare Optional[bool]                            `json:"disableReshare,omitzero"`
	Article        Optional[LinkedinPersonOptionsArticle]    `json:"article,omitzero"`
	Poll           Optional[LinkedinPersonOptionsPoll]       `json:"poll,omitzero"`
	DocumentTitle  Optional[string]                          `json:"documentTitle,omitzero"`
	Mentions       []LinkedinPersonOptionsMentions           `json:"mentions,omitzero"`
}

// LinkedinPersonOptionsVisibility is one of the values below. The service may add others.
type LinkedinPersonOptionsVisibility string

const (
	LinkedinPersonOptionsVisibilityPublic      LinkedinPersonOptionsVisibility = "PUBLIC"
	LinkedinPersonOptionsVisibilityConnections LinkedinPersonOptionsVisibility = "CONNECTIONS"
)

// LinkedinPersonOptionsArticle: A link to show as a card.
type LinkedinPersonOptionsArticle struct {
	Source           string           `json:"source"`
	Title            string           `json:"title"`
	Description      Optional[string] `json:"description,omitzero"`
	ThumbnailMediaID Optional[string] `json:"thumbnailMediaId,omitzero"`
}

// LinkedinPersonOptionsPoll: A poll.
type LinkedinPersonOptionsPoll struct {
	Question string                                      `json:"question"`
	Options  []string                                    `json:"options"`
	Duration Optional[LinkedinPersonOptionsPollDuration] `json:"duration,omitzero"`
}

// LinkedinPersonOptionsPollDuration is one of the values below. The service may add others.
type LinkedinPersonOptionsPollDuration string

const (
	LinkedinPersonOptionsPollDurationOneDay       LinkedinPersonOptionsPollDuration = "ONE_DAY"
	LinkedinPersonOptionsPollDurationThreeDays    LinkedinPersonOptionsPollDuration = "THREE_DAYS"
	LinkedinPersonOptionsPollDurationSevenDays    LinkedinPersonOptionsPollDuration = "SEVEN_DAYS"
	LinkedinPersonOptionsPollDurationFourteenDays LinkedinPersonOptionsPollDuration = "FOURTEEN_DAYS"
)

type LinkedinPersonOptionsMentions struct {
	Name string `json:"name"`
	Urn  string `json:"urn"`
}

// LinkedinCompanyOptions: Options of a post on LINKEDIN_COMPANY.
type LinkedinCompanyOptions struct {
	Platform       Optional[string]                        `json:"platform,omitzero"`
	Visibility     Optional[string]                        `json:"visibility,omitzero"`
	DisableReshare Optional[bool]                          `json:"disableReshare,omitzero"`
	Article        Optional[LinkedinCompanyOptionsArticle] `json:"article,omitzero"`
	Poll           Optional[LinkedinCompanyOptionsPoll]    `json:"poll,omitzero"`
	DocumentTitle  Optional[string]                        `json:"documentTitle,omitzero"`
	Mentions       []LinkedinCompanyOptionsMentions        `json:"mentions,omitzero"`
}

// LinkedinCompanyOptionsArticle: A link to show as a card.
type LinkedinCompanyOptionsArticle struct {
	Source           string           `json:"source"`
	Title            string           `json:"title"`
	Description      Optional[string] `json:"description,omitzero"`
	ThumbnailMediaID Optional[string] `json:"thumbnailMediaId,omitzero"`
}

// LinkedinCompanyOptionsPoll: A poll.
type LinkedinCompanyOptionsPoll struct {
	Question string                                      `json:"question"`
	Options  []string                                    `json:"options"`
	Duration Optional[LinkedinPersonOptionsPollDuration] `json:"duration,omitzero"`
}

type LinkedinCompanyOptionsMentions struct {
	Name string `json:"name"`
	Urn  string `json:"urn"`
}

// TiktokBusinessOptions: Options of a post on TIKTOK_BUSINESS.
type TiktokBusinessOptions struct {
	Platform          Optional[string]                            `json:"platform,omitzero"`
	PrivacyLevel      Optional[TiktokBusinessOptionsPrivacyLevel] `json:"privacyLevel,omitzero"`
	DisableComment    Optional[bool]                              `json:"disableComment,omitzero"`
	DisableDuet       Optional[bool]                              `json:"disableDuet,omitzero"`
	DisableStitch     Optional[bool]                              `json:"disableStitch,omitzero"`
	IsBrandOrganic    Optional[bool]                              `json:"isBrandOrganic,omitzero"`
	IsBrandedContent  Optional[bool]                              `json:"isBrandedContent,omitzero"`
	IsAIGenerated     Optional[bool]                              `json:"isAiGenerated,omitzero"`
	UploadToDraft     Optional[bool]                              `json:"uploadToDraft,omitzero"`
	ThumbnailMediaID  Optional[string]                            `json:"thumbnailMediaId,omitzero"`
	ThumbnailOffsetMs Optional[int64]                             `json:"thumbnailOffsetMs,omitzero"`
	Title             Optional[string]                            `json:"title,omitzero"`
	PhotoCoverIndex   Optional[int64]                             `json:"photoCoverIndex,omitzero"`
	AutoAddMusic      Optional[bool]                              `json:"autoAddMusic,omitzero"`
}

// TiktokBusinessOptionsPrivacyLevel is one of the values below. The service may add others.
type TiktokBusinessOptionsPrivacyLevel string

const (
	TiktokBusinessOptionsPrivacyLevelPublicToEveryone    TiktokBusinessOptionsPrivacyLevel = "PUBLIC_TO_EVERYONE"
	TiktokBusinessOptionsPrivacyLevelMutualFollowFriends TiktokBusinessOptionsPrivacyLevel = "MUTUAL_FOLLOW_FRIENDS"
	TiktokBusinessOptionsPrivacyLevelFollowerOfCreator   TiktokBusinessOptionsPrivacyLevel = "FOLLOWER_OF_CREATOR"
	TiktokBusinessOptionsPrivacyLevelSelfOnly            TiktokBusinessOptionsPrivacyLevel = "SELF_ONLY"
)

// TiktokPersonalOptions: Options of a post on TIKTOK_PERSONAL.
type TiktokPersonalOptions struct {
	Platform              Optional[string]                            `json:"platform,omitzero"`
	PostMode              Optional[TiktokPersonalOptionsPostMode]     `json:"postMode,omitzero"`
	PrivacyLevel          Optional[TiktokBusinessOptionsPrivacyLevel] `json:"privacyLevel,omitzero"`
	DisableComment        Optional[bool]                              `json:"disableComment,omitzero"`
	DisableDuet           Optional[bool]                              `json:"disableDuet,omitzero"`
	DisableStitch         Optional[bool]                              `json:"disableStitch,omitzero"`
	BrandContentToggle    Optional[bool]                              `json:"brandContentToggle,omitzero"`
	BrandOrganicToggle    Optional[bool]                              `json:"brandOrganicToggle,omitzero"`
	IsAigc                Optional[bool]                              `json:"isAigc,omitzero"`
	AutoAddMusic          Optional[bool]                              `json:"autoAddMusic,omitzero"`
	PhotoCoverIndex       Optional[int64]                             `json:"photoCoverIndex,omitzero"`
	VideoCoverTimestampMs Optional[int64]                             `json:"videoCoverTimestampMs,omitzero"`
	Title                 Optional[string]                            `json:"title,omitzero"`
}

// TiktokPersonalOptionsPostMode is one of the values below. The service may add others.
type TiktokPersonalOptionsPostMode string

const (
	TiktokPersonalOptionsPostModeDirectPost  TiktokPersonalOptionsPostMode = "DIRECT_POST"
	TiktokPersonalOptionsPostModeMediaUpload TiktokPersonalOptionsPostMode = "MEDIA_UPLOAD"
)

// YoutubeOptions: Options of a post on YOUTUBE.
type YoutubeOptions struct {
	Platform                Optional[string]                      `json:"platform,omitzero"`
	Title                   YoutubeOptionsTitle                   `json:"title"`
	MadeForKids             bool                                  `json:"madeForKids"`
	Tags                    []string                              `json:"tags,omitzero"`
	CategoryID              Optional[string]                      `json:"categoryId,omitzero"`
	PrivacyStatus           Optional[YoutubeOptionsPrivacyStatus] `json:"privacyStatus,omitzero"`
	NotifySubscribers       Optional[bool]                        `json:"notifySubscribers,omitzero"`
	PlaylistID              Optional[string]                      `json:"playlistId,omitzero"`
	ThumbnailMediaID        Optional[string]                      `json:"thumbnailMediaId,omitzero"`
	License                 Optional[YoutubeOptionsLicense]       `json:"license,omitzero"`
	Embeddable              Optional[bool]                        `json:"embeddable,omitzero"`
	PublicStatsViewable     Optional[bool]                        `json:"publicStatsViewable,omitzero"`
	Subtitles               Optional[YoutubeOptionsSubtitles]     `json:"subtitles,omitzero"`
	DefaultLanguage         Optional[string]                      `json:"defaultLanguage,omitzero"`
	ContainsSyntheticMedia  Optional[bool]                        `json:"containsSyntheticMedia,omitzero"`
	HasPaidProductPlacement Optional[bool]                        `json:"hasPaidProductPlacement,omitzero"`
}

// YoutubeOptionsTitle: The title of the video: one line of up to 100 characters, without "<" and ">".
type YoutubeOptionsTitle struct{}

// YoutubeOptionsPrivacyStatus is one of the values below. The service may add others.
type YoutubeOptionsPrivacyStatus string

const (
	YoutubeOptionsPrivacyStatusPublic   YoutubeOptionsPrivacyStatus = "public"
	YoutubeOptionsPrivacyStatusUnlisted YoutubeOptionsPrivacyStatus = "unlisted"
	YoutubeOptionsPrivacyStatusPrivate  YoutubeOptionsPrivacyStatus = "private"
)

// YoutubeOptionsLicense is one of the values below. The service may add others.
type YoutubeOptionsLicense string

const (
	YoutubeOptionsLicenseYoutube        YoutubeOptionsLicense = "youtube"
	YoutubeOptionsLicenseCreativeCommon YoutubeOptionsLicense = "creativeCommon"
)

// YoutubeOptionsSubtitles: Subtitles for the video, which are added after publishing.
type YoutubeOptionsSubtitles struct {
	FileMediaID string           `json:"fileMediaId"`
	Language    string           `json:"language"`
	Name        Optional[string] `json:"name,omitzero"`
}

// PinterestOptions: Options of a post on PINTEREST.
type PinterestOptions struct {
	Platform         Optional[string] `json:"platform,omitzero"`
	BoardID          string           `json:"boardId"`
	BoardSectionID   Optional[string] `json:"boardSectionId,omitzero"`
	Title            Optional[string] `json:"title,omitzero"`
	Link             Optional[string] `json:"link,omitzero"`
	AltText          Optional[string] `json:"altText,omitzero"`
	DominantColor    Optional[string] `json:"dominantColor,omitzero"`
	CoverMediaID     Optional[string] `json:"coverMediaId,omitzero"`
	CoverKeyFrameSec Optional[int64]  `json:"coverKeyFrameSec,omitzero"`
	CarouselIndex    Optional[int64]  `json:"carouselIndex,omitzero"`
}

// ThreadsOptions: Options of a post on THREADS.
type ThreadsOptions struct {
	Platform       Optional[string]                     `json:"platform,omitzero"`
	ReplyControl   Optional[ThreadsOptionsReplyControl] `json:"replyControl,omitzero"`
	TopicTag       Optional[string]                     `json:"topicTag,omitzero"`
	LinkAttachment Optional[string]                     `json:"linkAttachment,omitzero"`
	Poll           Optional[ThreadsOptionsPoll]         `json:"poll,omitzero"`
	Gif            Optional[string]                     `json:"gif,omitzero"`
	Spoilers       []string                             `json:"spoilers,omitzero"`
	SpoilerMedia   Optional[bool]                       `json:"spoilerMedia,omitzero"`
}

// ThreadsOptionsReplyControl is one of the values below. The service may add others.
type ThreadsOptionsReplyControl string

const (
	ThreadsOptionsReplyControlEveryone             ThreadsOptionsReplyControl = "everyone"
	ThreadsOptionsReplyControlAccountsYouFollow    ThreadsOptionsReplyControl = "accounts_you_follow"
	ThreadsOptionsReplyControlMentionedOnly        ThreadsOptionsReplyControl = "mentioned_only"
	ThreadsOptionsReplyControlParentPostAuthorOnly ThreadsOptionsReplyControl = "parent_post_author_only"
	ThreadsOptionsReplyControlFollowersOnly        ThreadsOptionsReplyControl = "followers_only"
)

// ThreadsOptionsPoll: A poll.
type ThreadsOptionsPoll struct {
	Options []string `json:"options"`
}

// BlueskyOptions: Options of a post on BLUESKY.
type BlueskyOptions struct {
	Platform      Optional[string]                  `json:"platform,omitzero"`
	Langs         []string                          `json:"langs,omitzero"`
	Labels        []BlueskyOptionsLabels            `json:"labels,omitzero"`
	Tags          []string                          `json:"tags,omitzero"`
	ReplyGate     Optional[BlueskyOptionsReplyGate] `json:"replyGate,omitzero"`
	DisableQuotes Optional[bool]                    `json:"disableQuotes,omitzero"`
	External      Optional[BlueskyOptionsExternal]  `json:"external,omitzero"`
	QuoteURI      Optional[string]                  `json:"quoteUri,omitzero"`
}

// BlueskyOptionsLabels is one of the values below. The service may add others.
type BlueskyOptionsLabels string

const (
	BlueskyOptionsLabelsPorn              BlueskyOptionsLabels = "porn"
	BlueskyOptionsLabelsSexual            BlueskyOptionsLabels = "sexual"
	BlueskyOptionsLabelsNudity            BlueskyOptionsLabels = "nudity"
	BlueskyOptionsLabelsGraphicMedia      BlueskyOptionsLabels = "graphic-media"
	BlueskyOptionsLabelsNoUnauthenticated BlueskyOptionsLabels = "!no-unauthenticated"
)

// BlueskyOptionsReplyGate is one of the values below. The service may add others.
type BlueskyOptionsReplyGate string

const (
	BlueskyOptionsReplyGateEveryone BlueskyOptionsReplyGate = "everyone"
	BlueskyOptionsReplyGateNobody   BlueskyOptionsReplyGate = "nobody"
)

// BlueskyOptionsExternal: A link to show as a card.
type BlueskyOptionsExternal struct {
	URI         string `json:"uri"`
	Title       string `json:"title"`
	Description string `json:"description"`
}

// MediaItem: A file that Punctual fetches from a URL.
type MediaItem struct {
	URL      string           `json:"url"`
	AltText  Optional[string] `json:"altText,omitzero"`
	Filename Optional[string] `json:"filename,omitzero"`
}

// CreatePostNested: A new post, written with targets and caption.
type CreatePostNested struct {
	WorkspaceID       Optional[string]    `json:"workspaceId,omitzero"`
	Targets           []TargetEntry       `json:"targets"`
	Caption           Optional[string]    `json:"caption,omitzero"`
	ScheduledFor      Optional[time.Time] `json:"scheduledFor,omitzero"`
	DraftScheduledFor Optional[time.Time] `json:"draftScheduledFor,omitzero"`
	Timezone          Optional[string]    `json:"timezone,omitzero"`
	Metadata          map[string]string   `json:"metadata,omitzero"`
	MediaIDs          []string            `json:"mediaIds,omitzero"`
	MediaItems        []MediaItem         `json:"mediaItems,omitzero"`
	Parts             []PostPartEntry     `json:"parts,omitzero"`
	MediaAltText      map[string]string   `json:"mediaAltText,omitzero"`
	ClientReferenceID Optional[string]    `json:"clientReferenceId,omitzero"`
}

// TargetEntry: A social account to publish to, and what is different from the post there.
type TargetEntry struct {
	SocialAccountID string           `json:"socialAccountId"`
	CaptionOverride Optional[string] `json:"captionOverride,omitzero"`
	PartsOverride   []PostPartEntry  `json:"partsOverride,omitzero"`
	FirstComment    Optional[string] `json:"firstComment,omitzero"`
	PlatformOptions PlatformOptions  `json:"platformOptions,omitzero"`
	MediaIDs        []string         `json:"mediaIds,omitzero"`
	MediaItems      []MediaItem      `json:"mediaItems,omitzero"`
}

// CreatePostBody is one of CreatePostFlat, CreatePostNested.
type CreatePostBody interface{ isCreatePostBody() }

func (CreatePostFlat) isCreatePostBody() {}

func (CreatePostNested) isCreatePostBody() {}

// Post: A post: a caption, media, a time and one target for each social account that it is published to.
type Post struct {
	ID                  string            `json:"id"`
	WorkspaceID         string            `json:"workspaceId"`
	CreatedByUserID     string            `json:"createdByUserId"`
	Status              PostStatus        `json:"status"`
	Caption             *string           `json:"caption"`
	Parts               []PostPart        `json:"parts"`
	ScheduledAt         *time.Time        `json:"scheduledAt"`
	Timezone            *string           `json:"timezone"`
	Metadata            map[string]string `json:"metadata"`
	WorkflowID          *string           `json:"workflowId"`
	PendingWorkflowID   *string           `json:"pendingWorkflowId"`
	ApprovedByUserID    *string           `json:"approvedByUserId"`
	ApprovedAt          *time.Time        `json:"approvedAt"`
	RejectionReason     *string           `json:"rejectionReason"`
	CreatedViaAPI       bool              `json:"createdViaApi"`
	CreatedViaFlatShape bool              `json:"createdViaFlatShape"`
	DeletedAt           *time.Time        `json:"deletedAt"`
	CreatedAt           time.Time         `json:"createdAt"`
	UpdatedAt           time.Time         `json:"updatedAt"`
	Targets             []Target          `json:"targets"`
	Media               []PostMedia       `json:"media"`
	MediaAltText        map[string]string `json:"mediaAltText"`
	Warnings            []PostWarning     `json:"warnings,omitzero"`
}

// PostStatus is one of the values below. The service may add others.
type PostStatus string

const (
	PostStatusDraft              PostStatus = "DRAFT"
	PostStatusNeedsApproval      PostStatus = "NEEDS_APPROVAL"
	PostStatusScheduled          PostStatus = "SCHEDULED"
	PostStatusPublishing         PostStatus = "PUBLISHING"
	PostStatusPartiallyPublished PostStatus = "PARTIALLY_PUBLISHED"
	PostStatusPublished          PostStatus = "PUBLISHED"
	PostStatusFailed             PostStatus = "FAILED"
	PostStatusCanceled           PostStatus = "CANCELED"
)

// PostPart: A further part of a post.
type PostPart struct {
	Text     string   `json:"text"`
	MediaIDs []string `json:"mediaIds"`
}

// Target: One social account that a post is published to, with its own status, text and result.
type Target struct {
	ID                         string                    `json:"id"`
	PostID                     string                    `json:"postId"`
	SocialAccountID            string                    `json:"socialAccountId"`
	Account                    *SocialAccount            `json:"account,omitempty"`
	Platform                   Platform                  `json:"platform"`
	Status                     TargetStatus              `json:"status"`
	CaptionOverride            *string                   `json:"captionOverride"`
	PartsOverride              []PostPart                `json:"partsOverride"`
	Parts                      []TargetPart              `json:"parts"`
	FirstComment               *string                   `json:"firstComment"`
	FirstCommentStatus         *TargetFirstCommentStatus `json:"firstCommentStatus"`
	FirstCommentError          *string                   `json:"firstCommentError"`
	FirstCommentErrorCode      *FirstCommentErrorCode    `json:"firstCommentErrorCode"`
	FirstCommentErrorRetryable *TargetPartErrorRetryable `json:"firstCommentErrorRetryable"`
	FirstCommentAttempt        int64                     `json:"firstCommentAttempt"`
	PlatformOptions            PlatformOptions           `json:"platformOptions"`
	MediaIDs                   []string                  `json:"mediaIds"`
	ScheduledFor               *time.Time                `json:"scheduledFor"`
	CancelRequestedAt          *time.Time                `json:"cancelRequestedAt"`
	PublishedAt                *time.Time                `json:"publishedAt"`
	PublishedCaption           *string                   `json:"publishedCaption"`
	ExternalPostID             *string                   `json:"externalPostId"`
	ExternalURL                *string                   `json:"externalUrl"`
	ErrorCode                  *TargetErrorCode          `json:"errorCode"`
	ErrorMessage               *string                   `json:"errorMessage"`
	ErrorRetryable             *TargetPartErrorRetryable `json:"errorRetryable"`
	AttemptCount               int64                     `json:"attemptCount"`
	LastAttemptAt              *time.Time                `json:"lastAttemptAt"`
	EstimatedCost              *EstimatedCost            `json:"estimatedCost,omitempty"`
	Metrics                    *Metrics                  `json:"metrics,omitempty"`
	Removal                    *Removal                  `json:"removal"`
	Edits                      []Edit                    `json:"edits"`
	CreatedAt                  time.Time                 `json:"createdAt"`
	UpdatedAt                  time.Time                 `json:"updatedAt"`
}

// SocialAccount: An account on a platform that posts are published to.
type SocialAccount struct {
	ID                string                `json:"id"`
	WorkspaceID       string                `json:"workspaceId"`
	Platform          Platform              `json:"platform"`
	ExternalAccountID string                `json:"externalAccountId"`
	Handle            string                `json:"handle"`
	DisplayName       *string               `json:"displayName"`
	Status            SocialAccountStatus   `json:"status"`
	Sandbox           bool                  `json:"sandbox"`
	AvatarURL         *string               `json:"avatarUrl"`
	Scopes            []string              `json:"scopes"`
	MissingScopes     []string              `json:"missingScopes"`
	TokenExpiresAt    *time.Time            `json:"tokenExpiresAt"`
	ReconnectBy       *time.Time            `json:"reconnectBy"`
	LastCheckedAt     *time.Time            `json:"lastCheckedAt"`
	LastError         *string               `json:"lastError"`
	Comments          SocialAccountComments `json:"comments"`
	Metrics           SocialAccountMetrics  `json:"metrics"`
	CreatedAt         time.Time             `json:"createdAt"`
	UpdatedAt         time.Time             `json:"updatedAt"`
}

// SocialAccountStatus is one of the values below. The service may add others.
type SocialAccountStatus string

const (
	SocialAccountStatusActive       SocialAccountStatus = "ACTIVE"
	SocialAccountStatusTokenExpired SocialAccountStatus = "TOKEN_EXPIRED"
)

// SocialAccountComments: How comments of the account are read.
type SocialAccountComments struct {
	Available          bool  `json:"available"`
	Reads              bool  `json:"reads"`
	Paid               bool  `json:"paid"`
	PaidReadsThisMonth int64 `json:"paidReadsThisMonth"`
}

// SocialAccountMetrics: How the metrics of the account's posts are read.
type SocialAccountMetrics struct {
	Available       bool                                 `json:"available"`
	Reads           bool                                 `json:"reads"`
	MissingScope    *string                              `json:"missingScope"`
	PricePerReading *SocialAccountMetricsPricePerReading `json:"pricePerReading"`
}

// SocialAccountMetricsPricePerReading: The platform's price for each reading of a post; null if none.
type SocialAccountMetricsPricePerReading struct {
	Currency string `json:"currency"`
	Amount   string `json:"amount"`
	AsOf     string `json:"asOf"`
}

// TargetStatus is one of the values below. The service may add others.
type TargetStatus string

const (
	TargetStatusDraft      TargetStatus = "DRAFT"
	TargetStatusScheduled  TargetStatus = "SCHEDULED"
	TargetStatusPublishing TargetStatus = "PUBLISHING"
	TargetStatusPublished  TargetStatus = "PUBLISHED"
	TargetStatusFailed     TargetStatus = "FAILED"
	TargetStatusSkipped    TargetStatus = "SKIPPED"
	TargetStatusCanceled   TargetStatus = "CANCELED"
)

// TargetPart: A further part of a post on one social account, with its own result.
type TargetPart struct {
	Order          int64                     `json:"order"`
	Text           string                    `json:"text"`
	MediaIDs       []string                  `json:"mediaIds"`
	Status         TargetStatus              `json:"status"`
	PublishedAt    *time.Time                `json:"publishedAt"`
	RemovedAt      *time.Time                `json:"removedAt"`
	ExternalPostID *string                   `json:"externalPostId"`
	ExternalURL    *string                   `json:"externalUrl"`
	ErrorCode      *TargetErrorCode          `json:"errorCode"`
	ErrorMessage   *string                   `json:"errorMessage"`
	ErrorRetryable *TargetPartErrorRetryable `json:"errorRetryable"`
}

// TargetErrorCode is one of the values below. The service may add others.
type TargetErrorCode string

const (
	TargetErrorCodePlatformAuthFailed     TargetErrorCode = "PLATFORM_AUTH_FAILED"
	TargetErrorCodePublishUnconfirmed     TargetErrorCode = "PUBLISH_UNCONFIRMED"
	TargetErrorCodeAccountDisconnected    TargetErrorCode = "ACCOUNT_DISCONNECTED"
	TargetErrorCodePlatformRejected       TargetErrorCode = "PLATFORM_REJECTED"
	TargetErrorCodeMediaRejected          TargetErrorCode = "MEDIA_REJECTED"
	TargetErrorCodeMediaUnavailable       TargetErrorCode = "MEDIA_UNAVAILABLE"
	TargetErrorCodeDuplicateContent       TargetErrorCode = "DUPLICATE_CONTENT"
	TargetErrorCodePolicyBlocked          TargetErrorCode = "POLICY_BLOCKED"
	TargetErrorCodeChoiceNotAvailable     TargetErrorCode = "CHOICE_NOT_AVAILABLE"
	TargetErrorCodePermissionMissing      TargetErrorCode = "PERMISSION_MISSING"
	TargetErrorCodeCommentsDisabled       TargetErrorCode = "COMMENTS_DISABLED"
	TargetErrorCodePostCanceled           TargetErrorCode = "POST_CANCELED"
	TargetErrorCodePartNotSent            TargetErrorCode = "PART_NOT_SENT"
	TargetErrorCodePartImpossible         TargetErrorCode = "PART_IMPOSSIBLE"
	TargetErrorCodeFirstCommentNotSent    TargetErrorCode = "FIRST_COMMENT_NOT_SENT"
	TargetErrorCodeFirstCommentImpossible TargetErrorCode = "FIRST_COMMENT_IMPOSSIBLE"
	TargetErrorCodeRateLimited            TargetErrorCode = "RATE_LIMITED"
	TargetErrorCodePlatformQuotaExceeded  TargetErrorCode = "PLATFORM_QUOTA_EXCEEDED"
	TargetErrorCodePlatformUnavailable    TargetErrorCode = "PLATFORM_UNAVAILABLE"
	TargetErrorCodeNotReadyInTime         TargetErrorCode = "NOT_READY_IN_TIME"
	TargetErrorCodePublishWindowMissed    TargetErrorCode = "PUBLISH_WINDOW_MISSED"
	TargetErrorCodePlatformNotSupported   TargetErrorCode = "PLATFORM_NOT_SUPPORTED"
	TargetErrorCodeInternalError          TargetErrorCode = "INTERNAL_ERROR"
)

// TargetPartErrorRetryable is one of the values below. The service may add others.
type TargetPartErrorRetryable string

const (
	TargetPartErrorRetryableYes   TargetPartErrorRetryable = "yes"
	TargetPartErrorRetryableNo    TargetPartErrorRetryable = "no"
	TargetPartErrorRetryableAfter TargetPartErrorRetryable = "after"
)

// TargetFirstCommentStatus is one of the values below. The service may add others.
type TargetFirstCommentStatus string

const (
	TargetFirstCommentStatusWaiting   TargetFirstCommentStatus = "WAITING"
	TargetFirstCommentStatusSending   TargetFirstCommentStatus = "SENDING"
	TargetFirstCommentStatusPublished TargetFirstCommentStatus = "PUBLISHED"
	TargetFirstCommentStatusFailed    TargetFirstCommentStatus = "FAILED"
)

// FirstCommentErrorCode is one of the values below. The service may add others.
type FirstCommentErrorCode string

const (
	FirstCommentErrorCodePlatformAuthFailed     FirstCommentErrorCode = "PLATFORM_AUTH_FAILED"
	FirstCommentErrorCodePublishUnconfirmed     FirstCommentErrorCode = "PUBLISH_UNCONFIRMED"
	FirstCommentErrorCodeAccountDisconnected    FirstCommentErrorCode = "ACCOUNT_DISCONNECTED"
	FirstCommentErrorCodePlatformRejected       FirstCommentErrorCode = "PLATFORM_REJECTED"
	FirstCommentErrorCodeDuplicateContent       FirstCommentErrorCode = "DUPLICATE_CONTENT"
	FirstCommentErrorCodePolicyBlocked          FirstCommentErrorCode = "POLICY_BLOCKED"
	FirstCommentErrorCodePermissionMissing      FirstCommentErrorCode = "PERMISSION_MISSING"
	FirstCommentErrorCodeCommentsDisabled       FirstCommentErrorCode = "COMMENTS_DISABLED"
	FirstCommentErrorCodePostCanceled           FirstCommentErrorCode = "POST_CANCELED"
	FirstCommentErrorCodeFirstCommentNotSent    FirstCommentErrorCode = "FIRST_COMMENT_NOT_SENT"
	FirstCommentErrorCodeFirstCommentImpossible FirstCommentErrorCode = "FIRST_COMMENT_IMPOSSIBLE"
	FirstCommentErrorCodeRateLimited            FirstCommentErrorCode = "RATE_LIMITED"
	FirstCommentErrorCodePlatformQuotaExceeded  FirstCommentErrorCode = "PLATFORM_QUOTA_EXCEEDED"
	FirstCommentErrorCodePlatformUnavailable    FirstCommentErrorCode = "PLATFORM_UNAVAILABLE"
	FirstCommentErrorCodeNotReadyInTime         FirstCommentErrorCode = "NOT_READY_IN_TIME"
	FirstCommentErrorCodePublishWindowMissed    FirstCommentErrorCode = "PUBLISH_WINDOW_MISSED"
	FirstCommentErrorCodePlatformNotSupported   FirstCommentErrorCode = "PLATFORM_NOT_SUPPORTED"
	FirstCommentErrorCodeInternalError          FirstCommentErrorCode = "INTERNAL_ERROR"
)

// EstimatedCost: What publishing this target would cost; null if the platform charges nothing.
type EstimatedCost struct {
	Currency   string               `json:"currency"`
	Amount     string               `json:"amount"`
	Items      []EstimatedCostItems `json:"items"`
	PricesAsOf string               `json:"pricesAsOf"`
}

type EstimatedCostItems struct {
	Part   EstimatedCostItemsPart   `json:"part"`
	Price  PlatformPricesPricesName `json:"price"`
	Count  int64                    `json:"count"`
	Amount string                   `json:"amount"`
}

// EstimatedCostItemsPart is one of the values below. The service may add others.
type EstimatedCostItemsPart string

const (
	EstimatedCostItemsPartPost         EstimatedCostItemsPart = "POST"
	EstimatedCostItemsPartPart         EstimatedCostItemsPart = "PART"
	EstimatedCostItemsPartFirstComment EstimatedCostItemsPart = "FIRST_COMMENT"
	EstimatedCostItemsPartMedia        EstimatedCostItemsPart = "MEDIA"
)

// Metrics: The metrics of the target; only with expand=targets.metrics, which needs the scope metrics:read.
type Metrics struct {
	Status     MetricsStatus      `json:"status"`
	MeasuredAt *time.Time         `json:"measuredAt"`
	NextAt     *time.Time         `json:"nextAt"`
	Values     MetricValues       `json:"values"`
	Native     map[string]float64 `json:"native"`
}

// MetricsStatus is one of the values below. The service may add others.
type MetricsStatus string

const (
	MetricsStatusOk                MetricsStatus = "OK"
	MetricsStatusPending           MetricsStatus = "PENDING"
	MetricsStatusUnsupported       MetricsStatus = "UNSUPPORTED"
	MetricsStatusPermissionMissing MetricsStatus = "PERMISSION_MISSING"
	MetricsStatusOff               MetricsStatus = "OFF"
	MetricsStatusFailed            MetricsStatus = "FAILED"
)

// MetricValues: The metrics, by the same names for all platforms.
type MetricValues struct {
	Views       *float64 `json:"views"`
	Impressions *float64 `json:"impressions"`
	Reach       *float64 `json:"reach"`
	Likes       *float64 `json:"likes"`
	Comments    *float64 `json:"comments"`
	Shares      *float64 `json:"shares"`
	Saves       *float64 `json:"saves"`
	Clicks      *float64 `json:"clicks"`
}

// Removal: The latest removal of the public target from its platform; null if none was asked for.
type Removal struct {
	ID                string           `json:"id"`
	Status            RemovalStatus    `json:"status"`
	RequestedAt       time.Time        `json:"requestedAt"`
	RequestedByUserID string           `json:"requestedByUserId"`
	Error             *ChangeErrorBody `json:"error"`
	RemovedAt         *time.Time       `json:"removedAt"`
}

// RemovalStatus is one of the values below. The service may add others.
type RemovalStatus string

const (
	RemovalStatusNeedsApproval RemovalStatus = "NEEDS_APPROVAL"
	RemovalStatusRequested     RemovalStatus = "REQUESTED"
	RemovalStatusRunning       RemovalStatus = "RUNNING"
	RemovalStatusDone          RemovalStatus = "DONE"
	RemovalStatusFailed        RemovalStatus = "FAILED"
	RemovalStatusUnconfirmed   RemovalStatus = "UNCONFIRMED"
	RemovalStatusRejected      RemovalStatus = "REJECTED"
)

// ChangeErrorBody: Why it did not succeed; null if it did, and until it has ended.
type ChangeErrorBody struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Edit: An edit of the text of a public target.
type Edit struct {
	ID                string           `json:"id"`
	Status            RemovalStatus    `json:"status"`
	RequestedAt       time.Time        `json:"requestedAt"`
	RequestedByUserID string           `json:"requestedByUserId"`
	Error             *ChangeErrorBody `json:"error"`
	Text              string           `json:"text"`
	Title             *string          `json:"title"`
	EditedAt          *time.Time       `json:"editedAt"`
}

// PostMedia: A media asset attached to a post.
type PostMedia struct {
	PostID       string  `json:"postId"`
	MediaAssetID string  `json:"mediaAssetId"`
	Asset        *Media  `json:"asset,omitempty"`
	Order        int64   `json:"order"`
	AltText      *string `json:"altText"`
}

// Media: An image, a video or another file in the media library of a workspace.
type Media struct {
	ID               string        `json:"id"`
	WorkspaceID      string        `json:"workspaceId"`
	Kind             MediaKind     `json:"kind"`
	Status           MediaStatus   `json:"status"`
	MIME             *string       `json:"mime"`
	SizeBytes        int64         `json:"sizeBytes"`
	Width            *int64        `json:"width"`
	Height           *int64        `json:"height"`
	DurationMs       *int64        `json:"durationMs"`
	VideoCodec       *string       `json:"videoCodec"`
	AudioCodec       *string       `json:"audioCodec"`
	FrameRate        *float64      `json:"frameRate"`
	PageCount        *int64        `json:"pageCount"`
	SHA256           *string       `json:"sha256"`
	AltText          *string       `json:"altText"`
	StorageKey       *string       `json:"storageKey"`
	OriginalFilename *string       `json:"originalFilename"`
	URL              *string       `json:"url"`
	ThumbnailURL     *string       `json:"thumbnailUrl"`
	Failure          *MediaFailure `json:"failure"`
	CreatedAt        time.Time     `json:"createdAt"`
	UpdatedAt        time.Time     `json:"updatedAt"`
}

// MediaKind is one of the values below. The service may add others.
type MediaKind string

const (
	MediaKindImage     MediaKind = "IMAGE"
	MediaKindGif       MediaKind = "GIF"
	MediaKindVideo     MediaKind = "VIDEO"
	MediaKindDocument  MediaKind = "DOCUMENT"
	MediaKindSubtitles MediaKind = "SUBTITLES"
)

// MediaStatus is one of the values below. The service may add others.
type MediaStatus string

const (
	MediaStatusPendingUpload MediaStatus = "PENDING_UPLOAD"
	MediaStatusProcessing    MediaStatus = "PROCESSING"
	MediaStatusReady         MediaStatus = "READY"
	MediaStatusFailed        MediaStatus = "FAILED"
)

// MediaFailure: Why the file was refused; null if it was not.
type MediaFailure struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// PostWarning: Something that may keep a post from being published on time, that makes it cost more, or that may be a mistake.
type PostWarning struct {
	Code            PostWarningCode `json:"code"`
	TargetID        string          `json:"targetId"`
	SocialAccountID string          `json:"socialAccountId"`
	Message         string          `json:"message"`
	Rule            *string         `json:"rule,omitempty"`
	Limit           *float64        `json:"limit,omitempty"`
	Actual          *float64        `json:"actual,omitempty"`
	FitsAt          *time.Time      `json:"fitsAt,omitempty"`
	ReconnectBy     *time.Time      `json:"reconnectBy,omitempty"`
}

// PostWarningCode is one of the values below. The service may add others.
type PostWarningCode string

const (
	PostWarningCodeAccountTokenExpired       PostWarningCode = "ACCOUNT_TOKEN_EXPIRED"
	PostWarningCodeChoiceNotAvailable        PostWarningCode = "CHOICE_NOT_AVAILABLE"
	PostWarningCodeChoicesNotChecked         PostWarningCode = "CHOICES_NOT_CHECKED"
	PostWarningCodeFirstCommentMayBeRejected PostWarningCode = "FIRST_COMMENT_MAY_BE_REJECTED"
	PostWarningCodeLinkCostsMore             PostWarningCode = "LINK_COSTS_MORE"
	PostWarningCodeMediaTooLong              PostWarningCode = "MEDIA_TOO_LONG"
	PostWarningCodePlatformQuotaForeseen     PostWarningCode = "PLATFORM_QUOTA_FORESEEN"
	PostWarningCodeQuoteMayBeRejected        PostWarningCode = "QUOTE_MAY_BE_REJECTED"
	PostWarningCodeReconnectNeededBefore     PostWarningCode = "RECONNECT_NEEDED_BEFORE"
	PostWarningCodeReplyMayBeRejected        PostWarningCode = "REPLY_MAY_BE_REJECTED"
	PostWarningCodeSameTextRecently          PostWarningCode = "SAME_TEXT_RECENTLY"
)

// ValidatePostBody is one of CreatePostFlat, CreatePostNested.
type ValidatePostBody interface{ isValidatePostBody() }

func (CreatePostFlat) isValidatePostBody() {}

func (CreatePostNested) isValidatePostBody() {}

// PostValidation: The result of checking a post.
type PostValidation struct {
	Valid    bool                    `json:"valid"`
	Findings []Finding               `json:"findings"`
	Targets  []PostValidationTargets `json:"targets"`
}

// Finding: A problem found in a post.
type Finding struct {
	Path            string          `json:"path"`
	Code            string          `json:"code"`
	Severity        FindingSeverity `json:"severity"`
	Message         string          `json:"message"`
	Rule            *string         `json:"rule,omitempty"`
	Limit           *float64        `json:"limit,omitempty"`
	Actual          *float64        `json:"actual,omitempty"`
	FitsAt          *time.Time      `json:"fitsAt,omitempty"`
	ReconnectBy     *time.Time      `json:"reconnectBy,omitempty"`
	MIME            *string         `json:"mime,omitempty"`
	Platform        *Platform       `json:"platform,omitempty"`
	SocialAccountID *string         `json:"socialAccountId,omitempty"`
}

// FindingSeverity is one of the values below. The service may add others.
type FindingSeverity string

const (
	FindingSeverityError   FindingSeverity = "error"
	FindingSeverityWarning FindingSeverity = "warning"
)

type PostValidationTargets struct {
	SocialAccountID string         `json:"socialAccountId"`
	Platform        Platform       `json:"platform"`
	Findings        []Finding      `json:"findings"`
	EstimatedCost   *EstimatedCost `json:"estimatedCost"`
}

// UpdatePostFlat: Changes to a post, written with platforms and content.
type UpdatePostFlat struct {
	Platforms         []PlatformEntry     `json:"platforms,omitzero"`
	Content           Optional[string]    `json:"content,omitzero"`
	ScheduledFor      Optional[time.Time] `json:"scheduledFor,omitzero"`
	DraftScheduledFor Optional[time.Time] `json:"draftScheduledFor,omitzero"`
	Timezone          Optional[string]    `json:"timezone,omitzero"`
	Metadata          map[string]string   `json:"metadata,omitzero"`
	MediaIDs          []string            `json:"mediaIds,omitzero"`
	MediaItems        []MediaItem         `json:"mediaItems,omitzero"`
	Parts             []PostPartEntry     `json:"parts,omitzero"`
	MediaAltText      map[string]string   `json:"mediaAltText,omitzero"`
	ClientReferenceID Optional[string]    `json:"clientReferenceId,omitzero"`
}

// UpdatePostNested: Changes to a post, written with targets and caption.
type UpdatePostNested struct {
	Targets           []TargetEntry       `json:"targets,omitzero"`
	Caption           Optional[string]    `json:"caption,omitzero"`
	ScheduledFor      Optional[time.Time] `json:"scheduledFor,omitzero"`
	DraftScheduledFor Optional[time.Time] `json:"draftScheduledFor,omitzero"`
	Timezone          Optional[string]    `json:"timezone,omitzero"`
	Metadata          map[string]string   `json:"metadata,omitzero"`
	MediaIDs          []string            `json:"mediaIds,omitzero"`
	MediaItems        []MediaItem         `json:"mediaItems,omitzero"`
	Parts             []PostPartEntry     `json:"parts,omitzero"`
	MediaAltText      map[string]string   `json:"mediaAltText,omitzero"`
	ClientReferenceID Optional[string]    `json:"clientReferenceId,omitzero"`
}

// UpdatePostBody is one of UpdatePostFlat, UpdatePostNested.
type UpdatePostBody interface{ isUpdatePostBody() }

func (UpdatePostFlat) isUpdatePostBody() {}

func (UpdatePostNested) isUpdatePostBody() {}

// SchedulePost: When to publish a post.
type SchedulePost struct {
	ScheduledAt time.Time `json:"scheduledAt"`
}

// CanceledPost: A post, with the effect of the cancellation on each target.
type CanceledPost struct {
	ID                  string                      `json:"id"`
	WorkspaceID         string                      `json:"workspaceId"`
	CreatedByUserID     string                      `json:"createdByUserId"`
	Status              PostStatus                  `json:"status"`
	Caption             *string                     `json:"caption"`
	Parts               []PostPart                  `json:"parts"`
	ScheduledAt         *time.Time                  `json:"scheduledAt"`
	Timezone            *string                     `json:"timezone"`
	Metadata            map[string]string           `json:"metadata"`
	WorkflowID          *string                     `json:"workflowId"`
	PendingWorkflowID   *string                     `json:"pendingWorkflowId"`
	ApprovedByUserID    *string                     `json:"approvedByUserId"`
	ApprovedAt          *time.Time                  `json:"approvedAt"`
	RejectionReason     *string                     `json:"rejectionReason"`
	CreatedViaAPI       bool                        `json:"createdViaApi"`
	CreatedViaFlatShape bool                        `json:"createdViaFlatShape"`
	DeletedAt           *time.Time                  `json:"deletedAt"`
	CreatedAt           time.Time                   `json:"createdAt"`
	UpdatedAt           time.Time                   `json:"updatedAt"`
	Targets             []Target                    `json:"targets"`
	Media               []PostMedia                 `json:"media"`
	MediaAltText        map[string]string           `json:"mediaAltText"`
	Warnings            []PostWarning               `json:"warnings,omitzero"`
	CancelResults       []CanceledPostCancelResults `json:"cancelResults"`
}

type CanceledPostCancelResults struct {
	TargetID string                          `json:"targetId"`
	Result   CanceledPostCancelResultsResult `json:"result"`
}

// CanceledPostCancelResultsResult is one of the values below. The service may add others.
type CanceledPostCancelResultsResult string

const (
	CanceledPostCancelResultsResultCanceled        CanceledPostCancelResultsResult = "CANCELED"
	CanceledPostCancelResultsResultInFlight        CanceledPostCancelResultsResult = "IN_FLIGHT"
	CanceledPostCancelResultsResultUnconfirmed     CanceledPostCancelResultsResult = "UNCONFIRMED"
	CanceledPostCancelResultsResultPartlyPublished CanceledPostCancelResultsResult = "PARTLY_PUBLISHED"
	CanceledPostCancelResultsResultPublished       CanceledPostCancelResultsResult = "PUBLISHED"
	CanceledPostCancelResultsResultFailed          CanceledPostCancelResultsResult = "FAILED"
	CanceledPostCancelResultsResultSkipped         CanceledPostCancelResultsResult = "SKIPPED"
)

// RetryPost: Which failed targets to publish again.
type RetryPost struct {
	TargetIDs            []string       `json:"targetIds,omitzero"`
	RepublishUnconfirmed Optional[bool] `json:"republishUnconfirmed,omitzero"`
}

// ChangePosts is one of ActOnPosts, MovePosts, MovePostsTo, MoveEachPost, SchedulePosts, RejectPosts.
type ChangePosts interface{ isChangePosts() }

func (ActOnPosts) isChangePosts() {}

func (MovePosts) isChangePosts() {}

func (MovePostsTo) isChangePosts() {}

func (MoveEachPost) isChangePosts() {}

func (SchedulePosts) isChangePosts() {}

func (RejectPosts) isChangePosts() {}

// ActOnPosts: Cancels, deletes, approves or retries posts.
type ActOnPosts struct {
	Action  ActOnPostsAction `json:"action"`
	PostIDs []string         `json:"postIds"`
}

// ActOnPostsAction is one of the values below. The service may add others.
type ActOnPostsAction string

const (
	ActOnPostsActionCancel  ActOnPostsAction = "cancel"
	ActOnPostsActionDelete  ActOnPostsAction = "delete"
	ActOnPostsActionApprove ActOnPostsAction = "approve"
	ActOnPostsActionRetry   ActOnPostsAction = "retry"
)

// MovePosts: Moves posts by days or minutes.
type MovePosts struct {
	Action   string           `json:"action"`
	PostIDs  []string         `json:"postIds"`
	Days     Optional[int64]  `json:"days,omitzero"`
	Minutes  Optional[int64]  `json:"minutes,omitzero"`
	Timezone Optional[string] `json:"timezone,omitzero"`
}

// MovePostsTo: Moves posts to a time.
type MovePostsTo struct {
	Action      string    `json:"action"`
	PostIDs     []string  `json:"postIds"`
	ScheduledAt time.Time `json:"scheduledAt"`
}

// MoveEachPost: Moves each post to a time of its own.
type MoveEachPost struct {
	Action  string      `json:"action"`
	PostIDs []string    `json:"postIds"`
	Times   []time.Time `json:"times"`
}

// SchedulePosts: Schedules posts for a time.
type SchedulePosts struct {
	Action      string    `json:"action"`
	PostIDs     []string  `json:"postIds"`
	ScheduledAt time.Time `json:"scheduledAt"`
}

// RejectPosts: Sends posts back to their authors.
type RejectPosts struct {
	Action  string   `json:"action"`
	PostIDs []string `json:"postIds"`
	Reason  string   `json:"reason"`
}

// PostOutcomes: The outcomes of a change of several posts.
type PostOutcomes struct {
	Data []PostOutcome `json:"data"`
}

// PostOutcome: What became of one post.
type PostOutcome struct {
	PostID  string             `json:"postId"`
	Outcome PostOutcomeOutcome `json:"outcome"`
	Post    *ChangedPost       `json:"post"`
	Error   json.RawMessage    `json:"error"`
}

// PostOutcomeOutcome is one of the values below. The service may add others.
type PostOutcomeOutcome string

const (
	PostOutcomeOutcomeDone   PostOutcomeOutcome = "DONE"
	PostOutcomeOutcomeFailed PostOutcomeOutcome = "FAILED"
)

// ChangedPost: The state of the post afterwards.
type ChangedPost struct {
	ID            string                     `json:"id"`
	WorkspaceID   string                     `json:"workspaceId"`
	Status        PostStatus                 `json:"status"`
	ScheduledAt   *time.Time                 `json:"scheduledAt"`
	UpdatedAt     time.Time                  `json:"updatedAt"`
	CancelResults []ChangedPostCancelResults `json:"cancelResults,omitzero"`
}

type ChangedPostCancelResults struct {
	TargetID string                          `json:"targetId"`
	Result   CanceledPostCancelResultsResult `json:"result"`
}

// ForbiddenWorkspaceErrorBody: The credential has no access to the workspace of the request or of the resource.
type ForbiddenWorkspaceErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
}

// InsufficientRoleErrorBody: Your role in the workspace does not allow this, the operation needs a dashboard session instead of an API key, or the installation does not let you create workspaces.
type InsufficientRoleErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
}

// NotFoundErrorBody: The resource does not exist, was deleted, or belongs to a workspace that you are not a member of.
type NotFoundErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
	Path       *string `json:"path,omitempty"`
}

// InvalidStateErrorBody: The status of the resource does not allow this action.
type InvalidStateErrorBody struct {
	StatusCode      int64    `json:"statusCode"`
	Code            string   `json:"code"`
	Message         string   `json:"message"`
	RequestID       string   `json:"requestId"`
	DocURL          *string  `json:"docUrl,omitempty"`
	Status          string   `json:"status"`
	Allowed         []string `json:"allowed"`
	TargetIDs       []string `json:"targetIds,omitzero"`
	CanReply        *bool    `json:"canReply,omitempty"`
	ReplyID         *string  `json:"replyId,omitempty"`
	PlatformMessage *string  `json:"platformMessage,omitempty"`
}

// InsufficientScopeErrorBody: The API key is limited to scopes that do not include this.
type InsufficientScopeErrorBody struct {
	StatusCode int64                            `json:"statusCode"`
	Code       string                           `json:"code"`
	Message    string                           `json:"message"`
	RequestID  string                           `json:"requestId"`
	DocURL     *string                          `json:"docUrl,omitempty"`
	Scope      *InsufficientScopeErrorBodyScope `json:"scope"`
}

// InsufficientScopeErrorBodyScope is one of the values below. The service may add others.
type InsufficientScopeErrorBodyScope string

const (
	InsufficientScopeErrorBodyScopePostsRead     InsufficientScopeErrorBodyScope = "posts:read"
	InsufficientScopeErrorBodyScopePostsWrite    InsufficientScopeErrorBodyScope = "posts:write"
	InsufficientScopeErrorBodyScopePostsPublish  InsufficientScopeErrorBodyScope = "posts:publish"
	InsufficientScopeErrorBodyScopeCommentsRead  InsufficientScopeErrorBodyScope = "comments:read"
	InsufficientScopeErrorBodyScopeCommentsWrite InsufficientScopeErrorBodyScope = "comments:write"
	InsufficientScopeErrorBodyScopeMediaWrite    InsufficientScopeErrorBodyScope = "media:write"
	InsufficientScopeErrorBodyScopeAccountsRead  InsufficientScopeErrorBodyScope = "accounts:read"
	InsufficientScopeErrorBodyScopeMetricsRead   InsufficientScopeErrorBodyScope = "metrics:read"
)

// FkViolationErrorBody: Something that the request refers to was deleted in the meantime.
type FkViolationErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
	AccountID  *string `json:"accountId,omitempty"`
	Path       *string `json:"path,omitempty"`
}

// UnsupportedMIMEErrorBody: The file type is not accepted at all, or not by the platform or the place in the post that the file is for; or the file is not what it claims to be.
type UnsupportedMIMEErrorBody struct {
	StatusCode int64         `json:"statusCode"`
	Code       string        `json:"code"`
	Message    string        `json:"message"`
	RequestID  string        `json:"requestId"`
	DocURL     *string       `json:"docUrl,omitempty"`
	MIME       *string       `json:"mime"`
	Path       *string       `json:"path,omitempty"`
	Details    []ErrorDetail `json:"details,omitzero"`
}

// ErrorDetail: One problem with a request.
type ErrorDetail struct {
	Path            string    `json:"path"`
	Code            string    `json:"code"`
	Message         string    `json:"message"`
	Limit           *float64  `json:"limit,omitempty"`
	Actual          *float64  `json:"actual,omitempty"`
	MIME            *string   `json:"mime,omitempty"`
	Platform        *Platform `json:"platform,omitempty"`
	SocialAccountID *string   `json:"socialAccountId,omitempty"`
}

// PlatformRuleViolationErrorBody: The content breaks a rule of a platform.
type PlatformRuleViolationErrorBody struct {
	StatusCode int64         `json:"statusCode"`
	Code       string        `json:"code"`
	Message    string        `json:"message"`
	RequestID  string        `json:"requestId"`
	DocURL     *string       `json:"docUrl,omitempty"`
	Details    []ErrorDetail `json:"details"`
}

// PlatformAuthFailedErrorBody: The platform no longer accepts the access that was granted to the account.
type PlatformAuthFailedErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
	AccountID  *string `json:"accountId,omitempty"`
}

// ValidationFailedErrorBody: The body, the query or a header is invalid.
type ValidationFailedErrorBody struct {
	StatusCode int64         `json:"statusCode"`
	Code       string        `json:"code"`
	Message    string        `json:"message"`
	RequestID  string        `json:"requestId"`
	DocURL     *string       `json:"docUrl,omitempty"`
	Details    []ErrorDetail `json:"details"`
}

// FeatureNotAvailableErrorBody: The plan of the workspace does not include the feature.
type FeatureNotAvailableErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
	Feature    string  `json:"feature"`
}

// ConflictErrorBody: Another resource already has the same unique value.
type ConflictErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
	ExistingID *string `json:"existingId,omitempty"`
}

// RetryErrorBody: A temporary problem: the change conflicted with another one, or the database or a platform was busy or unreachable.
type RetryErrorBody struct {
	StatusCode   int64   `json:"statusCode"`
	Code         string  `json:"code"`
	Message      string  `json:"message"`
	RequestID    string  `json:"requestId"`
	DocURL       *string `json:"docUrl,omitempty"`
	RetryAfterMs *int64  `json:"retryAfterMs,omitempty"`
}

// InternalErrorBody: An unexpected error in Punctual.
type InternalErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
}

// ResolveUnconfirmed: Whether something is public whose publication Punctual could not confirm.
type ResolveUnconfirmed struct {
	Published   bool             `json:"published"`
	ExternalURL Optional[string] `json:"externalUrl,omitzero"`
}

// EditTarget: The corrected text of a public target.
type EditTarget struct {
	Text  string           `json:"text"`
	Title Optional[string] `json:"title,omitzero"`
}

// TimelineEntry: Something that happened to a post or a reply.
type TimelineEntry struct {
	At        time.Time         `json:"at"`
	Kind      TimelineEntryKind `json:"kind"`
	Actor     TimelineActor     `json:"actor"`
	RequestID *string           `json:"requestId"`
	TargetID  *string           `json:"targetId"`
	Platform  *Platform         `json:"platform"`
	Detail    TimelineDetail    `json:"detail"`
}

// TimelineEntryKind is one of the values below. The service may add others.
type TimelineEntryKind string

const (
	TimelineEntryKindCreated           TimelineEntryKind = "CREATED"
	TimelineEntryKindEdited            TimelineEntryKind = "EDITED"
	TimelineEntryKindScheduled         TimelineEntryKind = "SCHEDULED"
	TimelineEntryKindRescheduled       TimelineEntryKind = "RESCHEDULED"
	TimelineEntryKindUnscheduled       TimelineEntryKind = "UNSCHEDULED"
	TimelineEntryKindCanceled          TimelineEntryKind = "CANCELED"
	TimelineEntryKindCancelRequested   TimelineEntryKind = "CANCEL_REQUESTED"
	TimelineEntryKindApprovalRequested TimelineEntryKind = "APPROVAL_REQUESTED"
	TimelineEntryKindApproved          TimelineEntryKind = "APPROVED"
	TimelineEntryKindRejected          TimelineEntryKind = "REJECTED"
	TimelineEntryKindClientCommented   TimelineEntryKind = "CLIENT_COMMENTED"
	TimelineEntryKindRetried           TimelineEntryKind = "RETRIED"
	TimelineEntryKindCommentRetried    TimelineEntryKind = "COMMENT_RETRIED"
	TimelineEntryKindResolved          TimelineEntryKind = "RESOLVED"
	TimelineEntryKindDeleted           TimelineEntryKind = "DELETED"
	TimelineEntryKindStartDeferred     TimelineEntryKind = "START_DEFERRED"
	TimelineEntryKindStartDelivered    TimelineEntryKind = "START_DELIVERED"
	TimelineEntryKindRunReplaced       TimelineEntryKind = "RUN_REPLACED"
	TimelineEntryKindRunSuperseded     TimelineEntryKind = "RUN_SUPERSEDED"
	TimelineEntryKindLookFirst         TimelineEntryKind = "LOOK_FIRST"
	TimelineEntryKindPublishingBegun   TimelineEntryKind = "PUBLISHING_BEGUN"
	TimelineEntryKindRenditionMade     TimelineEntryKind = "RENDITION_MADE"
	TimelineEntryKindUploadStarted     TimelineEntryKind = "UPLOAD_STARTED"
	TimelineEntryKindUploaded          TimelineEntryKind = "UPLOADED"
	TimelineEntryKindAttemptStarted    TimelineEntryKind = "ATTEMPT_STARTED"
	TimelineEntryKindAttemptEnded      TimelineEntryKind = "ATTEMPT_ENDED"
	TimelineEntryKindWaiting           TimelineEntryKind = "WAITING"
	TimelineEntryKindTokenRefresh      TimelineEntryKind = "TOKEN_REFRESH"
	TimelineEntryKindLookedUp          TimelineEntryKind = "LOOKED_UP"
	TimelineEntryKindPublished         TimelineEntryKind = "PUBLISHED"
	TimelineEntryKindOtherFound        TimelineEntryKind = "OTHER_FOUND"
	TimelineEntryKindExtraFailed       TimelineEntryKind = "EXTRA_FAILED"
	TimelineEntryKindCommentsLeftOut   TimelineEntryKind = "COMMENTS_LEFT_OUT"
	TimelineEntryKindFailed            TimelineEntryKind = "FAILED"
	TimelineEntryKindFinished          TimelineEntryKind = "FINISHED"
	TimelineEntryKindWebhookAttempted  TimelineEntryKind = "WEBHOOK_ATTEMPTED"
	TimelineEntryKindRemovalRequested  TimelineEntryKind = "REMOVAL_REQUESTED"
	TimelineEntryKindEditRequested     TimelineEntryKind = "EDIT_REQUESTED"
	TimelineEntryKindEditApproved      TimelineEntryKind = "EDIT_APPROVED"
	TimelineEntryKindEditRejected      TimelineEntryKind = "EDIT_REJECTED"
	TimelineEntryKindChangeAttempted   TimelineEntryKind = "CHANGE_ATTEMPTED"
	TimelineEntryKindChangeLookedUp    TimelineEntryKind = "CHANGE_LOOKED_UP"
	TimelineEntryKindChangeFailed      TimelineEntryKind = "CHANGE_FAILED"
	TimelineEntryKindRemoved           TimelineEntryKind = "REMOVED"
	TimelineEntryKindTextEdited        TimelineEntryKind = "TEXT_EDITED"
)

// TimelineActor: Who or what caused the entry.
type TimelineActor struct {
	Kind           TimelineActorKind `json:"kind"`
	APIKeyID       *string           `json:"apiKeyId"`
	AppName        *string           `json:"appName"`
	ClientLinkID   *string           `json:"clientLinkId"`
	ClientLinkName *string           `json:"clientLinkName"`
	UserID         *string           `json:"userId"`
	Part           *string           `json:"part"`
}

// TimelineActorKind is one of the values below. The service may add others.
type TimelineActorKind string

const (
	TimelineActorKindAPIKey     TimelineActorKind = "apiKey"
	TimelineActorKindApp        TimelineActorKind = "app"
	TimelineActorKindSession    TimelineActorKind = "session"
	TimelineActorKindClientLink TimelineActorKind = "clientLink"
	TimelineActorKindSystem     TimelineActorKind = "system"
)

// TimelineDetail: Details that depend on the kind of the entry.
type TimelineDetail struct {
	Step            *TimelineDetailStep      `json:"step,omitempty"`
	Attempt         *int64                   `json:"attempt,omitempty"`
	Outcome         *TimelineDetailOutcome   `json:"outcome,omitempty"`
	ErrorCode       *string                  `json:"errorCode,omitempty"`
	Reason          *TimelineDetailReason    `json:"reason,omitempty"`
	MediaCount      *int64                   `json:"mediaCount,omitempty"`
	Bytes           *int64                   `json:"bytes,omitempty"`
	ResumedAtBytes  *int64                   `json:"resumedAtBytes,omitempty"`
	MediaAssetID    *string                  `json:"mediaAssetId,omitempty"`
	Rendition       *TimelineDetailRendition `json:"rendition,omitempty"`
	Until           *time.Time               `json:"until,omitempty"`
	Lookup          *TimelineDetailLookup    `json:"lookup,omitempty"`
	IsPublished     *bool                    `json:"isPublished,omitempty"`
	ExternalURL     *string                  `json:"externalUrl,omitempty"`
	ExternalPostID  *string                  `json:"externalPostId,omitempty"`
	Extra           *string                  `json:"extra,omitempty"`
	Delivery        *TimelineDetailDelivery  `json:"delivery,omitempty"`
	EventID         *string                  `json:"eventId,omitempty"`
	EndpointID      *string                  `json:"endpointId,omitempty"`
	Refresh         *TimelineDetailRefresh   `json:"refresh,omitempty"`
	Status          *PostStatus              `json:"status,omitempty"`
	ScheduledAt     *time.Time               `json:"scheduledAt,omitempty"`
	WorkflowID      *string                  `json:"workflowId,omitempty"`
	RejectionReason *string                  `json:"rejectionReason,omitempty"`
	AltTextsFixed   *int64                   `json:"altTextsFixed,omitempty"`
	ClientComment   *string                  `json:"clientComment,omitempty"`
	Because         *string                  `json:"because,omitempty"`
	TargetIDs       []string                 `json:"targetIds,omitzero"`
	Change          *TimelineDetailChange    `json:"change,omitempty"`
	Changed         []string                 `json:"changed,omitzero"`
}

// TimelineDetailStep is one of the values below. The service may add others.
type TimelineDetailStep string

const (
	TimelineDetailStepPost         TimelineDetailStep = "POST"
	TimelineDetailStepPart2        TimelineDetailStep = "PART_2"
	TimelineDetailStepPart3        TimelineDetailStep = "PART_3"
	TimelineDetailStepPart4        TimelineDetailStep = "PART_4"
	TimelineDetailStepPart5        TimelineDetailStep = "PART_5"
	TimelineDetailStepPart6        TimelineDetailStep = "PART_6"
	TimelineDetailStepPart7        TimelineDetailStep = "PART_7"
	TimelineDetailStepPart8        TimelineDetailStep = "PART_8"
	TimelineDetailStepPart9        TimelineDetailStep = "PART_9"
	TimelineDetailStepPart10       TimelineDetailStep = "PART_10"
	TimelineDetailStepPart11       TimelineDetailStep = "PART_11"
	TimelineDetailStepPart12       TimelineDetailStep = "PART_12"
	TimelineDetailStepPart13       TimelineDetailStep = "PART_13"
	TimelineDetailStepPart14       TimelineDetailStep = "PART_14"
	TimelineDetailStepPart15       TimelineDetailStep = "PART_15"
	TimelineDetailStepPart16       TimelineDetailStep = "PART_16"
	TimelineDetailStepPart17       TimelineDetailStep = "PART_17"
	TimelineDetailStepPart18       TimelineDetailStep = "PART_18"
	TimelineDetailStepPart19       TimelineDetailStep = "PART_19"
	TimelineDetailStepPart20       TimelineDetailStep = "PART_20"
	TimelineDetailStepPart21       TimelineDetailStep = "PART_21"
	TimelineDetailStepPart22       TimelineDetailStep = "PART_22"
	TimelineDetailStepPart23       TimelineDetailStep = "PART_23"
	TimelineDetailStepPart24       TimelineDetailStep = "PART_24"
	TimelineDetailStepPart25       TimelineDetailStep = "PART_25"
	TimelineDetailStepFirstComment TimelineDetailStep = "FIRST_COMMENT"
)

// TimelineDetailOutcome is one of the values below. The service may add others.
type TimelineDetailOutcome string

const (
	TimelineDetailOutcomePublished    TimelineDetailOutcome = "PUBLISHED"
	TimelineDetailOutcomeRejected     TimelineDetailOutcome = "REJECTED"
	TimelineDetailOutcomeAuthExpired  TimelineDetailOutcome = "AUTH_EXPIRED"
	TimelineDetailOutcomeRateLimited  TimelineDetailOutcome = "RATE_LIMITED"
	TimelineDetailOutcomeNotSent      TimelineDetailOutcome = "NOT_SENT"
	TimelineDetailOutcomePrepareAgain TimelineDetailOutcome = "PREPARE_AGAIN"
	TimelineDetailOutcomeAmbiguous    TimelineDetailOutcome = "AMBIGUOUS"
	TimelineDetailOutcomeAbsent       TimelineDetailOutcome = "ABSENT"
	TimelineDetailOutcomeUnconfirmed  TimelineDetailOutcome = "UNCONFIRMED"
)

// TimelineDetailReason is one of the values below. The service may add others.
type TimelineDetailReason string

const (
	TimelineDetailReasonNotDue      TimelineDetailReason = "NOT_DUE"
	TimelineDetailReasonPaced       TimelineDetailReason = "PACED"
	TimelineDetailReasonRateLimited TimelineDetailReason = "RATE_LIMITED"
	TimelineDetailReasonUnreachable TimelineDetailReason = "UNREACHABLE"
	TimelineDetailReasonNotReady    TimelineDetailReason = "NOT_READY"
)

// TimelineDetailRendition: The file that the platform gets instead of the original.
type TimelineDetailRendition struct {
	Change TimelineDetailRenditionChange `json:"change"`
	From   TimelineDetailRenditionFrom   `json:"from"`
	To     TimelineDetailRenditionTo     `json:"to"`
}

// TimelineDetailRenditionChange is one of the values below. The service may add others.
type TimelineDetailRenditionChange string

const (
	TimelineDetailRenditionChangeMetadataRemoved TimelineDetailRenditionChange = "METADATA_REMOVED"
	TimelineDetailRenditionChangeEncoded         TimelineDetailRenditionChange = "ENCODED"
	TimelineDetailRenditionChangeRepacked        TimelineDetailRenditionChange = "REPACKED"
)

// TimelineDetailRenditionFrom: The original file.
type TimelineDetailRenditionFrom struct {
	MIME      string `json:"mime"`
	SizeBytes int64  `json:"sizeBytes"`
	Width     *int64 `json:"width"`
	Height    *int64 `json:"height"`
}

// TimelineDetailRenditionTo: The file that the platform gets.
type TimelineDetailRenditionTo struct {
	MIME      string `json:"mime"`
	SizeBytes int64  `json:"sizeBytes"`
	Width     *int64 `json:"width"`
	Height    *int64 `json:"height"`
}

// TimelineDetailLookup is one of the values below. The service may add others.
type TimelineDetailLookup string

const (
	TimelineDetailLookupFound       TimelineDetailLookup = "FOUND"
	TimelineDetailLookupAbsent      TimelineDetailLookup = "ABSENT"
	TimelineDetailLookupNotSeen     TimelineDetailLookup = "NOT_SEEN"
	TimelineDetailLookupUnknown     TimelineDetailLookup = "UNKNOWN"
	TimelineDetailLookupUnconfirmed TimelineDetailLookup = "UNCONFIRMED"
	TimelineDetailLookupProcessing  TimelineDetailLookup = "PROCESSING"
	TimelineDetailLookupRefused     TimelineDetailLookup = "REFUSED"
)

// TimelineDetailDelivery is one of the values below. The service may add others.
type TimelineDetailDelivery string

const (
	TimelineDetailDeliveryDelivered TimelineDetailDelivery = "DELIVERED"
	TimelineDetailDeliveryFailed    TimelineDetailDelivery = "FAILED"
	TimelineDetailDeliveryRefused   TimelineDetailDelivery = "REFUSED"
)

// TimelineDetailRefresh is one of the values below. The service may add others.
type TimelineDetailRefresh string

const (
	TimelineDetailRefreshRefreshed   TimelineDetailRefresh = "refreshed"
	TimelineDetailRefreshRevoked     TimelineDetailRefresh = "revoked"
	TimelineDetailRefreshUnavailable TimelineDetailRefresh = "unavailable"
)

// TimelineDetailChange: For entries about a removal or an edit of a public target.
type TimelineDetailChange struct {
	ID        string                       `json:"id"`
	Kind      TimelineDetailChangeKind     `json:"kind"`
	Step      *TimelineDetailStep          `json:"step,omitempty"`
	Attempt   *int64                       `json:"attempt,omitempty"`
	Outcome   *TimelineDetailChangeOutcome `json:"outcome,omitempty"`
	Look      *TimelineDetailChangeLook    `json:"look,omitempty"`
	Status    *RemovalStatus               `json:"status,omitempty"`
	ErrorCode *string                      `json:"errorCode,omitempty"`
}

// TimelineDetailChangeKind is one of the values below. The service may add others.
type TimelineDetailChangeKind string

const (
	TimelineDetailChangeKindRemove TimelineDetailChangeKind = "REMOVE"
	TimelineDetailChangeKindEdit   TimelineDetailChangeKind = "EDIT"
)

// TimelineDetailChangeOutcome is one of the values below. The service may add others.
type TimelineDetailChangeOutcome string

const (
	TimelineDetailChangeOutcomeDone        TimelineDetailChangeOutcome = "DONE"
	TimelineDetailChangeOutcomeGone        TimelineDetailChangeOutcome = "GONE"
	TimelineDetailChangeOutcomeRefused     TimelineDetailChangeOutcome = "REFUSED"
	TimelineDetailChangeOutcomeAuthExpired TimelineDetailChangeOutcome = "AUTH_EXPIRED"
	TimelineDetailChangeOutcomeRateLimited TimelineDetailChangeOutcome = "RATE_LIMITED"
	TimelineDetailChangeOutcomeNotSent     TimelineDetailChangeOutcome = "NOT_SENT"
	TimelineDetailChangeOutcomeAmbiguous   TimelineDetailChangeOutcome = "AMBIGUOUS"
)

// TimelineDetailChangeLook is one of the values below. The service may add others.
type TimelineDetailChangeLook string

const (
	TimelineDetailChangeLookThere       TimelineDetailChangeLook = "THERE"
	TimelineDetailChangeLookEdited      TimelineDetailChangeLook = "EDITED"
	TimelineDetailChangeLookBefore      TimelineDetailChangeLook = "BEFORE"
	TimelineDetailChangeLookOther       TimelineDetailChangeLook = "OTHER"
	TimelineDetailChangeLookGone        TimelineDetailChangeLook = "GONE"
	TimelineDetailChangeLookUnreachable TimelineDetailChangeLook = "UNREACHABLE"
	TimelineDetailChangeLookRefused     TimelineDetailChangeLook = "REFUSED"
	TimelineDetailChangeLookRateLimited TimelineDetailChangeLook = "RATE_LIMITED"
)

// HashtagSet: Hashtags that members insert together into posts.
type HashtagSet struct {
	ID          string    `json:"id"`
	WorkspaceID string    `json:"workspaceId"`
	Name        string    `json:"name"`
	Hashtags    string    `json:"hashtags"`
	CreatedAt   time.Time `json:"createdAt"`
	UpdatedAt   time.Time `json:"updatedAt"`
}

// CreateHashtagSet: The hashtag set to create.
type CreateHashtagSet struct {
	Name     string `json:"name"`
	Hashtags string `json:"hashtags"`
}

// UpdateHashtagSet: The fields of a hashtag set to change.
type UpdateHashtagSet struct {
	Name     Optional[string] `json:"name,omitzero"`
	Hashtags Optional[string] `json:"hashtags,omitzero"`
}

// Comment: A comment below a post, or a reply to one.
type Comment struct {
	ID                string              `json:"id"`
	WorkspaceID       string              `json:"workspaceId"`
	SocialAccountID   string              `json:"socialAccountId"`
	Platform          Platform            `json:"platform"`
	PostID            *string             `json:"postId"`
	TargetID          *string             `json:"targetId"`
	ExternalCommentID *string             `json:"externalCommentId"`
	ExternalPostID    string              `json:"externalPostId"`
	ParentID          *string             `json:"parentId"`
	AuthorHandle      *string             `json:"authorHandle"`
	AuthorName        *string             `json:"authorName"`
	AuthorAvatarURL   *string             `json:"authorAvatarUrl"`
	Text              string              `json:"text"`
	Mine              bool                `json:"mine"`
	CanReply          bool                `json:"canReply"`
	CanHide           bool                `json:"canHide"`
	CanDelete         bool                `json:"canDelete"`
	Status            CommentStatus       `json:"status"`
	ErrorCode         *TargetErrorCode    `json:"errorCode"`
	ErrorMessage      *string             `json:"errorMessage"`
	ExternalURL       *string             `json:"externalUrl"`
	ReadAt            *time.Time          `json:"readAt"`
	PostedAt          time.Time           `json:"postedAt"`
	CreatedAt         time.Time           `json:"createdAt"`
	UpdatedAt         time.Time           `json:"updatedAt"`
	HiddenAt          *time.Time          `json:"hiddenAt"`
	DeletedAt         *time.Time          `json:"deletedAt"`
	ReplyID           *string             `json:"replyId"`
	ReplyStatus       *CommentReplyStatus `json:"replyStatus"`
	AssignedTo        *Person             `json:"assignedTo"`
	NoteCount         int64               `json:"noteCount"`
}

// CommentStatus is one of the values below. The service may add others.
type CommentStatus string

const (
	CommentStatusReceived    CommentStatus = "RECEIVED"
	CommentStatusSending     CommentStatus = "SENDING"
	CommentStatusSent        CommentStatus = "SENT"
	CommentStatusFailed      CommentStatus = "FAILED"
	CommentStatusUnconfirmed CommentStatus = "UNCONFIRMED"
)

// CommentReplyStatus is one of the values below. The service may add others.
type CommentReplyStatus string

const (
	CommentReplyStatusSending     CommentReplyStatus = "SENDING"
	CommentReplyStatusSent        CommentReplyStatus = "SENT"
	CommentReplyStatusFailed      CommentReplyStatus = "FAILED"
	CommentReplyStatusUnconfirmed CommentReplyStatus = "UNCONFIRMED"
)

// Person: The member who takes care of the conversation; null if it is assigned to no member.
type Person struct {
	UserID string `json:"userId"`
	Name   string `json:"name"`
}

// CommentWithThread: A comment with the conversation that it is part of.
type CommentWithThread struct {
	ID                string              `json:"id"`
	WorkspaceID       string              `json:"workspaceId"`
	SocialAccountID   string              `json:"socialAccountId"`
	Platform          Platform            `json:"platform"`
	PostID            *string             `json:"postId"`
	TargetID          *string             `json:"targetId"`
	ExternalCommentID *string             `json:"externalCommentId"`
	ExternalPostID    string              `json:"externalPostId"`
	ParentID          *string             `json:"parentId"`
	AuthorHandle      *string             `json:"authorHandle"`
	AuthorName        *string             `json:"authorName"`
	AuthorAvatarURL   *string             `json:"authorAvatarUrl"`
	Text              string              `json:"text"`
	Mine              bool                `json:"mine"`
	CanReply          bool                `json:"canReply"`
	CanHide           bool                `json:"canHide"`
	CanDelete         bool                `json:"canDelete"`
	Status            CommentStatus       `json:"status"`
	ErrorCode         *TargetErrorCode    `json:"errorCode"`
	ErrorMessage      *string             `json:"errorMessage"`
	ExternalURL       *string             `json:"externalUrl"`
	ReadAt            *time.Time          `json:"readAt"`
	PostedAt          time.Time           `json:"postedAt"`
	CreatedAt         time.Time           `json:"createdAt"`
	UpdatedAt         time.Time           `json:"updatedAt"`
	HiddenAt          *time.Time          `json:"hiddenAt"`
	DeletedAt         *time.Time          `json:"deletedAt"`
	ReplyID           *string             `json:"replyId"`
	ReplyStatus       *CommentReplyStatus `json:"replyStatus"`
	AssignedTo        *Person             `json:"assignedTo"`
	NoteCount         int64               `json:"noteCount"`
	Thread            []Comment           `json:"thread"`
	ThreadTruncated   bool                `json:"threadTruncated"`
}

// ReplyToComment: A reply to a comment.
type ReplyToComment struct {
	Text                 string         `json:"text"`
	RepublishUnconfirmed Optional[bool] `json:"republishUnconfirmed,omitzero"`
}

// RefreshComments: Which comments to read.
type RefreshComments struct {
	SocialAccountID Optional[string] `json:"socialAccountId,omitzero"`
	PostID          Optional[string] `json:"postId,omitzero"`
}

// CommentRefresh: For which accounts comments are now being read, and for which they are not.
type CommentRefresh struct {
	Accepted []CommentRefreshAccepted `json:"accepted"`
	Skipped  []CommentRefreshSkipped  `json:"skipped"`
}

type CommentRefreshAccepted struct {
	SocialAccountID string `json:"socialAccountId"`
}

type CommentRefreshSkipped struct {
	SocialAccountID string                      `json:"socialAccountId"`
	Reason          CommentRefreshSkippedReason `json:"reason"`
	RetryAfterMs    *int64                      `json:"retryAfterMs"`
}

// CommentRefreshSkippedReason is one of the values below. The service may add others.
type CommentRefreshSkippedReason string

const (
	CommentRefreshSkippedReasonRefreshedLately CommentRefreshSkippedReason = "REFRESHED_LATELY"
	CommentRefreshSkippedReasonPaused          CommentRefreshSkippedReason = "PAUSED"
	CommentRefreshSkippedReasonNotSupported    CommentRefreshSkippedReason = "NOT_SUPPORTED"
	CommentRefreshSkippedReasonSwitchedOff     CommentRefreshSkippedReason = "SWITCHED_OFF"
	CommentRefreshSkippedReasonTokenExpired    CommentRefreshSkippedReason = "TOKEN_EXPIRED"
	CommentRefreshSkippedReasonNotPublished    CommentRefreshSkippedReason = "NOT_PUBLISHED"
)

// PostMetrics: The metrics of a post on each account.
type PostMetrics struct {
	PostID  string               `json:"postId"`
	Targets []PostMetricsTargets `json:"targets"`
}

type PostMetricsTargets struct {
	WorkspaceID     string           `json:"workspaceId"`
	PostID          string           `json:"postId"`
	TargetID        string           `json:"targetId"`
	SocialAccountID string           `json:"socialAccountId"`
	Platform        Platform         `json:"platform"`
	Metrics         Metrics          `json:"metrics"`
	History         []MetricSnapshot `json:"history"`
}

// MetricSnapshot: The metrics of a target at a time.
type MetricSnapshot struct {
	MeasuredAt time.Time          `json:"measuredAt"`
	Values     MetricValues       `json:"values"`
	Native     map[string]float64 `json:"native"`
}

// MetricChanges: Changes of metrics since a position.
type MetricChanges struct {
	Data    []TargetMetrics `json:"data"`
	Cursor  *string         `json:"cursor"`
	HasMore bool            `json:"hasMore"`
}

// TargetMetrics: The metrics of one target of a post.
type TargetMetrics struct {
	WorkspaceID     string   `json:"workspaceId"`
	PostID          string   `json:"postId"`
	TargetID        string   `json:"targetId"`
	SocialAccountID string   `json:"socialAccountId"`
	Platform        Platform `json:"platform"`
	Metrics         Metrics  `json:"metrics"`
}

// RefreshMetrics: Which metrics to read.
type RefreshMetrics struct {
	SocialAccountID Optional[string] `json:"socialAccountId,omitzero"`
	PostID          Optional[string] `json:"postId,omitzero"`
}

// MetricRefresh: For which accounts metrics are now being read, and for which they are not.
type MetricRefresh struct {
	Accepted []MetricRefreshAccepted `json:"accepted"`
	Skipped  []MetricRefreshSkipped  `json:"skipped"`
}

type MetricRefreshAccepted struct {
	SocialAccountID string `json:"socialAccountId"`
}

type MetricRefreshSkipped struct {
	SocialAccountID string                     `json:"socialAccountId"`
	Reason          MetricRefreshSkippedReason `json:"reason"`
	RetryAfterMs    *int64                     `json:"retryAfterMs"`
}

// MetricRefreshSkippedReason is one of the values below. The service may add others.
type MetricRefreshSkippedReason string

const (
	MetricRefreshSkippedReasonRefreshedLately   MetricRefreshSkippedReason = "REFRESHED_LATELY"
	MetricRefreshSkippedReasonPaused            MetricRefreshSkippedReason = "PAUSED"
	MetricRefreshSkippedReasonNotSupported      MetricRefreshSkippedReason = "NOT_SUPPORTED"
	MetricRefreshSkippedReasonSwitchedOff       MetricRefreshSkippedReason = "SWITCHED_OFF"
	MetricRefreshSkippedReasonTokenExpired      MetricRefreshSkippedReason = "TOKEN_EXPIRED"
	MetricRefreshSkippedReasonNotPublished      MetricRefreshSkippedReason = "NOT_PUBLISHED"
	MetricRefreshSkippedReasonPermissionMissing MetricRefreshSkippedReason = "PERMISSION_MISSING"
)

// MarkCommentRead: Whether the comment is read.
type MarkCommentRead struct {
	Read Optional[bool] `json:"read,omitzero"`
}

// MarkedCommentRead: Confirms that the read state is stored.
type MarkedCommentRead struct {
	Ok bool `json:"ok"`
}

// AssignComment: Who takes care of the conversation.
type AssignComment struct {
	UserID *string `json:"userId"`
}

// CommentNote: A note about a comment that only the team sees.
type CommentNote struct {
	ID        string    `json:"id"`
	CommentID string    `json:"commentId"`
	Author    *Person   `json:"author"`
	Text      string    `json:"text"`
	CreatedAt time.Time `json:"createdAt"`
}

// AddCommentNote: A note about a comment.
type AddCommentNote struct {
	Text string `json:"text"`
}

// SavedReply: A text that members insert into replies.
type SavedReply struct {
	ID          string    `json:"id"`
	WorkspaceID string    `json:"workspaceId"`
	Name        string    `json:"name"`
	Text        string    `json:"text"`
	CreatedAt   time.Time `json:"createdAt"`
	UpdatedAt   time.Time `json:"updatedAt"`
}

// CreateSavedReply: The saved reply to create.
type CreateSavedReply struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// UpdateSavedReply: The fields of a saved reply to change.
type UpdateSavedReply struct {
	Name Optional[string] `json:"name,omitzero"`
	Text Optional[string] `json:"text,omitzero"`
}

// PresignMedia: The file that you want to upload.
type PresignMedia struct {
	MIME      string           `json:"mime"`
	SizeBytes int64            `json:"sizeBytes"`
	Filename  Optional[string] `json:"filename,omitzero"`
	AltText   Optional[string] `json:"altText,omitzero"`
	SHA256    Optional[string] `json:"sha256,omitzero"`
	Multipart Optional[bool]   `json:"multipart,omitzero"`
}

// PresignedMedia: A new media asset, and how to send its file.
type PresignedMedia struct {
	Media  Media           `json:"media"`
	Upload json.RawMessage `json:"upload"`
}

// SingleUpload: An upload in one request with the whole file.
type SingleUpload struct {
	Kind      string            `json:"kind"`
	Method    string            `json:"method"`
	URL       string            `json:"url"`
	Headers   map[string]string `json:"headers"`
	ExpiresAt time.Time         `json:"expiresAt"`
}

// PartsUpload: An upload in several parts.
type PartsUpload struct {
	Kind          string       `json:"kind"`
	PartSizeBytes int64        `json:"partSizeBytes"`
	Parts         []UploadPart `json:"parts"`
}

// UploadPart: One part of an upload.
type UploadPart struct {
	PartNumber int64              `json:"partNumber"`
	SizeBytes  int64              `json:"sizeBytes"`
	Uploaded   bool               `json:"uploaded"`
	Address    *UploadPartAddress `json:"address"`
}

// UploadPartAddress: Where to send this part; null if it has already arrived.
type UploadPartAddress struct {
	Method    string            `json:"method"`
	URL       string            `json:"url"`
	Headers   map[string]string `json:"headers"`
	ExpiresAt time.Time         `json:"expiresAt"`
}

// MediaFromURL: A file that Punctual fetches from a URL.
type MediaFromURL struct {
	URL      string           `json:"url"`
	AltText  Optional[string] `json:"altText,omitzero"`
	Filename Optional[string] `json:"filename,omitzero"`
}

// UpdateMedia: Changes to a media asset.
type UpdateMedia struct {
	AltText  Optional[string] `json:"altText,omitzero"`
	Filename Optional[string] `json:"filename,omitzero"`
}

// CreateConnectSession: What to connect.
type CreateConnectSession struct {
	WorkspaceID     string           `json:"workspaceId"`
	Platform        Platform         `json:"platform"`
	ReturnURL       Optional[string] `json:"returnUrl,omitzero"`
	SocialAccountID Optional[string] `json:"socialAccountId,omitzero"`
	Sandbox         Optional[bool]   `json:"sandbox,omitzero"`
	Handle          Optional[string] `json:"handle,omitzero"`
}

// ConnectSession: One attempt to connect accounts of a platform to a workspace.
type ConnectSession struct {
	ID               string                   `json:"id"`
	WorkspaceID      string                   `json:"workspaceId"`
	Platform         Platform                 `json:"platform"`
	SocialAccountID  *string                  `json:"socialAccountId"`
	Sandbox          bool                     `json:"sandbox"`
	Status           ConnectSessionStatus     `json:"status"`
	AuthorizeURL     *string                  `json:"authorizeUrl"`
	CredentialFields []CredentialField        `json:"credentialFields"`
	ErrorCode        *ConnectSessionErrorCode `json:"errorCode"`
	ErrorMessage     *string                  `json:"errorMessage"`
	Candidates       []ConnectCandidate       `json:"candidates"`
	ExpiresAt        time.Time                `json:"expiresAt"`
	CreatedAt        time.Time                `json:"createdAt"`
}

// ConnectSessionStatus is one of the values below. The service may add others.
type ConnectSessionStatus string

const (
	ConnectSessionStatusPending        ConnectSessionStatus = "PENDING"
	ConnectSessionStatusAwaitingImport ConnectSessionStatus = "AWAITING_IMPORT"
	ConnectSessionStatusCompleted      ConnectSessionStatus = "COMPLETED"
	ConnectSessionStatusFailed         ConnectSessionStatus = "FAILED"
	ConnectSessionStatusExpired        ConnectSessionStatus = "EXPIRED"
)

// ConnectSessionErrorCode is one of the values below. The service may add others.
type ConnectSessionErrorCode string

const (
	ConnectSessionErrorCodeAccessDenied        ConnectSessionErrorCode = "ACCESS_DENIED"
	ConnectSessionErrorCodeCodeRefused         ConnectSessionErrorCode = "CODE_REFUSED"
	ConnectSessionErrorCodeInvalidCredentials  ConnectSessionErrorCode = "INVALID_CREDENTIALS"
	ConnectSessionErrorCodeNothingGranted      ConnectSessionErrorCode = "NOTHING_GRANTED"
	ConnectSessionErrorCodePermissionMissing   ConnectSessionErrorCode = "PERMISSION_MISSING"
	ConnectSessionErrorCodeWrongAccount        ConnectSessionErrorCode = "WRONG_ACCOUNT"
	ConnectSessionErrorCodeStateMismatch       ConnectSessionErrorCode = "STATE_MISMATCH"
	ConnectSessionErrorCodePlatformRejected    ConnectSessionErrorCode = "PLATFORM_REJECTED"
	ConnectSessionErrorCodePlatformUnavailable ConnectSessionErrorCode = "PLATFORM_UNAVAILABLE"
)

// ConnectCandidate: An account that was found while connecting and can be imported.
type ConnectCandidate struct {
	ID                 string                  `json:"id"`
	ExternalAccountID  string                  `json:"externalAccountId"`
	Handle             string                  `json:"handle"`
	DisplayName        *string                 `json:"displayName"`
	AvatarURL          *string                 `json:"avatarUrl"`
	ConnectedAccountID *string                 `json:"connectedAccountId"`
	Importable         bool                    `json:"importable"`
	Reason             *ConnectCandidateReason `json:"reason"`
	MissingScopes      []string                `json:"missingScopes"`
}

// ConnectCandidateReason is one of the values below. The service may add others.
type ConnectCandidateReason string

const (
	ConnectCandidateReasonPermissionMissing ConnectCandidateReason = "PERMISSION_MISSING"
	ConnectCandidateReasonWrongAccountType  ConnectCandidateReason = "WRONG_ACCOUNT_TYPE"
	ConnectCandidateReasonRoleMissing       ConnectCandidateReason = "ROLE_MISSING"
	ConnectCandidateReasonWrongAccount      ConnectCandidateReason = "WRONG_ACCOUNT"
)

// ConnectCredentials: Values by the names that credentialFields of the session lists.
type ConnectCredentials map[string]string

// ImportConnectCandidates: Which candidates to import.
type ImportConnectCandidates struct {
	CandidateIDs []string `json:"candidateIds,omitzero"`
}

// ImportedSocialAccountList: The imported social accounts.
type ImportedSocialAccountList struct {
	Data []ImportedSocialAccount `json:"data"`
}

// ImportedSocialAccount: A social account, and what the import did with it.
type ImportedSocialAccount struct {
	ID                string                       `json:"id"`
	WorkspaceID       string                       `json:"workspaceId"`
	Platform          Platform                     `json:"platform"`
	ExternalAccountID string                       `json:"externalAccountId"`
	Handle            string                       `json:"handle"`
	DisplayName       *string                      `json:"displayName"`
	Status            SocialAccountStatus          `json:"status"`
	Sandbox           bool                         `json:"sandbox"`
	AvatarURL         *string                      `json:"avatarUrl"`
	Scopes            []string                     `json:"scopes"`
	MissingScopes     []string                     `json:"missingScopes"`
	TokenExpiresAt    *time.Time                   `json:"tokenExpiresAt"`
	ReconnectBy       *time.Time                   `json:"reconnectBy"`
	LastCheckedAt     *time.Time                   `json:"lastCheckedAt"`
	LastError         *string                      `json:"lastError"`
	Comments          SocialAccountComments        `json:"comments"`
	Metrics           SocialAccountMetrics         `json:"metrics"`
	CreatedAt         time.Time                    `json:"createdAt"`
	UpdatedAt         time.Time                    `json:"updatedAt"`
	Outcome           ImportedSocialAccountOutcome `json:"outcome"`
}

// ImportedSocialAccountOutcome is one of the values below. The service may add others.
type ImportedSocialAccountOutcome string

const (
	ImportedSocialAccountOutcomeConnected   ImportedSocialAccountOutcome = "CONNECTED"
	ImportedSocialAccountOutcomeReconnected ImportedSocialAccountOutcome = "RECONNECTED"
)

// UpdateSocialAccount: Changes to a social account.
type UpdateSocialAccount struct {
	ReadsComments Optional[bool] `json:"readsComments,omitzero"`
	ReadsMetrics  Optional[bool] `json:"readsMetrics,omitzero"`
}

// AccountChoices: What a post to this account can choose from, according to the platform.
type AccountChoices struct {
	SocialAccountID    string               `json:"socialAccountId"`
	Platform           Platform             `json:"platform"`
	Options            map[string][]Choice  `json:"options"`
	VideoDurationMaxMs *int64               `json:"videoDurationMaxMs"`
	Quota              *AccountChoicesQuota `json:"quota"`
	ReadAt             time.Time            `json:"readAt"`
	ExpiresAt          time.Time            `json:"expiresAt"`
}

// Choice: A value that an option can have for this account.
type Choice struct {
	Value    any           `json:"value"`
	Label    string        `json:"label"`
	Within   *ChoiceWithin `json:"within,omitempty"`
	Detail   *string       `json:"detail,omitempty"`
	Text     *string       `json:"text,omitempty"`
	ImageURL *string       `json:"imageUrl,omitempty"`
}

// ChoiceWithin: The other choice that this one belongs to.
type ChoiceWithin struct {
	Option string `json:"option"`
	Value  string `json:"value"`
}

// AccountChoicesQuota: How many posts the account may publish in a period, and how many it has published; null if the platform does not say.
type AccountChoicesQuota struct {
	Used     int64 `json:"used"`
	Max      int64 `json:"max"`
	WindowMs int64 `json:"windowMs"`
}

// SortByCreatedAt is one of -createdAt, createdAt.
type SortByCreatedAt string

// PostExpand is one of the values below. The service may add others.
type PostExpand string

const (
	PostExpandMediaAsset     PostExpand = "media.asset"
	PostExpandTargetsAccount PostExpand = "targets.account"
	PostExpandTargetsMetrics PostExpand = "targets.metrics"
)

// SortByCreatedAtOrScheduledAt is one of -createdAt, createdAt, -scheduledAt, scheduledAt.
type SortByCreatedAtOrScheduledAt string

// SortByAt is one of at, -at.
type SortByAt string

// SortByPostedAt is one of -postedAt, postedAt.
type SortByPostedAt string

// SocialAccountPurge is one of the values below. The service may add others.
type SocialAccountPurge string

const (
	SocialAccountPurgeTrue  SocialAccountPurge = "true"
	SocialAccountPurgeFalse SocialAccountPurge = "false"
)

// WebhookEvent is one of PostPublishedEvent, PostFailedEvent, AccountTokenExpiredEvent, CommentReceivedEvent, PostScheduledEvent, PostCanceledEvent, PostNeedsApprovalEvent, PostMetricsUpdatedEvent, PostTargetRemovedEvent, PostTargetEditedEvent, WebhookTestEvent.
type WebhookEvent = json.RawMessage

// PostPublishedEvent: The event post.published.
type PostPublishedEvent struct {
	ID          string                 `json:"id"`
	Type        string                 `json:"type"`
	CreatedAt   time.Time              `json:"createdAt"`
	WorkspaceID string                 `json:"workspaceId"`
	Data        PostPublishedEventData `json:"data"`
}

// PostPublishedEventData: The resource that the event is about.
type PostPublishedEventData struct {
	Post Post `json:"post"`
}

// PostFailedEvent: The event post.failed.
type PostFailedEvent struct {
	ID          string              `json:"id"`
	Type        string              `json:"type"`
	CreatedAt   time.Time           `json:"createdAt"`
	WorkspaceID string              `json:"workspaceId"`
	Data        PostFailedEventData `json:"data"`
}

// PostFailedEventData: The resource that the event is about.
type PostFailedEventData struct {
	Post    Post                   `json:"post"`
	Targets []WebhookTargetOutcome `json:"targets"`
}

// WebhookTargetOutcome: How one target of a failed post ended.
type WebhookTargetOutcome struct {
	ID        string                      `json:"id"`
	Platform  Platform                    `json:"platform"`
	Account   WebhookTargetOutcomeAccount `json:"account"`
	Status    TargetStatus                `json:"status"`
	ErrorCode *TargetErrorCode            `json:"errorCode"`
	Message   *string                     `json:"message"`
}

// WebhookTargetOutcomeAccount: The social account.
type WebhookTargetOutcomeAccount struct {
	ID          string  `json:"id"`
	Handle      string  `json:"handle"`
	DisplayName *string `json:"displayName"`
}

// AccountTokenExpiredEvent: The event account.token_expired.
type AccountTokenExpiredEvent struct {
	ID          string                       `json:"id"`
	Type        string                       `json:"type"`
	CreatedAt   time.Time                    `json:"createdAt"`
	WorkspaceID string                       `json:"workspaceId"`
	Data        AccountTokenExpiredEventData `json:"data"`
}

// AccountTokenExpiredEventData: The resource that the event is about.
type AccountTokenExpiredEventData struct {
	SocialAccount SocialAccount `json:"socialAccount"`
}

// CommentReceivedEvent: The event comment.received.
type CommentReceivedEvent struct {
	ID          string                   `json:"id"`
	Type        string                   `json:"type"`
	CreatedAt   time.Time                `json:"createdAt"`
	WorkspaceID string                   `json:"workspaceId"`
	Data        CommentReceivedEventData `json:"data"`
}

// CommentReceivedEventData: The resource that the event is about.
type CommentReceivedEventData struct {
	Comment Comment `json:"comment"`
}

// PostScheduledEvent: The event post.scheduled.
type PostScheduledEvent struct {
	ID          string                 `json:"id"`
	Type        string                 `json:"type"`
	CreatedAt   time.Time              `json:"createdAt"`
	WorkspaceID string                 `json:"workspaceId"`
	Data        PostScheduledEventData `json:"data"`
}

// PostScheduledEventData: The resource that the event is about.
type PostScheduledEventData struct {
	Post Post `json:"post"`
}

// PostCanceledEvent: The event post.canceled.
type PostCanceledEvent struct {
	ID          string                `json:"id"`
	Type        string                `json:"type"`
	CreatedAt   time.Time             `json:"createdAt"`
	WorkspaceID string                `json:"workspaceId"`
	Data        PostCanceledEventData `json:"data"`
}

// PostCanceledEventData: The resource that the event is about.
type PostCanceledEventData struct {
	Post Post `json:"post"`
}

// PostNeedsApprovalEvent: The event post.needs_approval.
type PostNeedsApprovalEvent struct {
	ID          string                     `json:"id"`
	Type        string                     `json:"type"`
	CreatedAt   time.Time                  `json:"createdAt"`
	WorkspaceID string                     `json:"workspaceId"`
	Data        PostNeedsApprovalEventData `json:"data"`
}

// PostNeedsApprovalEventData: The resource that the event is about.
type PostNeedsApprovalEventData struct {
	Post Post `json:"post"`
}

// PostMetricsUpdatedEvent: The event post.metrics_updated.
type PostMetricsUpdatedEvent struct {
	ID          string                      `json:"id"`
	Type        string                      `json:"type"`
	CreatedAt   time.Time                   `json:"createdAt"`
	WorkspaceID string                      `json:"workspaceId"`
	Data        PostMetricsUpdatedEventData `json:"data"`
}

// PostMetricsUpdatedEventData: The resource that the event is about.
type PostMetricsUpdatedEventData struct {
	Target TargetMetrics `json:"target"`
}

// PostTargetRemovedEvent: The event post.target_removed.
type PostTargetRemovedEvent struct {
	ID          string                     `json:"id"`
	Type        string                     `json:"type"`
	CreatedAt   time.Time                  `json:"createdAt"`
	WorkspaceID string                     `json:"workspaceId"`
	Data        PostTargetRemovedEventData `json:"data"`
}

// PostTargetRemovedEventData: The resource that the event is about.
type PostTargetRemovedEventData struct {
	TargetID string `json:"targetId"`
	Post     Post   `json:"post"`
}

// PostTargetEditedEvent: The event post.target_edited.
type PostTargetEditedEvent struct {
	ID          string                    `json:"id"`
	Type        string                    `json:"type"`
	CreatedAt   time.Time                 `json:"createdAt"`
	WorkspaceID string                    `json:"workspaceId"`
	Data        PostTargetEditedEventData `json:"data"`
}

// PostTargetEditedEventData: The resource that the event is about.
type PostTargetEditedEventData struct {
	TargetID string `json:"targetId"`
	Post     Post   `json:"post"`
}

// WebhookTestEvent: The event webhook.test.
type WebhookTestEvent struct {
	ID          string               `json:"id"`
	Type        string               `json:"type"`
	CreatedAt   time.Time            `json:"createdAt"`
	WorkspaceID string               `json:"workspaceId"`
	Data        WebhookTestEventData `json:"data"`
}

// WebhookTestEventData: The resource that the event is about.
type WebhookTestEventData struct {
	Message string `json:"message"`
}

// CrossOriginRefusedErrorBody: A request with a session cookie came from another website, or does not say where it came from.
type CrossOriginRefusedErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
}

// PayloadTooLargeErrorBody: The body is longer than maxBytes.
type PayloadTooLargeErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
	MaxBytes   int64   `json:"maxBytes"`
}

// UnsupportedMediaTypeErrorBody: The body is not declared as JSON.
type UnsupportedMediaTypeErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
}

// RateLimitedErrorBody: You have sent more requests than the limits allow.
type RateLimitedErrorBody struct {
	StatusCode   int64   `json:"statusCode"`
	Code         string  `json:"code"`
	Message      string  `json:"message"`
	RequestID    string  `json:"requestId"`
	DocURL       *string `json:"docUrl,omitempty"`
	RetryAfterMs int64   `json:"retryAfterMs"`
	Policy       string  `json:"policy"`
	Limit        int64   `json:"limit"`
	Remaining    int64   `json:"remaining"`
	WindowMs     *int64  `json:"windowMs"`
}

// UnauthorizedErrorBody: The request has no credential, or the credential does not look like an API key.
type UnauthorizedErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
}

// InvalidAPIKeyErrorBody: The key has the right form but is not an active key: it was revoked, or it belongs to another installation.
type InvalidAPIKeyErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
}

// IdempotencyKeyInUseErrorBody: The first request with this Idempotency-Key is still running.
type IdempotencyKeyInUseErrorBody struct {
	StatusCode   int64   `json:"statusCode"`
	Code         string  `json:"code"`
	Message      string  `json:"message"`
	RequestID    string  `json:"requestId"`
	DocURL       *string `json:"docUrl,omitempty"`
	RetryAfterMs int64   `json:"retryAfterMs"`
}

// IdempotencyKeyReusedErrorBody: The Idempotency-Key was used for a different request in the last 24 hours: with another body, or at another URL, such as that of another post.
type IdempotencyKeyReusedErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
}

// PreconditionFailedErrorBody: The If-Match header does not name the current version of the resource: it has changed since you read it.
type PreconditionFailedErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
	Etag       string  `json:"etag"`
}

// MediaInUseErrorBody: The asset, or an asset of the workspace that is to be deleted, is used by posts that are not published yet, which may be in other workspaces.
type MediaInUseErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
	PostCount  int64   `json:"postCount"`
}

// MustSpecifyExactlyOneErrorBody: The request has several fields that exclude each other, or none of them.
type MustSpecifyExactlyOneErrorBody struct {
	StatusCode int64    `json:"statusCode"`
	Code       string   `json:"code"`
	Message    string   `json:"message"`
	RequestID  string   `json:"requestId"`
	DocURL     *string  `json:"docUrl,omitempty"`
	Fields     []string `json:"fields"`
}

// URLIngestDisabledErrorBody: This installation does not fetch media from URLs.
type URLIngestDisabledErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
}

// URLRejectedErrorBody: The URL is not allowed.
type URLRejectedErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
	Reason     string  `json:"reason"`
	Path       *string `json:"path,omitempty"`
}

// FileTooLargeErrorBody: The file is larger than a media asset can be.
type FileTooLargeErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
	SizeBytes  int64   `json:"sizeBytes"`
	MaxBytes   int64   `json:"maxBytes"`
	Path       *string `json:"path,omitempty"`
}

// EmptyBodyErrorBody: The file has no bytes: nothing was uploaded, or the URL returned nothing.
type EmptyBodyErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
	Path       *string `json:"path,omitempty"`
}

// FetchFailedErrorBody: The file could not be fetched.
type FetchFailedErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
	Status     *int64  `json:"status,omitempty"`
	Reason     *string `json:"reason,omitempty"`
	Path       *string `json:"path,omitempty"`
}

// PlanLimitPostsErrorBody: The workspace has used all posts of its plan for this month.
type PlanLimitPostsErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
	Limit      int64   `json:"limit"`
	Current    int64   `json:"current"`
}

// PlanLimitAPIPostsErrorBody: The workspace has used all posts that its plan allows through the API this month.
type PlanLimitAPIPostsErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
	Limit      int64   `json:"limit"`
	Current    int64   `json:"current"`
}

// StorageLimitErrorBody: The workspace has used all storage of its plan, or of the installation's limit.
type StorageLimitErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
	UsedBytes  int64   `json:"usedBytes"`
	MaxBytes   int64   `json:"maxBytes"`
}

// StorageWriteFailedErrorBody: The storage failed while the file was being written.
type StorageWriteFailedErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
}

// StorageFullErrorBody: The disk of the installation is full, or has too little free space for the file (STORAGE_FREE_MIB_MIN).
type StorageFullErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
}

// ChangeUnderWayErrorBody: The target is being removed or edited on its platform, or its first comment is being published.
type ChangeUnderWayErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
	TargetID   string  `json:"targetId"`
}

// TargetNotPublishedErrorBody: A first comment can only be retried, and a target can only be edited or removed, while the target is public.
type TargetNotPublishedErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
}

// NoExternalIDErrorBody: Punctual does not know the id of the post on the platform, so it cannot comment on it, edit it or remove it.
type NoExternalIDErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
}

// ChangeNotPossibleErrorBody: The platform does not let Punctual remove or edit this post.
type ChangeNotPossibleErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
	Reason     string  `json:"reason"`
	Platform   string  `json:"platform"`
	TargetID   string  `json:"targetId"`
}

// NoCommentToRetryErrorBody: The target has no first comment.
type NoCommentToRetryErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
}

// NoErrorToRetryErrorBody: The first comment is already public or is being published.
type NoErrorToRetryErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
}

// RetryCooldownErrorBody: The first comment was tried less than a minute ago, or is still being tried.
type RetryCooldownErrorBody struct {
	StatusCode   int64   `json:"statusCode"`
	Code         string  `json:"code"`
	Message      string  `json:"message"`
	RequestID    string  `json:"requestId"`
	DocURL       *string `json:"docUrl,omitempty"`
	RetryAfterMs int64   `json:"retryAfterMs"`
}

// XPaymentMethodRequiredErrorBody: On this plan, connecting an X account needs a card on file.
type XPaymentMethodRequiredErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
}

// DeveloperPaymentMethodRequiredErrorBody: The free connections of the developer plan are used up, and no card is on file.
type DeveloperPaymentMethodRequiredErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
}

// PlatformNotConfiguredErrorBody: Accounts of this platform cannot be connected because the operator has not configured an app for it.
type PlatformNotConfiguredErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
}

// CredentialsRefusedErrorBody: The platform did not accept the credentials.
type CredentialsRefusedErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
	TriesLeft  int64   `json:"triesLeft"`
}

// PlatformAlreadyConnectedErrorBody: The account is already connected to the workspace and works.
type PlatformAlreadyConnectedErrorBody struct {
	StatusCode int64   `json:"statusCode"`
	Code       string  `json:"code"`
	Message    string  `json:"message"`
	RequestID  string  `json:"requestId"`
	DocURL     *string `json:"docUrl,omitempty"`
	AccountID  string  `json:"accountId"`
}

// ErrorCode says what kind of error a response is.
type ErrorCode string

const (
	CodeValidationFailed               ErrorCode = "VALIDATION_FAILED"
	CodeCrossOriginRefused             ErrorCode = "CROSS_ORIGIN_REFUSED"
	CodeNotFound                       ErrorCode = "NOT_FOUND"
	CodeConflict                       ErrorCode = "CONFLICT"
	CodePayloadTooLarge                ErrorCode = "PAYLOAD_TOO_LARGE"
	CodeUnsupportedMediaType           ErrorCode = "UNSUPPORTED_MEDIA_TYPE"
	CodeRateLimited                    ErrorCode = "RATE_LIMITED"
	CodeInternal                       ErrorCode = "INTERNAL_ERROR"
	CodeRetry                          ErrorCode = "RETRY"
	CodeUnauthorized                   ErrorCode = "UNAUTHORIZED"
	CodeInvalidAPIKey                  ErrorCode = "INVALID_API_KEY"
	CodeInsufficientRole               ErrorCode = "INSUFFICIENT_ROLE"
	CodeFeatureNotAvailable            ErrorCode = "FEATURE_NOT_AVAILABLE"
	CodeIdempotencyKeyInUse            ErrorCode = "IDEMPOTENCY_KEY_IN_USE"
	CodeIdempotencyKeyReused           ErrorCode = "IDEMPOTENCY_KEY_REUSED"
	CodeForbiddenWorkspace             ErrorCode = "FORBIDDEN_WORKSPACE"
	CodePreconditionFailed             ErrorCode = "PRECONDITION_FAILED"
	CodeMediaInUse                     ErrorCode = "MEDIA_IN_USE"
	CodeInvalidState                   ErrorCode = "INVALID_STATE"
	CodeMustSpecifyExactlyOne          ErrorCode = "MUST_SPECIFY_EXACTLY_ONE"
	CodeURLIngestDisabled              ErrorCode = "URL_INGEST_DISABLED"
	CodeURLRejected                    ErrorCode = "URL_REJECTED"
	CodeUnsupportedMIME                ErrorCode = "UNSUPPORTED_MIME"
	CodeFileTooLarge                   ErrorCode = "FILE_TOO_LARGE"
	CodeEmptyBody                      ErrorCode = "EMPTY_BODY"
	CodeFetchFailed                    ErrorCode = "FETCH_FAILED"
	CodeInsufficientScope              ErrorCode = "INSUFFICIENT_SCOPE"
	CodePlanLimitPosts                 ErrorCode = "PLAN_LIMIT_POSTS"
	CodePlanLimitAPIPosts              ErrorCode = "PLAN_LIMIT_API_POSTS"
	CodeStorageLimit                   ErrorCode = "STORAGE_LIMIT"
	CodeFkViolation                    ErrorCode = "FK_VIOLATION"
	CodePlatformRuleViolation          ErrorCode = "PLATFORM_RULE_VIOLATION"
	CodeStorageWriteFailed             ErrorCode = "STORAGE_WRITE_FAILED"
	CodeStorageFull                    ErrorCode = "STORAGE_FULL"
	CodeChangeUnderWay                 ErrorCode = "CHANGE_UNDER_WAY"
	CodeTargetNotPublished             ErrorCode = "TARGET_NOT_PUBLISHED"
	CodeNoExternalID                   ErrorCode = "NO_EXTERNAL_ID"
	CodeChangeNotPossible              ErrorCode = "CHANGE_NOT_POSSIBLE"
	CodePlatformAuthFailed             ErrorCode = "PLATFORM_AUTH_FAILED"
	CodeNoCommentToRetry               ErrorCode = "NO_COMMENT_TO_RETRY"
	CodeNoErrorToRetry                 ErrorCode = "NO_ERROR_TO_RETRY"
	CodeRetryCooldown                  ErrorCode = "RETRY_COOLDOWN"
	CodeXPaymentMethodRequired         ErrorCode = "X_PAYMENT_METHOD_REQUIRED"
	CodeDeveloperPaymentMethodRequired ErrorCode = "DEVELOPER_PAYMENT_METHOD_REQUIRED"
	CodePlatformNotConfigured          ErrorCode = "PLATFORM_NOT_CONFIGURED"
	CodeCredentialsRefused             ErrorCode = "CREDENTIALS_REFUSED"
	CodePlatformAlreadyConnected       ErrorCode = "PLATFORM_ALREADY_CONNECTED"
)
