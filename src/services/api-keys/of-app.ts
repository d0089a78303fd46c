import { eq, exists, type SQL } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { apiKeys, appGrants } from '../../db/schema/index.js';

/**
 * Whether a key stands for the access of an app. People do not know them as API keys, so no list of keys shows them.
 */
export const isOfApp: SQL = exists(
  new QueryBuilder()
    .select({ id: appGrants.apiKeyId })
    .from(appGrants)
    .where(eq(appGrants.apiKeyId, apiKeys.id)),
);
