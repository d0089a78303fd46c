import { getPostMetrics } from '../../../services/metrics/get.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { postMetricsSchema, toPostMetricsResponse } from './schema.js';

export const getPostMetricsOperation = defineOperation(
  {
    id: 'getPostMetrics',
    call: 'GET /posts/{id}/metrics',
    tag: 'Metrics',
    summary: 'Get the metrics of a post',
    description:
      'Returns the metrics of a post on each account, such as views and likes, with earlier ones. Punctual reads them an hour after the publication, then less and less often, until the post is 30 days old.',
    credential: 'key or session',
    scope: 'metrics:read',
    in: { params: idParams(exampleIds.post) },
    out: { 200: jsonResponse(postMetricsSchema, 'The metrics of the post.') },
    errors: ['FORBIDDEN_WORKSPACE', 'NOT_FOUND'],
  },
  async (c) => {
    const view = await getPostMetrics(c.var.ctx, { postId: c.req.valid('param').id });
    return c.json(toPostMetricsResponse(view), 200);
  },
);
