import { createRoute, z } from '@hono/zod-openapi';
import { createMediaFromUrl } from '../../../services/media/from-url.js';
import { bearerSecurity, errorResponses, jsonRequest, jsonResponse } from '../../openapi/descriptions.js';
import { operation } from '../../openapi/operation.js';
import { mediaItemCodes, mediaItemParts, toMediaItem, workspaceQuery } from './fields.js';
import { mediaSchema, toMediaResponse } from './schema.js';

const method = 'post';
const path = '/media/from-url';

const body = z.strictObject(mediaItemParts).openapi('MediaFromUrl', {
  example: { url: 'https://images.example.com/harbour.jpg', altText: 'A harbour' },
});

const route = createRoute({
  method,
  path,
  operationId: 'createMediaFromUrl',
  tags: ['Media'],
  summary: 'Fetch media from an address',
  description:
    'The bytes are stored before the call returns; the address is not asked again. Which addresses are refused: docs/security/egress.md.',
  security: bearerSecurity,
  request: { query: workspaceQuery, body: jsonRequest(body, { required: true }) },
  responses: {
    201: jsonResponse(mediaSchema, 'The asset, ready.'),
    ...errorResponses({
      method,
      path,
      body: true,
      codes: ['FORBIDDEN_WORKSPACE', 'INSUFFICIENT_ROLE', 'NOT_FOUND', ...mediaItemCodes],
    }),
  },
});

export const createMediaFromUrlOperation = operation(route, async (c) => {
  const { workspaceId } = c.req.valid('query');
  const media = await createMediaFromUrl(c.var.ctx, { workspaceId, ...toMediaItem(c.req.valid('json')) });
  return c.json(toMediaResponse(media), 201);
});
