import { OpenAPIHono } from '@hono/zod-openapi';
import { sharedParameters } from '../openapi/conventions.js';
import { sharedHeaders } from '../openapi/headers.js';
import { bareUnauthorizedSchema } from '../errors/schemas.js';
import { withLinks } from '../openapi/links.js';
import { withEmptyParameters } from './empty-parameters.js';
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

Send your API key as \`Authorization: Bearer punctual_live_…\`. Errors have the same body everywhere: \`statusCode\`, \`code\`, \`message\`, \`requestId\`, and more fields that depend on the code. The only exception is the 401 of three operations (\`POST /posts/{id}/schedule\`, \`POST /comments/{id}/read\` and \`POST /connect-sessions/{id}/import\`), which has only \`statusCode\`, \`message\` and \`requestId\`. Lists return \`{data, nextCursor}\`. New fields, enumeration values and error codes may be added at any time, so ignore those that you do not know.

All times are ISO-8601 date-times with \`Z\` or an offset. This description is served at \`/openapi.json\` and \`/openapi.yaml\`; the times in its examples are relative to today.`;

const tags = [
  { name: 'Sessions', description: 'Signing up for the dashboard, signing in and signing out.' },
  {
    name: 'Workspaces',
    description:
      'A workspace holds accounts, posts, media, comments and members. Everything else belongs to one.',
  },
  { name: 'Members', description: 'The people of a workspace, their roles and open invitations.' },
  {
    name: 'API keys',
    description: 'Keys for programs. People create, list and revoke them in the dashboard.',
  },
  {
    name: 'Apps',
    description:
      'Third-party apps, which act for a person with OAuth instead of an API key. People allow, list and revoke them in the dashboard. See docs/oauth.md.',
  },
  {
    name: 'Client links',
    description:
      'Links with which clients without an account review posts. People create, list and revoke them in the dashboard.',
  },
  {
    name: 'Client reviews',
    description: 'What the holder of a client link can do. Only its token is accepted.',
  },
  {
    name: 'Posts',
    description: 'Drafts, scheduled posts and published posts.',
  },
  { name: 'Comments', description: 'The inbox: comments below posts, and your replies.' },
  { name: 'Metrics', description: 'The metrics of published posts, such as views and likes.' },
  { name: 'Platforms', description: 'What each platform accepts, for programs to read.' },
  {
    name: 'Media',
    description: 'The media library: images, videos and other files, uploaded or fetched from a URL.',
  },
  {
    name: 'Connect',
    description: 'Connecting accounts: a person grants access on the platform, then you import the accounts.',
  },
  { name: 'Social accounts', description: 'The connected accounts that posts are published to.' },
  { name: 'Changes', description: 'A stream that tells open pages of the dashboard what changes.' },
  {
    name: 'Webhook endpoints',
    description: 'The URLs that receive events, and the deliveries to them. See docs/webhooks.md.',
  },
  {
    name: 'Webhooks',
    description:
      'The events that Punctual sends to the webhook endpoints of a workspace. See docs/webhooks.md.',
  },
] as const;

/** Returns the OpenAPI 3.1 description. Depends on the code alone, so that the committed copy can be checked. */
export function openApiDocument(optionsSchemas: OptionsSchemas): object {
  const app = new OpenAPIHono<ApiEnv>();
  const registry = app.openAPIRegistry;
  registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key: `punctual_live_` followed by 32 characters. Or the access token of an app: `punctual_oat_` followed by 43 characters.',
  });
  registry.registerComponent('securitySchemes', 'clientLink', {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of a client link: `punctual_client_` followed by 43 characters.',
  });
  registry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookieName,
    description:
      'The session cookie that signing in to the dashboard sets. Requests that change something must come from the dashboard’s own pages: browsers prove this with the Sec-Fetch-Site or Origin header. Do not send it together with an Authorization header.',
  });
  for (const [name, parameter] of Object.entries(sharedParameters)) {
    registry.registerComponent('parameters', name, parameter);
  }
  for (const [name, header] of Object.entries(sharedHeaders)) {
    registry.registerComponent('headers', name, header);
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
    // Relative to the URL of the description, so that it is correct on any host.
    servers: [{ url: apiBasePath }],
    tags: [...tags],
  });
  return withExamples(withOptionsExample(withEmptyParameters(withLinks(document)), optionsSchemas));
}

/** Returns the text of openapi.json. The description that the API serves has other times in its examples. */
export function openApiText(optionsSchemas: OptionsSchemas): string {
  return textOf(openApiDocument(optionsSchemas));
}

export function textOf(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
