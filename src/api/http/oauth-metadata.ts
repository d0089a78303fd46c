import type { OpenAPIHono } from '@hono/zod-openapi';
import {
  appPaths,
  appResourcePaths,
  resourceMetadataPath,
  serverMetadataPath,
  type AppResource,
} from '../../domain/apps.js';
import { scopes } from '../../domain/scopes.js';
import type { ApiEnv } from '../types.js';

const guidePath = '/docs/oauth';
const headers = { 'Cache-Control': 'public, max-age=300' };
const names = { api: 'Punctual API', mcp: 'Punctual for agents (MCP)' } as const satisfies Record<
  AppResource,
  string
>;

/** Serves the data that apps need: where to ask for access (RFC 8414), and for which resource (RFC 9728). */
export function registerOAuthMetadata(app: OpenAPIHono<ApiEnv>): void {
  app.get(serverMetadataPath, (c) => c.json(serverMetadata(c.var.ownOrigin), 200, headers));
  const places = [
    // Older clients of MCP request only the root.
    ['', 'mcp'],
    [appResourcePaths.mcp, 'mcp'],
    [appResourcePaths.api, 'api'],
  ] as const;
  for (const [path, resource] of places) {
    app.get(resourceMetadataPath + path, (c) =>
      c.json(resourceMetadata(c.var.ownOrigin, resource), 200, headers),
    );
  }
}

function serverMetadata(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: issuer + appPaths.authorize,
    token_endpoint: issuer + appPaths.token,
    registration_endpoint: issuer + appPaths.register,
    revocation_endpoint: issuer + appPaths.revoke,
    scopes_supported: scopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: issuer + guidePath,
  };
}

function resourceMetadata(origin: string, resource: AppResource): object {
  return {
    resource: origin + appResourcePaths[resource],
    authorization_servers: [origin],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_name: names[resource],
    resource_documentation: origin + guidePath,
  };
}
