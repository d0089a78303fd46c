import { z } from '@hono/zod-openapi';
import { platformNames } from '../../domain/platform-names.js';
import { notFound } from '../../domain/errors.js';
import { listPlatforms } from '../../services/platforms/list.js';
import { platformSchema, toPlatformResponse } from '../routes/platforms/list.js';
import { ownTool } from './tool.js';

/** Returns one entry of `GET /platforms`, because all of them would fill much of a model's context. */
export const describePlatform = ownTool({
  name: 'describe_platform',
  title: 'Describe a platform',
  description:
    'Returns the limits of a platform for texts and media, its daily quotas and prices, and optionsSchema: the JSON Schema of platformOptions for its accounts.',
  input: z.strictObject({
    platform: z.enum(platformNames).openapi({ description: 'The platform.', example: 'BLUESKY' }),
  }),
  output: platformSchema,
  run: (ctx, { platform: name }) => {
    const found = listPlatforms(ctx).find(({ platform }) => platform === name);
    if (found === undefined) throw notFound();
    return toPlatformResponse(found);
  },
});
