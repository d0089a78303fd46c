// Code generated from openapi.json by npm run openapi; DO NOT EDIT.

package punctual

import (
	"context"
	"iter"
	"net/url"
	"time"
)

// ListWorkspacesQuery has the parameters of ListWorkspaces. What is zero is not sent.
type ListWorkspacesQuery struct {
	Role  []WorkspaceRole
	Limit int64
	Sort  SortByCreatedAt
}

func (q *ListWorkspacesQuery) addTo(values url.Values) {
	if q == nil {
		return
	}
	addTo(values, "role", q.Role)
	addTo(values, "limit", q.Limit)
	addTo(values, "sort", q.Sort)
}

// ListWorkspaces: List workspaces (GET /workspaces).
func (c *Client) ListWorkspaces(ctx context.Context, query *ListWorkspacesQuery, options ...CallOption) iter.Seq2[*Workspace, error] {
	values := url.Values{}
	query.addTo(values)
	return pages[Workspace](ctx, c, pathOf("/workspaces"), values, options)
}

// GetWorkspace: Get a workspace (GET /workspaces/{id}).
func (c *Client) GetWorkspace(ctx context.Context, workspaceID string, options ...CallOption) (*Workspace, error) {
	return call[Workspace](ctx, c, "GET", pathOf("/workspaces/{id}", workspaceID), nil, nil, options)
}

// GetWorkspaceUsage: Get the usage of a workspace (GET /workspaces/{id}/usage).
func (c *Client) GetWorkspaceUsage(ctx context.Context, workspaceID string, options ...CallOption) (*WorkspaceUsage, error) {
	return call[WorkspaceUsage](ctx, c, "GET", pathOf("/workspaces/{id}/usage", workspaceID), nil, nil, options)
}

// ListPlatforms: List platforms and their limits (GET /platforms).
func (c *Client) ListPlatforms(ctx context.Context, options ...CallOption) (*PlatformInfoList, error) {
	return call[PlatformInfoList](ctx, c, "GET", pathOf("/platforms"), nil, nil, options)
}

// CreatePost: Create a draft or a scheduled post (POST /posts).
func (c *Client) CreatePost(ctx context.Context, body CreatePostBody, options ...CallOption) (*Post, error) {
	return call[Post](ctx, c, "POST", pathOf("/posts"), nil, body, options)
}

// ListPostsQuery has the parameters of ListPosts. What is zero is not sent.
type ListPostsQuery struct {
	WorkspaceID     string
	Status          []PostStatus
	Platform        []Platform
	ScheduledAfter  time.Time
	ScheduledBefore time.Time
	CreatedAfter    time.Time
	CreatedBefore   time.Time
	SocialAccountID string
	Dated           *bool
	NeedsApproval   *bool
	MetadataKey     string
	MetadataValue   *string
	Q               string
	MediaID         string
	Expand          []PostExpand
	Limit           int64
	Sort            SortByCreatedAtOrScheduledAt
}

func (q *ListPostsQuery) addTo(values url.Values) {
	if q == nil {
		return
	}
	addTo(values, "workspaceId", q.WorkspaceID)
	addTo(values, "status", q.Status)
	addTo(values, "platform", q.Platform)
	addTo(values, "scheduledAfter", q.ScheduledAfter)
	addTo(values, "scheduledBefore", q.ScheduledBefore)
	addTo(values, "createdAfter", q.CreatedAfter)
	addTo(values, "createdBefore", q.CreatedBefore)
	addTo(values, "socialAccountId", q.SocialAccountID)
	addTo(values, "dated", q.Dated)
	addTo(values, "needsApproval", q.NeedsApproval)
	addTo(values, "metadataKey", q.MetadataKey)
	addTo(values, "metadataValue", q.MetadataValue)
	addTo(values, "q", q.Q)
	addTo(values, "mediaId", q.MediaID)
	addTo(values, "expand", q.Expand)
	addTo(values, "limit", q.Limit)
	addTo(values, "sort", q.Sort)
}

