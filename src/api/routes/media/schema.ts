import { z } from '@hono/zod-openapi';
import { without, type TaggedResource } from '../../http/resource-tag.js';
import { mediaKinds, mediaStatuses } from '../../../domain/media.js';
import type { PresignedMedia } from '../../../services/media/presign.js';
import type { MediaView, SignedAddressView, UploadView } from '../../../services/media/types.js';
import type { Page } from '../../../services/shared/paging/page.js';
import { exampleIds } from '../../examples/ids.js';
import { pageOf, wireInstant } from '../../openapi/fields.js';

export const mediaSchema = z
  .object({
    id: z.string().openapi({ description: 'The id of the media asset.', example: exampleIds.media }),
    workspaceId: z
      .string()
      .openapi({ description: 'The workspace that it belongs to.', example: exampleIds.workspace }),
    kind: z.enum(mediaKinds).openapi({
      description: 'Whether it is an image, an animation, a video, a document or a file with subtitles.',
      example: 'IMAGE',
    }),
    status: z.enum(mediaStatuses).openapi({
      description:
        'PENDING_UPLOAD until the upload is completed, PROCESSING while the file is checked, READY when posts can use it, FAILED if the file was refused.',
      example: 'READY',
    }),
    mime: z.string().nullable().openapi({
      description:
        'The media type of the file. Until the file has been uploaded, the type that was declared.',
      example: 'image/jpeg',
    }),
    sizeBytes: z.number().int().openapi({ description: 'The size of the file in bytes.', example: 248_113 }),
    width: z.number().int().nullable().openapi({
      description: 'The width in pixels, as displayed; null until it is known.',
      example: 1920,
    }),
    height: z.number().int().nullable().openapi({
      description: 'The height in pixels, as displayed; null until it is known.',
      example: 1080,
    }),
    durationMs: z.number().int().nullable().openapi({
      description: 'The length of a video or animation in milliseconds; null for images.',
      example: null,
    }),
    videoCodec: z
      .string()
      .nullable()
      .openapi({ description: 'The video codec; null for images.', example: null }),
    audioCodec: z.string().nullable().openapi({
      description: 'The audio codec; null for images and for videos without sound.',
      example: null,
    }),
    frameRate: z
      .number()
      .nullable()
      .openapi({ description: 'The frames per second of a video; null for images.', example: null }),
    pageCount: z
      .number()
      .int()
      .nullable()
      .openapi({ description: 'The number of pages of a document; null for other files.', example: null }),
    sha256: z.string().nullable().openapi({
      example: null,
      description: 'The SHA-256 of the file in hexadecimal; null until it is known.',
    }),
    altText: z.string().nullable().openapi({
      description: 'Alt text: a description for people who cannot see the file. A post can override it.',
      example: 'A harbor',
    }),
    storageKey: z.string().nullable().openapi({
      description: 'Where the file is kept in this installation’s storage; null if it is not there.',
      example: 'media/ws_pfh0haxfpzowht3oi213cqos/med_o6u2w4y8a1c3e5g7i9k0m2q4',
    }),
    originalFilename: z.string().nullable().openapi({
      description: 'The file name that was given at upload; null if none was given.',
      example: 'harbor.jpg',
    }),
    url: z.string().nullable().openapi({
      example: null,
      description:
        'A signed URL to download the file. It works for at least ten minutes; get the asset again for a new one.',
    }),
    thumbnailUrl: z.string().nullable().openapi({
      example: null,
      description: 'A signed URL of a small preview, with the same lifetime; null if there is none.',
    }),
    failure: z
      .object({
        code: z.string().openapi({ description: 'The error code.', example: 'UNSUPPORTED_MIME' }),
        message: z.string().openapi({
          description: 'A readable explanation.',
          example: 'Files of the type image/svg+xml are not accepted.',
        }),
      })
      .nullable()
      .openapi({ example: null, description: 'Why the file was refused; null if it was not.' }),
    createdAt: wireInstant.openapi({ description: 'When it was created.' }),
    updatedAt: wireInstant.openapi({ description: 'When it was last changed.' }),
  })
  .openapi('Media', {
    description: 'An image, a video or another file in the media library of a workspace.',
  });

