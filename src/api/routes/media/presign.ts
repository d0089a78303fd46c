import { createRoute, z } from '@hono/zod-openapi';
import { presignMedia } from '../../../services/media/presign.js';
import { bearerSecurity, errorResponses, jsonRequest, jsonResponse } from '../../openapi/descriptions.js';
import { operation } from '../../openapi/operation.js';
import { altTextField, filenameField, workspaceQuery } from './fields.js';
import { presignedMediaSchema, toPresignedResponse } from './schema.js';

const method = 'post';
const path = '/media/presign';

const body = z
  .strictObject({
    mime: z.string().min(1).max(100).openapi({ example: 'image/jpeg' }),
    sizeBytes: z.number().int().min(1).openapi({ example: 248_113 }),
    filename: filenameField.nullish(),
    altText: altTextField.nullish(),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'SHA-256 as 64 lower-case hex digits.')
      .nullish()
      .openapi({ description: 'If given, the bytes must have it.' }),
    multipart: z.boolean().optional().openapi({
      description: 'In parts, whatever the size. Files of more than 64 MiB always are.',
    }),
  })
  .openapi('PresignMedia', {
    example: { filename: 'harbour.jpg', mime: 'image/jpeg', sizeBytes: 248_113, altText: 'A harbour' },
  });

const route = createRoute({
  method,
  path,
  operationId: 'presignMedia',
  tags: ['Media'],
  summary: 'Begin an upload',
  description:
    'Answers where to PUT the file, with which headers; size and type are part of the signature. When it is there, call POST /media/{id}/complete. Uploads that are not completed within 24 hours are removed. Workspace owners, admins and editors only.',
  security: bearerSecurity,
  request: { query: workspaceQuery, body: jsonRequest(body, { required: true }) },
  responses: {
    201: jsonResponse(presignedMediaSchema, 'The asset, and how to send its bytes.'),
    ...errorResponses({
      method,
      path,
      body: true,
      codes: [
        'FORBIDDEN_WORKSPACE',
        'INSUFFICIENT_ROLE',
        'NOT_FOUND',
        'UNSUPPORTED_MIME',
        'FILE_TOO_LARGE',
        'STORAGE_LIMIT',
        'STORAGE_WRITE_FAILED',
      ],
    }),
  },
});

export const presignMediaOperation = operation(route, async (c) => {
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
});
