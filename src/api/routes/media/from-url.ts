import { z } from '@hono/zod-openapi';
import { createMediaFromUrl } from '../../../services/media/from-url.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { defineOperation } from '../../openapi/operation.js';
import { mediaItemCodes, mediaItemParts, toMediaItem, workspaceQuery } from './fields.js';
import { mediaSchema, toMediaResponse } from './schema.js';

const body = z.strictObject(mediaItemParts).openapi('MediaFromUrl', {
  description: 'A file that Punctual fetches from a URL.',
  example: { url: 'https://images.example.com/harbor.jpg', altText: 'A harbor' },
});

export const createMediaFromUrlOperation = defineOperation(
  {
    id: 'createMediaFromUrl',
    call: 'POST /media/from-url',
    tag: 'Media',
    summary: 'Add media from a URL',
    description:
      'Fetches a file from a public URL and stores it in the media library before the call returns. The URL is not used again. docs/security/egress.md lists which URLs are refused. Only owners, admins and editors can do this.',
    credential: 'key or session',
    scope: 'media:write',
    in: { query: workspaceQuery, body },
    out: { 201: jsonResponse(mediaSchema, 'The media asset, ready to use.') },
    errors: ['FORBIDDEN_WORKSPACE', 'INSUFFICIENT_ROLE', 'NOT_FOUND', ...mediaItemCodes],
  },
  async (c) => {
    const { workspaceId } = c.req.valid('query');
    const media = await createMediaFromUrl(c.var.ctx, { workspaceId, ...toMediaItem(c.req.valid('json')) });
    return c.json(toMediaResponse(media), 201);
  },
);