export const mediaListSchema = pageOf('MediaList', mediaSchema);

const addressParts = {
  method: z.literal('PUT').openapi({ description: 'The HTTP method to use.' }),
  url: z.string().openapi({
    description: 'The signed URL to send the bytes to.',
    example: 'https://storage.example.com/punctual/uploads/med_o6u2w4y8a1c3e5g7i9k0m2q4?signature=3f9a',
  }),
  headers: z.record(z.string(), z.string()).openapi({
    example: { 'content-type': 'image/jpeg' },
    description:
      'Headers to send exactly as given. They and the length of the body are part of the signature.',
  }),
  expiresAt: wireInstant.openapi({ description: 'When the signed URL expires.' }),
};

const singleUploadSchema = z
  .object({
    kind: z.literal('single').openapi({ description: 'Always `single`: one request with the whole file.' }),
    ...addressParts,
  })
  .openapi('SingleUpload', { description: 'An upload in one request with the whole file.' });

const partsUploadSchema = z
  .object({
    kind: z.literal('parts').openapi({ description: 'Always `parts`: one request for each part.' }),
    partSizeBytes: z
      .number()
      .int()
      .openapi({ description: 'The size of each part except the last, in bytes.', example: 16777216 }),
    parts: z
      .array(
        z
          .object({
            partNumber: z
              .number()
              .int()
              .openapi({ description: 'The number of the part, starting at 1.', example: 1 }),
            sizeBytes: z
              .number()
              .int()
              .openapi({ description: 'The size of this part in bytes.', example: 16777216 }),
            uploaded: z
              .boolean()
              .openapi({ example: false, description: 'Whether this part has already arrived.' }),
            address: z
              .object(addressParts)
              .nullable()
              .openapi({ description: 'Where to send this part; null if it has already arrived.' }),
          })
          .openapi('UploadPart', { description: 'One part of an upload.' }),
      )
      .openapi({ description: 'The parts of the file.' }),
  })
  .openapi('PartsUpload', {
    description:
      'An upload in several parts. Parts can be sent in any order and in parallel; all but the last have `partSizeBytes`.',
  });

export const presignedMediaSchema = z
  .object({
    media: mediaSchema,
    upload: z.discriminatedUnion('kind', [singleUploadSchema, partsUploadSchema]).openapi({
      description: 'How to send the file. `kind` says whether it is sent in one request or in parts.',
    }),
  })
  .openapi('PresignedMedia', { description: 'A new media asset, and how to send its file.' });

type MediaResponse = z.output<typeof mediaSchema>;

export function toMediaResponse(view: MediaView): MediaResponse {
  return { ...view, createdAt: view.createdAt.toISOString(), updatedAt: view.updatedAt.toISOString() };
}

export function toMediaListResponse(page: Page<MediaView>): z.output<typeof mediaListSchema> {
  return { data: page.data.map(toMediaResponse), nextCursor: page.nextCursor };
}

export function toPresignedResponse({
  media,
  upload,
}: PresignedMedia): z.output<typeof presignedMediaSchema> {
  return { media: toMediaResponse(media), upload: toUploadResponse(upload) };
}

function toUploadResponse(upload: UploadView): z.output<typeof presignedMediaSchema>['upload'] {
  if (upload.kind === 'single') return { kind: upload.kind, ...toAddressResponse(upload) };
  const parts = upload.parts.map((part) => ({
    ...part,
    address: part.address && toAddressResponse(part.address),
  }));
  return { ...upload, parts };
}

function toAddressResponse({ method, url, headers, expiresAt }: SignedAddressView) {
  return { method, url, headers, expiresAt: expiresAt.toISOString() };
}

/** The part of a media asset on which its ETag depends: everything but its URLs, whose signatures change all the time. */
export const mediaResource: TaggedResource = {
  toBody: toMediaResponse,
  own: (body) => without(body, ['url', 'thumbnailUrl']),
};
