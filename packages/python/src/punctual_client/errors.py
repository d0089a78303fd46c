"""The errors of the API, by their codes.

Generated from openapi.json by `npm run openapi`. Do not edit.
"""

from __future__ import annotations

from . import models
from ._errors import ApiError


class ValidationFailedError(ApiError):
    """An error with the code VALIDATION_FAILED."""

    body: models.ValidationFailedErrorBody


class CrossOriginRefusedError(ApiError):
    """An error with the code CROSS_ORIGIN_REFUSED."""

    body: models.CrossOriginRefusedErrorBody


class NotFoundError(ApiError):
    """An error with the code NOT_FOUND."""

    body: models.NotFoundErrorBody


class ConflictError(ApiError):
    """An error with the code CONFLICT."""

    body: models.ConflictErrorBody


class PayloadTooLargeError(ApiError):
    """An error with the code PAYLOAD_TOO_LARGE."""

    body: models.PayloadTooLargeErrorBody


class UnsupportedMediaTypeError(ApiError):
    """An error with the code UNSUPPORTED_MEDIA_TYPE."""

    body: models.UnsupportedMediaTypeErrorBody


class RateLimitedError(ApiError):
    """An error with the code RATE_LIMITED."""

    body: models.RateLimitedErrorBody


class InternalError(ApiError):
    """An error with the code INTERNAL_ERROR."""

    body: models.InternalErrorBody


class RetryError(ApiError):
    """An error with the code RETRY."""

    body: models.RetryErrorBody


class UnauthorizedError(ApiError):
    """An error with the code UNAUTHORIZED."""

    body: models.UnauthorizedErrorBody


class InvalidApiKeyError(ApiError):
    """An error with the code INVALID_API_KEY."""

    body: models.InvalidApiKeyErrorBody


class InsufficientRoleError(ApiError):
    """An error with the code INSUFFICIENT_ROLE."""

    body: models.InsufficientRoleErrorBody


class FeatureNotAvailableError(ApiError):
    """An error with the code FEATURE_NOT_AVAILABLE."""

    body: models.FeatureNotAvailableErrorBody


class IdempotencyKeyInUseError(ApiError):
    """An error with the code IDEMPOTENCY_KEY_IN_USE."""

    body: models.IdempotencyKeyInUseErrorBody


class IdempotencyKeyReusedError(ApiError):
    """An error with the code IDEMPOTENCY_KEY_REUSED."""

    body: models.IdempotencyKeyReusedErrorBody


class ForbiddenWorkspaceError(ApiError):
    """An error with the code FORBIDDEN_WORKSPACE."""

    body: models.ForbiddenWorkspaceErrorBody


class PreconditionFailedError(ApiError):
    """An error with the code PRECONDITION_FAILED."""

    body: models.PreconditionFailedErrorBody


class MediaInUseError(ApiError):
    """An error with the code MEDIA_IN_USE."""

    body: models.MediaInUseErrorBody


class InvalidStateError(ApiError):
    """An error with the code INVALID_STATE."""

    body: models.InvalidStateErrorBody


class MustSpecifyExactlyOneError(ApiError):
    """An error with the code MUST_SPECIFY_EXACTLY_ONE."""

    body: models.MustSpecifyExactlyOneErrorBody


class UrlIngestDisabledError(ApiError):
    """An error with the code URL_INGEST_DISABLED."""

    body: models.UrlIngestDisabledErrorBody


class UrlRejectedError(ApiError):
    """An error with the code URL_REJECTED."""

    body: models.UrlRejectedErrorBody


class UnsupportedMimeError(ApiError):
    """An error with the code UNSUPPORTED_MIME."""

    body: models.UnsupportedMimeErrorBody


class FileTooLargeError(ApiError):
    """An error with the code FILE_TOO_LARGE."""

    body: models.FileTooLargeErrorBody


class EmptyBodyError(ApiError):
    """An error with the code EMPTY_BODY."""

    body: models.EmptyBodyErrorBody


class FetchFailedError(ApiError):
    """An error with the code FETCH_FAILED."""

    body: models.FetchFailedErrorBody


class InsufficientScopeError(ApiError):
    """An error with the code INSUFFICIENT_SCOPE."""

    body: models.InsufficientScopeErrorBody


class PlanLimitPostsError(ApiError):
    """An error with the code PLAN_LIMIT_POSTS."""

    body: models.PlanLimitPostsErrorBody


class PlanLimitApiPostsError(ApiError):
    """An error with the code PLAN_LIMIT_API_POSTS."""

    body: models.PlanLimitApiPostsErrorBody


class StorageLimitError(ApiError):
    """An error with the code STORAGE_LIMIT."""

    body: models.StorageLimitErrorBody


class FkViolationError(ApiError):
    """An error with the code FK_VIOLATION."""

    body: models.FkViolationErrorBody


class PlatformRuleViolationError(ApiError):
    """An error with the code PLATFORM_RULE_VIOLATION."""

    body: models.PlatformRuleViolationErrorBody


class StorageWriteFailedError(ApiError):
    """An error with the code STORAGE_WRITE_FAILED."""

    body: models.StorageWriteFailedErrorBody


class StorageFullError(ApiError):
    """An error with the code STORAGE_FULL."""

    body: models.StorageFullErrorBody


class ChangeUnderWayError(ApiError):
    """An error with the code CHANGE_UNDER_WAY."""

    body: models.ChangeUnderWayErrorBody


