import { z } from '@hono/zod-openapi';
import { presignMedia } from '../../../services/media/presign.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { defineOperation } from '../../openapi/operation.js';
import { altTextField, filenameField, workspaceQuery } from './fields.js';
import { presignedMediaSchema, toPresignedResponse } from './schema.js';

const body = z
  .strictObject({
    mime: z
      .string()
      .min(1)
      .max(100)
      .openapi({ description: 'The media type of the file.', example: 'image/jpeg' }),
    sizeBytes: z
      .number()
      .int()
      .min(1)
      .openapi({ description: 'The exact size of the file in bytes.', example: 248_113 }),
    filename: filenameField
      .nullish()
      .openapi({ description: 'A file name to show to people.', example: 'harbor.jpg' }),
    altText: altTextField.nullish().openapi({
      description: 'Alt text: a description for people who cannot see the file.',
      example: 'A harbor',
    }),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'Must be a SHA-256 hash as 64 lower-case hexadecimal digits.')
      .nullish()
      .openapi({
        example: null,
        description: 'The SHA-256 of the file in hexadecimal. If given, the upload must match it.',
      }),
    multipart: z.boolean().optional().openapi({
      example: false,
      description:
        'true uploads in parts, whatever the size. Files of more than 64 MiB are always uploaded in parts.',
    }),
  })
  .openapi('PresignMedia', {
    description: 'The file that you want to upload.',
    example: { filename: 'harbor.jpg', mime: 'image/jpeg', sizeBytes: 248_113, altText: 'A harbor' },
  });

export const presignMediaOperation = defineOperation(
  {
    id: 'presignMedia',
    call: 'POST /media/presign',
    tag: 'Media',
    summary: 'Start an upload',
    description:
      'Creates a media asset and returns where to PUT the file and with which headers. Size and type are part of the signature. After the upload, call `POST /media/{id}/complete`. Uploads that are not completed within 24 hours are deleted. Only owners, admins and editors can do this.',
    credential: 'key or session',
    scope: 'media:write',
    in: { query: workspaceQuery, body },
    out: { 201: jsonResponse(presignedMediaSchema, 'The media asset, and how to send its file.') },
    errors: [
      'FORBIDDEN_WORKSPACE',
      'INSUFFICIENT_ROLE',
      'NOT_FOUND',
      'UNSUPPORTED_MIME',
      'FILE_TOO_LARGE',
      'STORAGE_LIMIT',
      'STORAGE_WRITE_FAILED',
      'STORAGE_FULL',
    ],
  },
  async (c) => {
    const { mime, sizeBytes, filename, altText, sha256, multipart } = c.req.valid('json');
    const presigned = await presignMedia(c.var.ctx, {
      workspaceId: c.req.valid('query').workspaceId,
      mime: mime.toLowerCase(),
      sizeBytes,
      filename: filename ?? null,
      altText: altText ?? null,
      sha256: sha256 ?? null,
      multipart: multipart ?? false,
    });
    return c.json(toPresignedResponse(presigned), 201);
  },
);
