import { OpenAPIHono } from '@hono/zod-openapi';
import { sharedParameters } from '../openapi/conventions.js';
import { bareUnauthorizedSchema } from '../errors/schemas.js';
import { withLinks } from '../openapi/links.js';
import { withExamples } from './examples.js';
import { registerPlatformOptions, withOptionsExample, type OptionsSchemas } from './platform-options.js';
import { documentedSchemas, operations } from '../routes/index.js';
import type { ApiEnv } from '../types.js';
import { sessionCookieName } from '../http/session-cookie.js';
import { registerWebhooks } from './webhooks.js';

/** The contract's version; it changes with the API, not with each build. */
const apiVersion = '1.0.0';
export const apiBasePath = '/api/v1';

const description = `Punctual schedules and publishes social posts.

Send the API key as \`Authorization: Bearer punctual_live_…\`. Every failure has one envelope: \`statusCode\`, \`code\`, \`message\`, \`requestId\` and extras by code. Lists answer \`{data, nextCursor}\`. Enumerations and error codes may grow; unknown values are to be expected.`;

const tags = [
  { name: 'Sessions', description: 'For people at the dashboard: sign up, sign in, sign out.' },
  { name: 'Workspaces', description: 'What everything else belongs to.' },
  { name: 'Members', description: 'Who belongs to a workspace, in which role, and who is invited.' },
  { name: 'API keys', description: 'Made, listed and revoked by people who are signed in.' },
  {
    name: 'Posts',
    description: 'Drafts, scheduled and published posts, and what can be done with them.',
  },
  { name: 'Comments', description: 'The inbox: comments under posts, and the answers to them.' },
  { name: 'Platforms', description: 'What each platform takes, for machines.' },
  { name: 'Media', description: 'The library: pictures and videos, by upload or from an address.' },
  {
    name: 'Connect',
    description: 'How a person grants access to accounts, and how those become social accounts.',
  },
  { name: 'Social accounts', description: 'The accounts that posts are published to.' },
  {
    name: 'Webhook endpoints',
    description: 'Where events are sent to, and what became of them; see docs/webhooks.md.',
  },
  {
    name: 'Webhooks',
    description: 'What is sent to the endpoints of a workspace; see docs/webhooks.md.',
  },
] as const;

/** The OpenAPI 3.1 description. It depends on the code alone, so that the committed copy can be compared. */
export function openApiDocument(optionsSchemas: OptionsSchemas): object {
  const app = new OpenAPIHono<ApiEnv>();
  const registry = app.openAPIRegistry;
  registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key: punctual_live_ and 32 characters.',
  });
  registry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookieName,
    description:
      'A session of the dashboard, as a sign-in sets it. Unsafe methods need Sec-Fetch-Site: same-origin or our own Origin, as browsers send them. Never together with an Authorization header.',
  });
  for (const [name, parameter] of Object.entries(sharedParameters)) {
    registry.registerComponent('parameters', name, parameter);
  }
  registry.register('BareUnauthorized', bareUnauthorizedSchema);
  for (const [name, schema] of Object.entries(documentedSchemas)) registry.register(name, schema);
  registerPlatformOptions(registry, optionsSchemas);
  for (const { register } of operations) register(app);
  registerWebhooks(app);
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Punctual API',
      version: apiVersion,
      description,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    // Relative to where the description was read from, so that it holds behind any host name.
    servers: [{ url: apiBasePath }],
    tags: [...tags],
  });
  return withExamples(withOptionsExample(withLinks(document), optionsSchemas));
}

/** The description as text, as it is committed and served. */
export function openApiText(optionsSchemas: OptionsSchemas): string {
  return `${JSON.stringify(openApiDocument(optionsSchemas), null, 2)}\n`;
}
