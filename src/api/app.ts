import { OpenAPIHono } from '@hono/zod-openapi';
import type { MiddlewareHandler, NotFoundHandler } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { AppError, notFound } from '../domain/errors.js';
import type { Tracing } from '../observability/tracing.js';
import type { ServiceDeps } from '../services/shared/context.js';
import { registerDocs } from './pages/docs.js';
import { errorExamples, statusByCode } from './errors/codes.js';
import { answerError, envelopeOf } from './errors/envelope.js';
import { setRefusal } from './errors/rate-headers.js';
import { unknownOperation } from './errors/unknown-operation.js';
import { clientAddress } from './http/client-address.js';
import { registerConnectBegin } from './http/connect-begin.js';
import { registerConnectCallback } from './http/connect-callback.js';
import { registerConnectDocuments } from './http/connect-documents.js';
import { createDescription, registerDescription } from './document/serve.js';
import { registerHealth } from './http/health.js';
import { createNetworkGate } from './http/network-gate.js';
import { registerOAuthEndpoints } from './http/oauth-endpoints.js';
import { registerOAuthMetadata } from './http/oauth-metadata.js';
import { registerPlatformWebhooks } from './http/platform-webhooks.js';
import { registerMetrics, type RenderMetrics } from './http/metrics.js';
import { authentication } from './middleware/authenticate.js';
import { observe } from './middleware/observe.js';
import { ownOrigin } from './middleware/own-origin.js';
import { publicReads } from './middleware/public-reads.js';
import { requestId } from './middleware/request-id.js';
import { requestLog } from './middleware/request-log.js';
import { securityHeaders } from './middleware/security-headers.js';
import { apiBasePath, openApiDocument } from './document/document.js';
import type { OptionsSchemas } from './document/platform-options.js';
import { registerMcp } from './mcp/serve.js';
import type { Operation } from './openapi/operation.js';
import { createOperationsApp } from './operations-app.js';
import { operations } from './routes/index.js';
import { signOutOperation } from './routes/sessions/sign-out.js';
import { registerSignedUrlRoutes } from './http/signed-url-routes.js';
import { builtDashboard, registerDashboard } from './pages/dashboard.js';
import type { ApiEnv } from './types.js';

export interface ApiOptions {
  deps: ServiceDeps;
  /** The description of each platform's options. */
  optionsSchemas: OptionsSchemas;
  /** Whether each response is compared with its description and fails if they differ. For development and tests. */
  validateResponses?: boolean;
  tracing?: Tracing;
  /** The origin of PUBLIC_URL. Absent only in development, where the API trusts the origins of this machine. */
  publicOrigin?: string;
  /** The number of the operator's own proxies in front, as src/api/http/client-address.ts counts them. */
  trustProxyHops?: number;
  /** How many 401s a client network may cause in a minute. Absent or null: any number. */
  unauthorizedPerMinuteMax?: number | null;
  /** The folder of the built dashboard. Absent: where `npm run build` puts it. */
  dashboardFolder?: string;
  /** Renders /metrics. Absent: the API does not serve metrics. */
  renderMetrics?: RenderMetrics;
}

export interface Api {
  app: OpenAPIHono<ApiEnv>;
  /**
   * Makes /readyz return 503, so that load balancers send no new requests while the process shuts down, and ends the
   * streams of changes, whose clients go to another process.
   */
  startDraining: () => void;
  /** Renders the documentation before its first reader comes. Lets requests pass meanwhile. */
  prepareDocs: () => Promise<void>;
}

