import { createRoute, z } from '@hono/zod-openapi';
import { createMediaFromUrl } from '../../../services/media/from-url.js';
import { bearerSecurity, errorResponses, jsonRequest, jsonResponse } from '../../openapi/descriptions.js';
import { operation } from '../../openapi/operation.js';
import { mediaItemCodes, mediaItemParts, toMediaItem, workspaceQuery } from './fields.js';
import { mediaSchema, toMediaResponse } from './schema.js';

const method = 'post';
const path = '/media/from-url';

const body = z.strictObject(mediaItemParts).openapi('MediaFromUrl', {
  description: 'A file that Punctual fetches from a URL.',
  example: { url: 'https://images.example.com/harbor.jpg', altText: 'A harbor' },
});

const route = createRoute({
  method,
  path,
  operationId: 'createMediaFromUrl',
  tags: ['Media'],
  summary: 'Add media from a URL',
  description:
    'Fetches a file from a public URL and stores it in the media library before the call returns. The URL is not used again. docs/security/egress.md lists which URLs are refused. Only owners, admins and editors can do this.',
  security: bearerSecurity,
  request: { query: workspaceQuery, body: jsonRequest(body, { required: true }) },
  responses: {
    201: jsonResponse(mediaSchema, 'The media asset, ready to use.'),
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