// ListPosts: List posts (GET /posts).
func (c *Client) ListPosts(ctx context.Context, query *ListPostsQuery, options ...CallOption) iter.Seq2[*Post, error] {
	values := url.Values{}
	query.addTo(values)
	return pages[Post](ctx, c, pathOf("/posts"), values, options)
}

// ValidatePost: Check a post without creating it (POST /posts/validate).
func (c *Client) ValidatePost(ctx context.Context, body ValidatePostBody, options ...CallOption) (*PostValidation, error) {
	return call[PostValidation](ctx, c, "POST", pathOf("/posts/validate"), nil, body, options)
}

// GetPostQuery has the parameters of GetPost. What is zero is not sent.
type GetPostQuery struct {
	Expand []PostExpand
}

func (q *GetPostQuery) addTo(values url.Values) {
	if q == nil {
		return
	}
	addTo(values, "expand", q.Expand)
}

// GetPost: Get a post (GET /posts/{id}).
func (c *Client) GetPost(ctx context.Context, postID string, query *GetPostQuery, options ...CallOption) (*Post, error) {
	values := url.Values{}
	query.addTo(values)
	return call[Post](ctx, c, "GET", pathOf("/posts/{id}", postID), values, nil, options)
}

// UpdatePost: Change a post (PATCH /posts/{id}).
func (c *Client) UpdatePost(ctx context.Context, postID string, body UpdatePostBody, options ...CallOption) (*Post, error) {
	return call[Post](ctx, c, "PATCH", pathOf("/posts/{id}", postID), nil, body, options)
}

// DeletePostQuery has the parameters of DeletePost. What is zero is not sent.
type DeletePostQuery struct {
	RemovePublic *bool
}

func (q *DeletePostQuery) addTo(values url.Values) {
	if q == nil {
		return
	}
	addTo(values, "removePublic", q.RemovePublic)
}

// DeletePost: Delete a post (DELETE /posts/{id}).
func (c *Client) DeletePost(ctx context.Context, postID string, query *DeletePostQuery, options ...CallOption) error {
	values := url.Values{}
	query.addTo(values)
	return c.Call(ctx, "DELETE", pathOf("/posts/{id}", postID), values, nil, nil, options...)
}

// SchedulePost: Schedule a post (POST /posts/{id}/schedule).
func (c *Client) SchedulePost(ctx context.Context, postID string, body SchedulePost, options ...CallOption) (*Post, error) {
	return call[Post](ctx, c, "POST", pathOf("/posts/{id}/schedule", postID), nil, body, options)
}

// ReschedulePost: Move a scheduled post (POST /posts/{id}/reschedule).
func (c *Client) ReschedulePost(ctx context.Context, postID string, body SchedulePost, options ...CallOption) (*Post, error) {
	return call[Post](ctx, c, "POST", pathOf("/posts/{id}/reschedule", postID), nil, body, options)
}

// CancelPost: Cancel a post (POST /posts/{id}/cancel).
func (c *Client) CancelPost(ctx context.Context, postID string, options ...CallOption) (*CanceledPost, error) {
	return call[CanceledPost](ctx, c, "POST", pathOf("/posts/{id}/cancel", postID), nil, nil, options)
}

// RetryPost: Retry failed targets (POST /posts/{id}/retry).
func (c *Client) RetryPost(ctx context.Context, postID string, body *RetryPost, options ...CallOption) (*Post, error) {
	return call[Post](ctx, c, "POST", pathOf("/posts/{id}/retry", postID), nil, orNothing(body), options)
}

// ChangePosts: Change several posts (POST /posts/bulk).
func (c *Client) ChangePosts(ctx context.Context, body ChangePosts, options ...CallOption) (*PostOutcomes, error) {
	return call[PostOutcomes](ctx, c, "POST", pathOf("/posts/bulk"), nil, body, options)
}