class TargetNotPublishedError(ApiError):
    """An error with the code TARGET_NOT_PUBLISHED."""

    body: models.TargetNotPublishedErrorBody


class NoExternalIdError(ApiError):
    """An error with the code NO_EXTERNAL_ID."""

    body: models.NoExternalIdErrorBody


class ChangeNotPossibleError(ApiError):
    """An error with the code CHANGE_NOT_POSSIBLE."""

    body: models.ChangeNotPossibleErrorBody


class PlatformAuthFailedError(ApiError):
    """An error with the code PLATFORM_AUTH_FAILED."""

    body: models.PlatformAuthFailedErrorBody


class NoCommentToRetryError(ApiError):
    """An error with the code NO_COMMENT_TO_RETRY."""

    body: models.NoCommentToRetryErrorBody


class NoErrorToRetryError(ApiError):
    """An error with the code NO_ERROR_TO_RETRY."""

    body: models.NoErrorToRetryErrorBody


class RetryCooldownError(ApiError):
    """An error with the code RETRY_COOLDOWN."""

    body: models.RetryCooldownErrorBody


class XPaymentMethodRequiredError(ApiError):
    """An error with the code X_PAYMENT_METHOD_REQUIRED."""

    body: models.XPaymentMethodRequiredErrorBody


class DeveloperPaymentMethodRequiredError(ApiError):
    """An error with the code DEVELOPER_PAYMENT_METHOD_REQUIRED."""

    body: models.DeveloperPaymentMethodRequiredErrorBody


class PlatformNotConfiguredError(ApiError):
    """An error with the code PLATFORM_NOT_CONFIGURED."""

    body: models.PlatformNotConfiguredErrorBody


class CredentialsRefusedError(ApiError):
    """An error with the code CREDENTIALS_REFUSED."""

    body: models.CredentialsRefusedErrorBody


class PlatformAlreadyConnectedError(ApiError):
    """An error with the code PLATFORM_ALREADY_CONNECTED."""

    body: models.PlatformAlreadyConnectedErrorBody


by_code: dict[str, type[ApiError]] = {
    "VALIDATION_FAILED": ValidationFailedError,
    "CROSS_ORIGIN_REFUSED": CrossOriginRefusedError,
    "NOT_FOUND": NotFoundError,
    "CONFLICT": ConflictError,
    "PAYLOAD_TOO_LARGE": PayloadTooLargeError,
    "UNSUPPORTED_MEDIA_TYPE": UnsupportedMediaTypeError,
    "RATE_LIMITED": RateLimitedError,
    "INTERNAL_ERROR": InternalError,
    "RETRY": RetryError,
    "UNAUTHORIZED": UnauthorizedError,
    "INVALID_API_KEY": InvalidApiKeyError,
    "INSUFFICIENT_ROLE": InsufficientRoleError,
    "FEATURE_NOT_AVAILABLE": FeatureNotAvailableError,
    "IDEMPOTENCY_KEY_IN_USE": IdempotencyKeyInUseError,
    "IDEMPOTENCY_KEY_REUSED": IdempotencyKeyReusedError,
    "FORBIDDEN_WORKSPACE": ForbiddenWorkspaceError,
    "PRECONDITION_FAILED": PreconditionFailedError,
    "MEDIA_IN_USE": MediaInUseError,
    "INVALID_STATE": InvalidStateError,
    "MUST_SPECIFY_EXACTLY_ONE": MustSpecifyExactlyOneError,
    "URL_INGEST_DISABLED": UrlIngestDisabledError,
    "URL_REJECTED": UrlRejectedError,
    "UNSUPPORTED_MIME": UnsupportedMimeError,
    "FILE_TOO_LARGE": FileTooLargeError,
    "EMPTY_BODY": EmptyBodyError,
    "FETCH_FAILED": FetchFailedError,
    "INSUFFICIENT_SCOPE": InsufficientScopeError,
    "PLAN_LIMIT_POSTS": PlanLimitPostsError,
    "PLAN_LIMIT_API_POSTS": PlanLimitApiPostsError,
    "STORAGE_LIMIT": StorageLimitError,
    "FK_VIOLATION": FkViolationError,
    "PLATFORM_RULE_VIOLATION": PlatformRuleViolationError,
    "STORAGE_WRITE_FAILED": StorageWriteFailedError,
    "STORAGE_FULL": StorageFullError,
    "CHANGE_UNDER_WAY": ChangeUnderWayError,
    "TARGET_NOT_PUBLISHED": TargetNotPublishedError,
    "NO_EXTERNAL_ID": NoExternalIdError,
    "CHANGE_NOT_POSSIBLE": ChangeNotPossibleError,
    "PLATFORM_AUTH_FAILED": PlatformAuthFailedError,
    "NO_COMMENT_TO_RETRY": NoCommentToRetryError,
    "NO_ERROR_TO_RETRY": NoErrorToRetryError,
    "RETRY_COOLDOWN": RetryCooldownError,
    "X_PAYMENT_METHOD_REQUIRED": XPaymentMethodRequiredError,
    "DEVELOPER_PAYMENT_METHOD_REQUIRED": DeveloperPaymentMethodRequiredError,
    "PLATFORM_NOT_CONFIGURED": PlatformNotConfiguredError,
    "CREDENTIALS_REFUSED": CredentialsRefusedError,
    "PLATFORM_ALREADY_CONNECTED": PlatformAlreadyConnectedError,
}
