import { OpenAPIHono } from '@hono/zod-openapi';
import { bareUnauthorizedSchema, errorSchema } from './descriptions.js';
import { documentedBodies, operations } from './routes/index.js';
import type { ApiEnv } from './types.js';
import { registerWebhooks } from './webhooks.js';

/** The contract's version; it changes with the API, not with each build. */
const apiVersion = '1.0.0';
export const apiBasePath = '/api/v1';

const description = `Punctual schedules and publishes social posts.

Send the API key as \`Authorization: Bearer punctual_live_…\`. Every failure has one envelope: \`statusCode\`, \`code\`, \`message\`, \`requestId\` and extras by code. Lists answer \`{data, nextCursor}\`. Enumerations and error codes may grow; unknown values are to be expected.`;

/** The OpenAPI 3.1 description. It depends on the code alone, so that the committed copy can be compared. */
export function openApiDocument(): object {
  const app = new OpenAPIHono<ApiEnv>();
  const registry = app.openAPIRegistry;
  registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key: punctual_live_ and 32 characters.',
  });
  registry.register('Error', errorSchema);
  registry.register('BareUnauthorized', bareUnauthorizedSchema);
  for (const [name, schema] of Object.entries(documentedBodies)) registry.register(name, schema);
  for (const { register } of operations) register(app);
  registerWebhooks(app);
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Punctual API',
      version: apiVersion,
      description,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    // Relative to where the description was read from, so that it holds behind any host name.
    servers: [{ url: apiBasePath }],
    tags: [
      { name: 'Workspaces', description: 'What everything else belongs to.' },
      {
        name: 'Posts',
        description: 'Drafts, scheduled and published posts, and what can be done with them.',
      },
      { name: 'Social accounts', description: 'The accounts that posts are published to.' },
      {
        name: 'Webhooks',
        description: 'What is sent to the endpoints of a workspace; see docs/webhooks.md.',
      },
    ],
  });
}

/** The description as text, as it is committed and served. */
export function openApiText(): string {
  return `${JSON.stringify(openApiDocument(), null, 2)}\n`;
}