// RetryFirstComment: Retry a failed first comment (POST /posts/{id}/targets/{tid}/retry-first-comment).
func (c *Client) RetryFirstComment(ctx context.Context, postID string, targetID string, options ...CallOption) (*Post, error) {
	return call[Post](ctx, c, "POST", pathOf("/posts/{id}/targets/{tid}/retry-first-comment", postID, targetID), nil, nil, options)
}

// ResolveTarget: Say whether an unconfirmed target is public (POST /posts/{id}/targets/{tid}/resolve).
func (c *Client) ResolveTarget(ctx context.Context, postID string, targetID string, body ResolveUnconfirmed, options ...CallOption) (*Post, error) {
	return call[Post](ctx, c, "POST", pathOf("/posts/{id}/targets/{tid}/resolve", postID, targetID), nil, body, options)
}

// RemoveTarget: Remove a public target from its platform (POST /posts/{id}/targets/{tid}/remove).
func (c *Client) RemoveTarget(ctx context.Context, postID string, targetID string, options ...CallOption) (*Post, error) {
	return call[Post](ctx, c, "POST", pathOf("/posts/{id}/targets/{tid}/remove", postID, targetID), nil, nil, options)
}

// EditTarget: Edit the text of a public target (POST /posts/{id}/targets/{tid}/edit).
func (c *Client) EditTarget(ctx context.Context, postID string, targetID string, body EditTarget, options ...CallOption) (*Post, error) {
	return call[Post](ctx, c, "POST", pathOf("/posts/{id}/targets/{tid}/edit", postID, targetID), nil, body, options)
}

// GetPostTimelineQuery has the parameters of GetPostTimeline. What is zero is not sent.
type GetPostTimelineQuery struct {
	Kind     []TimelineEntryKind
	TargetID string
	Limit    int64
	Sort     SortByAt
}

func (q *GetPostTimelineQuery) addTo(values url.Values) {
	if q == nil {
		return
	}
	addTo(values, "kind", q.Kind)
	addTo(values, "targetId", q.TargetID)
	addTo(values, "limit", q.Limit)
	addTo(values, "sort", q.Sort)
}

// GetPostTimeline: Get the timeline of a post (GET /posts/{id}/timeline).
func (c *Client) GetPostTimeline(ctx context.Context, postID string, query *GetPostTimelineQuery, options ...CallOption) iter.Seq2[*TimelineEntry, error] {
	values := url.Values{}
	query.addTo(values)
	return pages[TimelineEntry](ctx, c, pathOf("/posts/{id}/timeline", postID), values, options)
}

// ListHashtagSetsQuery has the parameters of ListHashtagSets. What is zero is not sent.
type ListHashtagSetsQuery struct {
	Limit int64
	Sort  SortByCreatedAt
}

func (q *ListHashtagSetsQuery) addTo(values url.Values) {
	if q == nil {
		return
	}
	addTo(values, "limit", q.Limit)
	addTo(values, "sort", q.Sort)
}

// ListHashtagSets: List the hashtag sets of a workspace (GET /workspaces/{id}/hashtag-sets).
func (c *Client) ListHashtagSets(ctx context.Context, workspaceID string, query *ListHashtagSetsQuery, options ...CallOption) iter.Seq2[*HashtagSet, error] {
	values := url.Values{}
	query.addTo(values)
	return pages[HashtagSet](ctx, c, pathOf("/workspaces/{id}/hashtag-sets", workspaceID), values, options)
}

// CreateHashtagSet: Create a hashtag set (POST /workspaces/{id}/hashtag-sets).
func (c *Client) CreateHashtagSet(ctx context.Context, workspaceID string, body CreateHashtagSet, options ...CallOption) (*HashtagSet, error) {
	return call[HashtagSet](ctx, c, "POST", pathOf("/workspaces/{id}/hashtag-sets", workspaceID), nil, body, options)
}

// UpdateHashtagSet: Change a hashtag set (PATCH /workspaces/{id}/hashtag-sets/{hashtagSetId}).
func (c *Client) UpdateHashtagSet(ctx context.Context, workspaceID string, hashtagSetID string, body UpdateHashtagSet, options ...CallOption) (*HashtagSet, error) {
	return call[HashtagSet](ctx, c, "PATCH", pathOf("/workspaces/{id}/hashtag-sets/{hashtagSetId}", workspaceID, hashtagSetID), nil, body, options)
}

