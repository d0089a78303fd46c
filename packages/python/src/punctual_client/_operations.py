"""The operations that an API key may call.

Generated from openapi.json by `npm run openapi`. Do not edit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from . import models
from ._paths import Query, path_of


class Operations:
    """The operations of the API. The names are those of the API reference."""

    def _call(
        self,
        method: str,
        path: str,
        *,
        query: Query | None = None,
        body: object = None,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Any:
        raise NotImplementedError

    def _pages(self, path: str, query: Query | None = None) -> Iterator[Any]:
        raise NotImplementedError

    def list_workspaces(
        self,
        *,
        role: Sequence[models.WorkspaceRole] | None = None,
        limit: int | None = None,
        sort: models.SortByCreatedAt | None = None,
    ) -> Iterator[models.Workspace]:
        """List workspaces: `GET /workspaces`."""
        return self._pages(path_of("/workspaces"), {"role": role, "limit": limit, "sort": sort})

    def get_workspace(
        self,
        workspace_id: str,
    ) -> models.Workspace:
        """Get a workspace: `GET /workspaces/{id}`."""
        result: models.Workspace = self._call("GET", path_of("/workspaces/{id}", workspace_id))
        return result

    def get_workspace_usage(
        self,
        workspace_id: str,
    ) -> models.WorkspaceUsage:
        """Get the usage of a workspace: `GET /workspaces/{id}/usage`."""
        result: models.WorkspaceUsage = self._call("GET", path_of("/workspaces/{id}/usage", workspace_id))
        return result

    def list_platforms(
        self,
    ) -> models.PlatformInfoList:
        """List platforms and their limits: `GET /platforms`."""
        result: models.PlatformInfoList = self._call("GET", path_of("/platforms"))
        return result

    def create_post(
        self,
        body: models.CreatePostBody,
        *,
        idempotency_key: str | None = None,
    ) -> models.Post:
        """Create a draft or a scheduled post: `POST /posts`."""
        result: models.Post = self._call("POST", path_of("/posts"), body=body, idempotency_key=idempotency_key)
        return result

    def list_posts(
        self,
        *,
        workspace_id: str | None = None,
        status: Sequence[models.PostStatus] | None = None,
        platform: Sequence[models.Platform] | None = None,
        scheduled_after: models.Time | None = None,
        scheduled_before: models.Time | None = None,
        created_after: models.Time | None = None,
        created_before: models.Time | None = None,
        social_account_id: str | None = None,
        dated: bool | None = None,
        needs_approval: bool | None = None,
        metadata_key: str | None = None,
        metadata_value: str | None = None,
        q: str | None = None,
        media_id: str | None = None,
        expand: Sequence[models.PostExpand] | None = None,
        limit: int | None = None,
        sort: models.SortByCreatedAtOrScheduledAt | None = None,
    ) -> Iterator[models.Post]:
        """List posts: `GET /posts`."""
        return self._pages(path_of("/posts"), {"workspaceId": workspace_id, "status": status, "platform": platform, "scheduledAfter": scheduled_after, "scheduledBefore": scheduled_before, "createdAfter": created_after, "createdBefore": created_before, "socialAccountId": social_account_id, "dated": dated, "needsApproval": needs_approval, "metadataKey": metadata_key, "metadataValue": metadata_value, "q": q, "mediaId": media_id, "expand": expand, "limit": limit, "sort": sort})

    def validate_post(
        self,
        body: models.ValidatePostBody,
        *,
        idempotency_key: str | None = None,
    ) -> models.PostValidation:
        """Check a post without creating it: `POST /posts/validate`."""
        result: models.PostValidation = self._call("POST", path_of("/posts/validate"), body=body, idempotency_key=idempotency_key)
        return result

    def get_post(
        self,
        post_id: str,
        *,
        expand: Sequence[models.PostExpand] | None = None,
    ) -> models.Post:
        """Get a post: `GET /posts/{id}`."""
        result: models.Post = self._call("GET", path_of("/posts/{id}", post_id), query={"expand": expand})
        return result

    def update_post(
        self,
        post_id: str,
        body: models.UpdatePostBody,
        *,
        if_match: str | None = None,
    ) -> models.Post:
        """Change a post: `PATCH /posts/{id}`."""
        result: models.Post = self._call("PATCH", path_of("/posts/{id}", post_id), body=body, if_match=if_match)
        return result

    def delete_post(
        self,
        post_id: str,
        *,
        remove_public: bool | None = None,
        if_match: str | None = None,
    ) -> None:
        """Delete a post: `DELETE /posts/{id}`."""
        self._call("DELETE", path_of("/posts/{id}", post_id), query={"removePublic": remove_public}, if_match=if_match)

    def schedule_post(
        self,
        post_id: str,
        body: models.SchedulePost,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> models.Post:
        """Schedule a post: `POST /posts/{id}/schedule`."""
        result: models.Post = self._call("POST", path_of("/posts/{id}/schedule", post_id), body=body, idempotency_key=idempotency_key, if_match=if_match)
        return result

    def reschedule_post(
        self,
        post_id: str,
        body: models.SchedulePost,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> models.Post:
        """Move a scheduled post: `POST /posts/{id}/reschedule`."""
        result: models.Post = self._call("POST", path_of("/posts/{id}/reschedule", post_id), body=body, idempotency_key=idempotency_key, if_match=if_match)
        return result

    def cancel_post(
        self,
        post_id: str,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> models.CanceledPost:
        """Cancel a post: `POST /posts/{id}/cancel`."""
        result: models.CanceledPost = self._call("POST", path_of("/posts/{id}/cancel", post_id), idempotency_key=idempotency_key, if_match=if_match)
        return result

    def retry_post(
        self,
        post_id: str,
        body: models.RetryPost | None = None,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> models.Post:
        """Retry failed targets: `POST /posts/{id}/retry`."""
        result: models.Post = self._call("POST", path_of("/posts/{id}/retry", post_id), body=body, idempotency_key=idempotency_key, if_match=if_match)
        return result

    def change_posts(
        self,
        body: models.ChangePosts,
        *,
        idempotency_key: str | None = None,
    ) -> models.PostOutcomes:
        """Change several posts: `POST /posts/bulk`."""
        result: models.PostOutcomes = self._call("POST", path_of("/posts/bulk"), body=body, idempotency_key=idempotency_key)
        return result

    def retry_first_comment(
        self,
        post_id: str,
        target_id: str,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> models.Post:
        """Retry a failed first comment: `POST /posts/{id}/targets/{tid}/retry-first-comment`."""
        result: models.Post = self._call("POST", path_of("/posts/{id}/targets/{tid}/retry-first-comment", post_id, target_id), idempotency_key=idempotency_key, if_match=if_match)
        return result

    def resolve_target(
        self,
        post_id: str,
        target_id: str,
        body: models.ResolveUnconfirmed,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> models.Post:
        """Say whether an unconfirmed target is public: `POST /posts/{id}/targets/{tid}/resolve`."""
        result: models.Post = self._call("POST", path_of("/posts/{id}/targets/{tid}/resolve", post_id, target_id), body=body, idempotency_key=idempotency_key, if_match=if_match)
        return result

    def remove_target(
        self,
        post_id: str,
        target_id: str,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> models.Post:
        """Remove a public target from its platform: `POST /posts/{id}/targets/{tid}/remove`."""
        result: models.Post = self._call("POST", path_of("/posts/{id}/targets/{tid}/remove", post_id, target_id), idempotency_key=idempotency_key, if_match=if_match)
        return result

    def edit_target(
        self,
        post_id: str,
        target_id: str,
        body: models.EditTarget,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> models.Post:
        """Edit the text of a public target: `POST /posts/{id}/targets/{tid}/edit`."""
        result: models.Post = self._call("POST", path_of("/posts/{id}/targets/{tid}/edit", post_id, target_id), body=body, idempotency_key=idempotency_key, if_match=if_match)
        return result

    def get_post_timeline(
        self,
        post_id: str,
        *,
        kind: Sequence[models.TimelineEntryKind] | None = None,
        target_id: str | None = None,
        limit: int | None = None,
        sort: models.SortByAt | None = None,
    ) -> Iterator[models.TimelineEntry]:
        """Get the timeline of a post: `GET /posts/{id}/timeline`."""
        return self._pages(path_of("/posts/{id}/timeline", post_id), {"kind": kind, "targetId": target_id, "limit": limit, "sort": sort})

    def list_hashtag_sets(
        self,
        workspace_id: str,
        *,
        limit: int | None = None,
        sort: models.SortByCreatedAt | None = None,
    ) -> Iterator[models.HashtagSet]:
        """List the hashtag sets of a workspace: `GET /workspaces/{id}/hashtag-sets`."""
        return self._pages(path_of("/workspaces/{id}/hashtag-sets", workspace_id), {"limit": limit, "sort": sort})

    def create_hashtag_set(
        self,
        workspace_id: str,
        body: models.CreateHashtagSet,
        *,
        idempotency_key: str | None = None,
    ) -> models.HashtagSet:
        """Create a hashtag set: `POST /workspaces/{id}/hashtag-sets`."""
        result: models.HashtagSet = self._call("POST", path_of("/workspaces/{id}/hashtag-sets", workspace_id), body=body, idempotency_key=idempotency_key)
        return result

    def update_hashtag_set(
        self,
        workspace_id: str,
        hashtag_set_id: str,
        body: models.UpdateHashtagSet,
    ) -> models.HashtagSet:
        """Change a hashtag set: `PATCH /workspaces/{id}/hashtag-sets/{hashtagSetId}`."""
        result: models.HashtagSet = self._call("PATCH", path_of("/workspaces/{id}/hashtag-sets/{hashtagSetId}", workspace_id, hashtag_set_id), body=body)
        return result

    def delete_hashtag_set(
        self,
        workspace_id: str,
        hashtag_set_id: str,
    ) -> None:
        """Delete a hashtag set: `DELETE /workspaces/{id}/hashtag-sets/{hashtagSetId}`."""
        self._call("DELETE", path_of("/workspaces/{id}/hashtag-sets/{hashtagSetId}", workspace_id, hashtag_set_id))

    def list_comments(
        self,
        *,
        workspace_id: str | None = None,
        social_account_id: str | None = None,
        platform: Sequence[models.Platform] | None = None,
        post_id: str | None = None,
        unread: bool | None = None,
        mine: bool | None = None,
        assigned_to: str | None = None,
        assigned: bool | None = None,
        since: models.Time | None = None,
        until: models.Time | None = None,
        limit: int | None = None,
        sort: models.SortByPostedAt | None = None,
    ) -> Iterator[models.Comment]:
        """List comments: `GET /comments`."""
        return self._pages(path_of("/comments"), {"workspaceId": workspace_id, "socialAccountId": social_account_id, "platform": platform, "postId": post_id, "unread": unread, "mine": mine, "assignedTo": assigned_to, "assigned": assigned, "since": since, "until": until, "limit": limit, "sort": sort})

    def get_comment(
        self,
        comment_id: str,
    ) -> models.CommentWithThread:
        """Get a comment with its conversation: `GET /comments/{id}`."""
        result: models.CommentWithThread = self._call("GET", path_of("/comments/{id}", comment_id))
        return result

    def delete_comment(
        self,
        comment_id: str,
    ) -> None:
        """Delete a comment on the platform: `DELETE /comments/{id}`."""
        self._call("DELETE", path_of("/comments/{id}", comment_id))

    def reply_to_comment(
        self,
        comment_id: str,
        body: models.ReplyToComment,
        *,
        idempotency_key: str | None = None,
    ) -> models.Comment:
        """Reply to a comment: `POST /comments/{id}/reply`."""
        result: models.Comment = self._call("POST", path_of("/comments/{id}/reply", comment_id), body=body, idempotency_key=idempotency_key)
        return result

    def resolve_reply(
        self,
        comment_id: str,
        body: models.ResolveUnconfirmed,
        *,
        idempotency_key: str | None = None,
    ) -> models.Comment:
        """Say whether an unconfirmed reply is public: `POST /comments/{id}/resolve`."""
        result: models.Comment = self._call("POST", path_of("/comments/{id}/resolve", comment_id), body=body, idempotency_key=idempotency_key)
        return result

    def refresh_comments(
        self,
        body: models.RefreshComments | None = None,
        *,
        workspace_id: str,
        idempotency_key: str | None = None,
    ) -> models.CommentRefresh:
        """Read comments now: `POST /comments/refresh`."""
        result: models.CommentRefresh = self._call("POST", path_of("/comments/refresh"), query={"workspaceId": workspace_id}, body=body, idempotency_key=idempotency_key)
        return result

    def get_post_metrics(
        self,
        post_id: str,
    ) -> models.PostMetrics:
        """Get the metrics of a post: `GET /posts/{id}/metrics`."""
        result: models.PostMetrics = self._call("GET", path_of("/posts/{id}/metrics", post_id))
        return result

    def list_metric_changes(
        self,
        *,
        workspace_id: str,
        since: str | None = None,
        limit: int | None = None,
    ) -> models.MetricChanges:
        """List changes of metrics: `GET /metrics`."""
        result: models.MetricChanges = self._call("GET", path_of("/metrics"), query={"workspaceId": workspace_id, "since": since, "limit": limit})
        return result

    def refresh_metrics(
        self,
        body: models.RefreshMetrics | None = None,
        *,
        workspace_id: str,
        idempotency_key: str | None = None,
    ) -> models.MetricRefresh:
        """Read metrics now: `POST /metrics/refresh`."""
        result: models.MetricRefresh = self._call("POST", path_of("/metrics/refresh"), query={"workspaceId": workspace_id}, body=body, idempotency_key=idempotency_key)
        return result

    def mark_comment_read(
        self,
        comment_id: str,
        body: models.MarkCommentRead | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> models.MarkedCommentRead:
        """Mark a comment read or unread: `POST /comments/{id}/read`."""
        result: models.MarkedCommentRead = self._call("POST", path_of("/comments/{id}/read", comment_id), body=body, idempotency_key=idempotency_key)
        return result

    def hide_comment(
        self,
        comment_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> models.Comment:
        """Hide a comment: `POST /comments/{id}/hide`."""
        result: models.Comment = self._call("POST", path_of("/comments/{id}/hide", comment_id), idempotency_key=idempotency_key)
        return result

    def unhide_comment(
        self,
        comment_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> models.Comment:
        """Show a hidden comment again: `POST /comments/{id}/unhide`."""
        result: models.Comment = self._call("POST", path_of("/comments/{id}/unhide", comment_id), idempotency_key=idempotency_key)
        return result

    def assign_comment(
        self,
        comment_id: str,
        body: models.AssignComment,
    ) -> models.Comment:
        """Assign a conversation to a member: `PUT /comments/{id}/assignment`."""
        result: models.Comment = self._call("PUT", path_of("/comments/{id}/assignment", comment_id), body=body)
        return result

    def list_comment_notes(
        self,
        comment_id: str,
        *,
        limit: int | None = None,
        sort: models.SortByCreatedAt | None = None,
    ) -> Iterator[models.CommentNote]:
        """List the notes about a conversation: `GET /comments/{id}/notes`."""
        return self._pages(path_of("/comments/{id}/notes", comment_id), {"limit": limit, "sort": sort})

    def add_comment_note(
        self,
        comment_id: str,
        body: models.AddCommentNote,
        *,
        idempotency_key: str | None = None,
    ) -> models.CommentNote:
        """Write a note about a comment: `POST /comments/{id}/notes`."""
        result: models.CommentNote = self._call("POST", path_of("/comments/{id}/notes", comment_id), body=body, idempotency_key=idempotency_key)
        return result

    def delete_comment_note(
        self,
        comment_id: str,
        note_id: str,
    ) -> None:
        """Delete a note about a comment: `DELETE /comments/{id}/notes/{noteId}`."""
        self._call("DELETE", path_of("/comments/{id}/notes/{noteId}", comment_id, note_id))

    def list_saved_replies(
        self,
        workspace_id: str,
        *,
        limit: int | None = None,
        sort: models.SortByCreatedAt | None = None,
    ) -> Iterator[models.SavedReply]:
        """List the saved replies of a workspace: `GET /workspaces/{id}/saved-replies`."""
        return self._pages(path_of("/workspaces/{id}/saved-replies", workspace_id), {"limit": limit, "sort": sort})

    def create_saved_reply(
        self,
        workspace_id: str,
        body: models.CreateSavedReply,
        *,
        idempotency_key: str | None = None,
    ) -> models.SavedReply:
        """Create a saved reply: `POST /workspaces/{id}/saved-replies`."""
        result: models.SavedReply = self._call("POST", path_of("/workspaces/{id}/saved-replies", workspace_id), body=body, idempotency_key=idempotency_key)
        return result

    def update_saved_reply(
        self,
        workspace_id: str,
        saved_reply_id: str,
        body: models.UpdateSavedReply,
    ) -> models.SavedReply:
        """Change a saved reply: `PATCH /workspaces/{id}/saved-replies/{savedReplyId}`."""
        result: models.SavedReply = self._call("PATCH", path_of("/workspaces/{id}/saved-replies/{savedReplyId}", workspace_id, saved_reply_id), body=body)
        return result

    def delete_saved_reply(
        self,
        workspace_id: str,
        saved_reply_id: str,
    ) -> None:
        """Delete a saved reply: `DELETE /workspaces/{id}/saved-replies/{savedReplyId}`."""
        self._call("DELETE", path_of("/workspaces/{id}/saved-replies/{savedReplyId}", workspace_id, saved_reply_id))

    def get_comment_timeline(
        self,
        comment_id: str,
        *,
        kind: Sequence[models.TimelineEntryKind] | None = None,
        limit: int | None = None,
        sort: models.SortByAt | None = None,
    ) -> Iterator[models.TimelineEntry]:
        """Get the timeline of a reply: `GET /comments/{id}/timeline`."""
        return self._pages(path_of("/comments/{id}/timeline", comment_id), {"kind": kind, "limit": limit, "sort": sort})

    def list_media(
        self,
        *,
        workspace_id: str,
        kind: Sequence[models.MediaKind] | None = None,
        status: Sequence[models.MediaStatus] | None = None,
        limit: int | None = None,
        sort: models.SortByCreatedAt | None = None,
    ) -> Iterator[models.Media]:
        """List media: `GET /media`."""
        return self._pages(path_of("/media"), {"workspaceId": workspace_id, "kind": kind, "status": status, "limit": limit, "sort": sort})

    def presign_media(
        self,
        body: models.PresignMedia,
        *,
        workspace_id: str,
        idempotency_key: str | None = None,
    ) -> models.PresignedMedia:
        """Start an upload: `POST /media/presign`."""
        result: models.PresignedMedia = self._call("POST", path_of("/media/presign"), query={"workspaceId": workspace_id}, body=body, idempotency_key=idempotency_key)
        return result

    def create_media_from_url(
        self,
        body: models.MediaFromUrl,
        *,
        workspace_id: str,
        idempotency_key: str | None = None,
    ) -> models.Media:
        """Add media from a URL: `POST /media/from-url`."""
        result: models.Media = self._call("POST", path_of("/media/from-url"), query={"workspaceId": workspace_id}, body=body, idempotency_key=idempotency_key)
        return result

    def get_media(
        self,
        media_id: str,
    ) -> models.Media:
        """Get a media asset: `GET /media/{id}`."""
        result: models.Media = self._call("GET", path_of("/media/{id}", media_id))
        return result

    def update_media(
        self,
        media_id: str,
        body: models.UpdateMedia,
        *,
        if_match: str | None = None,
    ) -> models.Media:
        """Update a media asset: `PATCH /media/{id}`."""
        result: models.Media = self._call("PATCH", path_of("/media/{id}", media_id), body=body, if_match=if_match)
        return result

    def delete_media(
        self,
        media_id: str,
        *,
        if_match: str | None = None,
    ) -> None:
        """Delete a media asset: `DELETE /media/{id}`."""
        self._call("DELETE", path_of("/media/{id}", media_id), if_match=if_match)

    def resume_upload(
        self,
        media_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> models.PresignedMedia:
        """Resume an upload: `POST /media/{id}/upload`."""
        result: models.PresignedMedia = self._call("POST", path_of("/media/{id}/upload", media_id), idempotency_key=idempotency_key)
        return result

    def complete_media(
        self,
        media_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> models.Media:
        """Complete an upload: `POST /media/{id}/complete`."""
        result: models.Media = self._call("POST", path_of("/media/{id}/complete", media_id), idempotency_key=idempotency_key)
        return result

    def create_connect_session(
        self,
        body: models.CreateConnectSession,
        *,
        idempotency_key: str | None = None,
    ) -> models.ConnectSession:
        """Start connecting an account: `POST /connect-sessions`."""
        result: models.ConnectSession = self._call("POST", path_of("/connect-sessions"), body=body, idempotency_key=idempotency_key)
        return result

    def get_connect_session(
        self,
        connect_session_id: str,
    ) -> models.ConnectSession:
        """Get a connect session: `GET /connect-sessions/{id}`."""
        result: models.ConnectSession = self._call("GET", path_of("/connect-sessions/{id}", connect_session_id))
        return result

    def submit_connect_credentials(
        self,
        connect_session_id: str,
        body: models.ConnectCredentials,
        *,
        idempotency_key: str | None = None,
    ) -> models.ConnectSession:
        """Connect with credentials: `POST /connect-sessions/{id}/credentials`."""
        result: models.ConnectSession = self._call("POST", path_of("/connect-sessions/{id}/credentials", connect_session_id), body=body, idempotency_key=idempotency_key)
        return result

    def import_connect_candidates(
        self,
        connect_session_id: str,
        body: models.ImportConnectCandidates,
        *,
        idempotency_key: str | None = None,
    ) -> models.ImportedSocialAccountList:
        """Import candidates as social accounts: `POST /connect-sessions/{id}/import`."""
        result: models.ImportedSocialAccountList = self._call("POST", path_of("/connect-sessions/{id}/import", connect_session_id), body=body, idempotency_key=idempotency_key)
        return result

    def list_social_accounts(
        self,
        *,
        workspace_id: str | None = None,
        platform: Sequence[models.Platform] | None = None,
        status: Sequence[models.SocialAccountStatus] | None = None,
        limit: int | None = None,
        sort: models.SortByCreatedAt | None = None,
    ) -> Iterator[models.SocialAccount]:
        """List social accounts: `GET /social-accounts`."""
        return self._pages(path_of("/social-accounts"), {"workspaceId": workspace_id, "platform": platform, "status": status, "limit": limit, "sort": sort})

    def get_social_account(
        self,
        social_account_id: str,
    ) -> models.SocialAccount:
        """Get a social account: `GET /social-accounts/{id}`."""
        result: models.SocialAccount = self._call("GET", path_of("/social-accounts/{id}", social_account_id))
        return result

    def update_social_account(
        self,
        social_account_id: str,
        body: models.UpdateSocialAccount,
        *,
        if_match: str | None = None,
    ) -> models.SocialAccount:
        """Turn reading comments and metrics on or off: `PATCH /social-accounts/{id}`."""
        result: models.SocialAccount = self._call("PATCH", path_of("/social-accounts/{id}", social_account_id), body=body, if_match=if_match)
        return result

    def delete_social_account(
        self,
        social_account_id: str,
        *,
        purge: models.SocialAccountPurge | None = None,
        if_match: str | None = None,
    ) -> None:
        """Disconnect a social account: `DELETE /social-accounts/{id}`."""
        self._call("DELETE", path_of("/social-accounts/{id}", social_account_id), query={"purge": purge}, if_match=if_match)

    def list_account_choices(
        self,
        social_account_id: str,
        *,
        option: str | None = None,
        q: str | None = None,
    ) -> models.AccountChoices:
        """List choices for an account: `GET /social-accounts/{id}/choices`."""
        result: models.AccountChoices = self._call("GET", path_of("/social-accounts/{id}/choices", social_account_id), query={"option": option, "q": q})
        return result

    def check_social_account(
        self,
        social_account_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> models.SocialAccount:
        """Check a social account: `POST /social-accounts/{id}/check`."""
        result: models.SocialAccount = self._call("POST", path_of("/social-accounts/{id}/check", social_account_id), idempotency_key=idempotency_key)
        return result
