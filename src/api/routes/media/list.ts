import { z } from '@hono/zod-openapi';
import { listLimitDefault } from '../../../domain/limits.js';
import { mediaKinds, mediaStatuses } from '../../../domain/media.js';
import { listMedia } from '../../../services/media/list.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { commaList, createdAtPage, idField, omitUndefined } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { mediaListSchema, toMediaListResponse } from './schema.js';

const query = z.strictObject({
  workspaceId: idField(exampleIds.workspace).openapi({
    description: 'The workspace whose media are listed.',
  }),
  kind: commaList(mediaKinds, 'Only media of these kinds.').optional(),
  status: commaList(mediaStatuses, 'Only media with one of these statuses.').optional(),
  ...createdAtPage,
});

export const listMediaOperation = defineOperation(
  {
    id: 'listMedia',
    call: 'GET /media',
    tag: 'Media',
    summary: 'List media',
    description:
      'Lists the media library of a workspace. Uploads that are not complete are included; use `status=READY` to leave them out.',
    credential: 'key or session',
    scope: ['posts:read', 'media:write'],
    in: { query },
    out: { 200: jsonResponse(mediaListSchema, 'A page of media assets.') },
    errors: ['VALIDATION_FAILED', 'FORBIDDEN_WORKSPACE'],
  },
  async (c) => {
    const { limit = listLimitDefault, sort = '-createdAt', workspaceId, ...filters } = c.req.valid('query');
    const page = await listMedia(c.var.ctx, { workspaceId, limit, sort, ...omitUndefined(filters) });
    return c.json(toMediaListResponse(page), 200);
  },
);