// DeleteHashtagSet: Delete a hashtag set (DELETE /workspaces/{id}/hashtag-sets/{hashtagSetId}).
func (c *Client) DeleteHashtagSet(ctx context.Context, workspaceID string, hashtagSetID string, options ...CallOption) error {
	return c.Call(ctx, "DELETE", pathOf("/workspaces/{id}/hashtag-sets/{hashtagSetId}", workspaceID, hashtagSetID), nil, nil, nil, options...)
}

// ListCommentsQuery has the parameters of ListComments. What is zero is not sent.
type ListCommentsQuery struct {
	WorkspaceID     string
	SocialAccountID string
	Platform        []Platform
	PostID          string
	Unread          *bool
	Mine            *bool
	AssignedTo      string
	Assigned        *bool
	Since           time.Time
	Until           time.Time
	Limit           int64
	Sort            SortByPostedAt
}

func (q *ListCommentsQuery) addTo(values url.Values) {
	if q == nil {
		return
	}
	addTo(values, "workspaceId", q.WorkspaceID)
	addTo(values, "socialAccountId", q.SocialAccountID)
	addTo(values, "platform", q.Platform)
	addTo(values, "postId", q.PostID)
	addTo(values, "unread", q.Unread)
	addTo(values, "mine", q.Mine)
	addTo(values, "assignedTo", q.AssignedTo)
	addTo(values, "assigned", q.Assigned)
	addTo(values, "since", q.Since)
	addTo(values, "until", q.Until)
	addTo(values, "limit", q.Limit)
	addTo(values, "sort", q.Sort)
}

// ListComments: List comments (GET /comments).
func (c *Client) ListComments(ctx context.Context, query *ListCommentsQuery, options ...CallOption) iter.Seq2[*Comment, error] {
	values := url.Values{}
	query.addTo(values)
	return pages[Comment](ctx, c, pathOf("/comments"), values, options)
}

// GetComment: Get a comment with its conversation (GET /comments/{id}).
func (c *Client) GetComment(ctx context.Context, commentID string, options ...CallOption) (*CommentWithThread, error) {
	return call[CommentWithThread](ctx, c, "GET", pathOf("/comments/{id}", commentID), nil, nil, options)
}

// DeleteComment: Delete a comment on the platform (DELETE /comments/{id}).
func (c *Client) DeleteComment(ctx context.Context, commentID string, options ...CallOption) error {
	return c.Call(ctx, "DELETE", pathOf("/comments/{id}", commentID), nil, nil, nil, options...)
}

// ReplyToComment: Reply to a comment (POST /comments/{id}/reply).
func (c *Client) ReplyToComment(ctx context.Context, commentID string, body ReplyToComment, options ...CallOption) (*Comment, error) {
	return call[Comment](ctx, c, "POST", pathOf("/comments/{id}/reply", commentID), nil, body, options)
}

// ResolveReply: Say whether an unconfirmed reply is public (POST /comments/{id}/resolve).
func (c *Client) ResolveReply(ctx context.Context, commentID string, body ResolveUnconfirmed, options ...CallOption) (*Comment, error) {
	return call[Comment](ctx, c, "POST", pathOf("/comments/{id}/resolve", commentID), nil, body, options)
}

// RefreshComments: Read comments now (POST /comments/refresh).
func (c *Client) RefreshComments(ctx context.Context, workspaceID string, body *RefreshComments, options ...CallOption) (*CommentRefresh, error) {
	values := url.Values{}
	addTo(values, "workspaceId", workspaceID)
	return call[CommentRefresh](ctx, c, "POST", pathOf("/comments/refresh"), values, orNothing(body), options)
}

