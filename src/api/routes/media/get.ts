import { getMedia } from '../../../services/media/get.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { mediaSchema, toMediaResponse, mediaResource } from './schema.js';

export const getMediaOperation = defineOperation(
  {
    id: 'getMedia',
    call: 'GET /media/{id}',
    tag: 'Media',
    summary: 'Get a media asset',
    description:
      'Returns one media asset, with fresh signed URLs. Also for those who can read a post of another workspace that uses it.',
    credential: 'key or session',
    scope: ['posts:read', 'media:write'],
    in: { params: idParams(exampleIds.media) },
    out: { 200: jsonResponse(mediaSchema, 'The media asset.') },
    errors: ['FORBIDDEN_WORKSPACE', 'NOT_FOUND'],
    resource: mediaResource,
  },
  async (c) => {
    const media = await getMedia(c.var.ctx, { mediaId: c.req.valid('param').id });
    return c.json(toMediaResponse(media), 200);
  },
);
