import { z } from '@hono/zod-openapi';
import { updateMedia } from '../../../services/media/update.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams, omitUndefined } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { altTextField, filenameField } from './fields.js';
import { mediaSchema, toMediaResponse, mediaResource } from './schema.js';

const body = z
  .strictObject({
    altText: altTextField.nullish().openapi({
      example: 'A harbor at dawn',
      description: 'The alt text for posts that have none of their own for the asset.',
    }),
    filename: filenameField
      .nullish()
      .openapi({ description: 'A file name to show to people.', example: 'harbor.jpg' }),
  })
  .openapi('UpdateMedia', {
    description: 'Changes to a media asset. Absent fields keep their value.',
    example: { altText: 'A harbor at dawn' },
  });

export const updateMediaOperation = defineOperation(
  {
    id: 'updateMedia',
    call: 'PATCH /media/{id}',
    tag: 'Media',
    summary: 'Update a media asset',
    description:
      'Changes the alt text or the file name. The file itself never changes. Posts that are already approved keep the alt text that they were approved with. Only owners, admins and editors can do this. While a scheduled post uses the asset, an API key that is limited to scopes needs `posts:publish`, too, to change the alt text.',
    credential: 'key or session',
    scope: 'media:write',
    in: { params: idParams(exampleIds.media), body },
    out: { 200: jsonResponse(mediaSchema, 'The updated media asset.') },
    errors: ['FORBIDDEN_WORKSPACE', 'INSUFFICIENT_ROLE', 'NOT_FOUND'],
    resource: mediaResource,
  },
  async (c) => {
    const { altText, filename } = c.req.valid('json');
    const mediaId = c.req.valid('param').id;
    return c.json(
      toMediaResponse(await updateMedia(c.var.ctx, { mediaId, ...omitUndefined({ altText, filename }) })),
      200,
    );
  },
);