// GetPostMetrics: Get the metrics of a post (GET /posts/{id}/metrics).
func (c *Client) GetPostMetrics(ctx context.Context, postID string, options ...CallOption) (*PostMetrics, error) {
	return call[PostMetrics](ctx, c, "GET", pathOf("/posts/{id}/metrics", postID), nil, nil, options)
}

// ListMetricChangesQuery has the parameters of ListMetricChanges. What is zero is not sent.
type ListMetricChangesQuery struct {
	Since string
	Limit int64
}

func (q *ListMetricChangesQuery) addTo(values url.Values) {
	if q == nil {
		return
	}
	addTo(values, "since", q.Since)
	addTo(values, "limit", q.Limit)
}

// ListMetricChanges: List changes of metrics (GET /metrics).
func (c *Client) ListMetricChanges(ctx context.Context, workspaceID string, query *ListMetricChangesQuery, options ...CallOption) (*MetricChanges, error) {
	values := url.Values{}
	addTo(values, "workspaceId", workspaceID)
	query.addTo(values)
	return call[MetricChanges](ctx, c, "GET", pathOf("/metrics"), values, nil, options)
}

// RefreshMetrics: Read metrics now (POST /metrics/refresh).
func (c *Client) RefreshMetrics(ctx context.Context, workspaceID string, body *RefreshMetrics, options ...CallOption) (*MetricRefresh, error) {
	values := url.Values{}
	addTo(values, "workspaceId", workspaceID)
	return call[MetricRefresh](ctx, c, "POST", pathOf("/metrics/refresh"), values, orNothing(body), options)
}

// MarkCommentRead: Mark a comment read or unread (POST /comments/{id}/read).
func (c *Client) MarkCommentRead(ctx context.Context, commentID string, body *MarkCommentRead, options ...CallOption) (*MarkedCommentRead, error) {
	return call[MarkedCommentRead](ctx, c, "POST", pathOf("/comments/{id}/read", commentID), nil, orNothing(body), options)
}

// HideComment: Hide a comment (POST /comments/{id}/hide).
func (c *Client) HideComment(ctx context.Context, commentID string, options ...CallOption) (*Comment, error) {
	return call[Comment](ctx, c, "POST", pathOf("/comments/{id}/hide", commentID), nil, nil, options)
}

// UnhideComment: Show a hidden comment again (POST /comments/{id}/unhide).
func (c *Client) UnhideComment(ctx context.Context, commentID string, options ...CallOption) (*Comment, error) {
	return call[Comment](ctx, c, "POST", pathOf("/comments/{id}/unhide", commentID), nil, nil, options)
}

// AssignComment: Assign a conversation to a member (PUT /comments/{id}/assignment).
func (c *Client) AssignComment(ctx context.Context, commentID string, body AssignComment, options ...CallOption) (*Comment, error) {
	return call[Comment](ctx, c, "PUT", pathOf("/comments/{id}/assignment", commentID), nil, body, options)
}

// ListCommentNotesQuery has the parameters of ListCommentNotes. What is zero is not sent.
type ListCommentNotesQuery struct {
	Limit int64
	Sort  SortByCreatedAt
}

func (q *ListCommentNotesQuery) addTo(values url.Values) {
	if q == nil {
		return
	}
	addTo(values, "limit", q.Limit)
	addTo(values, "sort", q.Sort)
}

// ListCommentNotes: List the notes about a conversation (GET /comments/{id}/notes).
func (c *Client) ListCommentNotes(ctx context.Context, commentID string, query *ListCommentNotesQuery, options ...CallOption) iter.Seq2[*CommentNote, error] {
	values := url.Values{}
	query.addTo(values)
	return pages[CommentNote](ctx, c, pathOf("/comments/{id}/notes", commentID), values, options)
}

// AddCommentNote: Write a note about a comment (POST /comments/{id}/notes).
func (c *Client) AddCommentNote(ctx context.Context, commentID string, body AddCommentNote, options ...CallOption) (*CommentNote, error) {
	return call[CommentNote](ctx, c, "POST", pathOf("/comments/{id}/notes", commentID), nil, body, options)
}

