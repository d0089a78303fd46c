import type { OpenAPIHono, RouteConfig, RouteHandler } from '@hono/zod-openapi';
import { jsonBody } from './middleware/json-body.js';
import type { ApiEnv } from './types.js';

/** One operation of the API: its description, and how it is put into service. */
export interface Operation {
  route: RouteConfig;
  register: (app: OpenAPIHono<ApiEnv>) => void;
}

/** Joins a route to its handler. Routes with a body get it read and bounded before their schema sees it. */
export function operation<R extends RouteConfig>(route: R, handler: RouteHandler<R, ApiEnv>): Operation {
  return {
    route,
    register: (app) => {
      const body = route.request?.body;
      if (body !== undefined) {
        const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
        app.on(route.method, path, jsonBody({ required: body.required === true }));
      }
      app.openapi(route, handler);
    },
  };
}
