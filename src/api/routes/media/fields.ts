import { z } from '@hono/zod-openapi';
import type { ErrorCode } from '../../../domain/errors.js';
import { altTextCharsMax, filenameCharsMax } from '../../../domain/media.js';
import type { MediaItemInput } from '../../../services/media/types.js';
import { exampleIds } from '../../examples/ids.js';
import { idField, text } from '../../openapi/fields.js';

/** Far above the limit of the egress guard, so that the guard reports a URL that is too long. */
const urlCharsMax = 16_384;

/** The query of operations that name no resource from which the workspace would follow. */
export const workspaceQuery = z.strictObject({
  workspaceId: idField(exampleIds.workspace).openapi({
    description: 'The workspace whose media library is used.',
  }),
});

export const altTextField = text(altTextCharsMax).openapi({
  description: 'Alt text: a description for people who cannot see the file.',
  example: 'A harbor',
});
export const filenameField = text(filenameCharsMax).openapi({
  description: 'A file name to show to people. It has no other effect.',
  example: 'harbor.jpg',
});

/** The fields of a file by its URL, for `mediaItems` and POST /media/from-url. The egress guard checks the URL. */
export const mediaItemParts = {
  url: z.string().max(urlCharsMax).openapi({
    description:
      'The URL of the file. It must be https on port 443 of a public host. Redirects are not followed.',
    example: 'https://images.example.com/harbor.jpg',
  }),
  altText: altTextField.nullish().openapi({
    description: 'Alt text: a description for people who cannot see the file.',
    example: 'A harbor',
  }),
  filename: filenameField
    .nullish()
    .openapi({ description: 'A file name to show to people.', example: 'harbor.jpg' }),
};

export const mediaItemSchema = z
  .strictObject(mediaItemParts)
  .openapi('MediaItem', { description: 'A file that Punctual fetches from a URL.' });

export function toMediaItem(item: z.output<typeof mediaItemSchema>): MediaItemInput {
  return { url: item.url, altText: item.altText ?? null, filename: item.filename ?? null };
}

/** The errors of fetching a file from a URL. */
export const mediaItemCodes = [
  'URL_INGEST_DISABLED',
  'URL_REJECTED',
  'FETCH_FAILED',
  'EMPTY_BODY',
  'UNSUPPORTED_MIME',
  'FILE_TOO_LARGE',
  'STORAGE_LIMIT',
  'STORAGE_WRITE_FAILED',
  'STORAGE_FULL',
] as const satisfies ErrorCode[];