// DeleteCommentNote: Delete a note about a comment (DELETE /comments/{id}/notes/{noteId}).
func (c *Client) DeleteCommentNote(ctx context.Context, commentID string, noteID string, options ...CallOption) error {
	return c.Call(ctx, "DELETE", pathOf("/comments/{id}/notes/{noteId}", commentID, noteID), nil, nil, nil, options...)
}

// ListSavedRepliesQuery has the parameters of ListSavedReplies. What is zero is not sent.
type ListSavedRepliesQuery struct {
	Limit int64
	Sort  SortByCreatedAt
}

func (q *ListSavedRepliesQuery) addTo(values url.Values) {
	if q == nil {
		return
	}
	addTo(values, "limit", q.Limit)
	addTo(values, "sort", q.Sort)
}

// ListSavedReplies: List the saved replies of a workspace (GET /workspaces/{id}/saved-replies).
func (c *Client) ListSavedReplies(ctx context.Context, workspaceID string, query *ListSavedRepliesQuery, options ...CallOption) iter.Seq2[*SavedReply, error] {
	values := url.Values{}
	query.addTo(values)
	return pages[SavedReply](ctx, c, pathOf("/workspaces/{id}/saved-replies", workspaceID), values, options)
}

// CreateSavedReply: Create a saved reply (POST /workspaces/{id}/saved-replies).
func (c *Client) CreateSavedReply(ctx context.Context, workspaceID string, body CreateSavedReply, options ...CallOption) (*SavedReply, error) {
	return call[SavedReply](ctx, c, "POST", pathOf("/workspaces/{id}/saved-replies", workspaceID), nil, body, options)
}

// UpdateSavedReply: Change a saved reply (PATCH /workspaces/{id}/saved-replies/{savedReplyId}).
func (c *Client) UpdateSavedReply(ctx context.Context, workspaceID string, savedReplyID string, body UpdateSavedReply, options ...CallOption) (*SavedReply, error) {
	return call[SavedReply](ctx, c, "PATCH", pathOf("/workspaces/{id}/saved-replies/{savedReplyId}", workspaceID, savedReplyID), nil, body, options)
}

// DeleteSavedReply: Delete a saved reply (DELETE /workspaces/{id}/saved-replies/{savedReplyId}).
func (c *Client) DeleteSavedReply(ctx context.Context, workspaceID string, savedReplyID string, options ...CallOption) error {
	return c.Call(ctx, "DELETE", pathOf("/workspaces/{id}/saved-replies/{savedReplyId}", workspaceID, savedReplyID), nil, nil, nil, options...)
}

// GetCommentTimelineQuery has the parameters of GetCommentTimeline. What is zero is not sent.
type GetCommentTimelineQuery struct {
	Kind  []TimelineEntryKind
	Limit int64
	Sort  SortByAt
}

func (q *GetCommentTimelineQuery) addTo(values url.Values) {
	if q == nil {
		return
	}
	addTo(values, "kind", q.Kind)
	addTo(values, "limit", q.Limit)
	addTo(values, "sort", q.Sort)
}

// GetCommentTimeline: Get the timeline of a reply (GET /comments/{id}/timeline).
func (c *Client) GetCommentTimeline(ctx context.Context, commentID string, query *GetCommentTimelineQuery, options ...CallOption) iter.Seq2[*TimelineEntry, error] {
	values := url.Values{}
	query.addTo(values)
	return pages[TimelineEntry](ctx, c, pathOf("/comments/{id}/timeline", commentID), values, options)
}

// ListMediaQuery has the parameters of ListMedia. What is zero is not sent.
type ListMediaQuery struct {
	Kind   []MediaKind
	Status []MediaStatus
	Limit  int64
	Sort   SortByCreatedAt
}

func (q *ListMediaQuery) addTo(values url.Values) {
	if q == nil {
		return
	}
	addTo(values, "kind", q.Kind)
	addTo(values, "status", q.Status)
	addTo(values, "limit", q.Limit)
	addTo(values, "sort", q.Sort)
}

