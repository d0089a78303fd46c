import { bigint, boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.js';
import { mediaAssets } from './media-assets.js';

/**
 * Changed copies of an asset, for platforms that do not accept the original. An asset has at most one rendition per
 * recipe.
 */
export const mediaRenditions = pgTable(
  'media_renditions',
  {
    mediaAssetId: text('media_asset_id')
      .notNull()
      .references(() => mediaAssets.id, { onDelete: 'cascade' }),
    /** Hex SHA-256 of the recipe's JSON. */
    recipeHash: text('recipe_hash').notNull(),
    storageKey: text('storage_key').notNull(),
    mime: text('mime').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    /** The hex digest of the rendition's bytes. */
    sha256: text('sha256').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    hasAlpha: boolean('has_alpha').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.mediaAssetId, table.recipeHash] })],
);
