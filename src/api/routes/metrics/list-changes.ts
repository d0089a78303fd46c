import { z } from '@hono/zod-openapi';
import { listLimitDefault } from '../../../domain/limits.js';
import { listMetricChanges } from '../../../services/metrics/list-changes.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { cursorField, idInQuery, limitField, omitUndefined } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { metricChangesSchema, toMetricChangesResponse } from './schema.js';

const query = z.strictObject({
  workspaceId: idInQuery(exampleIds.workspace).openapi({
    description: 'The workspace whose changes are listed.',
  }),
  since: cursorField.optional().openapi({
    description: 'The `cursor` of the response before. Absent: from the beginning.',
  }),
  limit: limitField,
});

export const listMetricChangesOperation = defineOperation(
  {
    id: 'listMetricChanges',
    call: 'GET /metrics',
    tag: 'Metrics',
    summary: 'List changes of metrics',
    description:
      'Lists the targets of a workspace whose metrics have changed since a position, each once, for programs that copy the metrics elsewhere. Keep `cursor` and send it as `since` the next time: then only changes come. A change is listed a minute after it was read.',
    credential: 'key or session',
    scope: 'metrics:read',
    in: { query },
    out: { 200: jsonResponse(metricChangesSchema, 'The changes.') },
    errors: ['VALIDATION_FAILED', 'FORBIDDEN_WORKSPACE'],
  },
  async (c) => {
    const { limit = listLimitDefault, ...asked } = c.req.valid('query');
    const view = await listMetricChanges(c.var.ctx, { limit, ...omitUndefined(asked) });
    return c.json(toMetricChangesResponse(view), 200);
  },
);