// ListMedia: List media (GET /media).
func (c *Client) ListMedia(ctx context.Context, workspaceID string, query *ListMediaQuery, options ...CallOption) iter.Seq2[*Media, error] {
	values := url.Values{}
	addTo(values, "workspaceId", workspaceID)
	query.addTo(values)
	return pages[Media](ctx, c, pathOf("/media"), values, options)
}

// PresignMedia: Start an upload (POST /media/presign).
func (c *Client) PresignMedia(ctx context.Context, workspaceID string, body PresignMedia, options ...CallOption) (*PresignedMedia, error) {
	values := url.Values{}
	addTo(values, "workspaceId", workspaceID)
	return call[PresignedMedia](ctx, c, "POST", pathOf("/media/presign"), values, body, options)
}

// CreateMediaFromURL: Add media from a URL (POST /media/from-url).
func (c *Client) CreateMediaFromURL(ctx context.Context, workspaceID string, body MediaFromURL, options ...CallOption) (*Media, error) {
	values := url.Values{}
	addTo(values, "workspaceId", workspaceID)
	return call[Media](ctx, c, "POST", pathOf("/media/from-url"), values, body, options)
}

// GetMedia: Get a media asset (GET /media/{id}).
func (c *Client) GetMedia(ctx context.Context, mediaID string, options ...CallOption) (*Media, error) {
	return call[Media](ctx, c, "GET", pathOf("/media/{id}", mediaID), nil, nil, options)
}

// UpdateMedia: Update a media asset (PATCH /media/{id}).
func (c *Client) UpdateMedia(ctx context.Context, mediaID string, body UpdateMedia, options ...CallOption) (*Media, error) {
	return call[Media](ctx, c, "PATCH", pathOf("/media/{id}", mediaID), nil, body, options)
}

// DeleteMedia: Delete a media asset (DELETE /media/{id}).
func (c *Client) DeleteMedia(ctx context.Context, mediaID string, options ...CallOption) error {
	return c.Call(ctx, "DELETE", pathOf("/media/{id}", mediaID), nil, nil, nil, options...)
}

// ResumeUpload: Resume an upload (POST /media/{id}/upload).
func (c *Client) ResumeUpload(ctx context.Context, mediaID string, options ...CallOption) (*PresignedMedia, error) {
	return call[PresignedMedia](ctx, c, "POST", pathOf("/media/{id}/upload", mediaID), nil, nil, options)
}

// CompleteMedia: Complete an upload (POST /media/{id}/complete).
func (c *Client) CompleteMedia(ctx context.Context, mediaID string, options ...CallOption) (*Media, error) {
	return call[Media](ctx, c, "POST", pathOf("/media/{id}/complete", mediaID), nil, nil, options)
}

// CreateConnectSession: Start connecting an account (POST /connect-sessions).
func (c *Client) CreateConnectSession(ctx context.Context, body CreateConnectSession, options ...CallOption) (*ConnectSession, error) {
	return call[ConnectSession](ctx, c, "POST", pathOf("/connect-sessions"), nil, body, options)
}

// GetConnectSession: Get a connect session (GET /connect-sessions/{id}).
func (c *Client) GetConnectSession(ctx context.Context, connectSessionID string, options ...CallOption) (*ConnectSession, error) {
	return call[ConnectSession](ctx, c, "GET", pathOf("/connect-sessions/{id}", connectSessionID), nil, nil, options)
}

// SubmitConnectCredentials: Connect with credentials (POST /connect-sessions/{id}/credentials).
func (c *Client) SubmitConnectCredentials(ctx context.Context, connectSessionID string, body ConnectCredentials, options ...CallOption) (*ConnectSession, error) {
	return call[ConnectSession](ctx, c, "POST", pathOf("/connect-sessions/{id}/credentials", connectSessionID), nil, body, options)
}

