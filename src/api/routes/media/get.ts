import { createRoute } from '@hono/zod-openapi';
import { getMedia } from '../../../services/media/get.js';
import { bearerSecurity, errorResponses, jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';
import { mediaSchema, toMediaResponse, mediaResource } from './schema.js';

const method = 'get';
const path = '/media/{id}';

const route = createRoute({
  method,
  path,
  operationId: 'getMedia',
  tags: ['Media'],
  summary: 'Get a media asset',
  description:
    'Returns one media asset, with fresh signed URLs. Also for those who can read a post of another workspace that uses it.',
  security: bearerSecurity,
  request: { params: idParams(exampleIds.media) },
  responses: {
    200: jsonResponse(mediaSchema, 'The media asset.'),
    ...errorResponses({ method, path, codes: ['FORBIDDEN_WORKSPACE', 'NOT_FOUND'] }),
  },
});

export const getMediaOperation = operation(
  route,
  async (c) => {
    const media = await getMedia(c.var.ctx, { mediaId: c.req.valid('param').id });
    return c.json(toMediaResponse(media), 200);
  },
  mediaResource,
);
