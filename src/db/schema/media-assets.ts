import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { MediaFacts, MediaKind, MediaStatus } from '../../domain/media.js';
import { instant } from './columns.js';
import { users, workspaces } from './workspaces.js';

/** The reason why an asset's bytes were refused: the error that every completion of the upload returns. */
export interface MediaFailure {
  code: 'UNSUPPORTED_MIME' | 'FILE_TOO_LARGE' | 'EMPTY_BODY' | 'VALIDATION_FAILED';
  message: string;
  extras: Record<string, unknown>;
}

export const mediaAssets = pgTable(
  'media_assets',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<MediaKind>().notNull().default('IMAGE'),
    status: text('status').$type<MediaStatus>().notNull().default('READY'),
    /** The values that the uploader declared, until the bytes are inspected. */
    mime: text('mime'),
    /**
     * The size, which counts against the plan as soon as an upload is signed: first the declared size, then the real
     * one.
     */
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull().default(0),
    width: integer('width'),
    height: integer('height'),
    durationMs: integer('duration_ms'),
    /** The facts that the probe found in the bytes. */
    facts: jsonb('facts').$type<MediaFacts>(),
    /** The hex digest of the bytes or, until the upload is complete, the one that its uploader announced. */
    sha256: text('sha256'),
    altText: text('alt_text'),
    originalFilename: text('original_filename'),
    /** The key of the bytes. Null while the client can still write them, and once they are deleted. */
    storageKey: text('storage_key'),
    thumbnailKey: text('thumbnail_key'),
    /** The key to which a client may write. It stays as long as a client may write, so that late bytes are deleted. */
    uploadKey: text('upload_key'),
    uploadExpiresAt: instant('upload_expires_at'),
    /** The user who last got URLs for the upload. Null if none did, or if the row is older than the column. */
    uploaderUserId: text('uploader_user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The storage's id of an upload in parts; null for other uploads. */
    multipartId: text('multipart_id'),
    partSizeBytes: integer('part_size_bytes'),
    processingSince: instant('processing_since'),
    failure: jsonb('failure').$type<MediaFailure>(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** When the asset was deleted. The row stays, because past posts refer to it. */
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    index('media_assets_workspace_created').on(table.workspaceId, table.createdAt, table.id),
    index('media_assets_unfinished')
      .on(table.createdAt)
      .where(sql`${table.status} in ('PENDING_UPLOAD', 'PROCESSING') or ${table.uploadKey} is not null`),
    index('media_assets_to_purge')
      .on(table.deletedAt)
      .where(sql`${table.deletedAt} is not null and ${table.storageKey} is not null`),
  ],
);