/** Creates the HTTP application. Opens no connection and no port; the entry point does that. */
export function createApi(options: ApiOptions): Api {
  const { deps } = options;
  let draining = false;
  const app = new OpenAPIHono<ApiEnv>();
  app.use(
    requestId(deps.newId),
    ownOrigin(options.publicOrigin),
    observe(deps.metrics, options.tracing, apiBasePath),
    requestLog(deps.log, { trustProxyHops: options.trustProxyHops ?? 0 }),
    securityHeaders({ publicOrigin: options.publicOrigin }),
    publicReads,
    methodNotAllowed(refusedMethods(app)),
  );
  app.onError((error, c) => answerError(deps.log, error, c));
  app.notFound(answerNotFound());
  registerHealth(app, deps, () => draining);
  if (options.renderMetrics !== undefined) registerMetrics(app, options.renderMetrics);
  const { trustProxyHops = 0, unauthorizedPerMinuteMax: perMinuteMax = null } = options;
  const searches = createNetworkGate(perMinuteMax);
  const describe = (): object => openApiDocument(options.optionsSchemas);
  const description = createDescription({ clock: deps.clock, describe });
  const prepareDocs = registerDocs(app, {
    description,
    isTooManySearches: (c) => {
      const nowMs = deps.clock.now().getTime();
      const waitMs = searches.note(clientAddress(c, trustProxyHops), nowMs);
      if (waitMs > 0) setRefusal(c, searches.full(waitMs), { standings: [], nowMs });
      return waitMs > 0;
    },
  });
  registerDashboard(app, {
    folder: options.dashboardFolder ?? builtDashboard,
    storage: deps.media.storage,
  });
  registerDescription(app, { description, prefixes: ['', apiBasePath] });
  registerSignedUrlRoutes(app, deps);
  const connectPages = { deps, trustProxyHops, perMinuteMax };
  registerConnectBegin(app, connectPages);
  registerConnectCallback(app, connectPages);
  registerConnectDocuments(app, deps);
  registerPlatformWebhooks(app, connectPages);
  registerOAuthMetadata(app);
  registerOAuthEndpoints(app, connectPages);
  const caller = {
    authentication: authenticationOf(options),
    comparesResponses: options.validateResponses === true,
  };
  app.route(apiBasePath, createOperationsApp(operations, caller));
  registerMcp(app, { deps, publicOrigin: options.publicOrigin, ...caller });
  return {
    app,
    startDraining: () => {
      draining = true;
      deps.changeStreams.close();
    },
    prepareDocs,
  };
}

/** Says which operation was probably meant, because a wrong path looks like a missing resource otherwise. */
function answerNotFound(): NotFoundHandler<ApiEnv> {
  const routes = operations.map(({ route }) => route);
  const explain = unknownOperation(routes, apiBasePath);
  const { message } = notFound();
  return (c) => {
    const error = new AppError('NOT_FOUND', explain(c.req.method, c.req.path) ?? message, {});
    return c.json(envelopeOf(error, c.var), statusByCode.NOT_FOUND);
  };
}

function authenticationOf(options: ApiOptions): MiddlewareHandler<ApiEnv> {
  const { deps, publicOrigin } = options;
  return authentication({
    deps,
    publicOrigin,
    publicOperations: publicOperations(),
    signOutOperation: nameOf(signOutOperation),
    clientPath: `${apiBasePath}/client/`,
    trustProxyHops: options.trustProxyHops ?? 0,
    unauthorizedPerMinuteMax: options.unauthorizedPerMinuteMax ?? null,
  });
}

function publicOperations(): ReadonlySet<string> {
  const open = operations.filter(({ route }) => route.security?.length === 0);
  return new Set(open.map(nameOf));
}

/** The name of an operation, in the form of a request: `POST /api/v1/sessions`. */
function nameOf({ route }: Operation): string {
  return `${route.method.toUpperCase()} ${apiBasePath}${route.path}`;
}

function refusedMethods(app: OpenAPIHono<ApiEnv>): Parameters<typeof methodNotAllowed<ApiEnv>>[0] {
  return {
    app,
    onMethodNotAllowed: (c, methods) => {
      const error = new AppError('METHOD_NOT_ALLOWED', errorExamples.METHOD_NOT_ALLOWED.message, {});
      return c.json(envelopeOf(error, c.var), statusByCode.METHOD_NOT_ALLOWED, {
        Allow: methods.join(', '),
      });
    },
  };
}
