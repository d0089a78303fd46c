import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import { searchAttributeNames } from '../domain/workflow-contract.js';

/** Typed keys of the namespace's custom search attributes. Their values are plain text to operators: ids only. */
export const searchAttributes = {
  workspaceId: defineSearchAttributeKey(searchAttributeNames.workspaceId, SearchAttributeType.KEYWORD),
  postId: defineSearchAttributeKey(searchAttributeNames.postId, SearchAttributeType.KEYWORD),
  publishState: defineSearchAttributeKey(searchAttributeNames.publishState, SearchAttributeType.KEYWORD),
  // A post goes to several accounts, so these two are lists.
  socialAccountId: defineSearchAttributeKey(
    searchAttributeNames.socialAccountId,
    SearchAttributeType.KEYWORD_LIST,
  ),
  platform: defineSearchAttributeKey(searchAttributeNames.platform, SearchAttributeType.KEYWORD_LIST),
  scheduledAt: defineSearchAttributeKey(searchAttributeNames.scheduledAt, SearchAttributeType.DATETIME),
} as const;
