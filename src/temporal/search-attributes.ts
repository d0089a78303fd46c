import type { Client } from '@temporalio/client';
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import { searchAttributeNames } from '../domain/workflow-contract.js';

/**
 * Typed keys of the namespace's custom search attributes. Operators see their values as plain text, so they hold
 * only ids.
 */
export const searchAttributes = {
  workspaceId: defineSearchAttributeKey(searchAttributeNames.workspaceId, SearchAttributeType.KEYWORD),
  postId: defineSearchAttributeKey(searchAttributeNames.postId, SearchAttributeType.KEYWORD),
  publishState: defineSearchAttributeKey(searchAttributeNames.publishState, SearchAttributeType.KEYWORD),
  // A post has several accounts, so these two are lists.
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

/**
 * The attributes that the namespace lacks or has with another type. Temporal refuses a start that uses one of
 * them.
 */
export async function readMissingSearchAttributes(client: Client): Promise<string[]> {
  const { namespace } = client.options;
  const { customAttributes } = await client.connection.operatorService.listSearchAttributes({ namespace });
  return wanted
    .filter(({ name, type }) => Number(customAttributes[name] ?? 0) !== type)
    .map(({ name }) => name);
}

/** Registers missing attributes and returns their names. Other processes may do so at the same time. */
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
