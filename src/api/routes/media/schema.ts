import { z } from '@hono/zod-openapi';
import { mediaKinds, mediaStatuses } from '../../../domain/media.js';
import type { PresignedMedia } from '../../../services/media/presign.js';
import type { MediaView, SignedAddressView, UploadView } from '../../../services/media/types.js';
import type { Page } from '../../../services/shared/page.js';
import { exampleIds } from '../../openapi/examples.js';
import { pageOf, wireInstant } from '../../openapi/fields.js';

export const mediaSchema = z
  .object({
    id: z.string().openapi({ example: exampleIds.media }),
    workspaceId: z.string().openapi({ example: exampleIds.workspace }),
    kind: z.enum(mediaKinds).openapi({ example: 'IMAGE' }),
    status: z.enum(mediaStatuses).openapi({
      description: 'PENDING_UPLOAD until it is completed, READY once it may be published.',
      example: 'READY',
    }),
    mime: z.string().nullable().openapi({
      description: 'What the bytes are; until they have come, what was declared.',
      example: 'image/jpeg',
    }),
    sizeBytes: z.number().int().openapi({ example: 248_113 }),
    width: z.number().int().nullable().openapi({ description: 'As a viewer sees it.', example: 1920 }),
    height: z.number().int().nullable().openapi({ example: 1080 }),
    durationMs: z.number().int().nullable(),
    videoCodec: z.string().nullable(),
    audioCodec: z.string().nullable(),
    frameRate: z.number().nullable(),
    sha256: z.string().nullable().openapi({ description: 'Hex.' }),
    altText: z.string().nullable(),
    storageKey: z.string().nullable(),
    originalFilename: z.string().nullable().openapi({ example: 'harbour.jpg' }),
    url: z.string().nullable().openapi({ description: 'Signed; good for at least ten minutes.' }),
    thumbnailUrl: z.string().nullable().openapi({ description: 'The same; null where there is none.' }),
    failure: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .openapi({ description: 'Why the bytes were refused, if they were.' }),
    createdAt: wireInstant,
    updatedAt: wireInstant,
  })
  .openapi('Media');

export const mediaListSchema = pageOf('MediaList', mediaSchema);

const addressParts = {
  method: z.literal('PUT'),
  url: z.string(),
  headers: z.record(z.string(), z.string()).openapi({
    description:
      'To be sent exactly as they are: they are part of the signature, as is the length of the body.',
  }),
  expiresAt: wireInstant,
};

const singleUploadSchema = z
  .object({ kind: z.literal('single'), ...addressParts })
  .openapi('SingleUpload', { description: 'One request with the whole file.' });

const partsUploadSchema = z
  .object({
    kind: z.literal('parts'),
    partSizeBytes: z.number().int(),
    parts: z.array(
      z
        .object({
          partNumber: z.number().int(),
          sizeBytes: z.number().int(),
          uploaded: z.boolean().openapi({ description: 'It is there already.' }),
          address: z.object(addressParts).nullable().openapi({ description: 'Null: nothing is to be sent.' }),
        })
        .openapi('UploadPart'),
    ),
  })
  .openapi('PartsUpload', {
    description: 'One request for each part, in any order and at once; all but the last have partSizeBytes.',
  });

export const presignedMediaSchema = z
  .object({
    media: mediaSchema,
    upload: z.discriminatedUnion('kind', [singleUploadSchema, partsUploadSchema]),
  })
  .openapi('PresignedMedia');

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
