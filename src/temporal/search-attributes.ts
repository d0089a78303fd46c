import type { Client } from '@temporalio/client';
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

/** The protocol's numbers (`IndexedValueType`) of the types that we use. */
const typeNumbers: Readonly<Record<string, number>> = { KEYWORD: 2, DATETIME: 6, KEYWORD_LIST: 7 };

const wanted = Object.values(searchAttributes).map(({ name, type }) => ({
  name,
  type: typeNumbers[type] ?? 0,
}));

/** Those that the namespace lacks, or has with another type: a start that names one of them is refused. */
export async function readMissingSearchAttributes(client: Client): Promise<string[]> {
  const { namespace } = client.options;
  const { customAttributes } = await client.connection.operatorService.listSearchAttributes({ namespace });
  return wanted
    .filter(({ name, type }) => Number(customAttributes[name] ?? 0) !== type)
    .map(({ name }) => name);
}

/** Registers what the namespace lacks; gives the names. Safe beside others that do the same. */
export async function ensureSearchAttributes(client: Client): Promise<string[]> {
  const missing = await readMissingSearchAttributes(client);
  if (missing.length === 0) return [];
  const { namespace } = client.options;
  const types = wanted.filter(({ name }) => missing.includes(name)).map(({ name, type }) => [name, type]);
  await client.connection.operatorService.addSearchAttributes({
    namespace,
    searchAttributes: Object.fromEntries(types) as Record<string, number>,
  });
  return missing;
}
