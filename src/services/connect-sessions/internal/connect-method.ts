import { AppError, validationFailed } from '../../../domain/errors.js';
import type { ConnectSessionStatus } from '../../../domain/connect-sessions.js';
import type { PlatformName } from '../../../domain/platforms.js';
import type {
  ConnectPlace,
  CredentialField,
  CredentialsConnect,
  PlatformConnect,
  RedirectConnect,
} from '../../../platforms/kit/connect.js';
import { offersSandbox } from '../../shared/connecting/connect-views.js';
import type { ServiceDeps } from '../../shared/context.js';

type MethodDeps = Pick<ServiceDeps, 'platforms' | 'publishing' | 'connect'>;

/** The method of connecting an account: the server, and there by redirect, by credentials, or by either. */
export interface ConnectMethod {
  sandbox: boolean;
  place: ConnectPlace;
  redirect: RedirectConnect | null;
  credentials: CredentialsConnect | null;
}

/**
 * The method for a new session. Without an explicit choice, a platform whose app is not configured uses the sandbox if
 * there is one, so that users can try everything before they register an app.
 */
export function chooseConnectMethod(
  deps: MethodDeps,
  platform: PlatformName,
  sandbox: boolean | undefined,
): ConnectMethod {
  const connect = deps.platforms.get(platform)?.connect;
  const hasSandbox = connect !== undefined && offersSandbox(deps, platform);
  if (sandbox === true && !hasSandbox) {
    const message = `This installation has no sandbox for ${platform}.`;
    throw validationFailed([{ path: 'sandbox', code: 'no_sandbox', message }]);
  }
  const inSandbox = sandbox ?? (hasSandbox && !isRedirectOpen(connect.redirect, false));
  const method = connect === undefined ? null : methodOf(deps, platform, connect, inSandbox);
  if (method === null || (method.redirect === null && method.credentials === null))
    throw notConfigured(platform, connect);
  return method;
}

/** Returns the method of an existing session. Null if the installation does not offer its platform any more. */
export function methodOfSession(
  deps: MethodDeps,
  { platform, sandbox }: { platform: PlatformName; sandbox: boolean },
): ConnectMethod | null {
  const connect = deps.platforms.get(platform)?.connect;
  return connect === undefined ? null : methodOf(deps, platform, connect, sandbox);
}

/** Whether the session accepts credentials now. */
export function takesCredentials(
  deps: MethodDeps,
  session: { platform: PlatformName; sandbox: boolean; status: ConnectSessionStatus },
): boolean {
  return session.status === 'PENDING' && (methodOfSession(deps, session)?.credentials ?? null) !== null;
}

function methodOf(
  { publishing }: MethodDeps,
  platform: PlatformName,
  connect: PlatformConnect,
  sandbox: boolean,
): ConnectMethod {
  const baseUrl = publishing.platformBaseUrl(platform, sandbox);
  return {
    sandbox,
    place: { baseUrl, ...(sandbox && { sandboxUrl: baseUrl }) },
    redirect: isRedirectOpen(connect.redirect, sandbox) ? connect.redirect : null,
    credentials: connect.credentials,
  };
}

function isRedirectOpen(redirect: RedirectConnect | null, sandbox: boolean): boolean {
  if (redirect === null) return false;
  return sandbox ? redirect.inSandbox !== false : redirect.missingVariables.length === 0;
}

function notConfigured(platform: PlatformName, connect: PlatformConnect | undefined): AppError {
  const missing = connect?.redirect?.missingVariables ?? [];
  const message =
    missing.length === 0
      ? `${platform} accounts cannot be connected with this version of the service.`
      : `${platform} accounts cannot be connected until the operator sets ${missing.join(' and ')}.`;
  return new AppError('PLATFORM_NOT_CONFIGURED', message, {});
}

/** The credential fields of a method. In the sandbox, a server URL defaults to the sandbox itself. */
export function fieldsOf({ credentials, place }: ConnectMethod): CredentialField[] {
  const { sandboxUrl } = place;
  return (credentials?.fields ?? []).map((field) =>
    field.kind === 'address' && sandboxUrl !== undefined ? { ...field, default: sandboxUrl } : field,
  );
}
