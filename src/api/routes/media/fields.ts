import { z } from '@hono/zod-openapi';
import type { ErrorCode } from '../../../domain/errors.js';
import { altTextCharsMax, filenameCharsMax } from '../../../domain/media.js';
import type { MediaItemInput } from '../../../services/media/types.js';
import { exampleIds } from '../../openapi/examples.js';
import { idField, text } from '../../openapi/fields.js';

/** Far above what the guard takes: too long is its word as well. */
const urlCharsMax = 16_384;

/** The workspace of operations that have no resource yet to take it from. */
export const workspaceQuery = z.strictObject({ workspaceId: idField(exampleIds.workspace) });

export const altTextField = text(altTextCharsMax);
export const filenameField = text(filenameCharsMax).openapi({
  description: 'For people: it decides nothing.',
  example: 'harbour.jpg',
});

/** A file by its address, for `mediaItems` and POST /media/from-url. What is wrong with the address is for the guard to say. */
export const mediaItemParts = {
  url: z.string().max(urlCharsMax).openapi({
    description: 'https on port 443 of a public host; redirects are not followed.',
    example: 'https://images.example.com/harbour.jpg',
  }),
  altText: altTextField.nullish(),
  filename: filenameField.nullish(),
};

export const mediaItemSchema = z.strictObject(mediaItemParts).openapi('MediaItem');

export function toMediaItem(item: z.output<typeof mediaItemSchema>): MediaItemInput {
  return { url: item.url, altText: item.altText ?? null, filename: item.filename ?? null };
}

/** What fetching a file by its address may answer. */
export const mediaItemCodes = [
  'URL_INGEST_DISABLED',
  'URL_REJECTED',
  'FETCH_FAILED',
  'EMPTY_BODY',
  'UNSUPPORTED_MIME',
  'FILE_TOO_LARGE',
  'STORAGE_LIMIT',
  'STORAGE_WRITE_FAILED',
] as const satisfies ErrorCode[];