// ImportConnectCandidates: Import candidates as social accounts (POST /connect-sessions/{id}/import).
func (c *Client) ImportConnectCandidates(ctx context.Context, connectSessionID string, body ImportConnectCandidates, options ...CallOption) (*ImportedSocialAccountList, error) {
	return call[ImportedSocialAccountList](ctx, c, "POST", pathOf("/connect-sessions/{id}/import", connectSessionID), nil, body, options)
}

// ListSocialAccountsQuery has the parameters of ListSocialAccounts. What is zero is not sent.
type ListSocialAccountsQuery struct {
	WorkspaceID string
	Platform    []Platform
	Status      []SocialAccountStatus
	Limit       int64
	Sort        SortByCreatedAt
}

func (q *ListSocialAccountsQuery) addTo(values url.Values) {
	if q == nil {
		return
	}
	addTo(values, "workspaceId", q.WorkspaceID)
	addTo(values, "platform", q.Platform)
	addTo(values, "status", q.Status)
	addTo(values, "limit", q.Limit)
	addTo(values, "sort", q.Sort)
}

// ListSocialAccounts: List social accounts (GET /social-accounts).
func (c *Client) ListSocialAccounts(ctx context.Context, query *ListSocialAccountsQuery, options ...CallOption) iter.Seq2[*SocialAccount, error] {
	values := url.Values{}
	query.addTo(values)
	return pages[SocialAccount](ctx, c, pathOf("/social-accounts"), values, options)
}

// GetSocialAccount: Get a social account (GET /social-accounts/{id}).
func (c *Client) GetSocialAccount(ctx context.Context, socialAccountID string, options ...CallOption) (*SocialAccount, error) {
	return call[SocialAccount](ctx, c, "GET", pathOf("/social-accounts/{id}", socialAccountID), nil, nil, options)
}

// UpdateSocialAccount: Turn reading comments and metrics on or off (PATCH /social-accounts/{id}).
func (c *Client) UpdateSocialAccount(ctx context.Context, socialAccountID string, body UpdateSocialAccount, options ...CallOption) (*SocialAccount, error) {
	return call[SocialAccount](ctx, c, "PATCH", pathOf("/social-accounts/{id}", socialAccountID), nil, body, options)
}

// DeleteSocialAccountQuery has the parameters of DeleteSocialAccount. What is zero is not sent.
type DeleteSocialAccountQuery struct {
	Purge SocialAccountPurge
}

func (q *DeleteSocialAccountQuery) addTo(values url.Values) {
	if q == nil {
		return
	}
	addTo(values, "purge", q.Purge)
}

// DeleteSocialAccount: Disconnect a social account (DELETE /social-accounts/{id}).
func (c *Client) DeleteSocialAccount(ctx context.Context, socialAccountID string, query *DeleteSocialAccountQuery, options ...CallOption) error {
	values := url.Values{}
	query.addTo(values)
	return c.Call(ctx, "DELETE", pathOf("/social-accounts/{id}", socialAccountID), values, nil, nil, options...)
}

// ListAccountChoicesQuery has the parameters of ListAccountChoices. What is zero is not sent.
type ListAccountChoicesQuery struct {
	Option string
	Q      string
}

func (q *ListAccountChoicesQuery) addTo(values url.Values) {
	if q == nil {
		return
	}
	addTo(values, "option", q.Option)
	addTo(values, "q", q.Q)
}

// ListAccountChoices: List choices for an account (GET /social-accounts/{id}/choices).
func (c *Client) ListAccountChoices(ctx context.Context, socialAccountID string, query *ListAccountChoicesQuery, options ...CallOption) (*AccountChoices, error) {
	values := url.Values{}
	query.addTo(values)
	return call[AccountChoices](ctx, c, "GET", pathOf("/social-accounts/{id}/choices", socialAccountID), values, nil, options)
}

// CheckSocialAccount: Check a social account (POST /social-accounts/{id}/check).
func (c *Client) CheckSocialAccount(ctx context.Context, socialAccountID string, options ...CallOption) (*SocialAccount, error) {
	return call[SocialAccount](ctx, c, "POST", pathOf("/social-accounts/{id}/check", socialAccountID), nil, nil, options)
}
